import { expect } from "@open-wc/testing";
import type { AgentComponentDefinition, RegistrationCandidate } from "../../src/index.js";
import {
  act,
  cart,
  createSurface,
  deferred,
  errorOf,
  eventsOf,
  outcome,
  outputOf,
  printedDuring,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const apply = { capabilityId: "view:shop.cart.apply" };

describe("register", () => {
  it("makes a component live at once", async () => {
    const { registry } = createSurface();
    const handle = registry.register(cart());
    expect(handle.status).to.equal("active");
    const [component] = registry.snapshot().components;
    expect(component!.registrationId).to.equal(handle.registrationId);
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
  });

  it("gives every registration an id of its own, also for the same definition again", () => {
    const { registry } = createSurface();
    const definition = cart();
    const first = registry.register(definition);
    first.unregister();
    expect(registry.register(definition).registrationId).not.to.equal(first.registrationId);
  });

  it("keeps instances of one type apart", () => {
    const { registry } = createSurface();
    registry.register(cart());
    expect(registry.register(cart({ instanceId: "second" })).status).to.equal("active");
    expect(registry.snapshot().components).to.have.length(2);
  });
});

describe("handlers", () => {
  it("are read from the definition at each call, without a new version or identity", async () => {
    const { registry } = createSurface();
    const definition = cart({ actions: { apply: act({ execute: () => "first" }) } });
    const { registrationId } = registry.register(definition);
    const version = registry.getVersion();
    expect(outputOf(await registry.invoke(apply))).to.equal("first");
    definition.actions!["apply"]!.execute = () => "second";
    expect(outputOf(await registry.invoke(apply))).to.equal("second");
    expect(registry.getVersion()).to.equal(version);
    expect(registry.snapshot().components[0]!.registrationId).to.equal(registrationId);
  });

  it("are called with their definition as this", async () => {
    const { registry } = createSurface();
    const apply1 = act({
      execute() {
        return (this as { description: string }).description;
      },
    });
    registry.register(cart({ actions: { apply: apply1 } }));
    expect(outputOf(await registry.invoke(apply))).to.equal("Does a thing.");
  });

  it("are swapped with when and precondition alike", async () => {
    const { registry } = createSurface();
    const definition = cart({ actions: { apply: act() } });
    registry.register(definition);
    definition.actions!["apply"]!.when = () => false;
    expect(outcome(await registry.invoke(apply))).to.equal("CAPABILITY_NOT_AVAILABLE");
    delete definition.actions!["apply"]!.when;
    definition.actions!["apply"]!.precondition = () => ({ message: "Not like this." });
    expect(outcome(await registry.invoke(apply))).to.equal("PRECONDITION_FAILED");
  });
});

describe("unregister", () => {
  it("takes the component out of the next snapshot and the handle to unregistered", () => {
    const { registry } = createSurface();
    const handle = registry.register(cart());
    handle.unregister();
    expect(handle.status).to.equal("unregistered");
    expect(registry.snapshot().components).to.deep.equal([]);
  });

  it("runs nothing of the component any more", async () => {
    const { registry } = createSurface();
    let ran = 0;
    const handle = registry.register(cart({ actions: { apply: act({ execute: () => void (ran += 1) }) } }));
    handle.unregister();
    expect(outcome(await registry.invoke(apply))).to.equal("COMPONENT_UNMOUNTED");
    expect(ran).to.equal(0);
  });

  it("leaves a handle whose calls do nothing", async () => {
    const { registry, events } = createSurface();
    const handle = registry.register(cart());
    handle.unregister();
    await turn();
    const version = registry.getVersion();
    const count = events.length;
    handle.unregister();
    handle.update({ enabled: false, availability: { apply: { available: false } } });
    handle.invalidate();
    handle.redefine(cart({ description: "Another cart." }));
    await turn();
    expect(registry.getVersion()).to.equal(version);
    expect(events).to.have.length(count);
    expect(registry.snapshot().components).to.deep.equal([]);
  });

  for (const method of ["update", "invalidate", "unregister"] as const) {
    it(`warns about ${method} on a dead handle in development, never in production`, async () => {
      for (const environment of ["development", "production"] as const) {
        const { registry } = createSurface({ environment });
        const handle = registry.register(cart());
        handle.unregister();
        const printed = await printedDuring(() => {
          handle[method]({});
        });
        expect(printed).to.have.length(environment === "development" ? 1 : 0);
        if (environment === "development") expect(printed[0]).to.contain(handle.registrationId);
      }
    });
  }
});

describe("a second live registration of the same type and instance", () => {
  it("gets a dead handle by default; the first one stays", async () => {
    const { registry, events } = createSurface();
    const first = registry.register(cart({ actions: { apply: act({ execute: () => "first" }) } }));
    await turn();
    const version = registry.getVersion();
    const second = registry.register(cart({ actions: { apply: act({ execute: () => "second" }) } }));
    await turn();
    expect(second.status).to.equal("rejected");
    expect(second.registrationId).not.to.equal(first.registrationId);
    expect(first.status).to.equal("active");
    expect(outputOf(await registry.invoke(apply))).to.equal("first");
    expect(registry.getVersion()).to.equal(version);
    expect(eventsOf(events, "component-rejected")).to.deep.equal([
      { type: "component-rejected", componentType: "shop.cart", instanceId: "default", reason: "duplicate" },
    ]);
  });

  it("never reaches the first one through its dead handle", () => {
    const { registry } = createSurface();
    const first = registry.register(cart());
    const second = registry.register(cart());
    second.unregister();
    second.update({ enabled: false });
    expect(first.status).to.equal("active");
    expect(second.status).to.equal("rejected");
    expect(registry.snapshot().components[0]!.actions[0]!.available).to.equal(true);
  });

  it("is printed in development only", async () => {
    for (const environment of ["development", "production"] as const) {
      const { registry } = createSurface({ environment });
      registry.register(cart());
      const printed = await printedDuring(() => registry.register(cart()));
      expect(printed).to.have.length(environment === "development" ? 1 : 0);
      if (environment === "development") expect(printed[0]).to.contain("shop.cart");
    }
  });

  it("takes the place of the first where onDuplicateInstance is replace", async () => {
    const { registry, events } = createSurface({ onDuplicateInstance: "replace" });
    const first = registry.register(cart({ actions: { apply: act({ execute: () => "first" }) } }));
    const second = registry.register(cart({ actions: { apply: act({ execute: () => "second" }) } }));
    expect(first.status).to.equal("unregistered");
    expect(second.status).to.equal("active");
    expect(registry.snapshot().components).to.have.length(1);
    expect(outputOf(await registry.invoke(apply))).to.equal("second");
    expect(eventsOf(events, "component-rejected")).to.deep.equal([]);
    const order = events.filter(({ type }) => type.startsWith("component-"));
    expect(order.map(({ type }) => type)).to.deep.equal([
      "component-registered",
      "component-unregistered",
      "component-registered",
    ]);
  });

  it("ends the calls of the one that it replaces as COMPONENT_UNMOUNTED", async () => {
    const { registry } = createSurface({ onDuplicateInstance: "replace" });
    registry.register(cart({ actions: { apply: act({ execute: () => deferred<void>().promise }) } }));
    const running = registry.invoke(apply);
    await turn();
    registry.register(cart());
    expect(errorOf(await running)).to.deep.include({
      code: "COMPONENT_UNMOUNTED",
      details: { phase: "mid-flight" },
    });
  });

  it("counts as one change of the surface where it replaces", () => {
    const { registry } = createSurface({ onDuplicateInstance: "replace" });
    registry.register(cart());
    const before = Number(registry.getVersion());
    registry.register(cart());
    expect(Number(registry.getVersion())).to.equal(before + 1);
  });

  it("is still the only one where a listener registers while the first is being replaced", () => {
    const { registry } = createSurface({ onDuplicateInstance: "replace" });
    registry.register(cart());
    let once = false;
    registry.subscribe((event) => {
      if (event.type !== "component-unregistered" || once) return;
      once = true;
      registry.register(cart());
    });
    registry.register(cart());
    expect(registry.snapshot().components).to.have.length(1);
  });

  it("may register again once the first is gone", () => {
    const { registry } = createSurface();
    const first = registry.register(cart());
    first.unregister();
    expect(registry.register(cart()).status).to.equal("active");
  });
});

describe("the guard", () => {
  it("sees the definition and where it was registered", () => {
    const seen: RegistrationCandidate[] = [];
    const { registry } = createSurface({
      onRegister(candidate) {
        seen.push(candidate);
        return "accept";
      },
    });
    const definition: AgentComponentDefinition = cart({ origin: "third-party" });
    expect(registry.register(definition).status).to.equal("active");
    expect(seen).to.have.length(1);
    expect(seen[0]!.definition).to.equal(definition);
    expect(seen[0]!.stack).to.be.a("string");
  });

  for (const [title, onRegister] of [
    ["rejects", () => "reject" as const],
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["gives something else", () => undefined as never],
  ] as const) {
    it(`that ${title} gives a dead handle and changes nothing else`, async () => {
      const { registry, events } = createSurface({ onRegister });
      const handle = registry.register(cart());
      await turn();
      expect(handle.status).to.equal("rejected");
      expect(registry.snapshot().components).to.deep.equal([]);
      expect(registry.getVersion()).to.equal("0");
      expect(events).to.deep.equal([
        { type: "component-rejected", componentType: "shop.cart", instanceId: "default", reason: "guard" },
      ]);
      expect(outcome(await registry.invoke(apply))).to.equal("CAPABILITY_NOT_FOUND");
    });
  }

  it("that rejects keeps a live duplicate where the registry would replace it", () => {
    let verdict: "accept" | "reject" = "accept";
    const { registry } = createSurface({ onDuplicateInstance: "replace", onRegister: () => verdict });
    const first = registry.register(cart());
    verdict = "reject";
    expect(registry.register(cart()).status).to.equal("rejected");
    expect(first.status).to.equal("active");
  });

  it("that registers by itself leaves one live registration", () => {
    const { registry } = createSurface({
      onRegister() {
        if (entered) return "accept";
        entered = true;
        registry.register(cart());
        return "accept";
      },
    });
    let entered = false;
    expect(registry.register(cart()).status).to.equal("rejected");
    expect(registry.snapshot().components).to.have.length(1);
  });
});
