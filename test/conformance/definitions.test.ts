import { expect } from "@open-wc/testing";
import {
  action,
  AgentSchemaError,
  createAgentToolset,
  defineAgentComponent,
  emptyObjectSchema,
  fromJsonSchema,
  fromStandardSchema,
  observation,
  type AgentComponentDefinition,
  type AgentSchema,
  type JsonSchema,
} from "../../src/index.js";
import {
  act,
  anyObject,
  anyOutput,
  cart,
  consumer,
  createSurface,
  look,
  thrownBy,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { codeOf, component, refusalOf, withAction, withObservation, without } from "./refusals.js";

/** The refusal of a schema as an action's input, which `register` and `fromJsonSchema` share. */
const refusedSchema = (jsonSchema: JsonSchema) =>
  refusalOf(withAction({ input: { jsonSchema, parse: (value: unknown) => value } }));

const isAccepted = (jsonSchema: JsonSchema) => refusedSchema(jsonSchema) === undefined;

function described(definition: AgentComponentDefinition) {
  const { registry } = createSurface();
  registry.register(definition);
  return registry.snapshot().components[0]!;
}

type Standard = Parameters<typeof fromStandardSchema>[0];

function standard(validate: Standard["~standard"]["validate"]): Standard {
  return { "~standard": { version: 1, vendor: "test", validate } };
}

const serverEffects = ["server-query", "server-mutation", "external-side-effect", "destructive"];
const environments = ["production", "development", "test"] as const;

describe("definitions (core API, Schemas and Definitions; contract 2, 6, 15, 17)", () => {
  describe("components", () => {
    it("requires a description of a component that is not blank", () => {
      for (const description of [undefined, "", "  ", 1]) {
        expect(codeOf(component({ description }))).to.equal("INVALID_DEFINITION");
      }
    });

    it("refuses an unknown field of a component", () => {
      const refusal = refusalOf(component({ observation: {} }))!;
      expect(refusal).to.include({ code: "INVALID_DEFINITION", path: "observation" });
    });

    it("takes a component without capabilities", () => {
      expect(described({ type: "shop.note", description: "A note." })).to.deep.include({
        observations: [],
        actions: [],
      });
    });

    it("requires a parent to be a type and an instance id of the grammar", () => {
      for (const parent of ["shop", {}, { type: "Bad" }, { type: "shop", instanceId: "b d" }]) {
        expect(codeOf(component({ parent }))).to.equal("INVALID_DEFINITION");
      }
    });

    it("completes a parent without an instance id by default", () => {
      expect(described(cart({ parent: { type: "shop" } })).parent).to.deep.equal({
        type: "shop",
        instanceId: "default",
      });
    });

    it("requires a priority to be a finite number", () => {
      for (const priority of ["1", NaN, Infinity, null]) {
        expect(codeOf(component({ priority })), String(priority)).to.equal("INVALID_DEFINITION");
      }
    });

    it("requires enabled to be true or false", () => {
      for (const enabled of ["false", 0, null]) {
        expect(codeOf(component({ enabled })), String(enabled)).to.equal("INVALID_DEFINITION");
      }
    });

    it("requires an origin to be a text", () => {
      expect(codeOf(component({ origin: 1 }))).to.equal("INVALID_DEFINITION");
      expect(codeOf(component({ origin: "third-party" }))).to.equal("ok");
    });

    it("refuses meta that is no JSON object", () => {
      const cycle: Record<string, unknown> = {};
      cycle["self"] = cycle;
      for (const meta of ["a", [1], { a: NaN }, { a: () => 1 }, { a: 1n }, cycle]) {
        expect(codeOf(component({ meta }))).to.equal("INVALID_DEFINITION");
        expect(codeOf(withAction({ meta }))).to.equal("INVALID_DEFINITION");
      }
    });

    it("strips properties of meta that are undefined", () => {
      expect(described(component({ meta: { a: undefined, b: 1 } })).meta).to.deep.equal({ b: 1 });
    });

    it("copies meta: the author's own stays as it is, and changes to it change nothing", () => {
      const meta = { list: [1] };
      const { registry } = createSurface();
      registry.register(cart({ meta }));
      meta.list.push(2);
      expect(registry.snapshot().components[0]!.meta).to.deep.equal({ list: [1] });
      expect(Object.isFrozen(meta)).to.equal(false);
    });

    it("requires policies to be a list of objects with names", () => {
      for (const policies of [{}, [undefined], [{}], [{ name: 1 }]]) {
        expect(codeOf(component({ policies }))).to.equal("INVALID_DEFINITION");
      }
    });

    it("refuses the same name in observations and actions as DUPLICATE_CAPABILITY", () => {
      const definition = component({ observations: { apply: look() }, actions: { apply: act() } });
      expect(codeOf(definition)).to.equal("DUPLICATE_CAPABILITY");
    });

    it("takes label, state and sensitive of a component", () => {
      expect(codeOf(component({ label: "Cart", state: () => ({ a: 1 }), sensitive: ["a.*.b"] }))).to.equal(
        "ok",
      );
    });
  });

  describe("observations", () => {
    it("requires a description of an observation that is not blank", () => {
      for (const description of [undefined, "", " "]) {
        expect(codeOf(withObservation({ description }))).to.equal("INVALID_DEFINITION");
      }
    });

    for (const field of ["output", "read"]) {
      it(`requires an observation to have ${field}`, () => {
        const refusal = refusalOf(component({ observations: { read: without(look(), field) } }))!;
        expect(refusal).to.include({ code: "INVALID_DEFINITION", path: field });
      });
    }

    it("refuses an unknown field of an observation, what only actions have among them", () => {
      for (const own of [
        { idempotent: false },
        { effect: "local-state" },
        { execute: () => 1 },
        { raed: 1 },
      ]) {
        expect(codeOf(withObservation(own)), Object.keys(own)[0]).to.equal("INVALID_DEFINITION");
      }
    });

    it("takes label, input and untrusted of an observation", () => {
      expect(codeOf(withObservation({ label: "Read", input: anyObject, untrusted: true }))).to.equal("ok");
    });

    it("holds an observation to be idempotent and to ask nobody", () => {
      const { registry } = createSurface();
      registry.register(cart({ actions: {} }));
      const [tool] = createAgentToolset(registry, { consumer: consumer("me"), topology: "remote" }).tools();
      expect(tool!.annotations).to.deep.include({ readOnly: true, idempotent: true, confirms: false });
    });

    it("audits no call of an observation", async () => {
      const { registry, audit } = createSurface();
      registry.register(cart());
      await registry.invoke({ capabilityId: "view:shop.cart.read" });
      expect(audit.events().map(({ type }) => type)).to.deep.equal(["registration"]);
    });
  });

  describe("actions", () => {
    it("requires a description of an action that is not blank", () => {
      for (const description of [undefined, "", " "]) {
        expect(codeOf(withAction({ description }))).to.equal("INVALID_DEFINITION");
      }
    });

    for (const field of ["input", "effect", "execute"]) {
      it(`requires an action to have ${field}`, () => {
        const refusal = refusalOf(component({ actions: { apply: without(act(), field) } }))!;
        expect(refusal).to.include({ code: "INVALID_DEFINITION", path: field });
      });
    }

    it("refuses an unknown field of an action: a misspelt confirmation is no confirmation", () => {
      const refusal = refusalOf(withAction({ confirmaton: "required" }))!;
      expect(refusal).to.include({ code: "INVALID_DEFINITION", path: "confirmaton" });
    });

    it("refuses the effect of a server on an action as PLANE_VIOLATION", () => {
      for (const effect of serverEffects) expect(codeOf(withAction({ effect }))).to.equal("PLANE_VIOLATION");
    });

    it("refuses any other effect than local-state and navigation", () => {
      for (const effect of ["read", "", "Navigation", null]) {
        expect(codeOf(withAction({ effect })), String(effect)).to.equal("INVALID_DEFINITION");
      }
    });

    it("refuses a confirmation that is not never, optional or required", () => {
      for (const confirmation of ["always", true, null, ""]) {
        expect(codeOf(withAction({ confirmation }))).to.equal("INVALID_DEFINITION");
      }
    });

    it("refuses an audit that is not none, metadata or full", () => {
      for (const level of ["all", true, null]) {
        expect(codeOf(withAction({ audit: level }))).to.equal("INVALID_DEFINITION");
      }
    });

    for (const effect of ["local-state", "navigation"] as const) {
      it(`holds an action of the effect ${effect} to be reversible, not idempotent and free of questions by default`, () => {
        expect(described(cart({ actions: { apply: act({ effect }) } })).actions[0]).to.include({
          effect,
          idempotent: false,
          reversible: true,
          confirmation: "never",
        });
      });
    }

    it("takes a dangerous action as local-state that is irreversible and must be confirmed", () => {
      const own = { effect: "local-state", reversible: false, confirmation: "required" } as const;
      expect(described(cart({ actions: { apply: act(own) } })).actions[0]).to.include(own);
    });

    it("audits an action by default as metadata, without its payload", async () => {
      const { registry, audit } = createSurface();
      registry.register(cart());
      await registry.invoke({ capabilityId: "view:shop.cart.apply", input: { a: 1 } });
      const settled = audit.events().find(({ type }) => type === "invocation-settled");
      expect(settled).to.include({ status: "ok" }).and.not.to.have.property("payload");
    });

    it("takes label and sensitive of an action", () => {
      expect(codeOf(withAction({ label: "Apply", sensitive: ["card.number"] }))).to.equal("ok");
    });

    it("refuses a time-out that is no number above 0", () => {
      for (const timeoutMs of [0, -1, NaN, "10", null]) {
        expect(codeOf(withAction({ timeoutMs })), String(timeoutMs)).to.equal("INVALID_DEFINITION");
      }
    });

    it("takes the four modes of concurrency", () => {
      for (const concurrency of [
        { mode: "instance" },
        { mode: "capability" },
        { mode: "key", key: "a" },
        { mode: "parallel", max: 2 },
      ]) {
        expect(codeOf(withAction({ concurrency })), concurrency.mode).to.equal("ok");
      }
    });

    it("refuses concurrency without a bound, without a key or of another mode", () => {
      for (const concurrency of [
        { mode: "parallel" },
        { mode: "parallel", max: 0 },
        { mode: "parallel", max: Infinity },
        { mode: "key" },
        { mode: "all" },
        "parallel",
        null,
      ]) {
        expect(codeOf(withAction({ concurrency }))).to.equal("INVALID_DEFINITION");
      }
    });
  });

  describe("sensitive paths", () => {
    it("requires sensitive to be a list of texts", () => {
      for (const sensitive of ["card", [1], {}, null]) {
        expect(codeOf(component({ sensitive }))).to.equal("INVALID_DEFINITION");
        expect(codeOf(withAction({ sensitive }))).to.equal("INVALID_DEFINITION");
      }
    });

    it("refuses a sensitive path that cannot be parsed in development", () => {
      expect(codeOf(withAction({ sensitive: ["a.*.b"] }), { environment: "development" })).to.equal("ok");
      expect(codeOf(withAction({ sensitive: ["a..b"] }), { environment: "development" })).to.equal(
        "INVALID_DEFINITION",
      );
    });

    it("withholds the whole value under a sensitive path that cannot be parsed in production", async () => {
      const { registry, audit } = createSurface();
      registry.register(withAction({ sensitive: ["a..b"], audit: "full" }));
      await registry.invoke({ capabilityId: "view:shop.cart.apply", input: { card: "4711-secret" } });
      expect(audit.events().some(({ payload }) => payload !== undefined)).to.equal(true);
      expect(JSON.stringify(audit.events())).not.to.contain("4711");
    });
  });

  describe("schemas", () => {
    it("requires a schema to be a pair of jsonSchema and parse", () => {
      const parse = (value: unknown) => value;
      for (const schema of [
        { type: "object" },
        { parse },
        { jsonSchema: {} },
        { jsonSchema: true, parse },
        "object",
      ]) {
        expect(codeOf(withAction({ input: schema }))).to.equal("INVALID_DEFINITION");
        expect(codeOf(withObservation({ output: schema }))).to.equal("INVALID_DEFINITION");
      }
    });

    it("refuses a schema outside the subset as INVALID_DEFINITION with reason, pointer and keyword", () => {
      const refusal = refusedSchema({ properties: { "a/b": { not: { type: "string" } } } })!;
      expect(refusal).to.include({ code: "INVALID_DEFINITION", reason: "unsupported-schema" });
      expect(refusal.path).to.equal("/properties/a~1b/not");
      expect(refusal.message).to.contain('"not"');
    });

    it("refuses a schema outside the subset in fromJsonSchema as in register", () => {
      const error = thrownBy(() => fromJsonSchema({ not: {} }));
      expect(error).to.include({ code: "INVALID_DEFINITION", reason: "unsupported-schema", path: "/not" });
    });

    for (const [keyword, schema] of [
      ["not", { not: {} }],
      ["if", { if: {}, then: {} }],
      ["patternProperties", { patternProperties: { a: {} } }],
      ["dependentRequired", { dependentRequired: { a: ["b"] } }],
      ["dependentSchemas", { dependentSchemas: { a: {} } }],
      ["unevaluatedProperties", { unevaluatedProperties: false }],
      ["unevaluatedItems", { unevaluatedItems: false }],
      ["prefixItems", { prefixItems: [{}] }],
      ["contains", { contains: {} }],
      ["minProperties", { minProperties: 1 }],
      ["contentSchema", { contentSchema: {} }],
      ["$anchor", { $anchor: "a" }],
      ["$dynamicRef", { $dynamicRef: "#a" }],
      ["x-anything", { "x-anything": 1 }],
    ] as const) {
      it(`does not support the keyword ${keyword}`, () => {
        expect(refusedSchema(schema)).to.include({ reason: "unsupported-schema" });
      });
    }

    it("refuses oneOf whose branches a value could fit twice", () => {
      expect(isAccepted({ oneOf: [{ type: "string" }, { minLength: 1 }] })).to.equal(false);
    });

    it("refuses additionalProperties that is a schema", () => {
      expect(isAccepted({ type: "object", additionalProperties: { type: "string" } })).to.equal(false);
      expect(isAccepted({ type: "object", additionalProperties: false })).to.equal(true);
    });

    it("refuses items that is a list of schemas", () => {
      expect(isAccepted({ type: "array", items: [{ type: "string" }] })).to.equal(false);
    });

    it("takes each keyword of the subset", () => {
      const schema: JsonSchema = {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        title: "All",
        description: "All keywords.",
        deprecated: false,
        examples: [{ a: "x" }],
        type: "object",
        required: ["a"],
        additionalProperties: false,
        properties: {
          a: { type: "string", minLength: 1, maxLength: 9, pattern: "^x", default: "x" },
          b: { type: ["number", "null"], minimum: 0, maximum: 9, multipleOf: 0.5 },
          c: { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 9 },
          d: { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 2, uniqueItems: true },
          e: { anyOf: [{ const: 1 }, { $ref: "#/$defs/word" }] },
          f: { enum: ["x", null] },
        },
        $defs: { word: { type: "string", format: "uuid" } },
      };
      expect(isAccepted(schema)).to.equal(true);
    });

    it("takes the formats date-time, date, uuid, email and uri", () => {
      for (const format of ["date-time", "date", "uuid", "email", "uri"]) {
        expect(isAccepted({ type: "string", format }), format).to.equal(true);
      }
    });

    it("tolerates $schema and $id and drops them", () => {
      const jsonSchema = {
        $schema: "x",
        $id: "y",
        type: "object",
        properties: { a: { $id: "z", type: "string" } },
      };
      const { inputSchema } = described(withAction({ input: { jsonSchema, parse: () => ({}) } })).actions[0]!;
      expect(inputSchema).to.deep.equal({ type: "object", properties: { a: { type: "string" } } });
    });

    it("refuses a $ref that leaves the document", () => {
      for (const $ref of ["https://example.com/a.json", "other.json", "#/properties/a", "#"]) {
        expect(isAccepted({ properties: { a: {}, b: { $ref } } }), $ref).to.equal(false);
      }
    });

    it("refuses a $ref that dangles", () => {
      expect(isAccepted({ $ref: "#/$defs/none", $defs: { a: {} } })).to.equal(false);
    });

    it("refuses a $ref that goes round", () => {
      const a = { properties: { next: { $ref: "#/$defs/a" } } };
      expect(isAccepted({ $ref: "#/$defs/a", $defs: { a } })).to.equal(false);
    });

    it("refuses a pattern that is no regular expression", () => {
      expect(isAccepted({ type: "string", pattern: "(" })).to.equal(false);
    });

    it("refuses a value of the wrong type for a keyword", () => {
      for (const schema of [
        { minLength: "1" },
        { required: "a" },
        { enum: 1 },
        { type: "text" },
        { minimum: NaN },
      ]) {
        expect(isAccepted(schema), JSON.stringify(schema)).to.equal(false);
      }
    });

    it("refuses boolean schemas", () => {
      expect(isAccepted({ properties: { a: true } })).to.equal(false);
      expect(isAccepted({ items: false })).to.equal(false);
    });

    it("takes $defs and annotations anywhere", () => {
      const word = {
        type: "string",
        title: "Word",
        description: "A word.",
        deprecated: true,
        examples: ["a"],
      };
      expect(isAccepted({ $defs: { word }, items: { $ref: "#/$defs/word", description: "One." } })).to.equal(
        true,
      );
    });

    it("leaves the author's schema as it is", () => {
      const jsonSchema = { type: "object", properties: { a: { type: "string" } } };
      expect(refusedSchema(jsonSchema)).to.equal(undefined);
      expect([jsonSchema, jsonSchema.properties].some(Object.isFrozen)).to.equal(false);
    });

    it("offers emptyObjectSchema for actions without input", () => {
      expect(emptyObjectSchema.parse({})).to.deep.equal({});
      expect(thrownBy(() => emptyObjectSchema.parse({ a: 1 }))).to.have.property("issues");
      expect(codeOf(withAction({ input: emptyObjectSchema }))).to.equal("ok");
    });
  });

  describe("parsing", () => {
    const issuesOf = (schema: AgentSchema<unknown>, value: unknown) =>
      (thrownBy(() => schema.parse(value)) as AgentSchemaError).issues;

    it("throws AgentSchemaError with every issue from a schema of fromJsonSchema", () => {
      const schema = fromJsonSchema({
        type: "object",
        properties: {
          a: { type: "array", items: { properties: { b: { type: "string" } } } },
          c: { const: 1 },
        },
      });
      const error = thrownBy(() => schema.parse({ a: [{}, { b: 2 }], c: 2 })) as AgentSchemaError;
      expect(error).to.be.instanceOf(AgentSchemaError);
      expect(error.issues.map(({ path }) => path)).to.have.members(["a[1].b", "c"]);
    });

    it("gives an issue of the whole value the empty path", () => {
      expect(issuesOf(fromJsonSchema({ type: "object" }), "a").map(({ path }) => path)).to.deep.equal([""]);
    });

    it("applies default in fromJsonSchema", () => {
      const schema = fromJsonSchema({ type: "object", properties: { a: { type: "string", default: "x" } } });
      expect(schema.parse({})).to.deep.equal({ a: "x" });
    });

    it("coerces nothing in fromJsonSchema", () => {
      const schema = fromJsonSchema({ type: "object", properties: { a: { type: "number" } } });
      expect(issuesOf(schema, { a: "1" })).to.have.length(1);
    });

    it("validates by the library's own validate in fromStandardSchema", () => {
      const schema = fromStandardSchema(
        standard((value) => ({ value: { seen: value } })),
        { jsonSchema: {} },
      );
      expect(schema.parse(1)).to.deep.equal({ seen: 1 });
    });

    it("keeps the JSON Schema that fromStandardSchema is given", () => {
      const jsonSchema = { type: "object", properties: { a: { type: "string" } } };
      expect(
        fromStandardSchema(
          standard((value) => ({ value })),
          { jsonSchema },
        ).jsonSchema,
      ).to.deep.equal(jsonSchema);
    });

    it("refuses a Standard Schema without a JSON Schema", () => {
      const error = thrownBy(() => fromStandardSchema(standard((value) => ({ value }))));
      expect(error).to.include({ code: "INVALID_DEFINITION", reason: "unsupported-schema" });
    });

    it("refuses a JSON Schema outside the subset in fromStandardSchema", () => {
      const schema = () =>
        fromStandardSchema(
          standard((value) => ({ value })),
          { jsonSchema: { not: { type: "string" } } },
        );
      expect(thrownBy(schema)).to.include({ code: "INVALID_DEFINITION", reason: "unsupported-schema" });
    });

    it("tells the issues of a Standard Schema with paths as a.b[0]", () => {
      const issues = [{ message: "Wrong.", path: ["a", { key: "b" }, 0] }];
      const schema = fromStandardSchema(
        standard(() => ({ issues })),
        { jsonSchema: {} },
      );
      expect(issuesOf(schema, {})).to.deep.equal([{ path: "a.b[0]", message: "Wrong." }]);
    });

    it("throws AgentSchemaError where a Standard Schema validates asynchronously", () => {
      const schema = fromStandardSchema(
        standard(async (value: unknown) => ({ value })),
        {
          jsonSchema: {},
        },
      );
      expect(thrownBy(() => schema.parse({}))).to.be.instanceOf(AgentSchemaError);
    });
  });

  describe("definition errors", () => {
    it("throws AgentSurfaceDefinitionError for structural defects in every environment", () => {
      for (const environment of environments) {
        expect(codeOf(component({ description: "" }), { environment })).to.equal("INVALID_DEFINITION");
        expect(codeOf(withAction({ effect: "destructive" }), { environment })).to.equal("PLANE_VIOLATION");
      }
    });

    it("are Errors with a code, and with a reason and a path where there are such", () => {
      const refusal = refusalOf(component({ observations: { apply: look() } }))!;
      expect(refusal).to.be.instanceOf(Error);
      expect([refusal.code, refusal.path, refusal.reason]).to.deep.equal([
        "DUPLICATE_CAPABILITY",
        "apply",
        undefined,
      ]);
    });

    it("names the component, the capability and the field", () => {
      const refusal = refusalOf(withAction({ audit: "all" }))!;
      expect(refusal.message).to.contain("view:shop.cart.apply").and.to.contain("audit");
      expect(refusalOf(component({ priority: "1" }))!.message).to.contain("shop.cart");
    });

    it("changes nothing about the surface where a definition is refused", async () => {
      const { registry, events, audit } = createSurface();
      thrownBy(() => registry.register(component({ description: "" })));
      await turn();
      expect(registry.getVersion()).to.equal("0");
      expect(events).to.deep.equal([]);
      expect(audit.events()).to.deep.equal([]);
      expect(registry.register(cart()).status).to.equal("active");
    });

    it("refuses what is no object as a definition", () => {
      for (const value of [undefined, null, 1, "cart", []]) {
        expect(codeOf(value), String(value)).to.be.oneOf(["INVALID_DEFINITION", "INVALID_ID"]);
        expect(codeOf(component({ actions: { apply: value } }))).to.equal("INVALID_DEFINITION");
      }
    });
  });

  describe("helpers", () => {
    it("gives back what observation, action and defineAgentComponent get", () => {
      const read = { description: "Reads.", output: anyOutput, read: () => null };
      const apply = act();
      const whole = cart();
      expect(observation(read)).to.equal(read);
      expect(action(apply)).to.equal(apply);
      expect(defineAgentComponent(whole)).to.equal(whole);
    });

    it("checks nothing before register", () => {
      expect(defineAgentComponent({ type: "Bad", description: "" }).type).to.equal("Bad");
    });
  });
});
