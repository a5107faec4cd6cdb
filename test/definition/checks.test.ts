import { expect } from "@open-wc/testing";
import {
  AgentSurfaceDefinitionError,
  type AgentComponentDefinition,
  type AgentSchema,
  type RegistryOptions,
} from "../../src/index.js";
import { act, anyObject, cart, createSurface, look, printedDuring } from "../helpers/surface.js";

function refusal(
  definition: unknown,
  options: RegistryOptions = {},
): AgentSurfaceDefinitionError | undefined {
  const { registry } = createSurface(options);
  try {
    registry.register(definition as AgentComponentDefinition);
    return undefined;
  } catch (error) {
    if (!(error instanceof AgentSurfaceDefinitionError)) throw error;
    expect(registry.snapshot().components, "nothing is registered").to.deep.equal([]);
    expect(registry.getVersion()).to.equal("0");
    return error;
  }
}

const withAction = (own: object) => cart({ actions: { apply: { ...act(), ...own } as never } });
const withObservation = (own: object) => cart({ observations: { read: { ...look(), ...own } as never } });
const without = (definition: object, field: string) =>
  Object.fromEntries(Object.entries(definition).filter(([name]) => name !== field));

/** Words for a title, the definition, the field that the message must name. */
type Case = readonly [title: string, definition: unknown, field?: string];

const invalid: readonly Case[] = [
  ["a component without a description", without(cart(), "description"), "description"],
  ["an empty description", cart({ description: "" }), "description"],
  ["a description of white space", cart({ description: " \n" }), "description"],
  ["a description that is no text", cart({ description: 5 as never }), "description"],
  ["an unknown field", { ...cart(), descripton: "x" }, "descripton"],
  ["a priority that is no number", cart({ priority: "high" as never }), "priority"],
  ["a priority that is not finite", cart({ priority: Infinity }), "priority"],
  ["an origin that is no text", cart({ origin: 5 as never }), "origin"],
  ["an enabled that is no boolean", cart({ enabled: "yes" as never }), "enabled"],
  ["a parent without a type", cart({ parent: {} as never }), "parent"],
  ["a parent whose type breaks the grammar", cart({ parent: { type: "Shop" } }), "parent"],
  [
    "a parent whose instance breaks the grammar",
    cart({ parent: { type: "shop", instanceId: "a b" } }),
    "parent",
  ],
  ["a parent that is no object", cart({ parent: "shop" as never }), "parent"],
  ["meta that is no object", cart({ meta: "x" as never }), "meta"],
  ["meta that is a list", cart({ meta: [] as never }), "meta"],
  ["meta with a function", cart({ meta: { f: (() => 1) as never } }), "meta"],
  ["meta with NaN", cart({ meta: { n: NaN } }), "meta"],
  ["internal that is no object", cart({ internal: "x" as never }), "internal"],
  ["observations that are no record", cart({ observations: [look()] as never }), "observations"],
  ["actions that are no record", cart({ actions: "apply" as never }), "actions"],
  ["an action that is no object", cart({ actions: { apply: null as never } }), "view:shop.cart.apply"],
  ["an action without a description", withAction({ description: "" }), "description"],
  ["an action with an unknown field", withAction({ handler: () => undefined }), "handler"],
  ["an action without execute", withAction({ execute: undefined }), "execute"],
  ["an action without an input schema", withAction({ input: undefined }), "input"],
  ["an input that is a bare JSON Schema", withAction({ input: { type: "object" } }), "input"],
  ["an output that is a bare JSON Schema", withAction({ output: { type: "object" } }), "output"],
  ["an action without an effect", withAction({ effect: undefined }), "effect"],
  ["an unknown effect", withAction({ effect: "write" }), "effect"],
  ["the effect of an observation on an action", withAction({ effect: "read" }), "effect"],
  ["an unknown confirmation level", withAction({ confirmation: "always" }), "confirmation"],
  ["an unknown audit level", withAction({ audit: "some" }), "audit"],
  ["an idempotent that is no boolean", withAction({ idempotent: "yes" }), "idempotent"],
  ["a reversible that is no boolean", withAction({ reversible: 0 }), "reversible"],
  ["a when that is no function", withAction({ when: true }), "when"],
  ["an unavailableReason that is a number", withAction({ unavailableReason: 5 }), "unavailableReason"],
  ["a precondition that is no function", withAction({ precondition: true }), "precondition"],
  ["a timeoutMs that is no positive number", withAction({ timeoutMs: 0 }), "timeoutMs"],
  ["policies that are no list", withAction({ policies: {} }), "policies"],
  ["a policy without a name", withAction({ policies: [{}] }), "policies"],
  ["capability meta that is not JSON", withAction({ meta: { s: Symbol("x") } }), "meta"],
  ["an unknown concurrency", withAction({ concurrency: { mode: "all" } }), "concurrency"],
  [
    "a concurrency that may run without bound",
    withAction({ concurrency: { mode: "parallel" } }),
    "concurrency",
  ],
  ["a key concurrency without its key", withAction({ concurrency: { mode: "key" } }), "concurrency"],
  ["an observation without read", withObservation({ read: undefined }), "read"],
  ["an observation without an output schema", withObservation({ output: undefined }), "output"],
  ["an observation with an effect", withObservation({ effect: "read" }), "effect"],
  ["an observation with execute", withObservation({ execute: () => null }), "execute"],
  ["an untrusted that is no boolean", withObservation({ untrusted: "yes" }), "untrusted"],
  ["a definition that is no object", null],
];

describe("what register refuses with INVALID_DEFINITION", () => {
  for (const [title, definition, field] of invalid) {
    it(title, () => {
      const error = refusal(definition);
      expect(error?.code).to.equal("INVALID_DEFINITION");
      if (field !== undefined) expect(error!.message).to.contain(field);
    });
  }

  it("a schema outside the subset, whoever made it, with reason and place", () => {
    const input: AgentSchema<never> = {
      jsonSchema: { type: "object", properties: { a: { not: {} } } },
      parse: (value) => value as never,
    };
    const error = refusal(withAction({ input }));
    expect(error?.code).to.equal("INVALID_DEFINITION");
    expect(error?.reason).to.equal("unsupported-schema");
    expect(error?.path).to.contain("/properties/a");
  });

  for (const [title, jsonSchema] of [
    ["a dangling $ref", { $ref: "#/$defs/gone" }],
    ["a circular $ref", { $defs: { a: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" }],
    ["a remote $ref", { $ref: "https://example.org/a.json" }],
    ["an invalid pattern", { type: "string", pattern: "(" }],
    ["a wrongly typed keyword", { type: "string", minLength: "5" }],
    ["a boolean schema", { type: "object", properties: { a: true } }],
  ] as const) {
    it(`a schema with ${title}, already when it is registered`, () => {
      const output: AgentSchema<never> = { jsonSchema, parse: (value) => value as never };
      expect(refusal(withObservation({ output }))?.code).to.equal("INVALID_DEFINITION");
    });
  }
});

describe("what register refuses with another code", () => {
  for (const effect of ["server-query", "server-mutation", "external-side-effect", "destructive"]) {
    it(`PLANE_VIOLATION: the server effect ${effect} on a view action`, () => {
      expect(refusal(withAction({ effect }))?.code).to.equal("PLANE_VIOLATION");
    });
  }

  it("PLANE_VIOLATION: a procedure without an installed executor", () => {
    const procedures = [{ kind: "procedure-binding", ref: {}, config: {} }] as never;
    expect(refusal(cart({ procedures }))?.code).to.equal("PLANE_VIOLATION");
  });

  it("DUPLICATE_CAPABILITY: one name for an observation and an action", () => {
    const error = refusal(cart({ observations: { same: look() }, actions: { same: act() } }));
    expect(error?.code).to.equal("DUPLICATE_CAPABILITY");
    expect(error!.message).to.contain("same");
  });

  it("LIMIT_EXCEEDED: a component description of more than 500 characters", () => {
    expect(refusal(cart({ description: "x".repeat(500) }))).to.equal(undefined);
    expect(refusal(cart({ description: "x".repeat(501) }))?.code).to.equal("LIMIT_EXCEEDED");
  });

  it("LIMIT_EXCEEDED: a capability description of more than 300 characters", () => {
    for (const make of [withAction, withObservation]) {
      expect(refusal(make({ description: "x".repeat(300) }))).to.equal(undefined);
      expect(refusal(make({ description: "x".repeat(301) }))?.code).to.equal("LIMIT_EXCEEDED");
    }
  });

  it("LIMIT_EXCEEDED: more than 2,048 bytes of meta, counted in UTF-8", () => {
    const around = '{"text":""}'.length;
    const fits = "x".repeat(2_048 - around);
    for (const make of [cart, withAction, withObservation]) {
      expect(refusal(make({ meta: { text: fits } }))).to.equal(undefined);
      expect(refusal(make({ meta: { text: `${fits}x` } }))?.code).to.equal("LIMIT_EXCEEDED");
      expect(refusal(make({ meta: { text: "é".repeat(1_030) } }))?.code).to.equal("LIMIT_EXCEEDED");
    }
  });

  it("each of these limits can be set", () => {
    const limits = { maxComponentDescription: 9, maxCapabilityDescription: 15, maxMetaBytes: 7 };
    expect(refusal(cart({ meta: { a: 1 } }), { limits })).to.equal(undefined);
    expect(refusal(cart({ description: "0123456789" }), { limits })?.code).to.equal("LIMIT_EXCEEDED");
    expect(refusal(withAction({ description: "0123456789012345" }), { limits })?.code).to.equal(
      "LIMIT_EXCEEDED",
    );
    expect(refusal(cart({ meta: { a: 10 } }), { limits })?.code).to.equal("LIMIT_EXCEEDED");
  });

  it("a schema larger than maxSchemaBytes or deeper than maxSchemaDepth", () => {
    const nested = (depth: number): object =>
      depth === 0 ? { type: "string" } : { type: "array", items: nested(depth - 1) };
    const raw = (jsonSchema: object) =>
      ({ jsonSchema, parse: (value: unknown) => value }) as AgentSchema<never>;
    expect(refusal(withAction({ input: raw(nested(8)) }))).to.equal(undefined);
    expect(refusal(withAction({ input: raw(nested(9)) }))).to.be.instanceOf(AgentSurfaceDefinitionError);
    const large = raw({ type: "string", description: "x".repeat(16_384) });
    expect(refusal(withAction({ input: large }))).to.be.instanceOf(AgentSurfaceDefinitionError);
    expect(
      refusal(withAction({ input: raw(nested(3)) }), { limits: { maxSchemaDepth: 2 } }),
    ).to.be.instanceOf(AgentSurfaceDefinitionError);
    expect(
      refusal(withAction({ input: raw(nested(3)) }), { limits: { maxSchemaBytes: 20 } }),
    ).to.be.instanceOf(AgentSurfaceDefinitionError);
  });
});

describe("structural defects", () => {
  for (const environment of ["development", "production", "test"] as const) {
    it(`throw in ${environment}`, () => {
      expect(refusal(cart({ description: "" }), { environment })?.code).to.equal("INVALID_DEFINITION");
    });
  }

  it("throw before the guard is asked", () => {
    let asked = 0;
    const onRegister = () => {
      asked += 1;
      return "accept" as const;
    };
    expect(refusal(cart({ description: "" }), { onRegister })).not.to.equal(undefined);
    expect(asked).to.equal(0);
  });

  it("name the component or the capability", () => {
    expect(refusal(cart({ origin: 5 as never }))!.message).to.contain("shop.cart");
    expect(refusal(withAction({ effect: "x" }))!.message).to.contain("view:shop.cart.apply");
  });
});

describe("sensitive paths", () => {
  it("are dot-separated names, with * for any item", () => {
    const environment = "development" as const;
    void printedDuring(() => {
      expect(
        refusal(withAction({ sensitive: ["a", "card.number", "lines.*.note"] }), { environment }),
      ).to.equal(undefined);
    });
  });

  for (const path of ["", "card..number", ".card", "card."]) {
    it(`such as ${JSON.stringify(path)} that cannot be parsed are a definition error in development`, () => {
      const error = refusal(withAction({ sensitive: [path] }), { environment: "development" });
      expect(error?.code).to.equal("INVALID_DEFINITION");
    });
  }
});

describe("defaults", () => {
  it("of an action: not idempotent, reversible, never confirmed", () => {
    const { registry } = createSurface();
    registry.register(cart({ actions: { apply: act(), go: act({ effect: "navigation" }) } }));
    for (const action of registry.snapshot().components[0]!.actions) {
      expect(action).to.include({
        idempotent: false,
        reversible: true,
        confirmation: "never",
        available: true,
      });
    }
  });

  it("of a component: the instance default, and nothing optional in its descriptor", () => {
    const { registry } = createSurface();
    registry.register({ type: "shop.cart", description: "The cart." });
    const [component] = registry.snapshot().components;
    expect(component).to.have.all.keys(
      "type",
      "instanceId",
      "registrationId",
      "description",
      "observations",
      "actions",
    );
    expect(component!.instanceId).to.equal("default");
  });

  it("of a parent: the instance default", () => {
    const { registry } = createSurface();
    registry.register(cart({ parent: { type: "shop" } }));
    expect(registry.snapshot().components[0]!.parent).to.deep.equal({ type: "shop", instanceId: "default" });
  });
});

describe("what a definition stands for", () => {
  it("is frozen at register: later changes of ids, texts, schemas and meta are not seen", () => {
    const { registry } = createSurface();
    const input: AgentSchema<never> = {
      jsonSchema: { type: "object", properties: { a: { type: "string" } } },
      parse: (value) => anyObject.parse(value) as never,
    };
    const meta = { list: [1] };
    const definition = cart({ meta, actions: { apply: act({ input }) } });
    registry.register(definition);
    const before = JSON.stringify(registry.snapshot().components);
    definition.description = "Another thing.";
    definition.actions!["apply"]!.description = "Does another thing.";
    definition.actions!["apply"]!.effect = "navigation";
    meta.list.push(2);
    (input.jsonSchema["properties"] as Record<string, unknown>)["b"] = { type: "number" };
    expect(JSON.stringify(registry.snapshot().components)).to.equal(before);
  });

  it("leaves the author's own objects unfrozen", () => {
    const { registry } = createSurface();
    const meta = { list: [1] };
    const definition = cart({ meta, policies: [] });
    registry.register(definition);
    registry.snapshot();
    for (const own of [definition, meta, meta.list, definition.actions!, definition.policies!]) {
      expect(Object.isFrozen(own)).to.equal(false);
    }
  });
});
