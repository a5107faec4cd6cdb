import { expect } from "@open-wc/testing";
import {
  fromJsonSchema,
  type AgentComponentDefinition,
  type AgentConsumer,
  type AgentPolicy,
  type RegistryOptions,
  type SnapshotContext,
} from "../../src/index.js";
import { act, cart, consumer, createSurface, look, printedDuring, unfrozen } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

function mounted(definitions: AgentComponentDefinition[], options: RegistryOptions = {}) {
  const surface = createSurface(options);
  const handles = definitions.map((definition) => surface.registry.register(definition));
  return { ...surface, handles, handle: handles[0]! };
}

const ofTypes = (...types: string[]) => types.map((type) => cart({ type }));

function typesOf(definitions: AgentComponentDefinition[], context: SnapshotContext = {}): string[] {
  return mounted(definitions)
    .registry.snapshot(context)
    .components.map(({ type }) => type);
}

const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

describe("snapshot (core API, Snapshot; contract 0, 3, 15)", () => {
  describe("what it is", () => {
    it("is given at once, not by a promise", () => {
      expect(createSurface().registry.snapshot()).not.to.have.property("then");
    });

    it("runs no handler and no precondition", () => {
      let ran = 0;
      const run = () => void (ran += 1);
      mounted([
        cart({
          observations: { read: look({ read: () => (run(), null) }) },
          actions: { apply: act({ execute: run, precondition: run }) },
          state: () => (run(), null),
        }),
      ]).registry.snapshot();
      expect(ran).to.equal(0);
    });

    it("has no side effect: no event, no version, no audit, no timer", async () => {
      const { registry, events, audit, time } = mounted([cart()]);
      await turn();
      const before = [events.length, audit.events().length, registry.getVersion()];
      registry.snapshot();
      await turn();
      expect([events.length, audit.events().length, registry.getVersion()]).to.deep.equal(before);
      expect(time.waiting).to.equal(0);
    });

    it("is deep-frozen", () => {
      const definition = cart({ meta: { a: [{ b: 1 }] }, parent: { type: "shop" } });
      const { registry } = mounted([definition], { route: () => ({ path: "/", params: { a: "1" } }) });
      expect(unfrozen(registry.snapshot({ budget: { maxComponents: 0 } }))).to.deep.equal([]);
      expect(unfrozen(registry.snapshot())).to.deep.equal([]);
    });

    it("is plain JSON", () => {
      const snapshot = mounted([cart({ meta: { a: [1, null] } })]).registry.snapshot();
      expect(JSON.parse(JSON.stringify(snapshot))).to.deep.equal(snapshot);
    });

    it("stays as it was when the surface changes", () => {
      const { registry, handle } = mounted([cart()]);
      const snapshot = registry.snapshot();
      const before = JSON.stringify(snapshot);
      handle.update({ enabled: false });
      handle.unregister();
      expect(JSON.stringify(snapshot)).to.equal(before);
    });
  });

  describe("what it has", () => {
    it("names the surface, its version and the time of its capture in ISO 8601", () => {
      const { registry, time } = mounted([cart()]);
      expect(registry.snapshot()).to.include({
        surfaceId: registry.surfaceId,
        surfaceVersion: "1",
        capturedAt: new Date(time.now()).toISOString(),
      });
    });

    it("has no components and no procedures on an empty registry", () => {
      expect(createSurface().registry.snapshot()).to.deep.include({ components: [], procedures: [] });
    });

    it("describes a component by type, instance, registration, description, parent and meta", () => {
      const parent = { type: "shop", instanceId: "main" };
      const { registry, handle } = mounted([
        { type: "shop.cart", instanceId: "a", description: "The cart.", parent, meta: { b: 1 } },
      ]);
      expect(registry.snapshot().components).to.deep.equal([
        {
          type: "shop.cart",
          instanceId: "a",
          registrationId: handle.registrationId,
          description: "The cart.",
          parent,
          meta: { b: 1 },
          observations: [],
          actions: [],
        },
      ]);
    });

    it("describes an observation by id, name, description, output schema, availability and meta", () => {
      const output = fromJsonSchema({ type: "object", properties: { total: { type: "number" } } });
      const read = look({ output, meta: { a: 1 } });
      const [described] = mounted([cart({ observations: { read } })]).registry.snapshot().components;
      expect(described!.observations).to.deep.equal([
        {
          capabilityId: "view:shop.cart.read",
          name: "read",
          description: "Reads a thing.",
          outputSchema: { type: "object", properties: { total: { type: "number" } } },
          available: true,
          meta: { a: 1 },
        },
      ]);
    });

    it("describes an action by its schemas, effect, idempotence, reversibility and confirmation too", () => {
      const input = fromJsonSchema<never>({ type: "object", properties: { code: { type: "string" } } });
      const output = fromJsonSchema({ type: "number" });
      const own = { idempotent: true, reversible: false, confirmation: "optional" } as const;
      const apply = act({ input, output, effect: "navigation", meta: { a: 1 }, ...own });
      const [described] = mounted([cart({ actions: { apply } })]).registry.snapshot().components;
      expect(described!.actions).to.deep.equal([
        {
          capabilityId: "view:shop.cart.apply",
          name: "apply",
          description: "Does a thing.",
          inputSchema: { type: "object", properties: { code: { type: "string" } } },
          outputSchema: { type: "number" },
          effect: "navigation",
          ...own,
          available: true,
          meta: { a: 1 },
        },
      ]);
    });

    it("has no output schema for an action that declares none", () => {
      const [described] = mounted([cart()]).registry.snapshot().components;
      expect(described!.actions[0]).not.to.have.property("outputSchema");
    });

    it("is flat: a child stands beside its parent and names it", () => {
      const child = cart({ type: "shop.cart.line", parent: { type: "shop.cart" } });
      const { components } = mounted([cart(), child]).registry.snapshot();
      expect(components.map(({ type, parent }) => [type, parent?.type])).to.deep.equal([
        ["shop.cart", undefined],
        ["shop.cart.line", "shop.cart"],
      ]);
    });

    it("never contains internal metadata", () => {
      const { registry } = mounted([cart({ internal: { tenant: "secret" } })]);
      expect(JSON.stringify(registry.snapshot())).not.to.match(/secret|internal|tenant/);
    });

    it("never contains policies, origin, priority, audit levels, time-outs or sensitive paths", () => {
      const policies: AgentPolicy[] = [{ name: "secret-policy" }];
      const apply = act({ policies, sensitive: ["secretPath"], audit: "full", timeoutMs: 4711 });
      const own = { policies, origin: "secret", priority: 4711, sensitive: ["secretState"] };
      const text = JSON.stringify(mounted([cart({ ...own, actions: { apply } })]).registry.snapshot());
      expect(text).not.to.match(/secret|4711|polic|audit|origin|priority/);
    });

    it("never contains what a handler could read", () => {
      const { registry } = mounted([cart({ observations: { read: look({ read: () => "state-value" }) } })]);
      expect(JSON.stringify(registry.snapshot())).not.to.contain("state-value");
    });
  });

  describe("the route", () => {
    it("is what the host gives at that moment", () => {
      let path = "/a";
      const { registry } = createSurface({ route: () => ({ path, params: { id: "1" } }) });
      expect(registry.snapshot().route).to.deep.equal({ path: "/a", params: { id: "1" } });
      path = "/b";
      expect(registry.snapshot().route!.path).to.equal("/b");
    });

    it("is a copy: the host's own object is not frozen and not followed", () => {
      const route = { path: "/a" };
      const { registry } = createSurface({ route: () => route });
      const snapshot = registry.snapshot();
      route.path = "/b";
      expect(snapshot.route!.path).to.equal("/a");
      expect(Object.isFrozen(route)).to.equal(false);
    });

    it("is absent where the host gives none", () => {
      expect(createSurface().registry.snapshot()).not.to.have.property("route");
      expect(createSurface({ route: () => undefined }).registry.snapshot()).not.to.have.property("route");
    });

    it("is absent where the host's function throws", async () => {
      const route = () => {
        throw new Error("no route");
      };
      await printedDuring(() => {
        expect(createSurface({ route }).registry.snapshot()).not.to.have.property("route");
      });
    });
  });

  describe("the order", () => {
    it("sorts components by priority, the highest first", () => {
      const definitions = [-1, 5, 0].map((priority) => cart({ type: `p${priority + 1}`, priority }));
      expect(typesOf(definitions)).to.deep.equal(["p6", "p1", "p0"]);
    });

    it("sorts components of one priority by type", () => {
      expect(typesOf(ofTypes("b", "a.b", "c", "a"))).to.deep.equal(["a", "a.b", "b", "c"]);
    });

    it("sorts components of one type by instance id", () => {
      const { registry } = mounted(["2", "B", "10", "a"].map((instanceId) => cart({ instanceId })));
      const ids = registry.snapshot().components.map(({ instanceId }) => instanceId);
      expect(ids).to.deep.equal(["10", "2", "B", "a"]);
    });

    it("holds a component without a priority for one of priority 0", () => {
      const definitions = [
        cart({ type: "b", priority: 0 }),
        cart({ type: "a" }),
        cart({ type: "c", priority: 1 }),
      ];
      expect(typesOf(definitions)).to.deep.equal(["c", "a", "b"]);
    });

    it("never depends on the order of registration", () => {
      const definitions = ofTypes("a", "b", "c", "d");
      expect(typesOf([...definitions].reverse())).to.deep.equal(typesOf(definitions));
    });

    it("keeps capabilities in the order of the definition", () => {
      const actions = { b: act(), a: act(), c: act() };
      const [described] = mounted([cart({ actions })]).registry.snapshot().components;
      expect(described!.actions.map(({ name }) => name)).to.deep.equal(["b", "a", "c"]);
    });
  });

  describe("the consumer", () => {
    const seen = (context?: SnapshotContext) => {
      const consumers: AgentConsumer[] = [];
      const noting: AgentPolicy = {
        name: "noting",
        onDiscovery(asked) {
          consumers.push(asked.consumer);
          return { decision: "expose" };
        },
      };
      mounted([cart({ observations: {} })], { policies: [noting] }).registry.snapshot(context);
      return consumers;
    };

    it("is anonymous and embedded where none is given", () => {
      expect(seen()).to.deep.equal([{ id: "anonymous", kind: "embedded" }]);
    });

    it("is handed to the policies as it is given, grants included", () => {
      const asking = { ...consumer("me"), grants: ["read"] };
      expect(seen({ consumer: asking })).to.deep.equal([asking]);
    });

    it("sees what the policies show it, and nothing else", () => {
      const owned: AgentPolicy = {
        name: "owned",
        onDiscovery: ({ consumer: { id } }) => ({ decision: id === "owner" ? "expose" : "hide" }),
      };
      const { registry } = mounted([cart({ actions: { apply: act({ policies: [owned] }) } })]);
      const actionsFor = (id: string) => registry.snapshot({ consumer: consumer(id) }).components[0]!.actions;
      expect([actionsFor("owner").length, actionsFor("guest").length]).to.deep.equal([1, 0]);
    });

    it("has onDiscovery asked anew at every snapshot", () => {
      let asked = 0;
      const counting: AgentPolicy = {
        name: "counting",
        onDiscovery: () => ((asked += 1), { decision: "expose" }),
      };
      const { registry } = mounted([cart({ observations: {} })], { policies: [counting] });
      registry.snapshot();
      registry.snapshot();
      expect(asked).to.equal(2);
    });
  });

  describe("the scope", () => {
    it("keeps the types that begin with one of its prefixes", () => {
      const definitions = ofTypes("devices", "devices.table", "users", "users.list", "orders");
      expect(typesOf(definitions, { scope: ["devices", "users.list"] })).to.deep.equal([
        "devices",
        "devices.table",
        "users.list",
      ]);
    });

    it("matches prefixes by whole segments", () => {
      expect(typesOf(ofTypes("devices", "devices2", "devices-old"), { scope: ["devices"] })).to.deep.equal([
        "devices",
      ]);
    });

    it("is everything where it is absent or empty", () => {
      expect(typesOf(ofTypes("a", "b"))).to.deep.equal(["a", "b"]);
      expect(typesOf(ofTypes("a", "b"), { scope: [] })).to.deep.equal(["a", "b"]);
    });

    it("of an unknown type is nothing", () => {
      expect(typesOf(ofTypes("a"), { scope: ["none"] })).to.deep.equal([]);
    });
  });

  describe("what is unavailable in it", () => {
    const definition = cart({ actions: { apply: act({ when: () => false }), clear: act() } });
    const names = (context: SnapshotContext) => {
      const [described] = mounted([definition]).registry.snapshot(context).components;
      return described!.actions.map(({ name }) => name);
    };

    it("is included by default", () => {
      expect(names({})).to.deep.equal(["apply", "clear"]);
    });

    it("is left out by includeUnavailable false", () => {
      expect(names({ includeUnavailable: false })).to.deep.equal(["clear"]);
    });
  });

  describe("the budget", () => {
    const definitions = [
      cart({ type: "a", priority: -1 }),
      cart({ type: "b" }),
      cart({ type: "c" }),
      cart({ type: "d", priority: 5 }),
    ];

    it("drops the lowest priority first", () => {
      expect(typesOf(definitions, { budget: { maxComponents: 3 } })).to.deep.equal(["d", "b", "c"]);
    });

    it("drops components of one priority from the end", () => {
      expect(typesOf(definitions, { budget: { maxComponents: 2 } })).to.deep.equal(["d", "b"]);
    });

    it("says how many it dropped", () => {
      const { truncated } = mounted(definitions).registry.snapshot({ budget: { maxComponents: 1 } });
      expect(truncated).to.deep.equal({ droppedComponents: 3 });
    });

    it("leaves no mark where it drops nothing", () => {
      const { registry } = mounted(definitions);
      expect(registry.snapshot()).not.to.have.property("truncated");
      expect(registry.snapshot({ budget: { maxComponents: 4 } })).not.to.have.property("truncated");
    });

    it("in bytes keeps no more than fits, in UTF-8", () => {
      const wide = ["a", "b", "c"].map((type) => cart({ type, description: "ü".repeat(200) }));
      const { registry } = mounted(wide);
      const one = sizeOf(registry.snapshot().components[0]);
      const { components, truncated } = registry.snapshot({ budget: { maxBytes: one * 2 + 50 } });
      expect(components).to.have.length(2);
      expect(truncated).to.deep.equal({ droppedComponents: 1 });
    });
  });

  describe("descriptors", () => {
    it("are shared between snapshots while nothing in them changed", () => {
      const { registry } = mounted([cart({ instanceId: "a" })]);
      const [before] = registry.snapshot().components;
      registry.register(cart({ instanceId: "b" }));
      expect(registry.snapshot().components[0]).to.equal(before);
    });

    it("are made anew where the availability changed, and only there", () => {
      const { registry, handle } = mounted([cart()]);
      const [before] = registry.snapshot().components;
      handle.update({ availability: { apply: { available: false } } });
      const [after] = registry.snapshot().components;
      expect(after!.actions[0]).not.to.equal(before!.actions[0]);
      expect(after!.observations[0]).to.equal(before!.observations[0]);
    });

    it("never show one consumer what another one sees", () => {
      const by: AgentPolicy = {
        name: "by",
        onDiscovery: ({ consumer: { id } }) =>
          id === "owner" ? { decision: "expose" } : { decision: "disable", reason: "Not yours." },
      };
      const { registry } = mounted([cart({ policies: [by] })]);
      const stateFor = (id: string) =>
        registry.snapshot({ consumer: consumer(id) }).components[0]!.actions[0]!.unavailableReason;
      expect(["owner", "guest", "owner", "guest"].map(stateFor)).to.deep.equal([
        undefined,
        "Not yours.",
        undefined,
        "Not yours.",
      ]);
    });
  });
});
