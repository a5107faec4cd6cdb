import { expect } from "@open-wc/testing";
import {
  fromJsonSchema,
  type AgentInvocation,
  type JsonValue,
  type RegistryOptions,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  errorOf,
  outcome,
  questionId,
  unfrozen,
} from "../helpers/surface.js";

const input = fromJsonSchema<{ [key: string]: JsonValue }>({
  type: "object",
  properties: { id: { type: "string" }, all: { type: "boolean", default: false } },
  required: ["id"],
});
const remove: AgentInvocation = {
  capabilityId: "view:shop.cart.remove",
  invocationId: "one",
  input: { id: "7" },
};
const me = { consumer: consumer("me") };

function asking(own: Parameters<typeof act>[0] = {}, options: RegistryOptions = {}) {
  const surface = createSurface(options);
  const ran: JsonValue[] = [];
  const action = act({
    description: "Removes a row.",
    input,
    confirmation: "required",
    execute: (value) => void ran.push(value),
    ...own,
  });
  const handle = surface.registry.register(cart({ label: "Your cart", actions: { remove: action } }));
  const { registry } = surface;
  const ask = async (request: AgentInvocation = remove) => questionId(await registry.invoke(request, me));
  const decide = (confirmationId: string, approved = true, reason?: string) => {
    registry.confirmations.resolve(confirmationId, { approved, ...(reason !== undefined && { reason }) });
  };
  return { ...surface, ran, handle, ask, decide };
}

describe("a call that needs a person", () => {
  it("is CONFIRMATION_REQUIRED with all that its retry needs, and runs nothing", async () => {
    const { registry, ran, time } = asking();
    const error = errorOf(await registry.invoke(remove, me));
    const [question] = registry.confirmations.pending();
    expect(error).to.deep.include({
      code: "CONFIRMATION_REQUIRED",
      retry: "with-confirmation",
      details: {
        confirmationId: question!.confirmationId,
        summary: question!.summary,
        expiresAt: new Date(time.now() + 120_000).toISOString(),
        effect: "local-state",
        origin: "client",
      },
    });
    expect(error.message).to.contain("NOT EXECUTED").and.to.contain(question!.confirmationId);
    expect(ran).to.deep.equal([]);
  });

  it("shows a person exactly what will run", async () => {
    const { registry, ask, handle, time } = asking({ label: "Remove", reversible: false, sensitive: ["id"] });
    const confirmationId = await ask();
    const [question] = registry.confirmations.pending();
    expect({ ...question }).to.deep.include({
      confirmationId,
      capabilityId: remove.capabilityId,
      registrationId: handle.registrationId,
      consumerKey: "test:me",
      effect: "local-state",
      reversible: false,
      label: "Remove",
      windowLabel: "Your cart",
      input: { id: "7", all: false },
      inputSchema: input.jsonSchema,
      sensitive: ["id"],
      requestedAt: new Date(time.now()).toISOString(),
      expiresAt: new Date(time.now() + 120_000).toISOString(),
    });
    expect(unfrozen(question!.input)).to.deep.equal([]);
  });

  it("has a summary of the description and the input, 300 characters at most", async () => {
    const { registry, ask } = asking();
    await ask();
    const [{ summary } = { summary: "" }] = registry.confirmations.pending();
    expect(summary).to.contain("Removes a row.").and.to.contain("7");
    await ask({ ...remove, invocationId: "two", input: { id: "x".repeat(1_000) } });
    for (const question of registry.confirmations.pending())
      expect(question.summary.length).to.be.at.most(300);
  });

  it("keeps sensitive values out of the summary and of what is sent", async () => {
    const { registry } = asking({ sensitive: ["id"] });
    const result = await registry.invoke({ ...remove, input: { id: "secret-id" } }, me);
    expect(JSON.stringify(result)).not.to.contain("secret-id");
    expect(registry.confirmations.pending()[0]!.summary).not.to.contain("secret-id");
  });

  it("leaves no question where its input is not valid", async () => {
    const { registry } = asking();
    expect(outcome(await registry.invoke({ ...remove, input: {} }, me))).to.equal("INVALID_INPUT");
    expect(registry.confirmations.pending()).to.deep.equal([]);
  });

  it("asks once for equal requests, whatever their ids and the order of their keys", async () => {
    const { registry, ask } = asking();
    const first = await ask({ ...remove, input: { id: "7", all: true } });
    const second = await ask({ ...remove, invocationId: "two", input: { all: true, id: "7" } });
    expect(second).to.equal(first);
    expect(registry.confirmations.pending()).to.have.length(1);
  });

  it("asks apart for another input, another consumer and another instance", async () => {
    const { registry, ask } = asking();
    registry.register(
      cart({ instanceId: "b", actions: { remove: act({ input, confirmation: "required" }) } }),
    );
    const here = { ...remove, instanceId: "default" };
    await ask(here);
    await ask({ ...here, invocationId: "two", input: { id: "8" } });
    await ask({ ...here, invocationId: "three", instanceId: "b" });
    await registry.invoke(here, { consumer: consumer("other") });
    expect(registry.confirmations.pending()).to.have.length(4);
  });
});

describe("evidence", () => {
  it("that is approved and matches runs the call, once", async () => {
    const { registry, ask, decide, ran } = asking();
    const confirmationId = await ask();
    decide(confirmationId);
    expect(outcome(await registry.invoke({ ...remove, confirmationId }, me))).to.equal("ok");
    expect(ran).to.deep.equal([{ id: "7", all: false }]);
  });

  it("that is still pending and matches asks again with the same id", async () => {
    const { registry, ask } = asking();
    const confirmationId = await ask();
    expect(questionId(await registry.invoke({ ...remove, confirmationId }, me))).to.equal(confirmationId);
    expect(registry.confirmations.pending()).to.have.length(1);
  });

  it("matches whatever the order of keys, and with defaults written out", async () => {
    const { registry, ask, decide } = asking();
    const confirmationId = await ask();
    decide(confirmationId);
    const retry = { ...remove, invocationId: "two", input: { all: false, id: "7" }, confirmationId };
    expect(outcome(await registry.invoke(retry, me))).to.equal("ok");
  });

  const refused = (reason: string, retry = "no") => ({ code: "CONFIRMATION_INVALID", retry, reason });
  const seen = (error: ReturnType<typeof errorOf>) => ({
    code: error.code,
    retry: error.retry,
    reason: error.details!["reason"],
  });

  it("that nobody knows is a mismatch", async () => {
    const { registry, ran } = asking();
    const error = errorOf(await registry.invoke({ ...remove, confirmationId: "cnf_unknown00000" }, me));
    expect(seen(error)).to.deep.equal(refused("mismatch"));
    expect(error.message).to.contain("NOT EXECUTED");
    expect(registry.confirmations.pending(), "no question comes of it").to.deep.equal([]);
    expect(ran).to.deep.equal([]);
  });

  for (const approved of [false, true]) {
    it(`for another input is a mismatch, ${approved ? "approved" : "pending"}, and stays good for its own`, async () => {
      const { registry, ask, decide } = asking();
      const confirmationId = await ask();
      if (approved) decide(confirmationId);
      const other = { ...remove, invocationId: "two", input: { id: "8" }, confirmationId };
      expect(seen(errorOf(await registry.invoke(other, me)))).to.deep.equal(refused("mismatch"));
      if (!approved) decide(confirmationId);
      expect(outcome(await registry.invoke({ ...remove, confirmationId }, me))).to.equal("ok");
    });
  }

  it("of another consumer is a mismatch", async () => {
    const { registry, ask, decide } = asking();
    const confirmationId = await ask();
    decide(confirmationId);
    const result = await registry.invoke({ ...remove, confirmationId }, { consumer: consumer("other") });
    expect(seen(errorOf(result))).to.deep.equal(refused("mismatch"));
  });

  it("of a former mount is a mismatch", async () => {
    const { registry, ask, decide, handle, ran } = asking();
    const confirmationId = await ask();
    decide(confirmationId);
    handle.unregister();
    registry.register(cart({ actions: { remove: act({ input, confirmation: "required" }) } }));
    const result = await registry.invoke({ ...remove, confirmationId }, me);
    expect(seen(errorOf(result))).to.deep.equal(refused("mismatch"));
    expect(ran).to.deep.equal([]);
  });

  it("that was consumed is consumed for a new id, and the old result for the same one", async () => {
    const { registry, ask, decide, ran } = asking();
    const confirmationId = await ask();
    decide(confirmationId);
    const first = await registry.invoke({ ...remove, confirmationId }, me);
    expect(await registry.invoke({ ...remove, confirmationId }, me)).to.deep.equal(first);
    const other = await registry.invoke({ ...remove, invocationId: "two", confirmationId }, me);
    expect(seen(errorOf(other))).to.deep.equal(refused("consumed"));
    expect(ran).to.have.length(1);
  });

  it("that two calls bring at once runs one of them", async () => {
    const { registry, ask, decide, ran } = asking();
    const confirmationId = await ask();
    decide(confirmationId);
    const calls = ["two", "three"].map((invocationId) =>
      registry.invoke({ ...remove, invocationId, confirmationId }, me),
    );
    expect((await Promise.all(calls)).map(outcome)).to.have.members(["ok", "CONFIRMATION_INVALID"]);
    expect(ran).to.have.length(1);
  });

  it("that a call holds while it waits for its slot is no evidence for another one", async () => {
    const slot = deferred<void>();
    const { registry, ask, decide, ran, handle } = asking();
    const confirmationId = await ask();
    decide(confirmationId);
    handle.redefine(
      cart({
        label: "Your cart",
        actions: {
          hold: act({ execute: () => slot.promise }),
          remove: act({
            description: "Removes a row.",
            input,
            confirmation: "required",
            execute: (value) => void ran.push(value),
          }),
        },
      }),
    );
    const holding = registry.invoke({ capabilityId: "view:shop.cart.hold" }, me);
    const first = registry.invoke({ ...remove, invocationId: "two", confirmationId }, me);
    const second = registry.invoke({ ...remove, invocationId: "three", confirmationId }, me);
    expect(outcome(await second)).to.equal("CONFIRMATION_INVALID");
    slot.resolve();
    await holding;
    expect(outcome(await first)).to.equal("ok");
    expect(ran).to.have.length(1);
  });

  it("that was denied stays denied, with the cause", async () => {
    for (const [reason, cause] of [
      [undefined, "declined"],
      ["declined", "declined"],
      ["dismissed", "dismissed"],
      ["removed", "removed"],
      ["page-hidden", "page-hidden"],
      ["cannot-ask", "cannot-ask"],
      ["I do not like it", "declined"],
    ] as const) {
      const { registry, ask, decide, ran } = asking();
      const confirmationId = await ask();
      decide(confirmationId, false, reason);
      const error = errorOf(await registry.invoke({ ...remove, confirmationId }, me));
      expect(error).to.deep.include({
        code: "CONFIRMATION_INVALID",
        retry: "no",
        details: { reason: "denied", cause },
      });
      expect(error.message).to.contain("NOT EXECUTED");
      expect(ran).to.deep.equal([]);
    }
  });

  it("that nobody gave in time is expired, and worth another question", async () => {
    const { registry, ask, time } = asking();
    const confirmationId = await ask();
    await time.advance(120_000);
    const error = errorOf(await registry.invoke({ ...remove, confirmationId }, me));
    expect(seen(error)).to.deep.equal(refused("expired", "with-confirmation"));
    expect(error.message).to.contain("NOT EXECUTED");
    expect(await ask({ ...remove, invocationId: "two" })).not.to.equal(confirmationId);
  });

  it("that was approved and not used in time is expired", async () => {
    const { registry, ask, decide, time, ran } = asking();
    const confirmationId = await ask();
    decide(confirmationId);
    await time.advance(120_000);
    const result = await registry.invoke({ ...remove, confirmationId }, me);
    expect(seen(errorOf(result))).to.deep.equal(refused("expired", "with-confirmation"));
    expect(ran).to.deep.equal([]);
  });

  it("that was approved is used only by a call that carries it", async () => {
    const { registry, ask, decide, ran } = asking();
    decide(await ask());
    await ask({ ...remove, invocationId: "two" });
    expect(registry.confirmations.pending()).to.have.length(1);
    expect(ran).to.deep.equal([]);
  });

  it("of a component that is gone counts for nothing: COMPONENT_UNMOUNTED", async () => {
    const { registry, ask, decide, handle } = asking();
    const confirmationId = await ask();
    decide(confirmationId);
    handle.unregister();
    const result = await registry.invoke({ ...remove, confirmationId }, me);
    expect(outcome(result)).to.equal("COMPONENT_UNMOUNTED");
  });

  it("stays good for the first 199 others that are decided after it", async () => {
    const { registry, ask, decide } = asking();
    const first = await ask();
    decide(first);
    const resolve = async (index: number) => {
      decide(
        await ask({ ...remove, invocationId: `other-${index}`, input: { id: `other-${index}` } }),
        false,
      );
    };
    for (let index = 1; index < 200; index++) await resolve(index);
    expect(outcome(await registry.invoke({ ...remove, confirmationId: first }, me))).to.equal("ok");
  });
});
