import { expect } from "@open-wc/testing";
import { act, cart, createSurface, eventsOf, look, printedDuring } from "../helpers/surface.js";
import { catalogOf } from "../../src/registry/catalog.js";
import { turn } from "../helpers/fake-time.js";

const apply = { capabilityId: "view:shop.cart.apply" };

describe("events", () => {
  it("name the registration, the type and the instance", () => {
    const { registry, events } = createSurface();
    const handle = registry.register(cart({ instanceId: "a" }));
    handle.unregister();
    const { registrationId } = handle;
    expect(events).to.deep.equal([
      { type: "component-registered", registrationId, componentType: "shop.cart", instanceId: "a" },
      { type: "component-unregistered", registrationId, componentType: "shop.cart", instanceId: "a" },
    ]);
  });

  it("come in the order of the changes", () => {
    const { registry, events } = createSurface();
    const first = registry.register(cart({ instanceId: "a" }));
    registry.register(cart({ instanceId: "b" }));
    first.unregister();
    expect(
      events.map((event) => `${event.type} ${"instanceId" in event ? event.instanceId : ""}`),
    ).to.deep.equal(["component-registered a", "component-registered b", "component-unregistered a"]);
  });

  it("come after the change that they tell of", () => {
    const { registry } = createSurface();
    const seen: number[] = [];
    registry.subscribe(({ type }) => {
      if (type.startsWith("component-")) seen.push(registry.snapshot().components.length);
    });
    registry.register(cart()).unregister();
    expect(seen).to.deep.equal([1, 0]);
  });

  it("reach every listener even where one throws, which is reported in development", async () => {
    const { registry } = createSurface({ environment: "development" });
    const heard: string[] = [];
    registry.subscribe(() => {
      throw new Error("a listener broke");
    });
    registry.subscribe(({ type }) => heard.push(type));
    const printed = await printedDuring(() => registry.register(cart()));
    expect(heard).to.deep.equal(["component-registered", "surface-changed"]);
    expect(printed.filter((text) => text.includes("a listener broke"))).to.have.length(2);
  });

  it("reach two subscriptions of one function twice, each ended by its own remover", () => {
    const { registry } = createSurface();
    let heard = 0;
    const listener = () => void (heard += 1);
    const stop = registry.subscribe(listener);
    registry.subscribe(listener);
    registry.register(cart());
    expect(heard).to.equal(2);
    stop();
    stop();
    registry.register(cart({ instanceId: "b" }));
    expect(heard).to.equal(3);
  });

  it("do not reach a listener that was removed by one before it", () => {
    const { registry } = createSurface();
    let heard = 0;
    const stops: (() => void)[] = [];
    registry.subscribe(() => {
      stops[0]!();
    });
    stops.push(registry.subscribe(() => void (heard += 1)));
    registry.register(cart());
    expect(heard).to.equal(0);
  });
});

describe("a registry call inside a listener", () => {
  it("takes effect at once; its events queue behind the one being told", () => {
    const { registry } = createSurface();
    const log: string[] = [];
    registry.subscribe((event) => {
      log.push(`first ${event.type}`);
      if (event.type !== "component-registered" || event.instanceId !== "default") return;
      const handle = registry.register(cart({ instanceId: "inner" }));
      log.push(`status ${handle.status}, ${registry.snapshot().components.length} live`);
    });
    registry.subscribe((event) => log.push(`second ${event.type}`));
    registry.register(cart());
    expect(log).to.deep.equal([
      "first component-registered",
      "status active, 2 live",
      "second component-registered",
      "first component-registered",
      "second component-registered",
    ]);
  });

  it("may unregister what was just registered", () => {
    const { registry, events } = createSurface();
    registry.subscribe((event) => {
      if (event.type === "availability-changed") handle.unregister();
    });
    const handle = registry.register(cart());
    handle.update({ enabled: false });
    expect(handle.status).to.equal("unregistered");
    expect(events.map(({ type }) => type)).to.deep.equal([
      "component-registered",
      "availability-changed",
      "availability-changed",
      "component-unregistered",
    ]);
  });

  it("may dispose the registry", () => {
    const { registry } = createSurface();
    registry.subscribe(() => {
      registry.dispose();
    });
    registry.register(cart());
    expect(registry.snapshot().components).to.deep.equal([]);
  });
});

describe("availability-changed", () => {
  it("tells of each capability whose availability an update changed, and of no other", () => {
    const { registry, events } = createSurface();
    const handle = registry.register(cart());
    const { registrationId } = handle;
    events.length = 0;
    handle.update({ availability: { apply: { available: false } } });
    expect(events).to.deep.equal([
      {
        type: "availability-changed",
        registrationId,
        capabilityId: "view:shop.cart.apply",
        available: false,
      },
    ]);
    events.length = 0;
    handle.update({ enabled: false });
    expect(eventsOf(events, "availability-changed").map(({ capabilityId }) => capabilityId)).to.deep.equal([
      "view:shop.cart.read",
    ]);
  });

  it("says what a predicate says, not only what was pushed", () => {
    const { registry, events } = createSurface();
    const handle = registry.register(cart({ actions: { apply: act({ when: () => false }) } }));
    handle.update({ availability: { apply: { available: false } } });
    handle.update({ availability: { apply: { available: true } } });
    expect(eventsOf(events, "availability-changed").map(({ available }) => available)).to.deep.equal([
      false,
      false,
    ]);
  });

  it("tells of a predicate that says something else, for which nothing is pushed: it is asked again", () => {
    const { registry, events } = createSurface();
    let isOpen = true;
    const { registrationId } = registry.register(cart({ actions: { apply: act({ when: () => isOpen }) } }));
    const version = registry.getVersion();
    events.length = 0;
    for (const available of [false, true]) {
      isOpen = available;
      catalogOf(registry).availabilityChanged(["view:shop.cart.apply", "view:shop.cart.gone"], "default");
      expect(events.splice(0)).to.deep.equal([
        {
          type: "availability-changed",
          registrationId,
          capabilityId: "view:shop.cart.apply",
          available,
        },
      ]);
      expect(registry.snapshot().components[0]!.actions[0]!.available).to.equal(available);
    }
    expect(Number(registry.getVersion()) - Number(version)).to.equal(2);
  });

  it("is not caused by an enabled that is so already", () => {
    const { registry, events } = createSurface();
    const handle = registry.register(cart());
    events.length = 0;
    handle.update({ enabled: true, availability: { apply: { available: false } } });
    expect(eventsOf(events, "availability-changed").map(({ capabilityId }) => capabilityId)).to.deep.equal([
      "view:shop.cart.apply",
    ]);
  });

  it("says what holds after the whole update", () => {
    const { registry, events } = createSurface();
    const handle = registry.register(cart({ enabled: false, observations: {} }));
    events.length = 0;
    handle.update({ enabled: true, availability: { apply: { available: false } } });
    for (const { available } of eventsOf(events, "availability-changed")) expect(available).to.equal(false);
    events.length = 0;
    handle.update({ availability: { apply: { available: true } } });
    expect(eventsOf(events, "availability-changed").map(({ available }) => available)).to.deep.equal([true]);
  });
});

describe("the events of a call", () => {
  it("are started, then settled, with the consumer and how it went", async () => {
    const { registry, events, time } = createSurface();
    registry.register(cart());
    events.length = 0;
    const invocation = { ...apply, invocationId: "one" };
    await registry.invoke(invocation, { consumer: { id: "me", kind: "test" } });
    expect(events.filter(({ type }) => type !== "surface-changed")).to.deep.equal([
      { type: "invocation-started", invocationId: "one", capabilityId: apply.capabilityId, consumerId: "me" },
      {
        type: "invocation-settled",
        invocationId: "one",
        capabilityId: apply.capabilityId,
        status: "ok",
        durationMs: 0,
      },
    ]);
    expect(time.waiting, "no timer is left").to.equal(0);
  });

  it("carry the code of an error and the time it took", async () => {
    const { registry, events, time } = createSurface();
    registry.register(
      cart({ actions: { apply: act({ execute: () => new Promise<void>(() => undefined) }) } }),
    );
    const running = registry.invoke(apply, { timeoutMs: 70 });
    await time.advance(70);
    await running;
    expect(eventsOf(events, "invocation-settled")[0]).to.deep.include({
      status: "error",
      code: "TIMEOUT",
      durationMs: 70,
    });
  });

  it("come once a call, whatever ends it", async () => {
    const { registry, events, time } = createSurface({
      policies: [
        {
          name: "twice",
          async onInvoke(_context, next) {
            const first = await next();
            await next().catch(() => undefined);
            return first;
          },
        },
      ],
    });
    registry.subscribe((event) => {
      if (event.type.startsWith("invocation-")) throw new Error("a listener broke");
    });
    const never = () => new Promise<void>(() => undefined);
    const handle = registry.register(
      cart({
        observations: { read: look({ read: () => ({ a: 1 }) }) },
        actions: {
          apply: act(),
          hang: act({ execute: never, timeoutMs: 50 }),
          refuse: act({ precondition: () => ({ message: "No." }) }),
          ask: act({ confirmation: "required" }),
        },
      }),
    );
    const controller = new AbortController();
    const calls = ["read", "apply", "hang", "refuse", "ask", "none", "hang"].map((name, index) =>
      registry.invoke(
        { capabilityId: `view:shop.cart.${name}`, invocationId: `call-${index}` },
        { signal: controller.signal },
      ),
    );
    await turn();
    controller.abort();
    await time.advance(60);
    handle.unregister();
    registry.dispose();
    await Promise.all(calls);
    const ids = calls.map((_call, index) => `call-${index}`);
    expect(eventsOf(events, "invocation-started").map(({ invocationId }) => invocationId)).to.have.members(
      ids,
    );
    expect(eventsOf(events, "invocation-settled").map(({ invocationId }) => invocationId)).to.have.members(
      ids,
    );
    for (const id of ids) {
      const types = events.filter((event) => "invocationId" in event && event.invocationId === id);
      expect(types.map(({ type }) => type)).to.deep.equal(["invocation-started", "invocation-settled"]);
    }
  });
});
