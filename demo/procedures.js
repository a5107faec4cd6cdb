/** An order, and what an agent may have the server do with it. The library knows nothing of the server: the executor does. */
import "../dist/agent-tags.procedures.js";
import { AgentSurfaceError, fromJsonSchema } from "../dist/agent-tags.js";

const { registry } = document.querySelector("agent-surface");
const select = document.querySelector("#order");
const status = document.querySelector("#status");
const cancelled = new Set();

/** How procedures reach the server. Any other way would do as well. */
registry.setProcedureExecutor({
  async execute({ path, input, info }) {
    const response = await fetch(`api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": info.invocationId },
      body: JSON.stringify(input),
      signal: info.signal,
    });
    if (response.status === 403) {
      throw new AgentSurfaceError({
        code: "NOT_AUTHORIZED",
        retry: "no",
        message: "The server does not allow it to this person.",
        details: { origin: "server" },
      });
    }
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const output = await response.json();
    show(output);
    return output;
  },
});

const cancel = fromJsonSchema({
  type: "object",
  properties: {
    orderId: { type: "string" },
    reason: { type: "string", description: "Why the order is cancelled", minLength: 3, maxLength: 200 },
  },
  required: ["orderId", "reason"],
  additionalProperties: false,
});

const handle = registry.register({
  type: "orders.detail",
  label: "Order",
  description: "One order of the visitor",
  procedures: [
    {
      kind: "procedure-binding",
      ref: {
        id: "domain:orders.cancel",
        path: "orders.cancel",
        description: "Cancel the order on the screen and refund it",
        inputSchema: cancel,
        effect: "destructive",
      },
      config: {
        // The order is the page's: an agent sees no orderId, and may send none.
        bind: () => ({ orderId: select.value }),
        describe: () => `Order ${select.value}`,
        when: () => !cancelled.has(select.value),
        unavailableReason: () => `Order ${select.value} is cancelled`,
      },
    },
  ],
});

function show({ orderId, refund }) {
  cancelled.add(orderId);
  status.textContent = `Order ${orderId} is cancelled. ${refund} will be refunded.`;
  offer();
}

/** What `when` says is asked at every call; toolsets are told so that they need not ask. */
function offer() {
  const available = !cancelled.has(select.value);
  const reason = `Order ${select.value} is cancelled`;
  handle.update({ availability: { "domain:orders.cancel": { available, reason } } });
}

select.addEventListener("change", () => {
  const state = cancelled.has(select.value) ? "cancelled" : "being packed";
  status.textContent = `Order ${select.value} is ${state}.`;
  offer();
});
