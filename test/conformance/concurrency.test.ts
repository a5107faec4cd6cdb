import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  type AgentConcurrency,
  type AgentInvocationResult,
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
  look,
  outcome,
  printedDuring,
  type Deferred,
} from "../helpers/surface.js";
import { layer, openBusyShop, openShop, reasonOf } from "./shop.js";

/** Components with the actions `a` and `b`, which go on until they are told to end; `log` has the starts in order. */
function openSlots(
  modes: { a?: AgentConcurrency; b?: AgentConcurrency } = {},
  instances = ["default"],
  options: RegistryOptions = {},
) {
  const surface = createSurface(options);
  const log: string[] = [];
  const running = new Map<string, Deferred<JsonValue>>();
  const slow = (instanceId: string, name: "a" | "b") => {
    const concurrency = modes[name];
    return act({
      ...(concurrency && { concurrency }),
      execute: (input) => {
        const handler = deferred<JsonValue>();
        const title = `${instanceId} ${name}${(input["n"] as number | undefined) ?? ""}`;
        log.push(title);
        running.set(title, handler);
        return handler.promise;
      },
    });
  };
  for (const instanceId of instances) {
    surface.registry.register(
      cart({ instanceId, actions: { a: slow(instanceId, "a"), b: slow(instanceId, "b") } }),
    );
  }
  const call = (name: "a" | "b", n?: number, instanceId = "default") =>
    surface.registry.invoke({
      capabilityId: `view:shop.cart.${name}`,
      instanceId,
      ...(n !== undefined && { input: { n } }),
    });
  const end = async (title: string) => {
    running.get(title)!.resolve(null);
    await surface.time.advance(0);
  };
  return { ...surface, log, call, end };
}

/** An observation that goes on until it is told to end, for several consumers. */
function openReading(options: RegistryOptions = {}) {
  const surface = createSurface(options);
  const running: { who: string; handler: Deferred<JsonValue> }[] = [];
  const read = ({ consumer: { id } }: { consumer: { id: string } }) => {
    const handler = deferred<JsonValue>();
    running.push({ who: id, handler });
    return handler.promise;
  };
  const handle = surface.registry.register(cart({ observations: { read: look({ read }) } }));
  const call = (who: string, signal?: AbortSignal) =>
    surface.registry.invoke(
      { capabilityId: "view:shop.cart.read" },
      { consumer: consumer(who), ...(signal && { signal }) },
    );
  const calls = (who: string, count: number): Promise<AgentInvocationResult>[] =>
    Array.from({ length: count }, () => call(who));
  const started = (who: string) => running.filter((one) => one.who === who).length;
  const end = async (index: number) => {
    running[index]!.handler.resolve(null);
    await surface.time.advance(0);
  };
  return { ...surface, handle, call, calls, started, end };
}

describe("concurrency (contract 0, 4 phase 8 and 17; core API, Concurrency, timeouts, cancellation)", () => {
  describe("actions by default", () => {
    it("run one after the other within a component instance, in order of arrival", async () => {
      const { log, call, end } = openSlots();
      void call("a", 1);
      void call("b", 2);
      void call("a", 3);
      expect(log).to.deep.equal(["default a1"]);
      await end("default a1");
      await end("default b2");
      expect(log).to.deep.equal(["default a1", "default b2", "default a3"]);
    });

    it("of two instances run side by side", () => {
      const { log, call } = openSlots({}, ["x", "y"]);
      void call("a", 1, "x");
      void call("a", 2, "y");
      expect(log).to.deep.equal(["x a1", "y a2"]);
    });

    it("wait in a queue of 2: one more is RATE_LIMITED {queue-full} after 250 ms", async () => {
      const { call } = openSlots();
      for (let n = 0; n < 3; n++) void call("a", n);
      expect(errorOf(await call("a", 3))).to.deep.include({
        code: "RATE_LIMITED",
        retry: "after-delay",
        details: { reason: "queue-full", retryAfterMs: 250 },
      });
    });

    it("have room in their queue again when one was granted", async () => {
      const { log, call, end } = openSlots({}, ["default"], { limits: { actionQueueDepth: 1 } });
      void call("a", 1);
      void call("a", 2);
      await end("default a1");
      void call("a", 3);
      await end("default a2");
      expect(log).to.deep.equal(["default a1", "default a2", "default a3"]);
    });

    it("free their slot when the handler fails", async () => {
      const { call, runs, time } = openBusyShop();
      await printedDuring(async () => {
        void call();
        void call();
        runs[0]!.reject(new Error("broken"));
        await time.advance(0);
      });
      expect(runs).to.have.length(2);
    });

    it("free their slot at the time-out, though the handler goes on", async () => {
      const { call, runs, time } = openBusyShop();
      void call();
      await time.advance(1);
      void call({}, { timeoutMs: 60_000 });
      await time.advance(9_999);
      expect(runs).to.have.length(2);
    });

    it("free their slot at a cancellation, though the handler goes on", async () => {
      const { call, runs, time } = openBusyShop();
      const controller = new AbortController();
      void call({}, { signal: controller.signal });
      void call();
      controller.abort();
      await time.advance(0);
      expect(runs).to.have.length(2);
    });

    it("give their place in the queue to the next when they are aborted in it", async () => {
      const { call, runs, time } = openBusyShop({ limits: { actionQueueDepth: 1 } });
      const controller = new AbortController();
      void call();
      const waiting = call({}, { signal: controller.signal });
      controller.abort();
      expect(errorOf(await waiting)).to.deep.include({ code: "CANCELLED", details: { dispatched: false } });
      void call({ input: { next: true } });
      runs[0]!.resolve(null);
      await time.advance(0);
      expect(runs.map(({ input }) => input)).to.deep.equal([{}, { next: true }]);
    });
  });

  describe("the declared modes", () => {
    it('"instance" is the default, said out loud', async () => {
      const { log, call } = openSlots({ a: { mode: "instance" } });
      void call("b", 1);
      void call("a", 2);
      expect(log).to.deep.equal(["default b1"]);
    });

    it('"capability" waits for its own calls alone', async () => {
      const { log, call, end } = openSlots({ a: { mode: "capability" }, b: { mode: "capability" } });
      void call("a", 1);
      void call("b", 2);
      void call("a", 3);
      expect(log).to.deep.equal(["default a1", "default b2"]);
      await end("default a1");
      expect(log).to.deep.equal(["default a1", "default b2", "default a3"]);
    });

    it('"capability" keeps the instances apart', () => {
      const { log, call } = openSlots({ a: { mode: "capability" } }, ["x", "y"]);
      void call("a", 1, "x");
      void call("a", 2, "y");
      expect(log).to.deep.equal(["x a1", "y a2"]);
    });

    it('"key" waits for every call with the same key, in whichever component', async () => {
      const key = { mode: "key", key: "printer" } as const;
      const { log, call, end } = openSlots({ a: key, b: key }, ["x", "y"]);
      void call("a", 1, "x");
      void call("b", 2, "y");
      expect(log).to.deep.equal(["x a1"]);
      await end("x a1");
      expect(log).to.deep.equal(["x a1", "y b2"]);
    });

    it('"key" runs beside calls with another key', () => {
      const { log, call } = openSlots({ a: { mode: "key", key: "one" }, b: { mode: "key", key: "two" } });
      void call("a", 1);
      void call("b", 2);
      expect(log).to.deep.equal(["default a1", "default b2"]);
    });

    it('"parallel" runs up to its maximum at once, and the rest waits in order', async () => {
      const { log, call, end } = openSlots({ a: { mode: "parallel", max: 2 } });
      for (const n of [1, 2, 3, 4]) void call("a", n);
      expect(log).to.deep.equal(["default a1", "default a2"]);
      await end("default a2");
      await end("default a1");
      expect(log).to.deep.equal(["default a1", "default a2", "default a3", "default a4"]);
    });

    const modes: AgentConcurrency[] = [
      { mode: "instance" },
      { mode: "capability" },
      { mode: "key", key: "k" },
      { mode: "parallel", max: 1 },
    ];
    for (const mode of modes) {
      it(`"${mode.mode}" has a queue of actionQueueDepth too`, async () => {
        const { call } = openSlots({ a: mode }, ["default"], { limits: { actionQueueDepth: 1 } });
        void call("a", 1);
        void call("a", 2);
        expect(reasonOf(await call("a", 3))).to.equal("queue-full");
      });
    }

    it("are not visible to models: neither snapshots nor tools tell them", () => {
      const { registry } = openSlots({ a: { mode: "key", key: "secret-key" } });
      const toolset = createAgentToolset(registry, { consumer: consumer("me"), topology: "remote" });
      const told = JSON.stringify([registry.snapshot(), toolset.tools()]);
      expect(told).not.to.contain("secret-key");
      expect(told).not.to.contain("concurrency");
    });
  });

  describe("observations", () => {
    it("run side by side, 8 of one consumer", () => {
      const { calls, started } = openReading();
      void calls("me", 9);
      expect(started("me")).to.equal(8);
    });

    it("of a saturated consumer wait in order, 8 of them; one more is RATE_LIMITED {queue-full} after 250 ms", async () => {
      const { calls, call, started, end } = openReading();
      void calls("me", 16);
      expect(errorOf(await call("me")).details).to.deep.equal({ reason: "queue-full", retryAfterMs: 250 });
      for (let index = 0; index < 8; index++) await end(index);
      expect(started("me")).to.equal(16);
    });

    it("of one consumer never starve another below its allowance", () => {
      const { calls, started } = openReading();
      void calls("busy", 17);
      void calls("calm", 8);
      expect(started("calm")).to.equal(8);
    });

    it("run 32 at once in all", () => {
      const { calls, started } = openReading();
      for (const who of ["a", "b", "c", "d", "e"]) void calls(who, 8);
      expect(["a", "b", "c", "d", "e"].map(started)).to.deep.equal([8, 8, 8, 8, 0]);
    });

    it("that wait for the global cap take turns by consumer", async () => {
      const { calls, started, end } = openReading({ limits: { maxConcurrentObservationsTotal: 1 } });
      void calls("a", 3);
      void calls("b", 3);
      await end(0);
      await end(1);
      expect([started("a"), started("b")]).to.deep.equal([2, 1]);
    });

    it("give their place back when they are cancelled", async () => {
      const { call, calls, started, time } = openReading({
        limits: { maxConcurrentObservationsPerConsumer: 1 },
      });
      const controller = new AbortController();
      void call("me", controller.signal);
      void calls("me", 1);
      controller.abort();
      await time.advance(0);
      expect(started("me")).to.equal(2);
    });

    it("give their place back at their time-out", async () => {
      const { calls, started, time } = openReading({ limits: { maxConcurrentObservationsPerConsumer: 1 } });
      void calls("me", 1);
      await time.advance(1);
      void calls("me", 1);
      await time.advance(4_999);
      expect(started("me")).to.equal(2);
    });

    it("that wait are drained as CANCELLED when the surface is disposed", async () => {
      const { calls, registry } = openReading({ limits: { maxConcurrentObservationsPerConsumer: 1 } });
      const results = calls("me", 3);
      registry.dispose();
      expect((await Promise.all(results)).map(outcome)).to.deep.equal([
        "CANCELLED",
        "CANCELLED",
        "CANCELLED",
      ]);
    });

    it("never consume the queue of actions", async () => {
      const { registry, call } = openSlots({}, ["default"], { limits: { actionQueueDepth: 0 } });
      void call("a");
      const result = await registry.invoke({ capabilityId: "view:shop.cart.read" });
      expect(outcome(result)).to.equal("ok");
    });
  });

  describe("what waited is checked again when its slot is granted", () => {
    /** A call that waits behind another; `change` happens meanwhile. */
    async function waited(
      change: (shop: ReturnType<typeof openBusyShop>) => void,
      options: Parameters<typeof openBusyShop>[0] = {},
      own: object = {},
    ) {
      const shop = openBusyShop(options);
      const first = shop.call();
      const second = shop.call({ input: { second: true }, ...own });
      change(shop);
      shop.runs[0]!.resolve(null);
      await first;
      await shop.time.advance(0);
      return { ...shop, second };
    }

    it("availability: what was disabled meanwhile is CAPABILITY_NOT_AVAILABLE", async () => {
      const { second, runs } = await waited(({ handle }) => {
        handle.update({ enabled: false });
      });
      expect(reasonOf(await second)).to.equal("component-disabled");
      expect(runs).to.have.length(1);
    });

    it("when(): what its predicate forbids meanwhile is CAPABILITY_NOT_AVAILABLE", async () => {
      let open = true;
      const { second } = await waited(() => (open = false), { action: { when: () => open } });
      expect(outcome(await second)).to.equal("CAPABILITY_NOT_AVAILABLE");
    });

    it("visibility: what a policy hides meanwhile is CAPABILITY_NOT_FOUND", async () => {
      let hides = false;
      const onDiscovery = () => ({ decision: hides ? "hide" : "expose" }) as const;
      const { second } = await waited(() => (hides = true), { policies: [{ name: "switch", onDiscovery }] });
      expect(outcome(await second)).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("operability: what a modal blocks meanwhile is blocked_by_modal", async () => {
      const { second } = await waited(({ registry }) => {
        registry.setOperability({ blockedBy: () => ["modal"], versionOf: () => undefined });
      });
      expect(errorOf(await second).details).to.deep.include({
        reason: "blocked_by_modal",
        blockedBy: ["modal"],
      });
    });

    it("expectedVersion: a window that moved meanwhile is stale_state", async () => {
      let version = 1;
      const { second } = await waited(
        ({ registry }) => {
          registry.setOperability({ blockedBy: () => [], versionOf: () => version });
          version = 2;
        },
        {},
        { expectedVersion: 1 },
      );
      expect(errorOf(await second).details).to.deep.equal({ reason: "stale_state", currentVersion: 2 });
    });

    it("precondition: what the state refuses meanwhile is PRECONDITION_FAILED", async () => {
      let refuses = false;
      const precondition = () => (refuses ? { message: "Changed." } : undefined);
      const { second } = await waited(() => (refuses = true), { action: { precondition } });
      expect(outcome(await second)).to.equal("PRECONDITION_FAILED");
    });

    it("passes on the slot of a call that failed the check", async () => {
      let refuses = true;
      const precondition = (input: JsonValue) =>
        (input as { second?: boolean }).second && refuses ? { message: "No." } : undefined;
      const shop = openBusyShop({ action: { precondition } });
      refuses = false;
      void shop.call();
      const second = shop.call({ input: { second: true } });
      void shop.call({ input: { third: true } });
      refuses = true;
      shop.runs[0]!.resolve(null);
      expect(outcome(await second)).to.equal("PRECONDITION_FAILED");
      await shop.time.advance(0);
      expect(shop.runs.map(({ input }) => input)).to.deep.equal([{}, { third: true }]);
    });

    it("observations too: what was disabled meanwhile is CAPABILITY_NOT_AVAILABLE", async () => {
      const { calls, end, handle, started } = openReading({
        limits: { maxConcurrentObservationsPerConsumer: 1 },
      });
      const results = calls("me", 2);
      handle.update({ enabled: false });
      await end(0);
      expect(outcome(await results[1]!)).to.equal("CAPABILITY_NOT_AVAILABLE");
      expect(started("me")).to.equal(1);
    });

    it("availability also where the slot was free but a policy took its time", async () => {
      const gate = deferred<undefined>();
      const slow = layer("onAuthorize", async (next) => {
        await gate.promise;
        return next();
      });
      for (const kind of ["call", "look"] as const) {
        const shop = openShop({ policies: [slow] });
        const result = shop[kind]();
        shop.handle.update({ enabled: false });
        gate.resolve(undefined);
        expect(reasonOf(await result), kind).to.equal("component-disabled");
        expect(shop.ran).to.deep.equal([]);
      }
    });

    it("asks nothing twice of a call that did not wait", async () => {
      let asked = 0;
      const { call } = openBusyShop({ action: { precondition: () => void (asked += 1) } });
      void call();
      expect(asked).to.equal(1);
    });
  });

  describe("time in a queue", () => {
    it("counts against the timeout", async () => {
      const { call, runs, time } = openBusyShop({ action: { timeoutMs: 1_000 } });
      void call({}, { timeoutMs: 60_000 });
      const waiting = call();
      await time.advance(1_000);
      expect(outcome(await waiting)).to.equal("TIMEOUT");
      expect(runs).to.have.length(1);
    });

    it("ends with an unmount, and nothing runs", async () => {
      const { call, runs, handle } = openBusyShop();
      void call();
      const waiting = call();
      handle.unregister();
      expect(errorOf(await waiting)).to.deep.include({
        code: "COMPONENT_UNMOUNTED",
        details: { phase: "mid-flight" },
      });
      expect(runs).to.have.length(1);
    });

    it("ends with dispose as CANCELLED, not dispatched", async () => {
      const { call, registry } = openBusyShop();
      void call();
      const waiting = call();
      registry.dispose();
      expect(errorOf(await waiting)).to.deep.include({ code: "CANCELLED", details: { dispatched: false } });
    });
  });
});
