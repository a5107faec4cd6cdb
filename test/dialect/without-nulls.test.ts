import { expect } from "@open-wc/testing";
import { fromJsonSchema, type JsonSchema, type JsonValue } from "../../src/index.js";
import { withoutNulls } from "../../src/dialect/without-nulls.js";

const object = (properties: JsonSchema, own: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  ...own,
});
const text = { type: "string" };
const nullable = { type: ["string", "null"] };

type Case = [what: string, schema: JsonSchema, sent: JsonValue, meant: JsonValue];

const cases: Case[] = [
  ["null at an optional property means absent", object({ a: text }), { a: null }, {}],
  ["null stays where the schema allows it", object({ a: nullable }), { a: null }, { a: null }],
  ["null stays where anything is allowed", object({ a: {} }), { a: null }, { a: null }],
  [
    "null stays at a required property, to be refused",
    object({ a: text }, { required: ["a"] }),
    { a: null },
    { a: null },
  ],
  [
    "a default makes a required property optional",
    object({ a: { ...text, default: "x" } }, { required: ["a"] }),
    { a: null },
    {},
  ],
  ["null stays at a property that is not declared", object({ a: text }), { b: null }, { b: null }],
  [
    "nested objects",
    object({ a: object({ b: text, c: text }) }),
    { a: { b: null, c: "x" } },
    { a: { c: "x" } },
  ],
  [
    "objects in arrays",
    object({ a: { type: "array", items: object({ b: text }) } }),
    { a: [{ b: null }, { b: "x" }] },
    { a: [{}, { b: "x" }] },
  ],
  ["null as an item stays", object({ a: { type: "array", items: text } }), { a: [null] }, { a: [null] }],
  [
    "references",
    object({ a: { $ref: "#/$defs/d" } }, { $defs: { d: object({ b: text }) } }),
    { a: { b: null } },
    { a: {} },
  ],
  [
    "a null that a reference refuses",
    object({ a: { $ref: "#/$defs/d" } }, { $defs: { d: text } }),
    { a: null },
    {},
  ],
  [
    "a reference beside other keywords",
    object({ a: text }, { $ref: "#/$defs/d", $defs: { d: object({ b: text }, { required: ["a"] }) } }),
    { a: null, b: null },
    { a: null },
  ],
  [
    "the branch that fits",
    object({
      u: {
        anyOf: [
          object({ k: { const: 1 }, v: text }, { required: ["k"] }),
          object({ k: { const: 2 }, v: nullable }, { required: ["k"] }),
        ],
      },
    }),
    { u: { k: 2, v: null } },
    { u: { k: 2, v: null } },
  ],
  [
    "the other branch that fits",
    object({
      u: {
        anyOf: [
          object({ k: { const: 1 }, v: text }, { required: ["k"] }),
          object({ k: { const: 2 }, v: nullable }, { required: ["k"] }),
        ],
      },
    }),
    { u: { k: 1, v: null } },
    { u: { k: 1 } },
  ],
  [
    "of several that fit the one that leaves out the least",
    object({ u: { anyOf: [object({ v: text }), object({ v: { type: ["number", "null"] } })] } }),
    { u: { v: null } },
    { u: { v: null } },
  ],
  [
    "where none fits, the branch that was meant",
    object({ u: { anyOf: [text, object({ k: { const: 1 }, v: text, w: text }, { required: ["k"] })] } }),
    { u: { k: 1, v: null, w: 5 } },
    { u: { k: 1, w: 5 } },
  ],
  [
    "in a union in the root, null at what only other branches have",
    {
      anyOf: [
        object({ k: { const: 1 }, v: text }, { required: ["k"] }),
        object({ k: { const: 2 }, w: text }, { required: ["k"] }),
      ],
    },
    { k: 1, v: "x", w: null, z: null },
    { k: 1, v: "x", z: null },
  ],
  [
    "an alternative that fits, though it leaves out more",
    object({ u: { anyOf: [object({ v: { type: "number" } }, { required: ["v"] }), object({ v: text })] } }),
    { u: { v: null } },
    { u: {} },
  ],
  [
    "below the root, null at what only other branches have stays",
    object({
      u: {
        anyOf: [
          object({ k: { const: 1 } }, { required: ["k"] }),
          object({ k: { const: 2 }, w: text }, { required: ["k"] }),
        ],
      },
    }),
    { u: { k: 1, w: null } },
    { u: { k: 1, w: null } },
  ],
  [
    "what is left out deeper down counts too",
    {
      anyOf: [
        object({ i: { anyOf: [object({ a: text, b: text }), text] } }),
        object({ i: object({ a: nullable, b: text }) }),
      ],
    },
    { i: { a: null, b: null } },
    { i: { a: null } },
  ],
  [
    "an alternative that a constant object tells, where something else in it is refused",
    object({
      u: {
        anyOf: [
          text,
          object(
            { k: { const: { a: 1 } }, b: text, c: { type: "string", format: "date" } },
            { required: ["k", "c"] },
          ),
        ],
      },
    }),
    { u: { k: { a: 1 }, b: null, c: "no date" } },
    { u: { k: { a: 1 }, c: "no date" } },
  ],
  [
    "a key of any name",
    JSON.parse('{"type":"object","properties":{"a":{"type":"string"}}}') as JsonSchema,
    JSON.parse('{"a":null,"__proto__":1}') as JsonValue,
    JSON.parse('{"__proto__":1}') as JsonValue,
  ],
];

describe("withoutNulls", () => {
  for (const [what, schema, sent, meant] of cases) {
    it(what, () => {
      const before = JSON.stringify(sent);
      const { jsonSchema } = fromJsonSchema(schema);
      expect(JSON.stringify(withoutNulls(jsonSchema, sent))).to.equal(JSON.stringify(meant));
      expect(JSON.stringify(sent)).to.equal(before);
    });
  }

  it("gives the same value where nothing is left out", () => {
    const { jsonSchema } = fromJsonSchema(
      object({ a: object({ b: text }), c: { type: "array", items: object({ d: text }) } }),
    );
    const sent = { a: { b: "x" }, c: [{ d: "y" }] };
    expect(withoutNulls(jsonSchema, sent)).to.equal(sent);
    expect(withoutNulls(jsonSchema, "text")).to.equal("text");
    expect(withoutNulls(jsonSchema, null)).to.equal(null);
  });

  it("leaves a value that cannot be looked at to those who validate it", () => {
    const { jsonSchema } = fromJsonSchema(object({ a: text }));
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    expect(withoutNulls(jsonSchema, hostile)).to.equal(hostile);
    const cyclic: { a?: unknown } = {};
    cyclic.a = cyclic;
    expect(withoutNulls(jsonSchema, cyclic as JsonValue)).to.equal(cyclic);
  });
});
