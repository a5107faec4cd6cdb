import { expect } from "@open-wc/testing";
import type { AgentActionDefinition, AgentConcurrency } from "../../src/index.js";
import {
  act,
  cart,
  createSurface,
  deferred,
  errorOf,
  outcome,
  printedDuring,
  questionId,
  type Deferred,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

/** Actions that note their start and wait to be ended by name. */
function slow(concurrency?: AgentConcurrency, own: Partial<AgentActionDefinition<never>> = {}) {
  const started: string[] = [];
  const handlers = new Map<string, Deferred<void>>();
  const action = (prefix = "") =>
    act({
      ...(concurrency && { concurrency }),
      execute(input) {
        const name = prefix + ((input["n"] as string | undefined) ?? "");
        started.push(name);
        const handler = deferred<void>();
        handlers.set(name, handler);
        return handler.promise;
      },
      ...(own as object),
    });
  const end = async (name: string) => {
    handlers.get(name)!.resolve();
    await turn();
  };
  return { action, started, end, handlers };
}

const apply = (n: string) => ({ capabilityId: "view:shop.cart.apply", input: { n } });

describe("the actions of one component instance", () => {
  it("run one at a time, in the order of their calls", async () => {
    const { registry } = createSurface();
    const { action, started, end } = slow();
    registry.register(cart({ actions: { apply: action(), clear: action("clear ") } }));
    const calls = [
      registry.invoke(apply("1")),
      registry.invoke({ capabilityId: "view:shop.cart.clear", input: { n: "2" } }),
      registry.invoke(apply("3")),
    ];
    await turn();
    expect(started).to.deep.equal(["1"]);
    await end("1");
    expect(started).to.deep.equal(["1", "clear 2"]);
    await end("clear 2");
    await end("3");
    expect((await Promise.all(calls)).map(outcome)).to.deep.equal(["ok", "ok", "ok"]);
  });

  it("do not wait for another instance", async () => {
    const { registry } = createSurface();
    const { action, started } = slow();
    for (const instanceId of ["a", "b"])
      registry.register(cart({ instanceId, actions: { apply: action(instanceId) } }));
    for (const instanceId of ["a", "b"]) void registry.invoke({ ...apply(""), instanceId });
    await turn();
    expect(started).to.deep.equal(["a", "b"]);
  });

  it("wait two at most: the next is RATE_LIMITED queue-full, and nothing of it runs later", async () => {
    const { registry } = createSurface();
    const { action, started, end } = slow();
    registry.register(cart({ actions: { apply: action() } }));
    const calls = ["1", "2", "3", "4"].map((n) => registry.invoke(apply(n)));
    const error = errorOf(await calls[3]!);
    expect(error).to.deep.include({
      code: "RATE_LIMITED",
      retry: "after-delay",
      details: { reason: "queue-full", retryAfterMs: 250 },
    });
    for (const n of ["1", "2", "3"]) await end(n);
    await Promise.all(calls);
    expect(started).to.deep.equal(["1", "2", "3"]);
  });

  it("wait limits.actionQueueDepth at most", async () => {
    const { registry } = createSurface({ limits: { actionQueueDepth: 0 } });
    const { action, end } = slow();
    registry.register(cart({ actions: { apply: action() } }));
    void registry.invoke(apply("1"));
    expect(outcome(await registry.invoke(apply("2")))).to.equal("RATE_LIMITED");
    await end("1");
    void registry.invoke(apply("3"));
    await end("3");
  });

  it("go on where one fails", async () => {
    const { registry } = createSurface();
    const { action, handlers, started } = slow();
    registry.register(cart({ actions: { apply: action() } }));
    const calls = [registry.invoke(apply("1")), registry.invoke(apply("2"))];
    await printedDuring(async () => {
      await turn();
      handlers.get("1")!.reject(new Error("broken"));
      await turn();
    });
    expect(outcome(await calls[0]!)).to.equal("EXECUTION_FAILED");
    expect(started).to.deep.equal(["1", "2"]);
  });

  it("go on where one times out or is cancelled", async () => {
    const { registry, time } = createSurface();
    const { action, started } = slow();
    registry.register(cart({ actions: { apply: action() } }));
    const controller = new AbortController();
    void registry.invoke(apply("1"), { timeoutMs: 10 });
    void registry.invoke(apply("2"), { signal: controller.signal });
    void registry.invoke(apply("3"));
    await time.advance(10);
    expect(started).to.deep.equal(["1", "2"]);
    controller.abort();
    await turn();
    expect(started).to.deep.equal(["1", "2", "3"]);
  });
});

describe("a waiting action", () => {
  it("has its time in the queue counted against its time-out", async () => {
    const { registry, time } = createSurface();
    const { action, started, end } = slow();
    registry.register(cart({ actions: { apply: action() } }));
    void registry.invoke(apply("1"), { timeoutMs: 1_000 });
    const waiting = registry.invoke(apply("2"), { timeoutMs: 50 });
    await time.advance(50);
    expect(outcome(await waiting)).to.equal("TIMEOUT");
    await end("1");
    expect(started).to.deep.equal(["1"]);
  });

  it("leaves the queue at once when it is aborted, and makes room", async () => {
    const { registry } = createSurface({ limits: { actionQueueDepth: 1 } });
    const { action, started, end } = slow();
    registry.register(cart({ actions: { apply: action() } }));
    void registry.invoke(apply("1"));
    const controller = new AbortController();
    const waiting = registry.invoke(apply("2"), { signal: controller.signal });
    await turn();
    controller.abort();
    expect(errorOf(await waiting)).to.deep.include({
      code: "CANCELLED",
      retry: "yes",
      details: { dispatched: false },
    });
    void registry.invoke(apply("3"));
    await turn();
    await end("1");
    expect(started).to.deep.equal(["1", "3"]);
  });

  it("is COMPONENT_UNMOUNTED when its component goes, also where it would navigate", async () => {
    const { registry } = createSurface();
    const { action, started } = slow(undefined, { effect: "navigation" });
    const handle = registry.register(cart({ actions: { apply: action() } }));
    void registry.invoke(apply("1"));
    const waiting = registry.invoke(apply("2"));
    await turn();
    handle.unregister();
    expect(errorOf(await waiting).code).to.equal("COMPONENT_UNMOUNTED");
    expect(started).to.deep.equal(["1"]);
  });

  it("is checked again when its turn comes: what became unavailable does not run", async () => {
    const { registry } = createSurface();
    const { action, started, end } = slow();
    const handle = registry.register(cart({ actions: { apply: action(), clear: action("clear ") } }));
    void registry.invoke(apply("1"));
    const waiting = registry.invoke({ capabilityId: "view:shop.cart.clear" });
    await turn();
    handle.update({ availability: { clear: { available: false, reason: "locked" } } });
    await end("1");
    expect(errorOf(await waiting)).to.deep.include({
      code: "CAPABILITY_NOT_AVAILABLE",
      details: { reason: "locked" },
    });
    expect(started).to.deep.equal(["1"]);
  });

  it("that is refused when its turn comes lets the next one run", async () => {
    const { registry } = createSurface();
    const { action, started, end } = slow();
    const handle = registry.register(cart({ actions: { apply: action(), clear: action("clear ") } }));
    void registry.invoke(apply("1"));
    void registry.invoke({ capabilityId: "view:shop.cart.clear" });
    void registry.invoke(apply("3"));
    await turn();
    handle.update({ availability: { clear: { available: false } } });
    await end("1");
    expect(started).to.deep.equal(["1", "3"]);
  });

  it("that does not get its slot gives its approval back", async () => {
    const { registry } = createSurface({ limits: { actionQueueDepth: 0 } });
    const { action, started, end } = slow(undefined, {});
    registry.register(cart({ actions: { apply: action(), ask: act({ confirmation: "required" }) } }));
    const ask = { capabilityId: "view:shop.cart.ask", invocationId: "one" };
    const confirmationId = questionId(await registry.invoke(ask));
    registry.confirmations.resolve(confirmationId, { approved: true });
    void registry.invoke(apply("1"));
    await turn();
    expect(outcome(await registry.invoke({ ...ask, confirmationId }))).to.equal("RATE_LIMITED");
    await end("1");
    expect(outcome(await registry.invoke({ ...ask, confirmationId }))).to.equal("ok");
    expect(started).to.deep.equal(["1"]);
  });
});

describe("concurrency", () => {
  const capabilities = (concurrency: AgentConcurrency) => {
    const one = slow(concurrency);
    const actions = { apply: one.action(), clear: one.action("clear ") };
    return { ...one, actions };
  };
  const clear = (n: string) => ({ capabilityId: "view:shop.cart.clear", input: { n } });

  it("capability: only calls of the same capability wait", async () => {
    const { registry } = createSurface();
    const { actions, started, end } = capabilities({ mode: "capability" });
    registry.register(cart({ actions }));
    for (const call of [apply("1"), apply("2"), clear("3")]) void registry.invoke(call);
    await turn();
    expect(started).to.deep.equal(["1", "clear 3"]);
    await end("1");
    expect(started).to.deep.equal(["1", "clear 3", "2"]);
  });

  it("key: calls of the same key wait, across components", async () => {
    const { registry } = createSurface();
    const { action, started, end } = slow({ mode: "key", key: "printer" });
    const other = slow({ mode: "key", key: "scanner" });
    for (const type of ["shop.cart", "shop.list"])
      registry.register(cart({ type, actions: { apply: action(type) } }));
    registry.register(cart({ type: "shop.scan", actions: { apply: other.action() } }));
    for (const type of ["shop.cart", "shop.list", "shop.scan"]) {
      void registry.invoke({ capabilityId: `view:${type}.apply` });
    }
    await turn();
    expect(started).to.deep.equal(["shop.cart"]);
    expect(other.started).to.have.length(1);
    await end("shop.cart");
    expect(started).to.deep.equal(["shop.cart", "shop.list"]);
  });

  it("parallel: as many run as are allowed, the rest waits in a bounded queue", async () => {
    const { registry } = createSurface();
    const { action, started, end } = slow({ mode: "parallel", max: 2 });
    registry.register(cart({ actions: { apply: action() } }));
    const calls = ["1", "2", "3", "4", "5"].map((n) => registry.invoke(apply(n)));
    await turn();
    expect(started).to.deep.equal(["1", "2"]);
    expect(outcome(await calls[4]!)).to.equal("RATE_LIMITED");
    await end("2");
    expect(started).to.deep.equal(["1", "2", "3"]);
    await end("1");
    expect(started).to.deep.equal(["1", "2", "3", "4"]);
  });

  it("is not visible to agents", () => {
    const { registry } = createSurface();
    registry.register(cart({ actions: { apply: act({ concurrency: { mode: "key", key: "secret-key" } }) } }));
    expect(JSON.stringify(registry.snapshot()))
      .not.to.contain("secret-key")
      .and.not.to.contain("concurrency");
  });
});
