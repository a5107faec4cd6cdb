/** The one thing that the demo's server does: it cancels orders, and forgets them at once. */

const maxBytes = 10_000;

async function readJson(request) {
  let text = "";
  for await (const chunk of request) {
    text += chunk;
    if (text.length > maxBytes) return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns {Promise<[status: number, output: object]>} */
export async function answerApi(path, request) {
  if (request.method !== "POST" || path !== "/demo/api/orders.cancel") return [404, { problem: "unknown" }];
  const { orderId, reason } = (await readJson(request)) ?? {};
  const isKnown = typeof orderId === "string" && /^\d{4}$/.test(orderId);
  if (!isKnown || typeof reason !== "string") return [400, { problem: "orderId and reason" }];
  return [200, { orderId, status: "cancelled", refund: "€39.00" }];
}
