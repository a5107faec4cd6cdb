import { expect } from "@open-wc/testing";
import {
  AgentSurfaceDefinitionError,
  fromJsonSchema,
  schemaFor,
  type AgentSchemaDialect,
  type JsonSchema,
} from "../../src/index.js";
import { thrownBy, unfrozen } from "../helpers/surface.js";

const object = (properties: JsonSchema, own: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  ...own,
});

function copyOf(schema: JsonSchema, dialect: AgentSchemaDialect): JsonSchema {
  return schemaFor(fromJsonSchema(schema).jsonSchema, dialect);
}

/** How a dialect writes a required property. */
function written(schema: JsonSchema, dialect: AgentSchemaDialect, root: JsonSchema = {}): unknown {
  const copy = copyOf(object({ a: schema }, { required: ["a"], ...root }), dialect);
  return (copy["properties"] as JsonSchema)["a"];
}

/** The same where it is optional, in strict. */
function optional(schema: JsonSchema): unknown {
  return (copyOf(object({ a: schema }), "strict")["properties"] as JsonSchema)["a"];
}

type Case = [what: string, schema: JsonSchema, copy: JsonSchema];

const strictCases: Case[] = [
  ["const becomes enum", { const: "x" }, { type: "string", enum: ["x"] }],
  ["several types stay together", { type: ["string", "null"] }, { type: ["string", "null"] }],
  [
    "lengths",
    { type: "string", minLength: 2, maxLength: 5 },
    { type: "string", description: "Length at least 2. Length at most 5." },
  ],
  [
    "pattern",
    { type: "string", pattern: "^a$", description: "A name" },
    { type: "string", description: "A name. Matches `^a$`." },
  ],
  ["format", { type: "string", format: "uri" }, { type: "string", description: "Format: uri." }],
  [
    "bounds",
    { type: "number", minimum: 1, exclusiveMaximum: 9, multipleOf: 2 },
    { type: "number", description: "At least 1. Less than 9. A multiple of 2." },
  ],
  [
    "items",
    { type: "array", items: { type: "integer" }, minItems: 1, uniqueItems: true },
    { type: "array", items: { type: "integer" }, description: "Number of items at least 1. No item twice." },
  ],
  ["words about other kinds are left out", { type: "number", minLength: 2 }, { type: "number" }],
  [
    "title, where there is no description",
    { type: "string", title: "Name" },
    { type: "string", description: "Name" },
  ],
  [
    "examples and deprecated",
    { type: "integer", examples: [1, 2], deprecated: true },
    { type: "integer", description: "For example 1, 2. Deprecated." },
  ],
  ["a place of any type is a scalar", {}, { type: ["string", "number", "boolean", "null"] }],
  [
    "a place without type is what its keywords are about",
    { minLength: 1 },
    { type: "string", description: "Length at least 1." },
  ],
  ["an open object is closed", { type: "object" }, object({}, { required: [], additionalProperties: false })],
  [
    "an array always says what is in it",
    { type: "array" },
    { type: "array", items: { type: ["string", "number", "boolean", "null"] } },
  ],
  [
    "a required property that is not declared",
    { type: "object", required: ["b"] },
    object(
      { b: { type: ["string", "number", "boolean", "null"] } },
      { required: ["b"], additionalProperties: false },
    ),
  ],
  [
    "constants of a union are one enum",
    { anyOf: [{ const: "x" }, { const: 1 }] },
    { type: ["string", "integer"], enum: ["x", 1] },
  ],
  [
    "a union below the root",
    { anyOf: [{ type: "string" }, { type: "array", items: { type: "null" } }], description: "Both" },
    {
      anyOf: [
        { type: "string", description: "Both" },
        { type: "array", items: { type: "null" } },
      ],
    },
  ],
  [
    "what no value fits is left out of a union",
    { type: "string", anyOf: [{ type: "integer" }, { minLength: 1 }] },
    { type: "string", description: "Length at least 1." },
  ],
  [
    "literal objects by their parts",
    { const: { b: null } },
    object({ b: { type: "null", enum: [null] } }, { required: ["b"], additionalProperties: false }),
  ],
  [
    "literals that the other keywords refuse are gone",
    { enum: [1, 2, 30], maximum: 9 },
    { type: "integer", enum: [1, 2] },
  ],
];

const minimalCases: Case[] = [
  ["const becomes enum", { const: "x" }, { type: "string", enum: ["x"] }],
  [
    "enum is for texts alone",
    { enum: ["x", 1, 3, true] },
    {
      anyOf: [
        { type: "string", enum: ["x"] },
        { type: "integer", minimum: 1, maximum: 3, description: "One of 1, 3." },
        { type: "boolean", description: "Only true." },
      ],
    },
  ],
  ["an empty text is in no enum", { enum: ["", "x"] }, { type: "string", description: 'One of "", "x".' }],
  [
    "several types become anyOf",
    { type: ["string", "null"], description: "Text" },
    { anyOf: [{ type: "string", description: "Text" }, { type: "null" }] },
  ],
  [
    "lengths stay",
    { type: "string", minLength: 2, maxLength: 5 },
    { type: "string", minLength: 2, maxLength: 5 },
  ],
  ["pattern", { type: "string", pattern: "^a$" }, { type: "string", description: "Matches `^a$`." }],
  [
    "format date-time stays",
    { type: "string", format: "date-time" },
    { type: "string", format: "date-time" },
  ],
  ["other formats", { type: "string", format: "email" }, { type: "string", description: "Format: email." }],
  [
    "exclusive bounds of integers are the next integers",
    { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 9.5 },
    { type: "integer", minimum: 1, maximum: 9 },
  ],
  [
    "exclusive bounds of numbers are inclusive, and said",
    { type: "number", exclusiveMinimum: 0 },
    { type: "number", minimum: 0, description: "More than 0." },
  ],
  [
    "the closer of two bounds counts",
    { type: "integer", minimum: 5, exclusiveMinimum: 1 },
    { type: "integer", minimum: 5 },
  ],
  [
    "numbers of items stay, uniqueItems does not",
    { type: "array", items: { type: "integer" }, maxItems: 3, uniqueItems: true },
    { type: "array", items: { type: "integer" }, maxItems: 3, description: "No item twice." },
  ],
  [
    "additionalProperties and default go",
    object({ b: { type: "integer", default: 5 } }, { required: ["b"], additionalProperties: false }),
    object({ b: { type: "integer", description: "Default: 5." } }),
  ],
];

describe("schemaFor", () => {
  it('gives the same object for "full"', () => {
    const schema = object({ a: { const: 1 } });
    expect(schemaFor(schema, "full")).to.equal(schema);
  });

  describe("strict", () => {
    for (const [what, schema, copy] of strictCases) {
      it(what, () => {
        expect(written(schema, "strict")).to.deep.equal(copy);
      });
    }

    it("closes every object and requires all of its properties, and lets null stand for what was optional", () => {
      const inner = object({ c: { type: "boolean" } });
      expect(
        copyOf(object({ a: { type: "string" }, b: inner }, { required: ["a"] }), "strict"),
      ).to.deep.equal({
        type: "object",
        properties: {
          a: { type: "string" },
          b: {
            type: ["object", "null"],
            properties: { c: { type: ["boolean", "null"] } },
            required: ["c"],
            additionalProperties: false,
          },
        },
        required: ["a", "b"],
        additionalProperties: false,
      });
    });

    it("adds null to an enum, and to a union where nothing takes it already", () => {
      expect(optional({ enum: ["x"] })).to.deep.equal({ type: ["string", "null"], enum: ["x", null] });
      const union = [{ type: "string" }, { type: "array", items: { type: "string" } }];
      expect(optional({ anyOf: union })).to.deep.equal({ anyOf: [...union, { type: "null" }] });
      expect(optional({ anyOf: [{ type: "string" }, { type: "null" }] })).to.deep.equal({
        anyOf: [{ type: "string" }, { type: "null" }],
      });
      expect(optional({ type: ["null", "string"] })).to.deep.equal({ type: ["string", "null"] });
    });

    it("takes a default as optional, though it be required, and says it", () => {
      const copy = { type: ["integer", "null"], description: "How many. Default: 5." };
      expect(written({ type: "integer", default: 5, description: "How many" }, "strict")).to.deep.equal(copy);
      expect(
        written({ $ref: "#/$defs/n" }, "strict", { $defs: { n: { type: "integer", default: 5 } } }),
      ).to.deep.equal({
        type: ["integer", "null"],
        description: "Default: 5.",
      });
    });
  });

  describe("minimal", () => {
    for (const [what, schema, copy] of minimalCases) {
      it(what, () => {
        expect(written(schema, "minimal")).to.deep.equal(copy);
      });
    }
  });

  for (const dialect of ["strict", "minimal"] as const) {
    describe(`both: ${dialect}`, () => {
      it("inlines references, with the words beside them in place of their own", () => {
        const $defs = { t: { type: "string", enum: ["x"], description: "Own" }, u: { $ref: "#/$defs/t" } };
        const copy = { type: "string", enum: ["x"] };
        expect(written({ $ref: "#/$defs/u" }, dialect, { $defs })).to.deep.equal({
          ...copy,
          description: "Own",
        });
        expect(written({ $ref: "#/$defs/u", description: "Here" }, dialect, { $defs })).to.deep.equal({
          ...copy,
          description: "Here",
        });
      });

      it("has one object in the root, exactly where alternatives differ in one property", () => {
        const branch = (kind: string) =>
          object({ kind: { const: kind }, n: { type: "integer" } }, { required: ["kind", "n"] });
        const copy = copyOf({ anyOf: [branch("a"), branch("b")], description: "Moves" }, dialect);
        expect(copy).to.deep.include({ type: "object", required: ["kind", "n"], description: "Moves" });
        expect(copy["properties"]).to.deep.equal({
          kind: { type: "string", enum: ["a", "b"] },
          n: { type: "integer" },
        });
      });

      it("is wider than alternatives in the root that cannot be one, and says which properties go together", () => {
        const copy = copyOf(
          {
            anyOf: [
              object(
                { kind: { const: "a" }, n: { type: "integer" } },
                { required: ["kind", "n"], description: "By number" },
              ),
              object(
                { kind: { const: "b" }, t: { type: "string" } },
                { required: ["kind"], description: "By text" },
              ),
            ],
          },
          dialect,
        );
        expect(copy).not.to.have.property("anyOf");
        expect(Object.keys(copy["properties"] as object)).to.deep.equal(["kind", "n", "t"]);
        expect(copy["required"]).to.deep.equal(dialect === "strict" ? ["kind", "n", "t"] : ["kind"]);
        expect(copy["description"]).to.equal(
          'In one of these forms: {kind: "a", n} (By number) or {kind: "b", t?} (By text).',
        );
      });

      it("keeps what stands beside a union in the root", () => {
        const copy = copyOf(
          object(
            { a: { type: "string" }, b: { type: "string" } },
            { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
          ),
          dialect,
        );
        expect(copy["description"]).to.equal("In one of these forms: {a, b?} or {a?, b}.");
      });

      it("prefers the object in a root that may be something else, and says what", () => {
        expect(copyOf({ type: ["object", "null"] }, dialect)).to.deep.include({
          type: "object",
          description: "Or: null.",
        });
        expect(copyOf({}, dialect)["type"]).to.equal("object");
        expect(copyOf({ type: "string" }, dialect)).to.deep.equal({ type: "string" });
      });

      it("leaves out what can never be there", () => {
        const never = { type: "string", enum: [1] };
        expect(copyOf(object({ a: never }), dialect)["properties"]).to.deep.equal({});
        expect(copyOf(object({ a: never }, { required: ["a"] }), dialect)["properties"]).to.deep.equal({});
        const items = written({ type: "array", items: never }, dialect) as JsonSchema;
        expect(items["description"] ?? items["maxItems"]).to.equal(
          dialect === "strict" ? "Always empty." : 0,
        );
      });

      it("leaves out a property that another place is closed to", () => {
        const closed = object({ a: { type: "string" } }, { additionalProperties: false });
        const either = { ...closed, anyOf: [object({ b: { type: "string" } }), { required: ["b"] }] };
        expect(copyOf(either, dialect)["properties"]).to.have.all.keys("a");
        expect(copyOf(either, dialect)).not.to.have.property("description");
      });

      it("has a property of any name", () => {
        const schema = JSON.parse(
          '{"type":"object","properties":{"__proto__":{"type":"string"}}}',
        ) as JsonSchema;
        expect(Object.keys(copyOf(schema, dialect)["properties"] as object)).to.deep.equal(["__proto__"]);
      });

      it("copies shared definitions that would fill the memory if each use were written anew", () => {
        const $defs: JsonSchema = { d0: { type: "string" } };
        for (let level = 1; level < 7; level++) {
          const keys = Array.from({ length: 20 }, (_, index) => [
            `k${index}`,
            { $ref: `#/$defs/d${level - 1}` },
          ]);
          $defs[`d${level}`] = object(Object.fromEntries(keys) as JsonSchema, {
            required: keys.map(([key]) => key),
          });
        }
        // Any second definition of a level would be 20 million strings.
        const copy = copyOf(
          { type: "object", properties: { a: { $ref: "#/$defs/d6" } }, required: ["a"], $defs },
          dialect,
        );
        const { a } = copy["properties"] as Record<string, { properties: Record<string, JsonSchema> }>;
        expect(a!.properties["k0"]).to.have.property("type", "object");
      });

      it("is frozen, and one object for one schema", () => {
        const stored = fromJsonSchema(object({ a: { const: { b: [1] } }, c: { type: "array" } })).jsonSchema;
        const before = JSON.stringify(stored);
        const copy = schemaFor(stored, dialect);
        expect(schemaFor(stored, dialect)).to.equal(copy);
        expect(unfrozen(copy)).to.deep.equal([]);
        expect(JSON.stringify(stored)).to.equal(before);
        expect(JSON.stringify(copyOf(JSON.parse(before) as JsonSchema, dialect))).to.equal(
          JSON.stringify(copy),
        );
      });

      it("refuses a schema outside the subset, and takes one that is larger than the limits", () => {
        expect(thrownBy(() => schemaFor({ not: {} }, dialect))).to.be.instanceOf(AgentSurfaceDefinitionError);
        const large = object({ a: { type: "string", description: "x".repeat(20_000) } });
        expect(schemaFor(large, dialect)).to.have.property("type", "object");
      });
    });
  }

  it("refuses an unknown dialect", () => {
    expect(() => schemaFor({}, "other" as never)).to.throw(
      TypeError,
      'The dialect of a schema is "full", "strict" or "minimal".',
    );
  });
});
