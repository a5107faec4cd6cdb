import { expect } from "@open-wc/testing";
import {
  AgentSurfaceError,
  audit,
  memoryAuditSink,
  type AgentAuditLevel,
  type AgentPolicy,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  outcome,
  printedDuring,
  thrownBy,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const apply = {
  capabilityId: "view:shop.cart.apply",
  invocationId: "one",
  input: { code: "x", pin: "1234" },
};
const me = { consumer: consumer("me") };

function audited(own: Parameters<typeof act>[0] = {}, level?: AgentAuditLevel, inner: AgentPolicy[] = []) {
  const sink = memoryAuditSink();
  const surface = createSurface({ policies: [audit(sink, level)] });
  const { registrationId } = surface.registry.register(
    cart({ policies: inner, actions: { apply: act({ sensitive: ["pin"], execute: () => 7, ...own }) } }),
  );
  const types = () =>
    sink.events().map(({ type, status, code }) => [type, status, code].filter(Boolean).join(" "));
  return { ...surface, sink, types, registrationId };
}

describe("the audit policy", () => {
  it("tells its sink when a call starts and when it ends, by the registry's clock", async () => {
    const handler = deferred<number>();
    const { registry, time, sink, registrationId } = audited({ execute: () => handler.promise });
    const at = new Date(time.now()).toISOString();
    const result = registry.invoke(apply, me);
    await time.advance(250);
    handler.resolve(7);
    await result;
    const names = {
      capabilityId: apply.capabilityId,
      registrationId,
      invocationId: "one",
      consumerId: "me",
    };
    expect(sink.events()).to.deep.equal([
      { at, type: "invocation-started", ...names },
      {
        at: new Date(time.now()).toISOString(),
        type: "invocation-settled",
        ...names,
        status: "ok",
        durationMs: 250,
      },
    ]);
  });

  it("adds input and output at the level full, sensitive values masked", async () => {
    const { registry, sink } = audited({}, "full");
    await registry.invoke(apply);
    const input = { code: "x", pin: "(withheld)" };
    expect(sink.events().map(({ payload }) => payload)).to.deep.equal([{ input }, { input, output: 7 }]);
  });

  it("does not keep what is large", async () => {
    const { registry, sink } = audited({}, "full");
    await registry.invoke({ ...apply, input: { code: "x".repeat(40_000) } });
    expect(JSON.stringify(sink.events()).length).to.be.below(1_500);
    expect(JSON.stringify(sink.events())).to.contain("not kept");
  });

  it("tells nothing at the level none", async () => {
    const { registry, types } = audited({}, "none");
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
    expect(types()).to.deep.equal([]);
  });

  it("tells how a call failed: refused by a person's question, by an inner policy, by its handler", async () => {
    const asking = audited({ confirmation: "required" });
    await asking.registry.invoke(apply);
    expect(asking.types()).to.deep.equal([
      "invocation-started",
      "invocation-settled error CONFIRMATION_REQUIRED",
    ]);

    const payload = { code: "NOT_AUTHORIZED", message: "No.", retry: "no" } as const;
    const refusing: AgentPolicy = {
      name: "no",
      onInvoke: () => Promise.reject(new AgentSurfaceError(payload)),
    };
    const refused = audited({}, "metadata", [refusing]);
    expect(outcome(await refused.registry.invoke(apply))).to.equal("NOT_AUTHORIZED");
    expect(refused.types()[1]).to.equal("invocation-settled error NOT_AUTHORIZED");

    const breaking: AgentPolicy = { name: "broken", onInvoke: () => Promise.reject(new Error("broke")) };
    const broken = audited({}, "metadata", [breaking]);
    expect(outcome(await broken.registry.invoke(apply))).to.equal("EXECUTION_FAILED");
    expect(broken.types()[1]).to.equal("invocation-settled error EXECUTION_FAILED");
  });

  it("tells the end of a call whose handler never ends, once", async () => {
    const { registry, time, types } = audited({ execute: () => deferred<void>().promise });
    const result = registry.invoke(apply);
    await time.advance(10_000);
    expect(outcome(await result)).to.equal("TIMEOUT");
    await turn();
    expect(types()).to.deep.equal(["invocation-started", "invocation-settled error TIMEOUT"]);
  });

  it("tells the end of a call that was cancelled in the queue", async () => {
    const { registry, types } = audited({ execute: () => deferred<void>().promise });
    void registry.invoke({ ...apply, invocationId: "first" });
    const controller = new AbortController();
    const queued = registry.invoke(apply, { signal: controller.signal });
    await turn();
    controller.abort();
    expect(outcome(await queued)).to.equal("CANCELLED");
    await turn();
    expect(types().at(-1)).to.equal("invocation-settled error CANCELLED");
  });

  it("disturbs no call where its sink throws, and says so outside production", async () => {
    const broken = {
      record: () => {
        throw new Error("disk full");
      },
    };
    for (const environment of ["production", "test"] as const) {
      const { registry } = createSurface({ policies: [audit(broken)], environment });
      registry.register(cart());
      const printed = await printedDuring(async () => {
        expect(outcome(await registry.invoke(apply))).to.equal("ok");
      });
      expect(printed.join().includes("disk full")).to.equal(environment === "test");
    }
  });

  it("prints on the console without a sink", async () => {
    const { registry } = createSurface({ policies: [audit()] });
    registry.register(cart());
    expect((await printedDuring(() => registry.invoke(apply))).join()).to.contain("invocation-settled");
  });

  it("throws at once for what is no sink or no level", () => {
    for (const [sink, level] of [
      [{}, "full"],
      [null, "full"],
      [memoryAuditSink(), "everything"],
    ] as never[][]) {
      expect(thrownBy(() => audit(sink, level))).to.be.instanceOf(TypeError);
    }
  });
});
