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
import { binding, createDomain, order } from "../helpers/procedures.js";

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

describe("snapshot (core API, Snapshot; contract 0, 3, 11, 15)", () => {
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

    it("is told apart from every other one: a prefix with a space is not two", () => {
      const { registry } = mounted(ofTypes("a", "b"));
      expect(registry.snapshot({ scope: ["a", "b"] }).components).to.have.length(2);
      expect(registry.snapshot({ scope: ["a b"] }).components).to.deep.equal([]);
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

    it("are shared where policies decide too, while nothing in them changed", () => {
      const open: AgentPolicy = { name: "open", onDiscovery: () => ({ decision: "expose" }) };
      const { registry } = mounted([cart({ policies: [open] })]);
      expect(registry.snapshot().components[0]).to.equal(registry.snapshot().components[0]);
    });
  });

  describe("procedures in it", () => {
    const hide: AgentPolicy = { name: "hide", onDiscovery: () => ({ decision: "hide" }) };
    const bind = () => ({ orderId: "o-1" });
    const withAction = { actions: { note: act() } };
    const domain = (...definitions: AgentComponentDefinition[]) => {
      const { registry } = createDomain();
      const handles = definitions.map((definition) => registry.register(definition));
      return { registry, handle: handles[0]!, snapshot: registry.snapshot() };
    };
    const owners = ({ procedures }: ReturnType<typeof domain>["snapshot"]) =>
      procedures.map(({ context }) => `${context!.type} ${context!.instanceId}`);

    it("stand at the top level, never inside components", () => {
      const { snapshot } = domain(order([binding()], withAction));
      expect(snapshot.procedures.map(({ procedureId }) => procedureId)).to.deep.equal([
        "domain:orders.cancel",
      ]);
      expect(JSON.stringify(snapshot.components)).not.to.contain("domain:");
    });

    it("are described by id, description, schemas, effect, confirmation, availability, bound fields and meta", () => {
      const outputSchema = fromJsonSchema({ type: "string" });
      const one = binding({ bind, meta: { area: "orders" } }, { outputSchema });
      const { snapshot, handle } = domain(order([one], { instanceId: "o-1" }));
      const [{ inputSchema, ...described }] = snapshot.procedures as [(typeof snapshot.procedures)[0]];
      expect(Object.keys(inputSchema["properties"] as object)).to.deep.equal(["reason", "notify"]);
      expect(described).to.deep.equal({
        procedureId: "domain:orders.cancel",
        description: "Cancels an order.",
        outputSchema: { type: "string" },
        effect: "server-mutation",
        confirmation: "optional",
        available: true,
        boundFields: [{ path: "orderId", locked: true, source: "ui-state" }],
        registrationId: handle.registrationId,
        context: { type: "orders.detail", instanceId: "o-1" },
        meta: { area: "orders" },
      });
    });

    it("link back to the component that brought them, or to the context that the binding names", () => {
      const contextLink = { type: "orders.list", instanceId: "main" };
      const { snapshot } = domain(order(), order([{ ...binding(), contextLink }], { instanceId: "z" }));
      expect(owners(snapshot)).to.deep.equal(["orders.detail default", "orders.list main"]);
    });

    it("carry what describe() says as contextualNote, apart from the stable description", () => {
      const describe = () => "Order 1 of Ann.";
      const [one] = domain(order([binding({ bind, describe })])).snapshot.procedures;
      expect(one).to.include({ description: "Cancels an order.", contextualNote: "Order 1 of Ann." });
    });

    it("have no contextualNote where describe() throws or gives no text", () => {
      const broken = () => {
        throw new Error("no order");
      };
      for (const describe of [broken, () => "", () => 5 as never, undefined]) {
        const { snapshot } = domain(order([binding({ bind, ...(describe && { describe }) })]));
        expect(snapshot.procedures[0]).not.to.have.property("contextualNote");
      }
    });

    it("come in the order of components, and within one as it defines them", () => {
      const two = ["b", "a"].map((path) => binding({ bind }, { path }));
      const { snapshot } = domain(
        order(two, { type: "z" }),
        order([binding()], { type: "a", instanceId: "2" }),
        order([binding()], { type: "a", instanceId: "1" }),
        order([binding()], { type: "y", priority: 5 }),
      );
      expect(owners(snapshot)).to.deep.equal(["y default", "a 1", "a 2", "z default", "z default"]);
      expect(snapshot.procedures.slice(3).map(({ procedureId }) => procedureId)).to.deep.equal([
        "domain:b",
        "domain:a",
      ]);
    });

    it("bring no component along: one with only procedures never appears under components", () => {
      const { snapshot } = domain(order(), order([binding()], { ...withAction, instanceId: "b" }));
      expect(snapshot.components.map(({ instanceId }) => instanceId)).to.deep.equal(["b"]);
    });

    it("stay where policies hide the rest of their component, which is dropped", () => {
      const { snapshot } = domain(order([binding()], { actions: { note: act({ policies: [hide] }) } }));
      expect([snapshot.components.length, snapshot.procedures.length]).to.deep.equal([0, 1]);
    });

    it("that policies hide are absent, and leave their component where it has more", () => {
      const { snapshot } = domain(order([binding({ bind, policies: [hide] })], withAction));
      expect([snapshot.components.length, snapshot.procedures.length]).to.deep.equal([1, 0]);
    });

    it("and all else of a component that policies hide leave nothing of it", () => {
      const { snapshot } = domain(order([binding()], { ...withAction, policies: [hide] }));
      expect([snapshot.components, snapshot.procedures]).to.deep.equal([[], []]);
    });

    it("that are unavailable stay with their reason, or are left out by includeUnavailable false", () => {
      const { registry } = domain(order([binding({ bind, when: () => false, unavailableReason: "sent" })]));
      expect(registry.snapshot().procedures[0]).to.include({ available: false, unavailableReason: "sent" });
      expect(registry.snapshot({ includeUnavailable: false }).procedures).to.deep.equal([]);
    });

    it("are in scope where their component is", () => {
      const { registry } = domain(order(), order([binding()], { type: "shop.cart" }));
      expect(owners(registry.snapshot({ scope: ["shop"] }))).to.deep.equal(["shop.cart default"]);
    });

    it("are dropped with their component by a budget, and count in its bytes", () => {
      const { registry, snapshot } = domain(
        order([binding()], { ...withAction, type: "a" }),
        order([binding()], { ...withAction, type: "b" }),
      );
      const few = registry.snapshot({ budget: { maxComponents: 1 } });
      expect([few.components.length, owners(few)]).to.deep.equal([1, ["a default"]]);
      const bytes = sizeOf(snapshot.components[0]) * 2 + sizeOf(snapshot.procedures[0]);
      const small = registry.snapshot({ budget: { maxBytes: bytes } });
      expect([small.components.length, owners(small)]).to.deep.equal([1, ["a default"]]);
      expect(small.truncated).to.deep.equal({ droppedComponents: 1 });
    });

    it("are deep-frozen, and shared while nothing in them changed", () => {
      const { registry, snapshot } = domain(order([binding({ bind, meta: { a: { b: 1 } } })]));
      expect(unfrozen(snapshot)).to.deep.equal([]);
      registry.register(cart());
      expect(registry.snapshot().procedures[0]).to.equal(snapshot.procedures[0]);
    });

    it("run neither bind() nor the executor", () => {
      let bound = 0;
      const counted = () => ((bound += 1), { orderId: "o-1" });
      const { registry, asked } = createDomain();
      registry.register(order([binding({ bind: counted })]));
      registry.snapshot();
      expect([bound, asked.length], "bound once, by the registration").to.deep.equal([1, 0]);
    });
  });
});
