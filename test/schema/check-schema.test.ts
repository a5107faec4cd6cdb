import { expect } from "@open-wc/testing";
import { checkSchema, fromJsonSchema, type JsonSchema } from "../../src/schema/index.js";
import { AgentSurfaceDefinitionError } from "../../src/values/errors.js";
import { defaultLimits } from "../../src/values/limits.js";

function errorOf(schema: unknown, limits = defaultLimits): AgentSurfaceDefinitionError {
  try {
    checkSchema(schema as JsonSchema, limits);
  } catch (error) {
    if (error instanceof AgentSurfaceDefinitionError) return error;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(schema)}`);
}

/** A schema whose innermost place is `depth` levels below the root. */
function nested(depth: number): JsonSchema {
  return depth === 0 ? {} : { items: nested(depth - 1) };
}

describe("checkSchema", () => {
  it("says where, which keyword, and what to write instead", () => {
    const error = errorOf({ properties: { "a/b": { oneOf: [{}] } } });
    expect(error.code).to.equal("INVALID_DEFINITION");
    expect(error.reason).to.equal("unsupported-schema");
    expect(error.path).to.equal("/properties/a~1b/oneOf");
    expect(error.message).to.contain('"oneOf" is not supported').and.to.contain('Write "anyOf"');
  });

  const unsupported = [
    ..."oneOf allOf not if then else patternProperties dependentRequired dependentSchemas unevaluatedProperties".split(
      " ",
    ),
    ..."unevaluatedItems prefixItems contains propertyNames minProperties maxProperties definitions $anchor".split(
      " ",
    ),
    ..."$dynamicRef nullable readOnly contentEncoding additionalItems $comment toString __proto__".split(" "),
  ];
  for (const keyword of unsupported) {
    it(`refuses ${keyword}`, () => {
      const schema: unknown = JSON.parse(`{"items": {"${keyword}": {}}}`);
      expect(errorOf(schema).path).to.equal(`/items/${keyword}`);
    });
  }

  const malformed: Record<string, unknown[]> = {
    type: ["text", [], ["string", "string"], 1, null],
    enum: ["a", {}],
    properties: [[], null],
    required: ["a", ["a", "a"], [1]],
    additionalProperties: [{}, "false"],
    items: [true, [{}], null],
    minItems: [-1, 1.5, "1"],
    maxItems: [-1],
    minLength: [-1],
    maxLength: [0.5],
    uniqueItems: [1],
    pattern: ["[", "\\-", 5],
    format: ["ipv4", 5],
    minimum: ["1"],
    maximum: [null],
    exclusiveMinimum: [true],
    exclusiveMaximum: [false],
    multipleOf: [0, -1, "1"],
    anyOf: [[], {}],
    description: [1],
    title: [{}],
    examples: ["a"],
    deprecated: ["yes"],
    $defs: [[]],
    $ref: [1],
  };
  for (const [keyword, values] of Object.entries(malformed)) {
    it(`refuses malformed values of ${keyword}`, () => {
      for (const value of values) {
        const error = errorOf({ properties: { p: { [keyword]: value } } });
        expect(error.path).to.equal(`/properties/p/${keyword}`);
        expect(error.message).to.contain("Write ");
      }
    });
  }

  it("refuses boolean schemas", () => {
    for (const schema of [true, false, null, [], "a"]) expect(errorOf(schema).path).to.equal("");
    expect(errorOf({ properties: { a: true } }).path).to.equal("/properties/a");
    expect(errorOf({ anyOf: [{}, false] }).path).to.equal("/anyOf/1");
  });

  it("refuses references that dangle, leave the document or go round", () => {
    for (const $ref of [
      "#/$defs/a",
      "#",
      "#/properties/a",
      "https://example.com/s",
      "#/$defs/a/items",
      "#/$defs/%",
    ]) {
      expect(errorOf({ properties: { p: { $ref } } }).path, $ref).to.equal("/properties/p/$ref");
    }
    const tree = { type: "object", properties: { children: { items: { $ref: "#/$defs/tree" } } } };
    expect(errorOf({ $defs: { tree } }).path).to.equal("/$defs/tree/properties/children/items/$ref");
    const loop = { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } };
    expect(errorOf({ $ref: "#/$defs/a", $defs: loop }).message).to.contain("contains itself");
  });

  it("checks definitions that nothing refers to", () => {
    expect(errorOf({ $defs: { a: { not: {} } } }).path).to.equal("/$defs/a/not");
  });

  it("refuses defaults and examples that do not fit", () => {
    expect(errorOf({ properties: { a: { type: "string", default: 5 } } }).path).to.equal(
      "/properties/a/default",
    );
    expect(errorOf({ type: "object", required: ["a"], default: {} }).path).to.equal("/default");
    expect(errorOf({ items: { type: "number", examples: [1, "x"] } }).path).to.equal("/items/examples/1");
    const inherited = { properties: { a: { $ref: "#/$defs/d", minimum: 5 } }, $defs: { d: { default: 3 } } };
    expect(errorOf(inherited).path).to.equal("/properties/a/default");
  });

  it("refuses what JSON cannot carry, with the place", () => {
    expect(errorOf({ properties: { a: { const: [NaN] } } }).path).to.equal("/properties/a/const/0");
    const cycle: JsonSchema = {};
    cycle.items = cycle;
    expect(errorOf(cycle).code).to.equal("INVALID_DEFINITION");
  });

  it("allows 8 levels, also through references", () => {
    checkSchema(nested(8));
    expect(errorOf(nested(9)).path).to.equal("/items".repeat(9));
    checkSchema({ items: { $ref: "#/$defs/a" }, $defs: { a: nested(7) } });
    expect(errorOf({ items: { items: { $ref: "#/$defs/a" } }, $defs: { a: nested(7) } }).message).to.contain(
      "9 deep",
    );
  });

  it("counts UTF-8 bytes, after what is dropped", () => {
    const bytes = (description: string) => ({ description, $id: "x".repeat(20_000) });
    checkSchema(bytes("x".repeat(16_384 - 18)));
    expect(errorOf(bytes("x".repeat(16_384 - 17))).message).to.contain("16385 bytes, 16384 are allowed");
    expect(errorOf(bytes("é".repeat(8_192))).message).to.contain("bytes");
  });

  it("holds a schema that was accepted before to other limits", () => {
    const { jsonSchema } = fromJsonSchema(nested(5));
    checkSchema(jsonSchema);
    checkSchema(jsonSchema, { maxSchemaDepth: 5, maxSchemaBytes: 100 });
    expect(errorOf(jsonSchema, { ...defaultLimits, maxSchemaDepth: 4 }).message).to.contain(
      "5 deep, 4 are allowed",
    );
    expect(errorOf(jsonSchema, { ...defaultLimits, maxSchemaBytes: 10 }).message).to.contain(
      "10 are allowed",
    );
  });

  it("takes larger limits where they are given", () => {
    expect(() => fromJsonSchema(nested(9))).to.throw("nested 9 deep");
    expect(fromJsonSchema(nested(9), { maxSchemaDepth: 9, maxSchemaBytes: 1_000 }).parse([])).to.deep.equal(
      [],
    );
  });
});
