import { expect } from "@open-wc/testing";
import type { JsonValue } from "../../src/index.js";
import { consumer, errorOf, outcome, questionId } from "../helpers/surface.js";
import { binding, cancel, cancelInput, createDomain, order } from "../helpers/procedures.js";

const input = { reason: "late" };
const call = { ...cancel, invocationId: "one", input };

function setUp(values: { orderId: string } = { orderId: "o-1" }) {
  const domain = createDomain();
  const handle = domain.registry.register(
    order([binding({ bind: () => values }, { effect: "destructive" })], { label: "Order" }),
  );
  return { ...domain, handle, values };
}

describe("the question before a procedure", () => {
  it("shows the complete effective input, its whole schema and the effect", async () => {
    const { registry, handle, asked } = setUp();
    const agent = consumer("agent");
    const error = errorOf(await registry.invoke(call, { consumer: agent }));
    expect(error.code).to.equal("CONFIRMATION_REQUIRED");
    expect(error.details).to.include({ effect: "destructive", origin: "client" });
    const [question] = registry.confirmations.pending();
    expect(question).to.deep.include({
      capabilityId: "domain:orders.cancel",
      registrationId: handle.registrationId,
      consumerKey: "test:agent",
      effect: "destructive",
      reversible: false,
      windowLabel: "Order",
      input: { orderId: "o-1", reason: "late", notify: true },
      inputSchema: cancelInput,
    });
    expect(question!.summary).to.contain("Cancels an order.").and.to.contain("o-1");
    expect(asked).to.deep.equal([]);
  });

  it("is not asked for what is refused before: a locked field, an invalid input, a failing binding", async () => {
    const { registry, values } = setUp();
    await registry.invoke({ ...call, invocationId: "1", input: { ...input, orderId: "o-2" } });
    await registry.invoke({ ...call, invocationId: "2", input: {} });
    values.orderId = 5 as never;
    await registry.invoke({ ...call, invocationId: "3" });
    expect(registry.confirmations.pending()).to.deep.equal([]);
  });

  it("is answered by an approval that runs once, and the executor learns of it", async () => {
    const { registry, asked, time } = setUp();
    const confirmationId = questionId(await registry.invoke(call));
    registry.confirmations.resolve(confirmationId, { approved: true });
    expect(outcome(await registry.invoke({ ...call, confirmationId }))).to.equal("ok");
    expect(asked.map(({ info }) => info.confirmation)).to.deep.equal([
      { id: confirmationId, approvedAt: new Date(time.now()).toISOString() },
    ]);
    const again = await registry.invoke({ ...call, invocationId: "two", confirmationId });
    expect(errorOf(again).details).to.deep.equal({ reason: "consumed" });
    expect(asked).to.have.length(1);
  });

  it("approves exactly what was shown: another binding, another input or another reference is a mismatch", async () => {
    const { registry, values, asked } = setUp();
    const approve = async () => {
      const id = questionId(await registry.invoke({ ...call, invocationId: "ask" }));
      registry.confirmations.resolve(id, { approved: true });
      return id;
    };
    const confirmationId = await approve();
    values.orderId = "o-2";
    const rebound = await registry.invoke({ ...call, confirmationId });
    expect(errorOf(rebound).details).to.deep.equal({ reason: "mismatch" });
    values.orderId = "o-1";
    const other = await registry.invoke({
      ...call,
      invocationId: "2",
      confirmationId,
      input: { reason: "x" },
    });
    expect(errorOf(other).details).to.deep.equal({ reason: "mismatch" });
    const second = registry.register(
      order([binding({ bind: () => ({ orderId: "o-1" }) }, { effect: "destructive" })], { instanceId: "b" }),
    );
    const { registrationId } = second;
    const elsewhere = await registry.invoke({ ...call, invocationId: "3", confirmationId, registrationId });
    expect(errorOf(elsewhere).details).to.deep.equal({ reason: "mismatch" });
    expect(asked).to.deep.equal([]);
  });

  it("ends with its component", async () => {
    const { registry, handle } = setUp();
    const id = questionId(await registry.invoke(call));
    handle.unregister();
    expect(registry.confirmations.pending()).to.deep.equal([]);
    expect(await registry.confirmations.waitFor(id)).to.equal("expired");
  });

  it("is not asked for an optional one, nor for a query", async () => {
    for (const effect of ["server-query", "server-mutation"] as const) {
      const { registry } = createDomain();
      registry.register(order([binding(undefined, { effect })]));
      expect(outcome(await registry.invoke(call))).to.equal("ok");
    }
  });

  it("is asked where the binding or the reference says so", async () => {
    const bind = () => ({ orderId: "o-1" });
    for (const [config, ref] of [
      [{ bind, confirmation: "required" }, {}],
      [{ bind }, { requiresApproval: true }],
    ] as const) {
      const { registry } = createDomain();
      registry.register(order([binding(config, ref)]));
      expect(outcome(await registry.invoke(call))).to.equal("CONFIRMATION_REQUIRED");
    }
  });
});

describe("policies around a procedure", () => {
  it("know its plane and see its effective input once it is complete", async () => {
    const seen: unknown[] = [];
    const { registry } = createDomain();
    registry.register(
      order([
        binding({
          bind: () => ({ orderId: "o-1" }),
          meta: { area: "orders" },
          policies: [
            {
              name: "noting",
              onAuthorize(context, next) {
                seen.push("effectiveInput" in context);
                return next();
              },
              onInvoke({ plane, kind, effect, meta, effectiveInput }, next) {
                seen.push({ plane, kind, effect, meta, effectiveInput });
                return next();
              },
            },
          ],
        }),
      ]),
    );
    expect(outcome(await registry.invoke(call))).to.equal("ok");
    expect(seen).to.deep.equal([
      false,
      {
        plane: "domain",
        kind: "procedure",
        effect: "server-mutation",
        meta: { capability: { area: "orders" } },
        effectiveInput: { orderId: "o-1", reason: "late", notify: true } satisfies JsonValue,
      },
    ]);
  });
});
