import { expect } from "@open-wc/testing";
import fc from "fast-check";
import { emptyObjectSchema, fromJsonSchema, type JsonSchema } from "../../src/schema/index.js";
import { AgentSchemaError } from "../../src/values/errors.js";
import { deepFreeze } from "../../src/values/freeze.js";

/** What is reported, as `path: message`. */
function issuesOf(schema: JsonSchema, value: unknown): string[] {
  try {
    fromJsonSchema(schema).parse(value);
  } catch (error) {
    if (!(error instanceof AgentSchemaError)) throw error;
    return error.issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  }
  return [];
}

const order: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "string", format: "uuid" },
    lines: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: { sku: { type: "string", pattern: "^[A-Z]+$" }, count: { type: "integer", minimum: 1 } },
        required: ["sku", "count"],
      },
    },
    mode: { enum: ["draft", "final"] },
  },
  required: ["id", "lines"],
  additionalProperties: false,
};

describe("fromJsonSchema", () => {
  describe("issues", () => {
    it("reports every failing field in one pass, with its path", () => {
      const value = { id: "x", lines: [{ sku: "a", count: 0 }, { sku: "A" }], mode: "other", more: 1 };
      expect(issuesOf(order, value)).to.deep.equal([
        'id: expected text in the format uuid, got "x"',
        'lines[0].sku: expected text that matches ^[A-Z]+$, got "a"',
        "lines[0].count: expected at least 1, got 0",
        "lines[1].count: is required: expected integer",
        'mode: expected one of "draft", "final", got "other"',
        'more: is not allowed, only "id", "lines", "mode"',
      ]);
    });

    it("names what was expected and what came, for each kind of value", () => {
      const type = ["string", "null"];
      expect(issuesOf({ type }, 5)).to.deep.equal(["expected string or null, got 5"]);
      expect(issuesOf({ type }, [1, 2])).to.deep.equal(["expected string or null, got an array of 2"]);
      expect(issuesOf({ type }, {})).to.deep.equal(["expected string or null, got an object"]);
      expect(issuesOf({ type }, true)).to.deep.equal(["expected string or null, got true"]);
      expect(issuesOf({ type }, undefined)).to.deep.equal(["expected string or null, got nothing"]);
      expect(issuesOf({ type: "integer" }, 1.5)).to.deep.equal(["expected integer, got 1.5"]);
    });

    it("reports all broken keywords of one value", () => {
      expect(issuesOf({ minLength: 3, pattern: "b" }, "a")).to.have.length(2);
    });

    it("cuts long values, long keys and long lists of allowed values", () => {
      const long = "x".repeat(10_000);
      const values = Array.from({ length: 1_000 }, (_, index) => `value ${index}`);
      expect(issuesOf({ type: "number" }, long)[0]).to.have.length.below(100);
      expect(issuesOf({ additionalProperties: false }, { [long]: 1 })[0]).to.have.length.below(150);
      expect(issuesOf({ enum: values }, 1)[0]).to.have.length.below(350);
      const anyOf = values.slice(0, 200).map((pattern) => ({ type: "string", pattern }));
      expect(issuesOf({ anyOf }, "a")[0]).to.have.length.below(350);
    });

    it("writes the paths of an array at the root with brackets", () => {
      expect(issuesOf({ items: { items: { type: "string" } } }, [["a"], ["b", 1]])[0]).to.match(
        /^\[1\]\[1\]: /,
      );
    });

    it("collects more issues than a call has arguments", () => {
      const items = { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] };
      expect(issuesOf(items, new Array(200_000).fill(1))).to.have.length(200_000);
    });
  });

  describe("copies", () => {
    it("returns a fresh value and leaves a frozen input alone", () => {
      const input = deepFreeze({ a: [{ b: 1 }], extra: { c: [2] } });
      const result = fromJsonSchema<typeof input>({ properties: { a: {} } }).parse(input);
      expect(result).to.deep.equal(input);
      expect(result).not.to.equal(input);
      expect(result.extra.c).not.to.equal(input.extra.c);
      expect(Object.isFrozen(result.a)).to.equal(false);
    });

    it("keeps any JSON value as it is", () => {
      const schema = fromJsonSchema({});
      fc.assert(
        fc.property(fc.jsonValue(), (value) => {
          expect(schema.parse(value)).to.deep.equal(noMinusZero(value));
        }),
      );
    });

    it("drops undefined properties and turns undefined items into null, as JSON does", () => {
      expect(fromJsonSchema({}).parse({ a: undefined, b: [undefined] })).to.deep.equal({ b: [null] });
      expect(issuesOf({ required: ["a"] }, { a: undefined })).to.have.length(1);
    });

    it("treats names of Object.prototype as ordinary keys", () => {
      const schema = { properties: { constructor: { type: "string" } }, required: ["toString", "__proto__"] };
      expect(issuesOf(schema, {})).to.have.length(2);
      const value: unknown = JSON.parse(
        '{"__proto__": {"polluted": true}, "toString": 1, "constructor": "c"}',
      );
      const result = fromJsonSchema<object>(schema).parse(value);
      expect(Object.keys(result)).to.deep.equal(["__proto__", "toString", "constructor"]);
      expect(Object.getPrototypeOf(result)).to.equal(Object.prototype);
      expect(issuesOf(JSON.parse('{"properties": {"__proto__": {"type": "string"}}}'), value)).to.have.length(
        1,
      );
    });

    it("ignores inherited properties", () => {
      const value: object = Object.assign(Object.create(null), { a: 1 });
      expect(fromJsonSchema({ required: ["a"] }).parse(value)).to.deep.equal({ a: 1 });
      expect(issuesOf({}, Object.create({ a: 1 }))).to.have.length(1);
    });

    for (const [name, value] of Object.entries({
      NaN: NaN,
      "an infinity": Infinity,
      "a function": () => undefined,
      "a symbol": Symbol("s"),
      "a bigint": 1n,
      "a date": new Date(0),
      "a map": new Map(),
    })) {
      it(`refuses ${name}, wherever it stands`, () => {
        expect(issuesOf({}, value)).to.have.length(1);
        expect(issuesOf({ type: ["number", "object"] }, value)).to.have.length(1);
        expect(issuesOf({}, { a: [value] })[0]).to.match(/^a\[0\]: expected a JSON value/);
      });
    }

    it("refuses cyclic and very deep values in good time", () => {
      const cycle: Record<string, unknown> = {};
      cycle.self = cycle;
      cycle.list = [cycle, cycle];
      let deep: unknown = 1;
      for (let level = 0; level < 10_000; level++) deep = [deep];
      for (const schema of [{}, { const: { a: 1 } }, { uniqueItems: true }, { properties: { self: {} } }]) {
        expect(issuesOf(schema, cycle)).not.to.deep.equal([]);
        expect(issuesOf(schema, [deep, deep])).not.to.deep.equal([]);
      }
    });
  });

  describe("defaults", () => {
    it("fills in absent properties at every depth", () => {
      const page = {
        type: "object",
        properties: { size: { default: 20 }, sort: { type: "string" } },
        default: {},
      };
      const schema = fromJsonSchema({ properties: { page, all: { default: null } } });
      expect(schema.parse({})).to.deep.equal({ page: { size: 20 }, all: null });
      expect(schema.parse({ page: { sort: "a" } })).to.deep.equal({
        page: { sort: "a", size: 20 },
        all: null,
      });
      expect(schema.parse({ page: { size: 1 }, all: 2 })).to.deep.equal({ page: { size: 1 }, all: 2 });
    });

    it("fills in inside items, references and the branch of an anyOf that fits", () => {
      const schema = fromJsonSchema({
        items: {
          anyOf: [{ $ref: "#/$defs/a" }, { properties: { kind: { const: "b" }, y: { default: 2 } } }],
        },
        $defs: { a: { properties: { kind: { const: "a" }, x: { default: 1 } }, required: ["kind"] } },
      });
      expect(schema.parse([{ kind: "a" }, { kind: "b" }])).to.deep.equal([
        { kind: "a", x: 1 },
        { kind: "b", y: 2 },
      ]);
    });

    it("joins the defaults of keywords that speak about the same object", () => {
      const schema = fromJsonSchema({
        properties: { a: { properties: { one: { default: 1 } } } },
        anyOf: [{ properties: { a: { properties: { two: { default: 2 } } }, b: { default: 3 } } }],
      });
      expect(schema.parse({ a: {} })).to.deep.equal({ a: { one: 1, two: 2 }, b: 3 });
    });

    it("takes the first of several defaults whole, of whatever kinds they are", () => {
      const branch = (a: unknown) => ({ properties: { a: { default: a } } });
      for (const [first, second] of [
        [{}, null],
        [{}, [1]],
        [[1], [2, 3]],
        [{ x: 1 }, { y: 2 }],
      ]) {
        const schema = fromJsonSchema({ ...branch(first), anyOf: [branch(second)] });
        expect(schema.parse({})).to.deep.equal({ a: first });
      }
    });

    it("makes them fresh each time", () => {
      const schema = fromJsonSchema<{ list: unknown[] }>({ properties: { list: { default: [{}] } } });
      schema.parse({}).list.push(1);
      expect(schema.parse({})).to.deep.equal({ list: [{}] });
      expect(schema.parse({}).list[0]).not.to.equal(schema.parse({}).list[0]);
    });

    it("takes the default of a definition, and lets a default fulfil required", () => {
      const $defs = { mode: { enum: ["a", "b"], default: "b" } };
      const schema = fromJsonSchema({
        properties: { mode: { $ref: "#/$defs/mode" } },
        required: ["mode"],
        $defs,
      });
      expect(schema.parse({})).to.deep.equal({ mode: "b" });
    });

    it("takes the default of the root for undefined", () => {
      expect(fromJsonSchema({ type: "object", default: {} }).parse(undefined)).to.deep.equal({});
    });

    it("judges a closed object by what came, not by what was filled in", () => {
      const schema = {
        properties: { a: { default: 1 } },
        anyOf: [{ properties: { b: {} }, additionalProperties: false }],
      };
      expect(fromJsonSchema(schema).parse({ b: 2 })).to.deep.equal({ a: 1, b: 2 });
    });
  });

  describe("unions", () => {
    const shape: JsonSchema = {
      anyOf: [
        {
          type: "object",
          properties: { kind: { const: "circle" }, r: { type: "number" } },
          required: ["kind", "r"],
        },
        {
          type: "object",
          properties: { kind: { enum: ["square", "box"] }, side: { type: "number" } },
          required: ["kind", "side"],
        },
        { type: "null" },
      ],
    };

    it("report the branch that the tag names", () => {
      expect(issuesOf(shape, { kind: "circle", r: "1" })).to.deep.equal(['r: expected number, got "1"']);
      expect(issuesOf(shape, { kind: "box" })).to.deep.equal(["side: is required: expected number"]);
    });

    it("list the tags where it names none", () => {
      const tags = 'kind: expected one of "circle", "square", "box"';
      expect(issuesOf(shape, { kind: "line" })).to.deep.equal([`${tags}, got "line"`]);
      expect(issuesOf(shape, {})).to.deep.equal([`${tags}, got nothing`]);
      expect(issuesOf(shape, 5)).to.deep.equal(["expected object or null, got 5"]);
    });

    it("report the only branch for that kind of value", () => {
      const schema = { anyOf: [{ type: "string", format: "date" }, { type: "null" }] };
      expect(issuesOf(schema, "soon")).to.deep.equal(['expected text in the format date, got "soon"']);
    });

    it("report every branch that might have been meant", () => {
      const schema = {
        anyOf: [
          { type: "string", minLength: 3 },
          { type: "string", pattern: "^x" },
        ],
      };
      expect(issuesOf(schema, "a")).to.deep.equal([
        'fits none of 2 alternatives: expected at least 3 characters, got 1 | expected text that matches ^x, got "a"',
      ]);
    });
  });

  describe("exactness", () => {
    it("counts decimals in multipleOf as they are written", () => {
      const cases: [number, number, boolean][] = [
        [0.3, 0.1, true],
        [19.99, 0.01, true],
        [1e-7, 1e-8, true],
        [0.35, 0.1, false],
        [1e23, 10, true],
        [-4.5, 1.5, true],
        [1e308, 0.123456789, false],
      ];
      for (const [value, multipleOf, fits] of cases) {
        expect(issuesOf({ multipleOf }, value), `${value} of ${multipleOf}`).to.have.length(fits ? 0 : 1);
      }
      const schema = fromJsonSchema({ multipleOf: 0.01 });
      fc.assert(
        fc.property(
          fc.integer({ min: -1e12, max: 1e12 }),
          (cents) => !!schema.parse(Number(`${cents}e-2`)) || cents === 0,
        ),
      );
    });

    it("counts code points in lengths", () => {
      expect(issuesOf({ minLength: 2, maxLength: 2 }, "👍👍")).to.deep.equal([]);
      expect(issuesOf({ minLength: 2 }, "👍")).to.have.length(1);
    });

    it("finds equal items of any kind, whatever the order of keys", () => {
      const schema = { uniqueItems: true };
      expect(issuesOf(schema, [{ a: 1, b: [2] }, 1, { b: [2], a: 1 }])).to.deep.equal([
        "expected different items, got equal ones at 0 and 2",
      ]);
      expect(issuesOf(schema, [1, "1", true, null, [1], ["1"], { a: 1 }, '{"a":1}', "null"])).to.deep.equal(
        [],
      );
    });

    it("reports equal items beside failing ones", () => {
      expect(issuesOf({ uniqueItems: true, items: { type: "string" } }, ["a", 5, "a"])).to.have.length(2);
    });

    it("compares 5,000 objects without comparing each with each", () => {
      const items = Array.from({ length: 5_000 }, (_, id) => ({ id, tags: [id, id + 1] }));
      const start = performance.now();
      expect(issuesOf({ uniqueItems: true }, items)).to.deep.equal([]);
      expect(performance.now() - start).to.be.below(1_000);
    });

    it("tests no pattern against a text of more than 10,000 units", () => {
      expect(issuesOf({ pattern: "^x" }, "x".repeat(10_000))).to.deep.equal([]);
      expect(issuesOf({ pattern: "^x" }, "x".repeat(10_001))).to.have.length(1);
    });

    it("tests none that may take cubic time against more than 1,000 units", () => {
      for (const [pattern, longest] of [
        ["^x*x*$", 10_000],
        ["x+$", 10_000],
        ["^[*+]*[+*x]*x*\\+*$", 1_000],
        ["^[*+x]*\\*?[+]?x*$", 10_000],
        ["^x*x*x*$", 1_000],
        ["x*x{2,}$", 1_000],
      ] as const) {
        expect(issuesOf({ pattern }, "x".repeat(longest)), pattern).to.deep.equal([]);
        expect(issuesOf({ pattern }, "x".repeat(longest + 1)), pattern).to.have.length(1);
      }
      const start = performance.now();
      expect(issuesOf({ pattern: ".*.*=" }, "x".repeat(10_000))).to.have.length(1);
      expect(performance.now() - start).to.be.below(1_000);
    });
  });

  it("owns a frozen copy of the schema, without $schema and $id, and leaves the original alone", () => {
    const given = deepFreeze({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "urn:a",
      properties: { $id: { $id: "urn:b", type: "string" }, data: { const: { $id: "kept" } } },
    });
    const { jsonSchema } = fromJsonSchema(given);
    expect(jsonSchema).to.deep.equal({
      properties: { $id: { type: "string" }, data: { const: { $id: "kept" } } },
    });
    expect(Object.isFrozen((jsonSchema.properties as JsonSchema).$id)).to.equal(true);
    expect(given.$id).to.equal("urn:a");
  });

  it("gives the closed empty object as emptyObjectSchema", () => {
    expect(emptyObjectSchema.parse({})).to.deep.equal({});
    expect(() => emptyObjectSchema.parse({ a: 1 })).to.throw("is not allowed");
  });
});

function noMinusZero(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
