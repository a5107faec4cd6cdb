import { expect } from "@open-wc/testing";
import { AgentSurfaceError } from "../../src/index.js";
import type { AgentActionContext, AgentPolicy, RegistryOptions } from "../../src/index.js";
import {
  act,
  cart,
  createSurface,
  deferred,
  errorOf,
  eventsOf,
  look,
  outcome,
  outputOf,
  printedDuring,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const apply = { capabilityId: "view:shop.cart.apply", invocationId: "one" };
const read = { capabilityId: "view:shop.cart.read" };

/** A cart whose action runs until it is told to end. */
function running(own: Parameters<typeof act>[0] = {}, options: RegistryOptions = {}) {
  const surface = createSurface(options);
  const handler = deferred<string>();
  const contexts: AgentActionContext[] = [];
  const execute = (_input: unknown, context: AgentActionContext) => {
    contexts.push(context);
    return handler.promise;
  };
  const handle = surface.registry.register(cart({ actions: { apply: act({ execute, ...own }) } }));
  /** Read inside the handler, as a handler that passes it on does. */
  const signal = () => contexts[0]!.signal;
  return { ...surface, handle, handler, contexts, signal };
}

const lateIn = ({ audit }: ReturnType<typeof createSurface>) =>
  audit.events().filter(({ type }) => type === "late-settlement");

describe("a time-out", () => {
  it("of an action comes after 10 seconds, of an observation after 5", async () => {
    const { registry, time } = createSurface();
    const never = () => deferred<never>().promise;
    registry.register(
      cart({ observations: { read: look({ read: never }) }, actions: { apply: act({ execute: never }) } }),
    );
    const ends: string[] = [];
    void registry.invoke(apply).then((result) => ends.push(`apply ${outcome(result)}`));
    void registry.invoke(read).then((result) => ends.push(`read ${outcome(result)}`));
    await time.advance(4_999);
    expect(ends).to.deep.equal([]);
    await time.advance(1);
    expect(ends).to.deep.equal(["read TIMEOUT"]);
    await time.advance(4_999);
    expect(ends).to.have.length(1);
    await time.advance(1);
    expect(ends).to.deep.equal(["read TIMEOUT", "apply TIMEOUT"]);
  });

  for (const [title, own, options, call] of [
    ["the capability", { timeoutMs: 30 }, {}, {}],
    ["the limits", {}, { limits: { actionTimeoutMs: 30 } }, {}],
    ["the call, over both", { timeoutMs: 20 }, { limits: { actionTimeoutMs: 10 } }, { timeoutMs: 30 }],
  ] as const) {
    it(`comes when ${title} says`, async () => {
      const { registry, time } = running(own, options);
      const result = registry.invoke(apply, call);
      let settled = false;
      void result.then(() => (settled = true));
      await time.advance(29);
      expect(settled).to.equal(false);
      await time.advance(1);
      expect(errorOf(await result).details).to.deep.equal({ timeoutMs: 30, idempotent: false });
    });
  }

  it("aborts the signal and says whether it is safe to call again", async () => {
    for (const idempotent of [true, false]) {
      const { registry, time, signal } = running({ idempotent });
      const result = registry.invoke(apply);
      await time.advance(10_000);
      expect(errorOf(await result)).to.deep.include({
        code: "TIMEOUT",
        retry: idempotent ? "yes" : "no",
        details: { timeoutMs: 10_000, idempotent },
      });
      expect(signal().aborted).to.equal(true);
    }
  });

  it("has its late handler ignored, but noted in the audit", async () => {
    const surface = running();
    const { registry, time, handler, events } = surface;
    const result = registry.invoke(apply);
    await time.advance(10_000);
    handler.resolve("late");
    await turn();
    expect(outcome(await result)).to.equal("TIMEOUT");
    expect(outcome(await registry.invoke(apply))).to.equal("TIMEOUT");
    expect(eventsOf(events, "invocation-settled")).to.have.length(1);
    expect(lateIn(surface)).to.have.length(1);
    expect(lateIn(surface)[0]).to.include({ capabilityId: apply.capabilityId, invocationId: "one" });
  });

  it("has its late rejection ignored and nothing thrown", async () => {
    const surface = running();
    const { registry, time, handler } = surface;
    const result = registry.invoke(apply);
    const printed = await printedDuring(async () => {
      await time.advance(10_000);
      handler.reject(new Error("heeded"));
      await turn();
    });
    expect(outcome(await result)).to.equal("TIMEOUT");
    expect(printed).to.deep.equal([]);
    expect(lateIn(surface)).to.have.length(1);
  });

  it("counts where a policy waits before the handler, which then never runs", async () => {
    for (const stage of ["onAuthorize", "onInvoke"] as const) {
      const gate = deferred<undefined>();
      const policy: AgentPolicy = {
        name: "slow",
        [stage]: async (_context: unknown, next: () => Promise<never>) => {
          await gate.promise;
          return next();
        },
      };
      const { registry, time, contexts } = running({ policies: [policy] });
      const result = registry.invoke(apply);
      await time.advance(10_000);
      expect(outcome(await result)).to.equal("TIMEOUT");
      gate.resolve(undefined);
      await turn();
      expect(contexts).to.deep.equal([]);
    }
  });

  it("ends a call too whose policy hangs after the handler, and frees its slot", async () => {
    let hangs = true;
    const policy: AgentPolicy = {
      name: "hanging",
      async onInvoke(_context, next) {
        const result = await next();
        if (hangs) await deferred<never>().promise;
        return result;
      },
    };
    const { registry, time, handler } = running({ policies: [policy] });
    let settled = false;
    void registry.invoke(apply).then(() => (settled = true));
    handler.resolve("done");
    await time.advance(60_000);
    expect(settled).to.equal(true);
    hangs = false;
    const next = registry.invoke({ ...apply, invocationId: "two" });
    await time.advance(60_000);
    expect(outcome(await next)).to.equal("ok");
  });

  it("leaves no timer once the call ended", async () => {
    const { registry, time, handler } = running();
    const result = registry.invoke(apply);
    await turn();
    expect(time.waiting).to.equal(1);
    handler.resolve("done");
    await result;
    expect(time.waiting).to.equal(0);
  });
});

describe("a cancellation", () => {
  it("of a running call is CANCELLED, dispatched, and may be repeated only where it is idempotent", async () => {
    for (const idempotent of [true, false]) {
      const { registry, signal } = running({ idempotent });
      const controller = new AbortController();
      const result = registry.invoke(apply, { signal: controller.signal });
      await turn();
      controller.abort();
      expect(errorOf(await result)).to.deep.include({
        code: "CANCELLED",
        retry: idempotent ? "yes" : "no",
        details: { dispatched: true },
      });
      expect(signal().aborted).to.equal(true);
    }
  });

  it("before the call runs nothing and may be repeated", async () => {
    const { registry, contexts } = running();
    const result = await registry.invoke(apply, { signal: AbortSignal.abort() });
    expect(errorOf(result)).to.deep.include({
      code: "CANCELLED",
      retry: "yes",
      details: { dispatched: false },
    });
    expect(errorOf(result).message).to.contain("NOT EXECUTED");
    expect(contexts).to.deep.equal([]);
  });

  it("while a policy decides runs nothing", async () => {
    const gate = deferred<undefined>();
    const policy: AgentPolicy = {
      name: "slow",
      async onAuthorize(_context, next) {
        await gate.promise;
        return next();
      },
    };
    const { registry, contexts } = running({ policies: [policy] });
    const controller = new AbortController();
    const result = registry.invoke(apply, { signal: controller.signal });
    await turn();
    controller.abort();
    expect(errorOf(await result).details).to.deep.equal({ dispatched: false });
    gate.resolve(undefined);
    await turn();
    expect(contexts).to.deep.equal([]);
  });

  it("after the end changes nothing", async () => {
    const { registry, handler, events } = running();
    const controller = new AbortController();
    const result = registry.invoke(apply, { signal: controller.signal });
    handler.resolve("done");
    expect(outputOf(await result)).to.equal("done");
    controller.abort();
    await turn();
    expect(eventsOf(events, "invocation-settled")).to.have.length(1);
  });
});

describe("an unmount", () => {
  it("ends a running action as COMPONENT_UNMOUNTED and aborts its signal", async () => {
    const surface = running();
    const { registry, handle, signal, handler } = surface;
    const result = registry.invoke(apply);
    await turn();
    handle.unregister();
    expect(errorOf(await result)).to.deep.include({
      code: "COMPONENT_UNMOUNTED",
      retry: "after-refresh",
      details: { phase: "mid-flight" },
    });
    expect(signal().aborted).to.equal(true);
    handler.resolve("late");
    await turn();
    expect(lateIn(surface)).to.have.length(1);
  });

  it("ends a running observation too", async () => {
    const { registry } = createSurface();
    const handle = registry.register(
      cart({ observations: { read: look({ read: () => deferred<null>().promise }) } }),
    );
    const result = registry.invoke(read);
    await turn();
    handle.unregister();
    expect(outcome(await result)).to.equal("COMPONENT_UNMOUNTED");
  });

  it("loses against a handler that ended first, whatever the policies around it still do", async () => {
    const gate = deferred<undefined>();
    const policy: AgentPolicy = {
      name: "slow",
      async onInvoke(_context, next) {
        const result = await next();
        await gate.promise;
        return result;
      },
    };
    const { registry, handle, handler, time } = running({ policies: [policy] });
    const result = registry.invoke(apply);
    handler.resolve("done");
    await turn();
    handle.unregister();
    await time.advance(1);
    gate.resolve(undefined);
    expect(outputOf(await result)).to.equal("done");
  });

  it("by the handler itself wins where the handler goes on", async () => {
    const { registry } = createSurface();
    const execute = async () => {
      handle.unregister();
      await turn();
    };
    const handle = registry.register(cart({ actions: { apply: act({ execute }) } }));
    expect(outcome(await registry.invoke(apply))).to.equal("COMPONENT_UNMOUNTED");
  });

  it("in a policy, before the dispatch, runs nothing, navigation included", async () => {
    for (const effect of ["local-state", "navigation"] as const) {
      const gate = deferred<undefined>();
      const policy: AgentPolicy = {
        name: "slow",
        async onAuthorize(_context, next) {
          await gate.promise;
          return next();
        },
      };
      const { registry, handle, contexts } = running({ effect, policies: [policy] });
      const result = registry.invoke(apply);
      await turn();
      handle.unregister();
      gate.resolve(undefined);
      expect(outcome(await result)).to.equal("COMPONENT_UNMOUNTED");
      await turn();
      expect(contexts).to.deep.equal([]);
    }
  });
});

describe("a running navigation", () => {
  const navigating = (options: RegistryOptions = {}) => running({ effect: "navigation" }, options);

  it("is not settled by the unmount of its owner: it succeeds when its handler does", async () => {
    const { registry, handle, handler } = navigating();
    const result = registry.invoke(apply);
    await turn();
    handle.unregister();
    let settled = false;
    void result.then(() => (settled = true));
    await turn();
    expect(settled).to.equal(false);
    handler.resolve("there");
    expect(outputOf(await result)).to.equal("there");
    expect((await result).surfaceChanged).to.equal(true);
  });

  it("fails when its handler refuses after the unmount", async () => {
    const { registry, handle, handler } = navigating();
    const result = registry.invoke(apply);
    await turn();
    handle.unregister();
    await printedDuring(async () => {
      handler.reject(new Error("refused"));
      expect(outcome(await result)).to.equal("EXECUTION_FAILED");
    });
  });

  it("still times out, and can still be cancelled", async () => {
    const late = navigating();
    const timed = late.registry.invoke(apply);
    await turn();
    late.handle.unregister();
    await late.time.advance(10_000);
    expect(outcome(await timed)).to.equal("TIMEOUT");

    const { registry, handle } = navigating();
    const controller = new AbortController();
    const cancelled = registry.invoke(apply, { signal: controller.signal });
    await turn();
    handle.unregister();
    controller.abort();
    expect(outcome(await cancelled)).to.equal("CANCELLED");
  });

  it("keeps its place in nobody's way: the component that comes next acts at once", async () => {
    const { registry, handle } = navigating();
    void registry.invoke(apply);
    await turn();
    handle.unregister();
    registry.register(cart());
    expect(outcome(await registry.invoke({ ...apply, invocationId: "two" }))).to.equal("ok");
  });
});

describe("a handler that says that the page is still busy", () => {
  for (const end of ["answers", "fails"] as const) {
    it(`is not settled, also where it ${end}`, async () => {
      const { registry, handler, contexts } = running();
      const call = registry.invoke(apply);
      await turn();
      contexts[0]!.pending();
      if (end === "answers") handler.resolve("done");
      else
        handler.reject(new AgentSurfaceError({ code: "PRECONDITION_FAILED", message: "No.", retry: "no" }));
      expect(await call).to.deep.include({ status: end === "answers" ? "ok" : "error", settled: false });
    });
  }

  it("says nothing of it otherwise", async () => {
    const { registry, handler } = running();
    handler.resolve("done");
    expect(await registry.invoke(apply)).to.not.have.property("settled");
  });
});
