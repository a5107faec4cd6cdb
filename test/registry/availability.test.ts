import { expect } from "@open-wc/testing";
import type { AgentPolicy, OperabilitySource, RegistryOptions } from "../../src/index.js";
import {
  act,
  cart,
  createSurface,
  errorOf,
  look,
  outcome,
  printedDuring,
  thrownBy,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const apply = { capabilityId: "view:shop.cart.apply" };

type State = { available: boolean; unavailableReason?: string };

function setUp(own: Parameters<typeof act>[0] = {}, options: RegistryOptions = {}) {
  const surface = createSurface(options);
  const handle = surface.registry.register(cart({ actions: { apply: act(own) } }));
  /** As the snapshot says it, and as a call finds it. They must agree. */
  const state = async (): Promise<State> => {
    const [described] = surface.registry.snapshot().components[0]!.actions;
    const result = await surface.registry.invoke(apply);
    if (described!.available) expect(outcome(result)).to.equal("ok");
    else {
      expect(errorOf(result)).to.deep.include({ code: "CAPABILITY_NOT_AVAILABLE", retry: "after-refresh" });
      expect(errorOf(result).details!["reason"]).to.equal(described!.unavailableReason);
    }
    const { available, unavailableReason } = described!;
    return unavailableReason === undefined ? { available } : { available, unavailableReason };
  };
  return { ...surface, handle, state };
}

const disable: AgentPolicy = {
  name: "disable",
  onDiscovery: () => ({ decision: "disable", reason: "policy says so" }),
};

describe("when", () => {
  it("disables only with false", async () => {
    for (const value of [true, undefined, null, 0, ""] as never[]) {
      expect(await setUp({ when: () => value }).state()).to.deep.equal({ available: true });
    }
    expect((await setUp({ when: () => false }).state()).available).to.equal(false);
  });

  it("gives the reason Currently unavailable, or the author's, or what the author's function says", async () => {
    const when = () => false;
    const reasonOf = async (unavailableReason?: string | (() => string)) =>
      (await setUp({ when, ...(unavailableReason !== undefined && { unavailableReason }) }).state())
        .unavailableReason;
    expect(await reasonOf()).to.equal("Currently unavailable");
    expect(await reasonOf("The cart is empty.")).to.equal("The cart is empty.");
    expect(await reasonOf(() => "Still empty.")).to.equal("Still empty.");
  });

  it("that throws disables with when-error and is printed in development", async () => {
    const when = () => {
      throw new Error("cannot tell");
    };
    expect(await setUp({ when }).state()).to.deep.equal({
      available: false,
      unavailableReason: "when-error",
    });
    const printed = await printedDuring(() =>
      setUp({ when }, { environment: "development" }).registry.snapshot(),
    );
    expect(printed.join()).to.contain("view:shop.cart.apply").and.to.contain("cannot tell");
  });

  it("is asked again at the call", async () => {
    let open = true;
    const { registry } = setUp({ when: () => open });
    expect(registry.snapshot().components[0]!.actions[0]!.available).to.equal(true);
    open = false;
    expect(outcome(await registry.invoke(apply))).to.equal("CAPABILITY_NOT_AVAILABLE");
  });

  it("works for observations too", async () => {
    const { registry } = createSurface();
    registry.register(
      cart({ observations: { read: look({ when: () => false, unavailableReason: "loading" }) } }),
    );
    const result = await registry.invoke({ capabilityId: "view:shop.cart.read" });
    expect(errorOf(result).details).to.deep.equal({ reason: "loading" });
  });
});

describe("enabled: false", () => {
  it("disables every capability with component-disabled, its registration stays", async () => {
    const { registry, handle, state } = setUp();
    const { registrationId } = handle;
    handle.update({ enabled: false });
    const [component] = registry.snapshot().components;
    for (const capability of [...component!.observations, ...component!.actions]) {
      expect(capability).to.include({ available: false, unavailableReason: "component-disabled" });
    }
    expect(component!.registrationId).to.equal(registrationId);
    handle.update({ enabled: true });
    expect(await state()).to.deep.equal({ available: true });
  });

  it("may stand in the definition", () => {
    const { registry } = createSurface();
    registry.register(cart({ enabled: false }));
    expect(registry.snapshot().components[0]!.actions[0]).to.include({
      available: false,
      unavailableReason: "component-disabled",
    });
  });

  describe("is what was said last", () => {
    const stateAfter = (
      first: boolean | undefined,
      ...steps: (boolean | "push off" | "push on" | undefined)[]
    ) => {
      const { registry } = createSurface();
      const definition = (enabled: boolean | undefined) => cart(enabled === undefined ? {} : { enabled });
      const handle = registry.register(definition(first));
      for (const step of steps) {
        if (step === "push off" || step === "push on") handle.update({ enabled: step === "push on" });
        else handle.redefine(definition(step));
      }
      const isOn = registry.snapshot().components[0]!.actions[0]!.available;
      return { isOn, version: Number(registry.getVersion()) };
    };
    const rows: [string, Parameters<typeof stateAfter>, boolean, number][] = [
      ["a push, against equal content", [true, "push off", true], false, 2],
      [
        "a push, against a definition that says the same in other words",
        [true, "push off", undefined],
        false,
        2,
      ],
      ["a push, against nothing said", [undefined, "push off", undefined, true], false, 2],
      ["a push to on, against equal content", [false, "push on", false], true, 2],
      ["a definition that turns it off", [undefined, false], false, 2],
      ["a definition without it, after one that turned it off", [false, undefined], true, 2],
      ["a definition that turns it on, after a push", [false, "push off", true], true, 2],
      ["a definition that turns it off, after a push to off", [true, "push off", false], false, 2],
      ["a push after a definition", [false, undefined, "push off"], false, 3],
      ["a definition after a push after a definition", [false, "push on", true, false], false, 3],
    ];
    for (const [title, steps, isOn, version] of rows) {
      it(title, () => {
        expect(stateAfter(...steps)).to.deep.equal({ isOn, version });
      });
    }

    it("also where the redefinition changes something else", () => {
      const { registry } = createSurface();
      const more = { actions: { apply: act(), more: act() } };
      const isOn = () => registry.snapshot().components[0]!.actions[0]!.available;
      const handle = registry.register(cart({ enabled: true }));
      handle.update({ enabled: false });
      handle.redefine(cart({ enabled: true, ...more }));
      expect(isOn()).to.equal(false);
      handle.redefine(cart({ enabled: false }));
      handle.redefine(cart(more));
      expect(isOn()).to.equal(true);
    });
  });
});

describe("a pushed override", () => {
  it("disables with its reason, or with unavailable", async () => {
    const { handle, state } = setUp();
    handle.update({ availability: { apply: { available: false, reason: "offline" } } });
    expect(await state()).to.deep.equal({ available: false, unavailableReason: "offline" });
    handle.update({ availability: { apply: { available: false } } });
    expect(await state()).to.deep.equal({ available: false, unavailableReason: "unavailable" });
    handle.update({ availability: { apply: { available: true } } });
    expect(await state()).to.deep.equal({ available: true });
  });

  it("that cannot be read changes nothing at all", async () => {
    const refuse = () => {
      throw new Error("not to be read");
    };
    const broken: [string, object][] = [
      [
        "enabled",
        {
          get enabled() {
            return refuse();
          },
        },
      ],
      [
        "availability",
        {
          enabled: false,
          get availability() {
            return refuse();
          },
        },
      ],
      [
        "an entry",
        {
          enabled: false,
          availability: {
            read: { available: false },
            get apply() {
              return refuse();
            },
          },
        },
      ],
      [
        "an entry that is null",
        { enabled: false, availability: { read: { available: false }, apply: null } },
      ],
      [
        "available",
        {
          enabled: false,
          availability: {
            read: { available: false },
            apply: {
              get available() {
                return refuse();
              },
            },
          },
        },
      ],
      [
        "a reason",
        {
          enabled: false,
          availability: {
            read: { available: false },
            apply: {
              available: false,
              get reason() {
                return refuse();
              },
            },
          },
        },
      ],
      ["a proxy", { enabled: false, availability: new Proxy({}, { ownKeys: refuse }) }],
    ];
    for (const [title, patch] of broken) {
      const { registry, handle, events } = setUp();
      await turn();
      events.length = 0;
      thrownBy(() => {
        handle.update(patch);
      });
      await turn();
      expect(registry.getVersion(), title).to.equal("1");
      expect(events, title).to.deep.equal([]);
      const [component] = registry.snapshot().components;
      for (const one of [...component!.actions, ...component!.observations]) {
        expect(one.available, title).to.equal(true);
      }
    }
  });

  it("that says available does not overrule when", async () => {
    const { handle, state } = setUp({ when: () => false });
    handle.update({ availability: { apply: { available: true } } });
    expect((await state()).available).to.equal(false);
  });

  it("of one capability leaves the others", () => {
    const { registry, handle } = setUp();
    handle.update({ availability: { apply: { available: false } } });
    expect(registry.snapshot().components[0]!.observations[0]!.available).to.equal(true);
  });

  it("for an unknown capability changes nothing and is reported in development", async () => {
    for (const name of ["none", "__proto__", "toString"]) {
      const { registry, handle, events } = setUp({}, { environment: "development" });
      await turn();
      events.length = 0;
      const version = registry.getVersion();
      const availability = JSON.parse(`{"${name}": {"available": false}}`) as never;
      const printed = await printedDuring(() => {
        handle.update({ availability });
      });
      await turn();
      expect(printed.join()).to.contain(name);
      expect(registry.getVersion()).to.equal(version);
      expect(events).to.deep.equal([]);
    }
  });
});

describe("the precedence of unavailability", () => {
  const blocked: OperabilitySource = { blockedBy: () => ["win-1"], versionOf: () => undefined };

  it("is blocked, enabled, override, when", async () => {
    const { registry, handle, state } = setUp({ when: () => false, unavailableReason: "when" });
    registry.setOperability(blocked);
    handle.update({ enabled: false, availability: { apply: { available: false, reason: "override" } } });
    expect((await state()).unavailableReason).to.equal("blocked_by_modal");
    registry.setOperability(undefined);
    expect((await state()).unavailableReason).to.equal("component-disabled");
    handle.update({ enabled: true });
    expect((await state()).unavailableReason).to.equal("override");
    handle.update({ availability: { apply: { available: true } } });
    expect((await state()).unavailableReason).to.equal("when");
  });

  it("has the reason of a policy in place of the state's", async () => {
    const { handle, state } = setUp({ policies: [disable] });
    handle.update({ enabled: false });
    expect((await state()).unavailableReason).to.equal("policy says so");
  });
});

describe("discovery policies", () => {
  const saying = (name: string, decision: "hide" | "expose" | "disable"): AgentPolicy => ({
    name,
    onDiscovery: () => (decision === "disable" ? { decision, reason: name } : { decision }),
  });

  it("hide where any says so, else disable with the first reason, else expose", async () => {
    const options = { policies: [saying("registry", "disable")] };
    const { state } = setUp({ policies: [saying("capability", "disable")] }, options);
    expect(await state()).to.deep.equal({ available: false, unavailableReason: "registry" });

    const hidden = setUp({ policies: [saying("capability", "hide")] }, options);
    expect(hidden.registry.snapshot().components[0]!.actions).to.deep.equal([]);
    expect(outcome(await hidden.registry.invoke(apply))).to.equal("CAPABILITY_NOT_FOUND");

    const shown = setUp(
      { policies: [saying("capability", "expose")] },
      { policies: [saying("r", "expose")] },
    );
    expect(await shown.state()).to.deep.equal({ available: true });
  });

  it("are asked of the registry, the component and the capability, in this order", () => {
    const asked: string[] = [];
    const noting = (name: string): AgentPolicy => ({
      name,
      onDiscovery() {
        asked.push(name);
        return { decision: "expose" };
      },
    });
    const { registry } = createSurface({ policies: [noting("registry")] });
    registry.register(
      cart({
        policies: [noting("component")],
        observations: {},
        actions: { apply: act({ policies: [noting("capability")] }) },
      }),
    );
    registry.snapshot();
    expect(asked).to.deep.equal(["registry", "component", "capability"]);
  });

  it("hide where they throw, and are reported in development", async () => {
    const policy: AgentPolicy = {
      name: "broken",
      onDiscovery() {
        throw new Error("who knows");
      },
    };
    const { registry } = createSurface({ policies: [policy], environment: "development" });
    registry.register(cart());
    const printed = await printedDuring(() => {
      expect(registry.snapshot().components).to.deep.equal([]);
    });
    expect(printed.join()).to.contain("who knows");
  });

  it("hide where they give something that is no decision", () => {
    for (const value of [
      undefined,
      null,
      true,
      "expose",
      Promise.resolve({ decision: "expose" }),
    ] as never[]) {
      const { registry } = createSurface({ policies: [{ name: "odd", onDiscovery: () => value }] });
      registry.register(cart());
      expect(registry.snapshot().components).to.deep.equal([]);
    }
  });

  it("learn of the capability, the consumer, the host and the author's internal data", () => {
    const seen: object[] = [];
    const policy: AgentPolicy = {
      name: "noting",
      onDiscovery(context) {
        seen.push({ ...context, now: context.now() });
        return { decision: "expose" };
      },
    };
    const { registry, time } = createSurface({
      policies: [policy],
      context: () => ({ user: "ann" }),
      environment: "production",
    });
    const { registrationId } = registry.register(
      cart({
        meta: { m: 1 },
        internal: { i: 2 },
        observations: {},
        actions: { apply: act({ meta: { n: 3 } }) },
      }),
    );
    registry.snapshot();
    expect(seen).to.deep.equal([
      {
        capabilityId: "view:shop.cart.apply",
        plane: "view",
        kind: "action",
        effect: "local-state",
        registrationId,
        consumer: { id: "anonymous", kind: "embedded" },
        host: { user: "ann" },
        meta: { component: { m: 1 }, capability: { n: 3 } },
        internal: { i: 2 },
        environment: "production",
        now: time.now(),
      },
    ]);
  });

  it("drop a component whose capabilities are all hidden; one without any stays", () => {
    const { registry } = createSurface({ policies: [saying("registry", "hide")] });
    registry.register(cart());
    registry.register({ type: "shop.note", description: "A note." });
    expect(registry.snapshot().components.map(({ type }) => type)).to.deep.equal(["shop.note"]);
  });
});
