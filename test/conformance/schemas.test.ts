import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  emptyObjectSchema,
  fromJsonSchema,
  fromStandardSchema,
  schemaFor,
  type AgentSchemaDialect,
  type AgentSchemaError,
  type JsonSchema,
  type JsonValue,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  outcome,
  outputOf,
  thrownBy,
  unfrozen,
} from "../helpers/surface.js";

function fits(jsonSchema: JsonSchema, value: unknown): boolean {
  try {
    fromJsonSchema(jsonSchema).parse(value);
    return true;
  } catch {
    return false;
  }
}

const object = (properties: JsonSchema, own: JsonSchema = {}) => ({ type: "object", properties, ...own });

/** By keyword: a schema with it, values that fit and values that do not. */
const keywords: [keyword: string, schema: JsonSchema, fits: JsonValue[], misfits: JsonValue[]][] = [
  ["type object", { type: "object" }, [{}, { a: 1 }], [[], null, "a", 1]],
  ["type array", { type: "array" }, [[], [1]], [{}, "a", null]],
  ["type string", { type: "string" }, ["", "a"], [1, null, ["a"]]],
  ["type number", { type: "number" }, [0, 1.5, -2], ["1", null, true]],
  ["type integer", { type: "integer" }, [0, 3, 1.0], [1.5, "1"]],
  ["type boolean", { type: "boolean" }, [true, false], [0, "true", null]],
  ["type null", { type: "null" }, [null], [0, "", false, {}]],
  ["a list of types", { type: ["string", "null"] }, ["a", null], [1, {}]],
  ["enum", { enum: ["a", 1, null, { b: [1] }] }, ["a", 1, null, { b: [1] }], ["b", "1", { b: [2] }]],
  ["const", { const: { a: 1 } }, [{ a: 1 }], [{ a: 2 }, {}, 1]],
  ["properties", object({ a: { type: "string" } }), [{ a: "x" }, {}, { b: 1 }], [{ a: 1 }]],
  ["required", object({}, { required: ["a"] }), [{ a: null }], [{}, { b: 1 }]],
  [
    "additionalProperties false",
    object({ a: {} }, { additionalProperties: false }),
    [{ a: 1 }, {}],
    [{ b: 1 }],
  ],
  ["additionalProperties true", object({ a: {} }, { additionalProperties: true }), [{ b: 1 }], [[]]],
  ["items", { type: "array", items: { type: "integer" } }, [[], [1, 2]], [["a"], [1, "b"]]],
  ["minItems", { type: "array", minItems: 2 }, [[1, 2]], [[1], []]],
  ["maxItems", { type: "array", maxItems: 1 }, [[], [1]], [[1, 2]]],
  [
    "uniqueItems",
    { type: "array", uniqueItems: true },
    [
      [1, "1", [1]],
      [{ a: 1 }, { a: 2 }],
    ],
    [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  ["minLength", { type: "string", minLength: 2 }, ["ab", "😀😀"], ["a", "😀"]],
  ["maxLength", { type: "string", maxLength: 2 }, ["ab", "😀😀"], ["abc"]],
  ["pattern", { type: "string", pattern: "^a+$" }, ["a", "aaa"], ["b", "ab"]],
  [
    "format date-time",
    { type: "string", format: "date-time" },
    ["2026-01-01T10:00:00Z", "2026-01-01T10:00:00.5+01:00"],
    ["2026-01-01", "2026-13-01T10:00:00Z", "now"],
  ],
  ["format date", { type: "string", format: "date" }, ["2024-02-29"], ["2023-02-29", "2024-2-9", "today"]],
  [
    "format uuid",
    { type: "string", format: "uuid" },
    ["123e4567-e89b-12d3-a456-426614174000"],
    ["123e4567e89b12d3a456426614174000", "x"],
  ],
  ["format email", { type: "string", format: "email" }, ["ann@example.org"], ["ann", "ann@"]],
  [
    "format uri",
    { type: "string", format: "uri" },
    ["https://example.org/a?b#c", "urn:a:b"],
    ["/a", "no uri"],
  ],
  ["minimum", { type: "number", minimum: 1 }, [1, 2], [0.9]],
  ["maximum", { type: "number", maximum: 1 }, [1, 0], [1.1]],
  ["exclusiveMinimum", { type: "number", exclusiveMinimum: 1 }, [1.1], [1, 0]],
  ["exclusiveMaximum", { type: "number", exclusiveMaximum: 1 }, [0.9], [1, 2]],
  ["multipleOf", { type: "number", multipleOf: 0.1 }, [0.3, 1, 0], [0.35]],
  ["anyOf", { anyOf: [{ type: "string" }, { type: "integer" }] }, ["a", 1], [1.5, null]],
  [
    "anyOf, discriminated by a const tag",
    {
      anyOf: [
        object({ kind: { const: "a" }, a: { type: "string" } }, { required: ["kind", "a"] }),
        object({ kind: { const: "b" } }, { required: ["kind"] }),
      ],
    },
    [{ kind: "a", a: "x" }, { kind: "b" }],
    [{ kind: "a" }, { kind: "c" }],
  ],
  [
    "$ref into $defs",
    { $defs: { name: { type: "string" } }, type: "array", items: { $ref: "#/$defs/name" } },
    [["a"]],
    [[1]],
  ],
];

describe("schemas (core API, Schemas and the supported subset; contract 0 and 15)", () => {
  describe("the validator of fromJsonSchema", () => {
    for (const [keyword, schema, good, bad] of keywords) {
      it(`enforces ${keyword}`, () => {
        for (const value of good) expect(fits(schema, value), JSON.stringify(value)).to.equal(true);
        for (const value of bad) expect(fits(schema, value), JSON.stringify(value)).to.equal(false);
      });
    }

    it("lets annotations decide nothing", () => {
      const annotations = { description: "d", title: "t", examples: [1], deprecated: true };
      for (const value of [1, "a", null, {}]) expect(fits(annotations, value)).to.equal(true);
    });

    it("takes a keyword for what it is about alone: minLength says nothing of a number", () => {
      expect(fits({ minLength: 5 }, 1)).to.equal(true);
      expect(fits({ minimum: 5 }, "a")).to.equal(true);
      expect(fits({ required: ["a"] }, "a")).to.equal(true);
      expect(fits({ minItems: 5 }, {})).to.equal(true);
    });

    it("refuses what is no JSON, wherever it is open", () => {
      for (const value of [undefined, () => 1, Symbol("a"), 5n, NaN, Infinity]) {
        expect(fits({ type: "object" }, value), String(value)).to.equal(false);
      }
    });

    it("finds required and declared keys among own properties alone", () => {
      expect(fits(object({}, { required: ["toString"] }), {})).to.equal(false);
      expect(fits(object({ constructor: { type: "string" } }), {})).to.equal(true);
    });

    it("gives a copy: what it was given stays as it is", () => {
      const schema = fromJsonSchema(object({ a: { type: "array", items: object({ b: { default: 1 } }) } }));
      const given = { a: [{}] };
      expect(schema.parse(given)).to.deep.equal({ a: [{ b: 1 }] });
      expect(given).to.deep.equal({ a: [{}] });
    });

    it("fills defaults in at any depth, also of what is required", () => {
      const inner = object({ b: { type: "integer", default: 2 } }, { required: ["b"] });
      const schema = fromJsonSchema(object({ a: { ...inner, default: {} } }, { required: ["a"] }));
      expect(schema.parse({})).to.deep.equal({ a: { b: 2 } });
    });

    it("overwrites no value by a default: null, false, 0 and an empty text are values", () => {
      const schema = fromJsonSchema(object({ a: { default: 1 } }));
      for (const a of [null, false, 0, ""]) expect(schema.parse({ a })).to.deep.equal({ a });
    });

    it("names every failing field at once", () => {
      const schema = fromJsonSchema(
        object({ a: { type: "string" }, b: { minimum: 1 } }, { required: ["c"] }),
      );
      const { issues } = thrownBy(() => schema.parse({ a: 1, b: 0 })) as AgentSchemaError;
      expect(issues).to.have.length(3);
      for (const { path, message } of issues)
        expect([typeof path, message !== ""]).to.deep.equal(["string", true]);
    });
  });

  it("fromStandardSchema gives the value of the library, its defaults filled in", async () => {
    const input = fromStandardSchema(
      {
        "~standard": {
          version: 1,
          vendor: "test",
          validate: (value: unknown) => ({ value: { mode: "replace", ...(value as object) } }),
        },
      } as never,
      { jsonSchema: { type: "object" } },
    );
    const { registry } = createSurface();
    registry.register(
      cart({ actions: { apply: act({ input: input as never, execute: (given) => given }) } }),
    );
    const result = await registry.invoke({ capabilityId: "view:shop.cart.apply", input: { a: 1 } });
    expect(outputOf(result)).to.deep.equal({ mode: "replace", a: 1 });
  });

  it("emptyObjectSchema takes an empty object and nothing else", () => {
    expect(emptyObjectSchema.parse({})).to.deep.equal({});
    for (const value of [{ a: 1 }, [], null, "a"]) {
      expect(() => emptyObjectSchema.parse(value), JSON.stringify(value)).to.throw();
    }
  });

  it("the JSON Schema that agents see is deep-frozen, whoever wrote it", () => {
    const { registry } = createSurface();
    const jsonSchema = object({ a: { enum: ["x"] } });
    registry.register(cart({ actions: { apply: act({ input: { jsonSchema, parse: () => ({}) } }) } }));
    expect(unfrozen(registry.snapshot().components[0]!.actions[0]!.inputSchema)).to.deep.equal([]);
  });

  describe("dialects", () => {
    const stored = fromJsonSchema<{ [key: string]: JsonValue }>(
      object(
        {
          code: { $ref: "#/$defs/code" },
          count: { type: "integer", exclusiveMinimum: 0, default: 5 },
          kind: { const: "gift" },
          note: { type: ["string", "null"], maxLength: 9 },
        },
        { required: ["code"], $defs: { code: { type: "string", pattern: "^[A-Z]+$" } } },
      ),
    );
    const shop = () =>
      cart({ actions: { apply: act({ input: stored, output: stored, execute: (given) => given }) } });

    function toolIn(dialect?: AgentSchemaDialect) {
      const { registry } = createSurface();
      registry.register(shop());
      const options = { consumer: consumer("me"), topology: "remote", ...(dialect && { dialect }) } as const;
      const tool = createAgentToolset(registry, options)
        .tools()
        .find(({ name }) => name.endsWith("apply"))!;
      return { registry, tool };
    }

    it("a tool's schemas are given in the dialect that its consumer asks for: full, strict or minimal", () => {
      for (const dialect of [undefined, "full"] as const) {
        expect(toolIn(dialect).tool.inputSchema).to.deep.equal(stored.jsonSchema);
        expect(toolIn(dialect).tool.outputSchema).to.deep.equal(stored.jsonSchema);
      }
      const inDialects = { strict: toolIn("strict").tool, minimal: toolIn("minimal").tool };
      expect(inDialects.strict.inputSchema).to.deep.equal({
        type: "object",
        properties: {
          code: { type: "string", description: "Matches `^[A-Z]+$`." },
          count: { type: ["integer", "null"], description: "Default: 5. More than 0." },
          kind: { type: ["string", "null"], enum: ["gift", null] },
          note: { type: ["string", "null"], description: "Length at most 9." },
        },
        required: ["code", "count", "kind", "note"],
        additionalProperties: false,
      });
      expect(inDialects.minimal.inputSchema).to.deep.equal({
        type: "object",
        properties: {
          code: { type: "string", description: "Matches `^[A-Z]+$`." },
          count: { type: "integer", minimum: 1, description: "Default: 5." },
          kind: { type: "string", enum: ["gift"] },
          note: { anyOf: [{ type: "string", maxLength: 9 }, { type: "null" }] },
        },
        required: ["code"],
      });
      for (const dialect of ["strict", "minimal"] as const) {
        const { inputSchema, outputSchema } = inDialects[dialect];
        expect(outputSchema).to.deep.equal(inputSchema);
        expect(schemaFor(stored.jsonSchema, dialect)).to.deep.equal(inputSchema);
      }
      expect(() => toolIn("other" as never)).to.throw(TypeError);
    });

    it("a schema in another dialect leaves the stored one as it is, which is what inputs are held to", async () => {
      const before = JSON.stringify(stored.jsonSchema);
      for (const dialect of ["strict", "minimal"] as const) {
        const { registry, tool } = toolIn(dialect);
        expect(JSON.stringify(registry.snapshot().components[0]!.actions[0]!.inputSchema)).to.equal(before);
        for (const input of [
          { code: "abc" },
          { code: "ABC", count: 0 },
          { code: "ABC", note: "0123456789" },
          {},
        ]) {
          expect(outcome(await tool.execute(input)), JSON.stringify(input)).to.equal("INVALID_INPUT");
        }
        expect(outcome(await tool.execute({ code: "ABC", more: 1 }))).to.equal("ok");
      }
      expect(JSON.stringify(stored.jsonSchema)).to.equal(before);
    });

    it("in the strict dialect null stands for an absent property that cannot be null, and for itself elsewhere", async () => {
      const { tool } = toolIn("strict");
      const sent = { code: "ABC", count: null, kind: null, note: null, more: null };
      expect(outputOf(await tool.execute(sent))).to.deep.equal({
        code: "ABC",
        count: 5,
        note: null,
        more: null,
      });
      expect(outcome(await tool.execute({ ...sent, code: null }))).to.equal("INVALID_INPUT");
      for (const dialect of ["full", "minimal"] as const) {
        expect(outcome(await toolIn(dialect).tool.execute(sent)), dialect).to.equal("INVALID_INPUT");
      }
    });
  });
});
