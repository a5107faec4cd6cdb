/** The domain plane from end to end: a surface, an executor of a few lines around `fetch`, and a server behind it. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, it } from "node:test";
import { AgentSurfaceError, createAgentSurfaceRegistry, fromJsonSchema } from "agent-tags";

/** What the server got, and how it answers the next requests. */
const requests = [];
let answer = () => [200, { cancelled: true }];
let server;
let address;

before(async () => {
  server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const asked = { path: request.url, input: JSON.parse(body), id: request.headers["idempotency-key"] };
      requests.push({ ...asked, closed: once(response, "close").then(() => !response.writableEnded) });
      const [status, output] = await answer(asked);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(output));
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `http://127.0.0.1:${server.address().port}/rpc/`;
});
after(() => {
  server.close();
  server.closeAllConnections();
});

/** As the documentation has it. */
const executor = {
  async execute({ path, input, info }) {
    const response = await fetch(new URL(path, address), {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": info.invocationId },
      body: JSON.stringify(input),
      signal: info.signal,
    });
    if (response.status === 403) {
      throw new AgentSurfaceError({
        code: "NOT_AUTHORIZED",
        retry: "no",
        message: "The server does not allow it.",
        details: { origin: "server" },
      });
    }
    if (!response.ok) throw new Error(`${path} gave ${response.status}: ${await response.text()}`);
    return response.json();
  },
};

const cancel = {
  kind: "procedure-binding",
  ref: {
    id: "domain:orders.cancel",
    path: "orders.cancel",
    description: "Cancels the order.",
    effect: "destructive",
    inputSchema: fromJsonSchema({
      type: "object",
      properties: { orderId: { type: "string" }, reason: { type: "string" } },
      required: ["orderId", "reason"],
      additionalProperties: false,
    }),
  },
  config: { bind: () => ({ orderId: "o-1" }) },
};

function open(t) {
  const registry = createAgentSurfaceRegistry();
  t.after(() => registry.dispose());
  registry.setProcedureExecutor(executor);
  const handle = registry.register({ type: "orders.detail", description: "An order.", procedures: [cancel] });
  requests.length = 0;
  /** Calls as an agent does, and approves as a person does. */
  const call = async (options) => {
    const [{ registrationId, inputSchema }] = registry.snapshot().procedures;
    assert.deepEqual(Object.keys(inputSchema.properties), ["reason"]);
    const request = {
      capabilityId: "domain:orders.cancel",
      invocationId: "call-1",
      registrationId,
      surfaceVersion: registry.getVersion(),
      input: { reason: "late" },
    };
    const asked = await registry.invoke(request);
    const { confirmationId } = asked.error.details;
    registry.confirmations.resolve(confirmationId, { approved: true });
    return registry.invoke({ ...request, confirmationId }, options);
  };
  return { registry, handle, call };
}

it("sends the complete input, once, and gives the agent what the server answers", async (t) => {
  const { call } = open(t);
  answer = () => [200, { cancelled: true }];
  const { status, output } = await call();
  assert.deepEqual({ status, output }, { status: "ok", output: { cancelled: true } });
  assert.deepEqual(
    requests.map(({ path, input, id }) => ({ path, input, id })),
    [{ path: "/rpc/orders.cancel", input: { orderId: "o-1", reason: "late" }, id: "call-1" }],
  );
});

it("lets the executor say what the server refused, and nothing else of the server", async (t) => {
  t.mock.method(console, "error", () => undefined);
  answer = () => [403, { secret: true }];
  assert.deepEqual((await open(t).call()).error, {
    code: "NOT_AUTHORIZED",
    retry: "no",
    message: "The server does not allow it.",
    details: { origin: "server" },
  });
  answer = () => [500, { secret: "SELECT * FROM orders" }];
  const { error } = await open(t).call();
  assert.equal(error.code, "EXECUTION_FAILED");
  assert.deepEqual(error.details, { reason: "transport" });
  assert.doesNotMatch(JSON.stringify(error), /secret|SELECT|500|127\.0/);
  assert.match(String(console.error.mock.calls[0].arguments[1]), /500.*SELECT/, "the operator learns it");
});

it("gives up the request when the call is cancelled or its component leaves", async (t) => {
  for (const [leave, code] of [
    [({ abort }) => abort.abort(), "CANCELLED"],
    [({ handle }) => handle.unregister(), "COMPONENT_UNMOUNTED"],
  ]) {
    const { handle, call } = open(t);
    const abort = new AbortController();
    const reached = new Promise((resolve) => {
      answer = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const result = call({ signal: abort.signal });
    await reached;
    leave({ abort, handle });
    assert.equal((await result).error.code, code);
    assert.equal(await requests[0].closed, true);
  }
});
