import { expect } from "@open-wc/testing";
import type { AgentInvocation } from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  errorOf,
  eventsOf,
  outcome,
  unfrozen,
  outputOf,
  questionId,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const apply: AgentInvocation = { capabilityId: "view:shop.cart.apply", invocationId: "one" };
const me = { consumer: consumer("me") };

/** A cart whose action counts its runs and gives the number. */
function counting(options: Parameters<typeof createSurface>[0] = {}, own: Parameters<typeof act>[0] = {}) {
  const surface = createSurface(options);
  let runs = 0;
  const execute = () => (runs += 1);
  const handle = surface.registry.register(cart({ actions: { apply: act({ execute, ...own }) } }));
  return { ...surface, handle, runs: () => runs };
}

describe("a repeated call", () => {
  it("gets the promise of the running one", async () => {
    const running = deferred<string>();
    let runs = 0;
    const execute = () => {
      runs += 1;
      return running.promise;
    };
    const { registry, events } = counting({}, { execute });
    const first = registry.invoke(apply, me);
    const second = registry.invoke({ ...apply }, me);
    expect(second).to.equal(first);
    running.resolve("done");
    expect(outputOf(await second)).to.equal("done");
    expect(runs).to.equal(1);
    expect(eventsOf(events, "invocation-started")).to.have.length(1);
    expect(eventsOf(events, "invocation-settled")).to.have.length(1);
  });

  it("gets the very result of one that ended", async () => {
    const { registry, runs, events } = counting();
    const first = await registry.invoke(apply, me);
    const second = await registry.invoke(apply, me);
    expect(second).to.deep.equal(first);
    expect(runs()).to.equal(1);
    expect(eventsOf(events, "invocation-started")).to.have.length(1);
  });

  it("gets it as it was, also where the surface moved on and the capability is gone", async () => {
    const { registry, handle } = counting();
    const first = await registry.invoke(apply, me);
    handle.unregister();
    expect(await registry.invoke(apply, me)).to.deep.equal(first);
  });

  it("gets it as it was, whatever the first caller did to its own", async () => {
    const { registry } = counting();
    const first = await registry.invoke(apply, me);
    const text = JSON.stringify(first);
    try {
      Object.assign(first, { status: "error", output: "forged" });
    } catch {
      // A frozen result is as good.
    }
    expect(JSON.stringify(await registry.invoke(apply, me))).to.equal(text);
  });

  it("counts as the same where its input has the same content in another order", async () => {
    const { registry, runs } = counting();
    await registry.invoke({ ...apply, input: { a: 1, b: { c: 2, d: [3] } } }, me);
    const again = await registry.invoke({ ...apply, input: { b: { d: [3], c: 2 }, a: 1 } }, me);
    expect(outcome(again)).to.equal("ok");
    expect(runs()).to.equal(1);
  });

  it("counts as the same where an absent field is undefined", async () => {
    const { registry, runs } = counting();
    await registry.invoke(apply, me);
    const again = { ...apply, registrationId: undefined, input: undefined } as unknown as AgentInvocation;
    expect(outcome(await registry.invoke(again, me))).to.equal("ok");
    expect(runs()).to.equal(1);
  });

  for (const [title, own, code] of [
    ["an error of the handler", { execute: () => Promise.reject(new Error("x")) }, "EXECUTION_FAILED"],
    ["a failed precondition", { precondition: () => ({ message: "No." }) }, "PRECONDITION_FAILED"],
    ["what was not available", { when: () => false }, "CAPABILITY_NOT_AVAILABLE"],
  ] as const) {
    it(`gets the same error again: ${title}`, async () => {
      const { error } = console;
      console.error = () => undefined;
      const { registry } = counting({}, own);
      const first = await registry.invoke(apply, me);
      console.error = error;
      expect(outcome(first)).to.equal(code);
      expect(await registry.invoke(apply, me)).to.deep.equal(first);
    });
  }

  it("runs again after RATE_LIMITED, which expects the same call", async () => {
    const running = deferred<void>();
    const { registry } = counting({ limits: { actionQueueDepth: 0 } }, { execute: () => running.promise });
    void registry.invoke({ ...apply, invocationId: "holder" }, me);
    await turn();
    expect(outcome(await registry.invoke(apply, me))).to.equal("RATE_LIMITED");
    running.resolve();
    await turn();
    expect(outcome(await registry.invoke(apply, me))).to.equal("ok");
  });

  it("runs once after CONFIRMATION_REQUIRED, with the evidence", async () => {
    const { registry, runs } = counting({}, { confirmation: "required" });
    const confirmationId = questionId(await registry.invoke(apply, me));
    expect(questionId(await registry.invoke(apply, me))).to.equal(confirmationId);
    registry.confirmations.resolve(confirmationId, { approved: true });
    const results = await Promise.all([
      registry.invoke({ ...apply, confirmationId }, me),
      registry.invoke({ ...apply, confirmationId }, me),
    ]);
    expect(results.map(outcome)).to.deep.equal(["ok", "ok"]);
    expect(outcome(await registry.invoke({ ...apply, confirmationId }, me))).to.equal("ok");
    expect(runs()).to.equal(1);
  });
});

describe("a used id with another request", () => {
  const other: [string, Partial<AgentInvocation>][] = [
    ["input", { input: { a: 2 } }],
    ["capability", { capabilityId: "view:shop.cart.read" }],
    ["instance", { instanceId: "default" }],
    ["registration", { registrationId: "reg_1_x" }],
    ["surface version", { surfaceVersion: "9" }],
    ["evidence", { confirmationId: "cnf_000000000000" }],
    ["expected version", { expectedVersion: 3 }],
    ["surface", { surfaceId: "srf_0000000000000000000000" }],
  ];
  for (const [title, difference] of other) {
    it(`is INVOCATION_CONFLICT, which tells nothing else: another ${title}`, async () => {
      const { registry, runs, events } = counting();
      await registry.invoke({ ...apply, input: { a: 1 } }, me);
      const result = await registry.invoke({ ...apply, input: { a: 1 }, ...difference }, me);
      expect(errorOf(result)).to.deep.include({
        code: "INVOCATION_CONFLICT",
        retry: "with-changes",
        details: { reason: "id-reused-with-different-request" },
      });
      expect(runs()).to.equal(1);
      const starts = eventsOf(events, "invocation-started").length;
      expect(eventsOf(events, "invocation-settled")).to.have.length(starts);
    });
  }

  it("is INVOCATION_CONFLICT while the first one runs, and leaves it alone", async () => {
    const running = deferred<string>();
    const { registry } = counting({}, { execute: () => running.promise });
    const first = registry.invoke(apply, me);
    expect(outcome(await registry.invoke({ ...apply, input: { a: 1 } }, me))).to.equal("INVOCATION_CONFLICT");
    running.resolve("done");
    expect(outputOf(await first)).to.equal("done");
  });

  it("gets a frozen answer", async () => {
    const { registry } = createSurface();
    registry.register(cart());
    const call = { capabilityId: "view:shop.cart.apply", invocationId: "one" };
    await registry.invoke(call);
    const result = await registry.invoke({ ...call, input: { n: 2 } });
    expect(outcome(result)).to.equal("INVOCATION_CONFLICT");
    expect(unfrozen(result)).to.deep.equal([]);
  });

  it("leaves the record untouched: the first request still gets its result", async () => {
    const { registry, runs } = counting();
    const first = await registry.invoke(apply, me);
    await registry.invoke({ ...apply, input: { a: 1 } }, me);
    expect(await registry.invoke(apply, me)).to.deep.equal(first);
    expect(runs()).to.equal(1);
  });

  it("is not the request without input where the first one's input was no JSON", async () => {
    const { registry, runs } = counting();
    const bad = await registry.invoke({ ...apply, input: { a: NaN } }, me);
    expect(outcome(bad)).to.equal("INVALID_INPUT");
    expect(outcome(await registry.invoke(apply, me))).not.to.equal("INVALID_INPUT");
    expect(runs()).to.be.at.most(1);
  });

  it("is told apart also where the input is too large to be kept", async () => {
    const { registry, runs } = counting();
    const input = { text: "x".repeat(70_000), more: "a" };
    await registry.invoke({ ...apply, input }, me);
    expect(outcome(await registry.invoke({ ...apply, input: { ...input } }, me))).to.equal("ok");
    const other = await registry.invoke({ ...apply, input: { ...input, more: "b" } }, me);
    expect(outcome(other)).to.equal("INVOCATION_CONFLICT");
    expect(runs()).to.equal(1);
  });

  it("is compared as issued: what the caller changes later is not seen", async () => {
    const { registry } = counting();
    const input = { a: 1 };
    const request = { ...apply, input };
    const running = registry.invoke(request, me);
    input.a = 2;
    await running;
    expect(outcome(await registry.invoke({ ...apply, input: { a: 1 } }, me))).to.equal("ok");
    expect(outcome(await registry.invoke(request, me))).to.equal("INVOCATION_CONFLICT");
  });
});

describe("the same id", () => {
  it("belongs to each consumer by itself", async () => {
    const { registry, runs } = counting();
    for (const one of [consumer("a"), consumer("b"), consumer("a", "webmcp")]) {
      expect(outcome(await registry.invoke({ ...apply, input: { n: runs() } }, { consumer: one }))).to.equal(
        "ok",
      );
    }
    expect(runs()).to.equal(3);
  });

  it("of a call without a consumer belongs to embedded:anonymous", async () => {
    const { registry, runs } = counting();
    await registry.invoke(apply);
    await registry.invoke(apply, { consumer: { id: "anonymous", kind: "embedded" } });
    expect(runs()).to.equal(1);
  });

  it("is not confused with another pair that reads the same when joined", async () => {
    const { registry, runs } = counting();
    await registry.invoke({ ...apply, invocationId: "b c" }, { consumer: consumer("a") });
    await registry.invoke({ ...apply, invocationId: "c" }, { consumer: consumer("a b") });
    await registry.invoke({ ...apply, invocationId: "1:x" }, { consumer: consumer("a") });
    await registry.invoke({ ...apply, invocationId: "x" }, { consumer: consumer("a1:") });
    expect(runs()).to.equal(4);
  });

  it("means nothing on another registry", async () => {
    const first = counting();
    const second = counting();
    await first.registry.invoke(apply, me);
    await second.registry.invoke(apply, me);
    expect([first.runs(), second.runs()]).to.deep.equal([1, 1]);
  });
});

describe("the window in which an id is remembered", () => {
  it("is 10 minutes", async () => {
    const { registry, time, runs } = counting();
    await registry.invoke(apply, me);
    await time.advance(599_999);
    await registry.invoke(apply, me);
    expect(runs()).to.equal(1);
    await time.advance(1);
    await registry.invoke(apply, me);
    expect(runs()).to.equal(2);
  });

  it("is 200 results; the oldest go first", async () => {
    const { registry, runs } = counting();
    const call = (index: number) => registry.invoke({ ...apply, invocationId: `call-${index}` }, me);
    for (let index = 0; index <= 200; index++) await call(index);
    expect(runs()).to.equal(201);
    await call(1);
    await call(200);
    expect(runs()).to.equal(201);
    await call(0);
    expect(runs()).to.equal(202);
  });

  it("is what the limits say", async () => {
    const { registry, time, runs } = counting({ limits: { dedupeCacheSize: 1, dedupeCacheTtlMs: 5 } });
    await registry.invoke(apply, me);
    await registry.invoke({ ...apply, invocationId: "two" }, me);
    await registry.invoke(apply, me);
    expect(runs()).to.equal(3);
    await time.advance(5);
    await registry.invoke(apply, me);
    expect(runs()).to.equal(4);
  });

  it("is not held open by a call that hangs", async () => {
    const hang = {
      hang: act({ execute: () => deferred<void>().promise, concurrency: { mode: "capability" } }),
    };
    const { registry } = createSurface({ limits: { dedupeCacheSize: 2 } });
    let runs = 0;
    registry.register(cart({ actions: { ...hang, apply: act({ execute: () => void (runs += 1) }) } }));
    void registry.invoke({ capabilityId: "view:shop.cart.hang", invocationId: "stuck" }, me);
    for (const invocationId of ["a", "b", "c", "a"]) await registry.invoke({ ...apply, invocationId }, me);
    expect(runs).to.equal(4);
  });
});

describe("a joiner", () => {
  it("that aborts ends its own wait, never the shared run", async () => {
    const running = deferred<string>();
    const { registry } = counting({}, { execute: () => running.promise });
    const first = registry.invoke(apply, me);
    await turn();
    const controller = new AbortController();
    const joined = registry.invoke(apply, { ...me, signal: controller.signal });
    controller.abort();
    expect(outcome(await joined)).to.equal("CANCELLED");
    running.resolve("done");
    expect(outputOf(await first)).to.equal("done");
  });

  it("that aborts is told the truth: the shared run was dispatched and must not be repeated", async () => {
    const { registry } = counting({}, { execute: () => deferred<void>().promise });
    void registry.invoke(apply, me);
    await turn();
    const controller = new AbortController();
    const joined = registry.invoke(apply, { ...me, signal: controller.signal });
    controller.abort();
    const error = errorOf(await joined);
    expect(error).to.deep.include({ code: "CANCELLED", retry: "no", details: { dispatched: true } });
    expect(error.message).not.to.contain("NOT EXECUTED");
  });

  it("with an aborted signal leaves at once", async () => {
    const { registry } = counting({}, { execute: () => deferred<void>().promise });
    void registry.invoke(apply, me);
    const result = await registry.invoke(apply, { ...me, signal: AbortSignal.abort() });
    expect(outcome(result)).to.equal("CANCELLED");
  });
});
