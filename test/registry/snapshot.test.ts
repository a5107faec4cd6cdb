import { expect } from "@open-wc/testing";
import fc from "fast-check";
import { fromJsonSchema, type AgentComponentDefinition } from "../../src/index.js";
import { act, cart, consumer, createSurface, look, unfrozen } from "../helpers/surface.js";
import { runs } from "../helpers/runs.js";

const typesIn = (components: { type: string; instanceId: string }[]) =>
  components.map(({ type, instanceId }) => (instanceId === "default" ? type : `${type}@${instanceId}`));

describe("a snapshot", () => {
  it("has the surface, its version, the time, components and procedures", () => {
    const { registry, time } = createSurface();
    registry.register(cart());
    const snapshot = registry.snapshot();
    expect(snapshot).to.have.all.keys(
      "surfaceId",
      "surfaceVersion",
      "capturedAt",
      "components",
      "procedures",
    );
    expect(snapshot.surfaceId).to.equal(registry.surfaceId);
    expect(snapshot.capturedAt).to.equal(new Date(time.now()).toISOString());
    expect(snapshot.procedures).to.deep.equal([]);
  });

  it("describes every capability whole", () => {
    const { registry } = createSurface();
    const output = fromJsonSchema({ type: "object", properties: { total: { type: "number" } } });
    const input = fromJsonSchema<{ code: string }>({
      type: "object",
      properties: { code: { type: "string" } },
    });
    const { registrationId } = registry.register({
      type: "shop.cart",
      instanceId: "a",
      description: "The cart.",
      parent: { type: "shop", instanceId: "main" },
      meta: { area: "sales" },
      observations: { read: { description: "Reads it.", output, read: () => ({}), meta: { m: 1 } } },
      actions: {
        apply: {
          description: "Applies a code.",
          input: input as never,
          output: output as never,
          effect: "navigation",
          idempotent: true,
          reversible: false,
          confirmation: "optional",
          execute: () => ({}),
          meta: { m: 2 },
        },
      },
    });
    expect(registry.snapshot().components).to.deep.equal([
      {
        type: "shop.cart",
        instanceId: "a",
        registrationId,
        description: "The cart.",
        parent: { type: "shop", instanceId: "main" },
        meta: { area: "sales" },
        observations: [
          {
            capabilityId: "view:shop.cart.read",
            name: "read",
            description: "Reads it.",
            outputSchema: output.jsonSchema,
            available: true,
            meta: { m: 1 },
          },
        ],
        actions: [
          {
            capabilityId: "view:shop.cart.apply",
            name: "apply",
            description: "Applies a code.",
            inputSchema: input.jsonSchema,
            outputSchema: output.jsonSchema,
            effect: "navigation",
            idempotent: true,
            reversible: false,
            confirmation: "optional",
            available: true,
            meta: { m: 2 },
          },
        ],
      },
    ]);
  });

  it("is deep-frozen JSON", () => {
    const { registry } = createSurface({ route: () => ({ path: "/cart", params: { id: "1" } }) });
    registry.register(cart({ meta: { list: [{ a: 1 }] }, parent: { type: "shop" } }));
    const snapshot = registry.snapshot({ budget: { maxComponents: 1 } });
    expect(unfrozen(snapshot)).to.deep.equal([]);
    expect(JSON.parse(JSON.stringify(snapshot))).to.deep.equal(snapshot);
  });

  it("is deep-frozen also where a schema's author froze only its outside", () => {
    const { registry } = createSurface();
    const jsonSchema = Object.freeze({ type: "object", properties: { a: { type: "string" } } });
    registry.register(
      cart({ actions: { apply: act({ input: { jsonSchema, parse: (value) => value as never } }) } }),
    );
    expect(unfrozen(registry.snapshot())).to.deep.equal([]);
    jsonSchema.properties.a.type = "number";
    const schema = registry.snapshot().components[0]!.actions[0]!.inputSchema;
    expect(schema).to.deep.equal({ type: "object", properties: { a: { type: "string" } } });
  });

  it("runs no handler", () => {
    const { registry } = createSurface();
    let ran = 0;
    const run = () => void (ran += 1);
    registry.register(
      cart({
        observations: { read: look({ read: () => (run(), null) }) },
        actions: { apply: act({ execute: run, precondition: run }) },
      }),
    );
    registry.snapshot();
    expect(ran).to.equal(0);
  });

  it("changes neither the version nor what listeners hear", () => {
    const { registry, events } = createSurface();
    registry.register(cart());
    events.length = 0;
    registry.snapshot();
    expect(registry.getVersion()).to.equal("1");
    expect(events).to.deep.equal([]);
  });

  it("never contains what is internal, nor the origin, the priority, policies, labels or sensitive paths", () => {
    const { registry } = createSurface();
    const policy = { name: "secret-policy" };
    registry.register(
      cart({
        internal: { tenant: "secret-internal" },
        origin: "secret-origin",
        priority: 4711,
        policies: [policy],
        sensitive: ["secretPath"],
        actions: {
          apply: act({ policies: [policy], sensitive: ["secretPath"], audit: "full", timeoutMs: 4711 }),
        },
      }),
    );
    const text = JSON.stringify(registry.snapshot());
    for (const word of ["secret", "4711", "internal", "policies", "audit", "full"]) {
      expect(text).not.to.contain(word);
    }
  });

  it("is empty on a registry without components", () => {
    expect(createSurface().registry.snapshot().components).to.deep.equal([]);
  });
});

describe("the route", () => {
  it("is asked at every snapshot and copied: the host's own object stays its own", () => {
    const route = { path: "/a", params: { id: "1" } };
    const { registry } = createSurface({ route: () => route });
    const before = registry.snapshot().route!;
    route.path = "/b";
    expect(before).to.deep.equal({ path: "/a", params: { id: "1" } });
    expect(registry.snapshot().route!.path).to.equal("/b");
    expect(Object.isFrozen(route)).to.equal(false);
  });

  it("is absent where the host gives none or throws", () => {
    expect(createSurface({ route: () => undefined }).registry.snapshot()).not.to.have.property("route");
    const route = () => {
      throw new Error("no route");
    };
    expect(createSurface({ route }).registry.snapshot()).not.to.have.property("route");
  });
});

describe("descriptors", () => {
  it("are shared between snapshots while nothing in them changed", () => {
    const { registry } = createSurface();
    registry.register(cart({ instanceId: "a" }));
    const [before] = registry.snapshot().components;
    registry.register(cart({ instanceId: "b" }));
    expect(registry.snapshot().components[0]).to.equal(before);
  });

  it("are made anew where their availability changed, the others stay", () => {
    const { registry } = createSurface();
    const handle = registry.register(cart());
    const [before] = registry.snapshot().components;
    handle.update({ availability: { apply: { available: false } } });
    const [after] = registry.snapshot().components;
    expect(after).not.to.equal(before);
    expect(before!.actions[0]!.available).to.equal(true);
    expect(after!.actions[0]!.available).to.equal(false);
    expect(after!.observations[0]).to.equal(before!.observations[0]);
  });

  it("follow when at every snapshot", () => {
    const { registry } = createSurface();
    let open = true;
    registry.register(cart({ actions: { apply: act({ when: () => open }) } }));
    const available = () => registry.snapshot().components[0]!.actions[0]!.available;
    expect(available()).to.equal(true);
    open = false;
    expect(available()).to.equal(false);
    open = true;
    expect(available()).to.equal(true);
  });

  it("of one consumer do not show in another's", () => {
    const { registry } = createSurface({
      policies: [
        {
          name: "own",
          onDiscovery: ({ consumer: { id }, kind }) =>
            id === "guest" && kind === "action" ? { decision: "hide" } : { decision: "expose" },
        },
      ],
    });
    registry.register(cart());
    for (const [id, count] of [
      ["guest", 0],
      ["owner", 1],
      ["guest", 0],
    ] as const) {
      const [component] = registry.snapshot({ consumer: consumer(id) }).components;
      expect(component!.actions).to.have.length(count);
    }
  });
});

describe("the order of components", () => {
  it("is priority, then type, then instance, however they were mounted", () => {
    const definitions: AgentComponentDefinition[] = [
      cart({ type: "b", instanceId: "2" }),
      cart({ type: "b", instanceId: "1" }),
      cart({ type: "b", instanceId: "10" }),
      cart({ type: "a" }),
      cart({ type: "z", priority: 1 }),
      cart({ type: "y", priority: -1 }),
      cart({ type: "a.b" }),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(definitions, { minLength: definitions.length }), (shuffled) => {
        const { registry } = createSurface();
        for (const definition of shuffled) registry.register(definition);
        expect(typesIn(registry.snapshot().components)).to.deep.equal([
          "z",
          "a",
          "a.b",
          "b@1",
          "b@10",
          "b@2",
          "y",
        ]);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe("the scope", () => {
  const registryWith = (...types: string[]) => {
    const { registry } = createSurface();
    for (const type of types) registry.register(cart({ type }));
    return registry;
  };

  it("keeps the types that start with one of its prefixes, by whole segments", () => {
    const registry = registryWith("devices", "devices.table", "devices2", "users", "users.list", "orders");
    const components = registry.snapshot({ scope: ["devices", "users.list"] }).components;
    expect(typesIn(components)).to.deep.equal(["devices", "devices.table", "users.list"]);
  });

  it("is told apart from every other that was asked for before", () => {
    const registry = registryWith("a", "b");
    const asked = (scope: string[], includeUnavailable = true) =>
      typesIn(registry.snapshot({ scope, includeUnavailable }).components);
    const scopes: [string[], string[]][] = [
      [["a b"], []],
      [
        ["a", "b"],
        ["a", "b"],
      ],
      [["a,b"], []],
      [["a"], ["a"]],
      [['a","b'], []],
      [[], ["a", "b"]],
      [[""], []],
      [["true"], []],
    ];
    for (const [scope, types] of scopes) {
      for (const [other] of scopes) {
        asked(other);
        expect(asked(scope), `${JSON.stringify(scope)} after ${JSON.stringify(other)}`).to.deep.equal(types);
        asked(other, false);
        expect(asked(scope), JSON.stringify(scope)).to.deep.equal(types);
      }
    }
  });

  it("is everything where it is empty or absent", () => {
    const registry = registryWith("a", "b");
    expect(registry.snapshot({ scope: [] }).components).to.have.length(2);
    expect(registry.snapshot({}).components).to.have.length(2);
  });
});

describe("includeUnavailable: false", () => {
  it("leaves out what cannot be used now", () => {
    const { registry } = createSurface();
    registry.register(cart({ actions: { apply: act({ when: () => false }), clear: act() } }));
    const [component] = registry.snapshot({ includeUnavailable: false }).components;
    expect(component!.actions.map(({ name }) => name)).to.deep.equal(["clear"]);
    const [whole] = registry.snapshot().components;
    expect(whole!.actions.map(({ name }) => name)).to.deep.equal(["apply", "clear"]);
  });
});

describe("a budget", () => {
  it("drops the lowest priority first, ties from the end, and says how many", () => {
    const { registry } = createSurface();
    for (const [type, priority] of [
      ["a", 0],
      ["b", 0],
      ["c", 5],
      ["d", -1],
    ] as const) {
      registry.register(cart({ type, priority }));
    }
    const { components, truncated } = registry.snapshot({ budget: { maxComponents: 2 } });
    expect(typesIn(components)).to.deep.equal(["c", "a"]);
    expect(truncated).to.deep.equal({ droppedComponents: 2 });
  });

  it("in bytes holds for what is kept", () => {
    const { registry } = createSurface();
    for (const type of ["a", "b", "c"]) registry.register(cart({ type, description: "ü".repeat(200) }));
    const one = new TextEncoder().encode(JSON.stringify(registry.snapshot().components[0])).length;
    const { components, truncated } = registry.snapshot({ budget: { maxBytes: one * 2 + 20 } });
    expect(components).to.have.length(2);
    expect(truncated).to.deep.equal({ droppedComponents: 1 });
  });

  it("that drops nothing leaves no mark", () => {
    const { registry } = createSurface();
    registry.register(cart());
    expect(registry.snapshot({ budget: { maxComponents: 1 } })).not.to.have.property("truncated");
    expect(registry.snapshot()).not.to.have.property("truncated");
  });

  it("of nothing drops everything, and says so", () => {
    const { registry } = createSurface();
    registry.register(cart());
    const { components, truncated } = registry.snapshot({ budget: { maxComponents: 0 } });
    expect(components).to.deep.equal([]);
    expect(truncated).to.deep.equal({ droppedComponents: 1 });
  });
});
