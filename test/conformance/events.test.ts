import { expect } from "@open-wc/testing";
import type { AgentPolicy, AgentSurfaceEvent } from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  eventsOf,
  look,
  printedDuring,
  questionId,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const names = { componentType: "shop.cart", instanceId: "default" };

/** Type and instance, for short lists. */
const short = (event: AgentSurfaceEvent) =>
  [event.type.replace("component-", ""), "instanceId" in event ? event.instanceId : ""].join(" ").trim();

const changes = (events: readonly AgentSurfaceEvent[]) =>
  eventsOf(events, "surface-changed").map(({ surfaceVersion }) => surfaceVersion);

describe("events (core API, Events; contract 0, 5)", () => {
  describe("what they say", () => {
    it("tells of a registration by its id, type and instance", () => {
      const { registry, events } = createSurface();
      const { registrationId } = registry.register(cart());
      expect(events).to.deep.equal([{ type: "component-registered", registrationId, ...names }]);
    });

    it("tells of an unregistration by its id, type and instance", () => {
      const { registry, events } = createSurface();
      const handle = registry.register(cart());
      events.length = 0;
      handle.unregister();
      const { registrationId } = handle;
      expect(events).to.deep.equal([{ type: "component-unregistered", registrationId, ...names }]);
    });

    it("tells of a call by started with its id, capability and consumer", async () => {
      const { registry, events } = createSurface();
      registry.register(cart());
      await registry.invoke({ ...apply, invocationId: "one" }, { consumer: consumer("me") });
      expect(eventsOf(events, "invocation-started")).to.deep.equal([
        { type: "invocation-started", invocationId: "one", ...apply, consumerId: "me" },
      ]);
    });

    it("tells of the end of a call by settled with its status and duration", async () => {
      const { registry, events, time } = createSurface();
      const running = deferred<void>();
      registry.register(cart({ actions: { apply: act({ execute: () => running.promise }) } }));
      const call = registry.invoke({ ...apply, invocationId: "one" });
      await time.advance(70);
      running.resolve();
      await call;
      expect(eventsOf(events, "invocation-settled")).to.deep.equal([
        { type: "invocation-settled", invocationId: "one", ...apply, status: "ok", durationMs: 70 },
      ]);
    });

    it("tells of a failed call by settled with the code", async () => {
      const { registry, events } = createSurface();
      await registry.invoke(apply);
      expect(eventsOf(events, "invocation-settled")[0]).to.include({
        status: "error",
        code: "CAPABILITY_NOT_FOUND",
      });
    });

    it("tells of a question by requested with its id, capability and expiry", async () => {
      const { registry, events, time } = createSurface();
      registry.register(cart({ actions: { apply: act({ confirmation: "required" }) } }));
      const confirmationId = questionId(await registry.invoke(apply));
      const expiresAt = new Date(time.now() + 120_000).toISOString();
      expect(eventsOf(events, "confirmation-requested")).to.deep.equal([
        { type: "confirmation-requested", confirmationId, ...apply, expiresAt },
      ]);
    });

    for (const [outcome, end] of [
      ["approved", "approved"],
      ["denied", "denied"],
      ["expired", "expired"],
    ] as const) {
      it(`tells of a question that was ${end} by resolved with the outcome`, async () => {
        const { registry, events, time } = createSurface();
        registry.register(cart({ actions: { apply: act({ confirmation: "required" }) } }));
        const confirmationId = questionId(await registry.invoke(apply));
        if (outcome === "expired") await time.advance(120_000);
        else registry.confirmations.resolve(confirmationId, { approved: outcome === "approved" });
        expect(eventsOf(events, "confirmation-resolved")).to.deep.equal([
          { type: "confirmation-resolved", confirmationId, outcome },
        ]);
      });
    }
  });

  describe("surface-changed", () => {
    it("is told once for all mutations of a task, with the latest version", async () => {
      const { registry, events } = createSurface();
      const handle = registry.register(cart());
      handle.update({ enabled: false });
      registry.register(cart({ instanceId: "b" }));
      await turn();
      expect(changes(events)).to.deep.equal(["3"]);
    });

    it("is told in the microtask of the mutation", async () => {
      const { registry, events } = createSurface();
      registry.register(cart());
      expect(changes(events)).to.deep.equal([]);
      await Promise.resolve();
      expect(changes(events)).to.deep.equal(["1"]);
    });

    it("is told for each of two mutations with a microtask between", async () => {
      const { registry, events } = createSurface();
      registry.register(cart());
      await Promise.resolve();
      registry.register(cart({ instanceId: "b" }));
      await turn();
      expect(changes(events)).to.deep.equal(["1", "2"]);
    });

    it("is told again where its own listener changes the surface, and ends where it does not", async () => {
      const { registry, events } = createSurface();
      const handle = registry.register(cart());
      let rounds = 0;
      registry.subscribe(({ type }) => {
        if (type === "surface-changed" && rounds++ < 2) handle.invalidate();
      });
      await turn();
      expect(changes(events)).to.deep.equal(["1", "2", "3"]);
    });

    it("comes with the version that getVersion and a snapshot have", async () => {
      const { registry } = createSurface();
      const seen: string[][] = [];
      registry.subscribe((event) => {
        if (event.type !== "surface-changed") return;
        seen.push([event.surfaceVersion, registry.getVersion(), registry.snapshot().surfaceVersion]);
      });
      registry.register(cart());
      await turn();
      expect(seen).to.deep.equal([["1", "1", "1"]]);
    });

    it("is not told where nothing changed", async () => {
      const { registry, events } = createSurface();
      registry.snapshot();
      await registry.invoke(apply);
      await turn();
      expect(changes(events)).to.deep.equal([]);
    });
  });

  describe("the order", () => {
    it("is that of the mutations", () => {
      const { registry, events } = createSurface();
      const a = registry.register(cart({ instanceId: "a" }));
      registry.register(cart({ instanceId: "b" }));
      a.unregister();
      expect(events.map(short)).to.deep.equal(["registered a", "registered b", "unregistered a"]);
    });

    it("puts unregistered before registered where a registration replaces another", () => {
      const { registry, events } = createSurface({ onDuplicateInstance: "replace" });
      const first = registry.register(cart());
      events.length = 0;
      const second = registry.register(cart());
      expect(events.map((event) => "registrationId" in event && event.registrationId)).to.deep.equal([
        first.registrationId,
        second.registrationId,
      ]);
    });

    it("is the same for every listener", () => {
      const { registry, events } = createSurface();
      const other: AgentSurfaceEvent[] = [];
      registry.subscribe((event) => {
        if (event.type === "component-registered" && event.instanceId === "a") {
          registry.register(cart({ instanceId: "b" }));
        }
      });
      registry.subscribe((event) => other.push(event));
      registry.register(cart({ instanceId: "a" }));
      expect(other).to.deep.equal(events);
      expect(other.map(short)).to.deep.equal(["registered a", "registered b"]);
    });

    it("puts an event after the mutation that it tells of", () => {
      const { registry } = createSurface();
      const live: number[] = [];
      registry.subscribe(({ type }) => {
        if (type.startsWith("component-")) live.push(registry.snapshot().components.length);
      });
      registry.register(cart()).unregister();
      expect(live).to.deep.equal([1, 0]);
    });

    it("puts started strictly before settled, also for a call that fails at once", async () => {
      const { registry, events } = createSurface();
      registry.register(cart());
      await Promise.all([
        registry.invoke({ ...apply, invocationId: "ok" }),
        registry.invoke({ capabilityId: "view:none.none", invocationId: "bad" }),
        registry.invoke({ ...apply, invocationId: "odd", input: NaN }),
      ]);
      for (const id of ["ok", "bad", "odd"]) {
        const own = events.filter((event) => "invocationId" in event && event.invocationId === id);
        expect(own.map(({ type }) => type)).to.deep.equal(["invocation-started", "invocation-settled"]);
      }
    });

    it("puts started before anything that the handler causes", async () => {
      const { registry, events } = createSurface();
      const execute = () => void registry.register(cart({ instanceId: "b" }));
      registry.register(cart({ actions: { apply: act({ execute }) } }));
      events.length = 0;
      await registry.invoke(apply);
      const order = events.filter(({ type }) => type !== "surface-changed").map(({ type }) => type);
      expect(order).to.deep.equal(["invocation-started", "component-registered", "invocation-settled"]);
    });

    it("puts requested strictly before resolved", async () => {
      const { registry, events } = createSurface();
      registry.register(cart({ actions: { apply: act({ confirmation: "required" }) } }));
      registry.subscribe((event) => {
        if (event.type === "confirmation-requested") {
          registry.confirmations.resolve(event.confirmationId, { approved: true });
        }
      });
      await registry.invoke(apply);
      const order = events.filter(({ type }) => type.startsWith("confirmation-")).map(({ type }) => type);
      expect(order).to.deep.equal(["confirmation-requested", "confirmation-resolved"]);
    });
  });

  describe("exactly one settled for each started", () => {
    const countsOf = (events: readonly AgentSurfaceEvent[]) => [
      eventsOf(events, "invocation-started").length,
      eventsOf(events, "invocation-settled").length,
    ];

    const breaking = (policy: Omit<AgentPolicy, "name">) => {
      const surface = createSurface({ policies: [{ name: "odd", ...policy }] });
      surface.registry.register(cart());
      return surface;
    };

    it("holds where a policy throws", async () => {
      const { registry, events } = breaking({
        onAuthorize() {
          throw new Error("broken");
        },
      });
      await registry.invoke(apply);
      expect(countsOf(events)).to.deep.equal([1, 1]);
    });

    it("holds where a policy calls next twice", async () => {
      const { registry, events } = breaking({
        async onInvoke(_context, next) {
          const result = await next();
          await next().catch(() => undefined);
          return result;
        },
      });
      await registry.invoke(apply);
      expect(countsOf(events)).to.deep.equal([1, 1]);
    });

    it("holds where a policy never calls next and gives nothing", async () => {
      const { registry, events } = breaking({ onInvoke: async () => undefined as never });
      await registry.invoke(apply);
      expect(countsOf(events)).to.deep.equal([1, 1]);
    });

    it("holds where a listener throws at each event", async () => {
      const { registry, events } = createSurface();
      registry.subscribe(() => {
        throw new Error("broken");
      });
      registry.register(cart());
      await registry.invoke(apply);
      expect(countsOf(events)).to.deep.equal([1, 1]);
    });

    it("holds where a call times out and its handler ends later", async () => {
      const { registry, events, time } = createSurface();
      const running = deferred<void>();
      registry.register(cart({ actions: { apply: act({ execute: () => running.promise }) } }));
      const call = registry.invoke(apply);
      await time.advance(10_000);
      await call;
      running.resolve();
      await turn();
      expect(countsOf(events)).to.deep.equal([1, 1]);
    });

    it("holds where a call is repeated: what joins or was remembered starts nothing", async () => {
      const { registry, events } = createSurface();
      registry.register(cart());
      const request = { ...apply, invocationId: "one" };
      await Promise.all([registry.invoke(request), registry.invoke(request)]);
      await registry.invoke(request);
      expect(countsOf(events)).to.deep.equal([1, 1]);
    });
  });

  describe("listeners", () => {
    it("hears nothing more after its remover was called", () => {
      const { registry } = createSurface();
      let heard = 0;
      const stop = registry.subscribe(() => void (heard += 1));
      registry.register(cart());
      stop();
      registry.register(cart({ instanceId: "b" }));
      expect(heard).to.equal(1);
    });

    it("hears nothing of an event during which another listener removed it", () => {
      const { registry } = createSurface();
      let heard = 0;
      const removers: (() => void)[] = [];
      registry.subscribe(() => {
        removers[0]!();
      });
      removers.push(registry.subscribe(() => void (heard += 1)));
      registry.register(cart());
      expect(heard).to.equal(0);
    });

    it("may call its remover again, which removes no other subscription", () => {
      const { registry } = createSurface();
      let heard = 0;
      const listener = () => void (heard += 1);
      const stop = registry.subscribe(listener);
      registry.subscribe(listener);
      stop();
      stop();
      registry.register(cart());
      expect(heard).to.equal(1);
    });

    it("is stopped by no other listener that throws", () => {
      const { registry } = createSurface();
      const heard: string[] = [];
      registry.subscribe(() => {
        throw new Error("broken");
      });
      registry.subscribe(({ type }) => heard.push(type));
      registry.register(cart());
      expect(heard).to.deep.equal(["component-registered"]);
    });

    it("never makes a mutation throw by throwing", () => {
      const { registry } = createSurface();
      registry.subscribe(() => {
        throw new Error("broken");
      });
      const handle = registry.register(cart());
      handle.update({ enabled: false });
      handle.unregister();
      expect(handle.status).to.equal("unregistered");
    });

    it("is reported in development where it throws", async () => {
      const { registry } = createSurface({ environment: "development" });
      registry.subscribe(() => {
        throw new Error("a listener broke");
      });
      const printed = await printedDuring(() => {
        registry.register(cart());
      });
      expect(printed.join()).to.contain("a listener broke");
    });
  });

  describe("registry calls inside listeners", () => {
    it("take effect at once: register gives a live handle", () => {
      const { registry } = createSurface();
      const seen: unknown[] = [];
      registry.subscribe((event) => {
        if (event.type !== "component-registered" || event.instanceId !== "default") return;
        const { status } = registry.register(cart({ instanceId: "inner" }));
        seen.push(status, registry.snapshot().components.length, registry.getVersion());
      });
      registry.register(cart());
      expect(seen).to.deep.equal(["active", 2, "2"]);
    });

    it("queue their events behind the one that is being told", () => {
      const { registry } = createSurface();
      const log: string[] = [];
      registry.subscribe((event) => {
        log.push(`1 ${short(event)}`);
        if (event.type === "component-registered" && event.instanceId === "a") {
          registry.register(cart({ instanceId: "b" }));
        }
      });
      registry.subscribe((event) => log.push(`2 ${short(event)}`));
      registry.register(cart({ instanceId: "a" }));
      expect(log).to.deep.equal(["1 registered a", "2 registered a", "1 registered b", "2 registered b"]);
    });

    it("queue their events behind the other events of the same mutation", () => {
      const { registry, events } = createSurface();
      const handle = registry.register(cart({ observations: { read: look() } }));
      events.length = 0;
      registry.subscribe(({ type }) => {
        if (type === "availability-changed") handle.unregister();
      });
      handle.update({ enabled: false });
      expect(events.map(({ type }) => type)).to.deep.equal([
        "availability-changed",
        "availability-changed",
        "component-unregistered",
      ]);
    });

    it("may invoke, and the call runs", async () => {
      const { registry } = createSurface();
      const results: string[] = [];
      registry.subscribe(({ type }) => {
        if (type !== "component-registered") return;
        void registry.invoke(apply).then(({ status }) => results.push(status));
      });
      registry.register(cart());
      await turn();
      expect(results).to.deep.equal(["ok"]);
    });
  });
});
