import { expect } from "@open-wc/testing";
import type { AgentInvocationResult } from "../../src/index.js";
import { cart, deferred, errorOf, eventsOf, outcome, outputOf, printedDuring } from "../helpers/surface.js";
import { isSettled, layer, openBusyShop, openShop, type Shop } from "./shop.js";

const navigation = { action: { effect: "navigation" } } as const;

const lateIn = ({ audit }: Shop) => audit.events().filter(({ type }) => type === "late-settlement");

/** The milliseconds after which a call comes to TIMEOUT. */
async function timeoutOf(shop: Shop, result: Promise<AgentInvocationResult>): Promise<unknown> {
  await shop.time.advance(1_000_000);
  return errorOf(await result).details?.["timeoutMs"];
}

describe("cancellation (contract 0, 4 phase 9 and 6; core API, Concurrency, timeouts, cancellation)", () => {
  describe("time-outs", () => {
    it("are 10 seconds for an action by default", async () => {
      const shop = openBusyShop();
      const result = shop.call();
      await shop.time.advance(9_999);
      expect(await isSettled(result, shop)).to.equal(false);
      await shop.time.advance(1);
      expect(errorOf(await result).details).to.deep.include({ timeoutMs: 10_000 });
    });

    it("are 5 seconds for an observation by default", async () => {
      const shop = openShop({ observation: { read: () => deferred<never>().promise } });
      const result = shop.look();
      await shop.time.advance(4_999);
      expect(await isSettled(result, shop)).to.equal(false);
      await shop.time.advance(1);
      expect(errorOf(await result).details).to.deep.include({ timeoutMs: 5_000, idempotent: true });
    });

    it("run on the scheduler that the registry was given, never on the global timers", async () => {
      const { setTimeout: own } = globalThis;
      let set = 0;
      globalThis.setTimeout = ((...all: Parameters<typeof own>) => ((set += 1), own(...all))) as typeof own;
      const shop = openBusyShop({ action: { confirmation: "never" } });
      try {
        void shop.call();
      } finally {
        globalThis.setTimeout = own;
      }
      expect([set, shop.time.waiting]).to.deep.equal([0, 1]);
      await shop.time.advance(10_000);
      expect(shop.time.waiting).to.equal(0);
    });

    it("come from the limits where they are set", async () => {
      const shop = openBusyShop({ limits: { actionTimeoutMs: 30 } });
      expect(await timeoutOf(shop, shop.call())).to.equal(30);
    });

    it("of the capability go before the limits", async () => {
      const shop = openBusyShop({ limits: { actionTimeoutMs: 30 }, action: { timeoutMs: 20 } });
      expect(await timeoutOf(shop, shop.call())).to.equal(20);
    });

    it("of the call go before the capability's", async () => {
      const shop = openBusyShop({ action: { timeoutMs: 20 } });
      expect(await timeoutOf(shop, shop.call({}, { timeoutMs: 40 }))).to.equal(40);
    });

    it("abort ctx.signal", async () => {
      const { call, runs, time } = openBusyShop();
      void call();
      const { signal } = runs[0]!.context;
      await time.advance(10_000);
      expect(signal.aborted).to.equal(true);
    });

    it("count from phase 4 on: a policy that hangs is ended, and the handler never runs", async () => {
      for (const stage of ["onAuthorize", "onInvoke"] as const) {
        const gate = deferred<undefined>();
        const hang = layer(stage, async (next) => {
          await gate.promise;
          return next();
        });
        const { call, ran, time } = openShop({ policies: [hang] });
        const result = call();
        await time.advance(10_000);
        gate.resolve(undefined);
        await time.advance(0);
        expect(outcome(await result), stage).to.equal("TIMEOUT");
        expect(ran).to.deep.equal([]);
      }
    });

    it("leave no timer behind once the call has settled", async () => {
      const { call, runs, time } = openBusyShop();
      const result = call();
      await time.advance(0);
      expect(time.waiting).to.equal(1);
      runs[0]!.resolve(null);
      await result;
      expect(time.waiting).to.equal(0);
    });

    it("ignore the late result of the handler, but log it", async () => {
      const shop = openBusyShop();
      const result = shop.call({ invocationId: "one" });
      await shop.time.advance(10_000);
      shop.runs[0]!.resolve("late");
      await shop.time.advance(0);
      expect(outcome(await result)).to.equal("TIMEOUT");
      expect(lateIn(shop)).to.have.length(1);
      expect(lateIn(shop)[0]).to.include({ invocationId: "one", capabilityId: "view:shop.cart.apply" });
      expect(eventsOf(shop.events, "invocation-settled")).to.have.length(1);
    });

    it("ignore the late rejection of the handler: it is logged, not printed and never unhandled", async () => {
      const shop = openBusyShop();
      void shop.call();
      const printed = await printedDuring(async () => {
        await shop.time.advance(10_000);
        shop.runs[0]!.reject(new Error("late"));
        await shop.time.advance(0);
      });
      expect(printed).to.deep.equal([]);
      expect(lateIn(shop)).to.have.length(1);
    });
  });

  describe("the caller's signal", () => {
    it("ends a running call as CANCELLED and aborts ctx.signal", async () => {
      const { call, runs } = openBusyShop();
      const controller = new AbortController();
      const result = call({}, { signal: controller.signal });
      const { signal } = runs[0]!.context;
      controller.abort();
      expect(errorOf(await result).details).to.deep.equal({ dispatched: true });
      expect(signal.aborted).to.equal(true);
    });

    it("that is aborted already runs nothing", async () => {
      const { call, ran } = openShop();
      const result = await call({}, { signal: AbortSignal.abort() });
      expect(errorOf(result).details).to.deep.equal({ dispatched: false });
      expect(ran).to.deep.equal([]);
    });

    it("ends a call that a policy holds, which is not dispatched any more", async () => {
      const gate = deferred<undefined>();
      const hold = layer("onAuthorize", async (next) => {
        await gate.promise;
        return next();
      });
      const { call, ran, time } = openShop({ policies: [hold] });
      const controller = new AbortController();
      const result = call({}, { signal: controller.signal });
      controller.abort();
      expect(errorOf(await result).details).to.deep.equal({ dispatched: false });
      gate.resolve(undefined);
      await time.advance(0);
      expect(ran).to.deep.equal([]);
    });

    it("changes nothing after the call has settled", async () => {
      const { call, events } = openShop();
      const controller = new AbortController();
      expect(outcome(await call({}, { signal: controller.signal }))).to.equal("ok");
      controller.abort();
      expect(eventsOf(events, "invocation-settled")).to.have.length(1);
    });

    it("keeps no listener after the call has settled", async () => {
      const { call, runs } = openBusyShop();
      const { signal } = new AbortController();
      let listeners = 0;
      const add = signal.addEventListener.bind(signal);
      const remove = signal.removeEventListener.bind(signal);
      signal.addEventListener = (...given: Parameters<typeof add>) => {
        listeners += 1;
        add(...given);
      };
      signal.removeEventListener = (...given: Parameters<typeof remove>) => {
        listeners -= 1;
        remove(...given);
      };
      const result = call({}, { signal });
      await Promise.resolve();
      runs[0]!.resolve(null);
      await result;
      expect(listeners).to.equal(0);
    });

    it("is answered late by the handler: the first settle wins, the loser is a late-settlement", async () => {
      const shop = openBusyShop();
      const controller = new AbortController();
      const result = shop.call({}, { signal: controller.signal });
      controller.abort();
      shop.runs[0]!.resolve("late");
      await shop.time.advance(0);
      expect(outcome(await result)).to.equal("CANCELLED");
      expect(lateIn(shop)).to.have.length(1);
    });
  });

  describe("an unmount", () => {
    it("settles a running call as COMPONENT_UNMOUNTED and aborts ctx.signal", async () => {
      const { call, runs, handle } = openBusyShop();
      const result = call();
      const { signal } = runs[0]!.context;
      handle.unregister();
      expect(errorOf(await result).details).to.deep.equal({ phase: "mid-flight" });
      expect(signal.aborted).to.equal(true);
    });

    it("settles a call that a policy holds, which runs nothing", async () => {
      const gate = deferred<undefined>();
      const policy = layer("onAuthorize", async (next) => {
        await gate.promise;
        return next();
      });
      const { call, ran, handle, time } = openShop({ policies: [policy] });
      const result = call();
      handle.unregister();
      expect(errorOf(await result)).to.deep.include({
        code: "COMPONENT_UNMOUNTED",
        details: { phase: "mid-flight" },
      });
      gate.resolve(undefined);
      await time.advance(0);
      expect(ran).to.deep.equal([]);
    });

    it("settles a running observation too", async () => {
      const { look, handle } = openShop({ observation: { read: () => deferred<never>().promise } });
      const result = look();
      handle.unregister();
      expect(outcome(await result)).to.equal("COMPONENT_UNMOUNTED");
    });

    it("loses against a handler that settled first", async () => {
      const { call, runs, handle, time } = openBusyShop();
      const result = call();
      runs[0]!.resolve("done");
      await time.advance(0);
      handle.unregister();
      expect(outputOf(await result)).to.equal("done");
    });

    it("loses against a handler that settled first while a policy still holds the result", async () => {
      const gate = deferred<undefined>();
      const hold = layer("onInvoke", async (next) => {
        const result = await next();
        await gate.promise;
        return result;
      });
      const { call, runs, handle, time } = openBusyShop({ policies: [hold] });
      const result = call();
      await time.advance(0);
      runs[0]!.resolve("done");
      await time.advance(0);
      handle.unregister();
      gate.resolve(undefined);
      expect(outputOf(await result)).to.equal("done");
    });

    it("by the handler itself wins where the handler goes on afterwards", async () => {
      const shop = openBusyShop({
        action: {
          execute: async () => {
            shop.handle.unregister();
            await Promise.resolve();
          },
        },
      });
      expect(outcome(await shop.call())).to.equal("COMPONENT_UNMOUNTED");
    });

    it("has its loser logged as late-settlement", async () => {
      const shop = openBusyShop();
      void shop.call();
      shop.handle.unregister();
      shop.runs[0]!.resolve("late");
      await shop.time.advance(0);
      expect(lateIn(shop)).to.have.length(1);
    });
  });

  describe("a navigation", () => {
    it("is not settled by the unmount of its owner, and its signal is not aborted", async () => {
      const shop = openBusyShop(navigation);
      const result = shop.call();
      shop.handle.unregister();
      expect(await isSettled(result, shop)).to.equal(false);
      expect(shop.runs[0]!.context.signal.aborted).to.equal(false);
    });

    it("succeeds when its handler resolves after the unmount", async () => {
      const { call, runs, handle } = openBusyShop(navigation);
      const result = call();
      handle.unregister();
      runs[0]!.resolve("there");
      expect(outputOf(await result)).to.equal("there");
    });

    it("is EXECUTION_FAILED when its handler rejects after the unmount", async () => {
      const { call, runs, handle } = openBusyShop(navigation);
      const result = call();
      handle.unregister();
      await printedDuring(async () => {
        runs[0]!.reject(new Error("refused"));
        expect(outcome(await result)).to.equal("EXECUTION_FAILED");
      });
    });

    it("still times out after the unmount", async () => {
      const { call, handle, time } = openBusyShop(navigation);
      const result = call();
      handle.unregister();
      await time.advance(10_000);
      expect(outcome(await result)).to.equal("TIMEOUT");
    });

    it("that rejects because its signal was aborted after the unmount is CANCELLED", async () => {
      const { call, runs, handle } = openBusyShop(navigation);
      const controller = new AbortController();
      const result = call({}, { signal: controller.signal });
      handle.unregister();
      controller.abort();
      runs[0]!.reject(new Error("heeded"));
      expect(outcome(await result)).to.equal("CANCELLED");
    });

    it("that is not dispatched yet is COMPONENT_UNMOUNTED like anything else", async () => {
      const { call, runs, handle } = openBusyShop(navigation);
      void call();
      const waiting = call();
      handle.unregister();
      expect(outcome(await waiting)).to.equal("COMPONENT_UNMOUNTED");
      expect(runs).to.have.length(1);
    });

    it("that hangs is in nobody's way: the next mount acts at once", async () => {
      const { registry, call, handle } = openBusyShop(navigation);
      void call();
      handle.unregister();
      registry.register(cart());
      expect(outcome(await call())).to.equal("ok");
    });

    it("is cancelled by dispose", async () => {
      const { registry, call, handle } = openBusyShop(navigation);
      const result = call();
      handle.unregister();
      registry.dispose();
      expect(outcome(await result)).to.equal("CANCELLED");
    });
  });

  describe("dispose", () => {
    it("settles every running call as CANCELLED, whether it runs, waits or is held by a policy", async () => {
      const hold = layer("onAuthorize", (next, { kind }) =>
        kind === "observation" ? deferred<never>().promise : next(),
      );
      const { registry, call, look, time } = openBusyShop({ policies: [hold] });
      const results = [call(), call(), look()];
      await time.advance(0);
      registry.dispose();
      expect((await Promise.all(results)).map(outcome)).to.deep.equal([
        "CANCELLED",
        "CANCELLED",
        "CANCELLED",
      ]);
    });

    it("aborts ctx.signal of what runs", () => {
      const { registry, call, runs } = openBusyShop();
      void call();
      const { signal } = runs[0]!.context;
      registry.dispose();
      expect(signal.aborted).to.equal(true);
    });

    it("makes invoke return a rejected promise from then on, never throw synchronously", async () => {
      const { registry, call } = openShop();
      registry.dispose();
      let result: Promise<unknown> | undefined;
      expect(() => (result = call())).not.to.throw();
      expect(await result!.catch((error: unknown) => error)).to.be.instanceOf(Error);
    });
  });

  it("tells exactly one invocation-settled for each invocation-started, however the calls end", async () => {
    const { registry, call, runs, handle, time, events } = openBusyShop({
      action: { concurrency: { mode: "parallel", max: 9 } },
    });
    const controller = new AbortController();
    void call({ invocationId: "ok" });
    void call({ invocationId: "aborted" }, { signal: controller.signal });
    void call({ invocationId: "late" }, { timeoutMs: 10 });
    void call({ invocationId: "unmounted" });
    runs[0]!.resolve(null);
    controller.abort();
    await time.advance(10);
    handle.unregister();
    registry.dispose();
    for (const run of runs) run.resolve(null);
    await time.advance(0);
    const ids = (type: "invocation-started" | "invocation-settled") =>
      eventsOf(events, type).map(({ invocationId }) => invocationId);
    expect(ids("invocation-settled")).to.have.members(ids("invocation-started"));
    expect(ids("invocation-settled")).to.have.length(4);
  });
});
