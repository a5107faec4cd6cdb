/** What Zod, Valibot and ArkType really convert their schemas to: exact within the subset, or refused in clear words. */
import { expect } from "@open-wc/testing";
import { toJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import { fromJsonSchema, fromStandardSchema, type StandardSchemaV1 } from "../../src/schema/index.js";
import { AgentSurfaceDefinitionError } from "../../src/values/errors.js";
import { deepFreeze } from "../../src/values/freeze.js";
import type { AgentSchema } from "../../src/schema/index.js";

type Row = [name: string, schema: StandardSchemaV1, good: unknown[], bad: unknown[]];
type Refusal = [name: string, schema: StandardSchemaV1, path: string, told: string];

/** Valibot brings no conversion of its own. */
function adopt(schema: StandardSchemaV1): AgentSchema<unknown> {
  const { vendor } = schema["~standard"];
  if (vendor !== "valibot") return fromStandardSchema(schema);
  const jsonSchema = toJsonSchema(schema as v.GenericSchema, {
    typeMode: "input",
    target: "draft-2020-12",
  });
  return fromStandardSchema(schema, { jsonSchema: jsonSchema as Record<string, unknown> });
}

function accepts(schema: AgentSchema<unknown>, value: unknown): boolean {
  try {
    schema.parse(value);
    return true;
  } catch {
    return false;
  }
}

const uuid = "2c5ea4c0-4067-41e9-8bad-9b1deb4d3b7d";
const point = z.object({ x: z.number() });
const named = z.object({ x: z.number() }).meta({ id: "Point" });
const zodKinds = z.discriminatedUnion("k", [
  z.object({ k: z.literal("a"), x: z.string() }),
  z.object({ k: z.literal("b"), y: z.number() }),
]);

const zod: Row[] = [
  ["optional", z.object({ a: z.string().optional() }), [{}, { a: "b" }], [{ a: 1 }, { a: null }]],
  ["nullable", z.object({ a: z.string().nullable() }), [{ a: null }, { a: "b" }], [{}, { a: 1 }]],
  ["default", z.object({ a: z.number().default(1) }), [{}, { a: 2 }], [{ a: "1" }]],
  ["prefault", z.object({ a: z.string().prefault("x") }), [{}, { a: "y" }], [{ a: 1 }]],
  ["enum", z.enum(["a", "b"]), ["a"], ["c", 1]],
  ["enum of numbers", z.enum({ one: 1, two: 2 }), [1], ["one", 3]],
  ["nullable enum", z.enum(["a"]).nullable(), ["a", null], ["b"]],
  ["literal", z.literal("a"), ["a"], ["b"]],
  ["literals", z.literal(["a", 1, null]), ["a", 1, null], ["b", 0]],
  ["union of literals", z.union([z.literal("a"), z.literal("b")]), ["a", "b"], ["c"]],
  ["union", z.union([z.string(), z.number()]), ["a", 1], [true, null]],
  ["exclusive union", z.xor([z.string(), z.number()]), ["a", 1], [true]],
  ["discriminated union", zodKinds, [{ k: "a", x: "" }], [{ k: "a", y: 1 }, { k: "c" }, {}, null]],
  ["record of anything", z.record(z.string(), z.unknown()), [{}, { a: [1] }], [[], "a"]],
  [
    "record over an enum",
    z.record(z.enum(["a", "b"]), z.int()),
    [{ a: 1, b: 2 }],
    [{ a: 1 }, { a: 1, b: 2, c: 3 }],
  ],
  ["partial record", z.partialRecord(z.enum(["a", "b"]), z.int()), [{}, { a: 1 }], [{ c: 3 }, { a: "" }]],
  ["date", z.iso.date(), ["2024-02-29"], ["2023-02-29", "soon"]],
  ["date-time", z.iso.datetime({ offset: true }), ["2024-01-01T00:00:00+01:00"], ["2024-01-01", 5]],
  ["time", z.iso.time(), ["12:30:00"], ["25:00:00"]],
  ["email", z.email(), ["a@b.example"], ["a@", "a"]],
  ["url", z.url(), ["https://a.example/b"], ["a b"]],
  ["uuid", z.uuid(), [uuid], ["2c5ea4c0", uuid.replace("-41e9", "-91e9")]],
  ["ipv4", z.ipv4(), ["127.0.0.1"], ["256.0.0.1", "1.1"]],
  ["ipv6", z.ipv6(), ["::1"], ["1"]],
  ["base64", z.base64(), ["YQ=="], ["a"]],
  ["int", z.int(), [1, -5], [1.5, 1e16]],
  ["positive", z.number().positive(), [0.1], [0, -1]],
  ["multipleOf", z.number().multipleOf(0.5), [1.5], [1.2]],
  ["regex", z.string().regex(/^a+$/), ["aa"], ["b", ""]],
  ["lengths", z.string().min(1).max(2), ["a"], ["", "abc"]],
  ["array", z.array(z.string()).min(1).max(2), [["a"]], [[], ["a", "b", "c"], [1]]],
  [
    "reused schema",
    z.object({ a: point, b: point }),
    [{ a: { x: 1 }, b: { x: 2 } }],
    [{ a: { x: 1 }, b: {} }],
  ],
  ["definition", z.object({ a: named, b: named }), [{ a: { x: 1 }, b: { x: 2 } }], [{ a: { x: 1 }, b: {} }]],
  ["lazy", z.lazy(() => z.string()), ["a"], [1]],
  ["readonly", z.object({ a: z.string() }).readonly(), [{ a: "" }], [{}]],
  ["brand", z.string().brand("b"), ["a"], [1]],
  [
    "intersection",
    z.intersection(point, z.object({ y: z.string() })),
    [{ x: 1, y: "" }],
    [{ x: 1 }, { y: "" }],
  ],
  ["and", z.string().min(1).and(z.string().max(2)), ["a"], ["", "abc"]],
  ["strict object", z.strictObject({ a: z.string() }), [{ a: "" }], [{ a: "", b: 1 }]],
  ["loose object", z.looseObject({ a: z.string() }), [{ a: "", b: 1 }], [{ b: 1 }]],
  ["never", z.object({ a: z.never().optional() }), [{}, { b: 1 }], [{ a: 1 }, { a: null }]],
  ["any", z.any(), [1, null, {}], []],
  ["unknown", z.object({ a: z.unknown() }), [{ a: 1 }], [5]],
];

const valibot: Row[] = [
  ["optional", v.object({ a: v.optional(v.string()) }), [{}, { a: "b" }], [{ a: 1 }, { a: null }]],
  ["default", v.object({ a: v.optional(v.string(), "x") }), [{}, { a: "b" }], [{ a: 1 }]],
  ["nullish", v.object({ a: v.nullish(v.string(), null) }), [{}, { a: null }], [{ a: 1 }]],
  ["picklist", v.picklist(["a", "b"]), ["a"], ["c"]],
  ["union of literals", v.union([v.literal("a"), v.literal("b")]), ["a"], ["c", 1]],
  [
    "variant",
    v.variant("k", [v.object({ k: v.literal("a"), x: v.string() }), v.object({ k: v.literal("b") })]),
    [{ k: "a", x: "" }, { k: "b" }],
    [{ k: "a" }, { k: "c" }, {}],
  ],
  ["date", v.pipe(v.string(), v.isoDate()), ["2024-02-28"], ["2024-2-28"]],
  ["email", v.pipe(v.string(), v.email()), ["a@b.example"], ["a@"]],
  ["uuid", v.pipe(v.string(), v.uuid()), [uuid], ["2c5ea4c0"]],
  ["integer", v.pipe(v.number(), v.integer(), v.minValue(1)), [1], [0, 1.5]],
  ["greater than", v.pipe(v.number(), v.gtValue(0)), [0.1], [0]],
  ["regex", v.pipe(v.string(), v.regex(/^a+$/)), ["aa"], ["b"]],
  ["array", v.pipe(v.array(v.string()), v.minLength(1)), [["a"]], [[], [1]]],
  ["strict object", v.strictObject({ a: v.string() }), [{ a: "" }], [{ a: "", b: 1 }]],
  ["loose object", v.looseObject({ a: v.string() }), [{ a: "", b: 1 }], [{ b: 1 }]],
  [
    "intersect",
    v.intersect([v.object({ a: v.string() }), v.object({ b: v.number() })]),
    [{ a: "", b: 1 }],
    [{ a: "" }],
  ],
  ["lazy", v.lazy(() => v.string()), ["a"], [1]],
  ["never", v.object({ a: v.optional(v.never()) }), [{}], [{ a: 1 }]],
];

const arktype: Row[] = [
  ["optional", type({ "a?": "string" }), [{}, { a: "b" }], [{ a: 1 }, { a: null }]],
  ["default", type({ a: "string = 'x'" }), [{}, { a: "b" }], [{ a: 1 }]],
  ["nullable", type({ a: "string | null" }), [{ a: null }], [{}, { a: 1 }]],
  ["literals", type("'a' | 'b'"), ["a"], ["c"]],
  [
    "discriminated union",
    type({ k: "'a'", x: "string" }).or({ k: "'b'" }),
    [{ k: "a", x: "" }, { k: "b" }],
    [{ k: "a" }, { k: "c" }],
  ],
  ["email", type("string.email"), ["a@b.example"], ["a@"]],
  ["uuid", type("string.uuid"), [uuid], ["2c5ea4c0"]],
  ["integer", type("number.integer > 0"), [1], [0, 1.5]],
  ["range", type("1 <= number <= 5"), [1, 5], [0, 6]],
  ["divisor", type("number % 5"), [10], [11]],
  ["regex", type(/^a+$/), ["aa"], ["b"]],
  ["array", type("string[] >= 1"), [["a"]], [[], [1]]],
  ["closed object", type({ "+": "reject", a: "string" }), [{ a: "" }], [{ a: "", b: 1 }]],
  ["intersection", type({ a: "string" }).and({ b: "number" }), [{ a: "", b: 1 }], [{ a: "" }]],
  ["never", type("never"), [], [1, null]],
  ["unknown", type({ a: "unknown" }), [{ a: 1 }], [5]],
];

const tree = z.object({
  get child() {
    return z.optional(tree);
  },
});
const refusals: Refusal[] = [
  [
    "Zod's record of a type",
    z.record(z.string(), z.number()),
    "/additionalProperties",
    "an array of entries",
  ],
  ["Zod's catchall", z.object({}).catchall(z.number()), "/additionalProperties", "an array of entries"],
  ["Zod's tuple", z.tuple([z.string(), z.number()]), "/prefixItems", '"properties", or "items" of one kind'],
  ["Zod's two patterns", z.string().regex(/a/).regex(/b/), "/allOf", "one schema with the keywords of all"],
  ["Zod's recursion", tree, "/properties/child/$ref", "#/$defs/name"],
  ["Zod's set", z.set(z.string()), "", "Set cannot be represented"],
  ["Zod's date object", z.date(), "", "Date cannot be represented"],
  ["Valibot's record", v.record(v.string(), v.number()), "/additionalProperties", "an array of entries"],
  ["Valibot's tuple", v.tuple([v.string(), v.number()]), "/prefixItems", '"items" of one kind'],
  ["ArkType's record", type({ "[string]": "number" }), "/additionalProperties", "an array of entries"],
  ["ArkType's tuple", type(["string", "number"]), "/prefixItems", '"items" of one kind'],
  [
    "ArkType's recursion",
    type.scope({ node: { "child?": "node" } }).export().node,
    "$ref",
    "the schema contains itself",
  ],
];

describe("fromStandardSchema with what converters write", () => {
  for (const [library, rows] of Object.entries({ zod, valibot, arktype })) {
    for (const [name, schema, good, bad] of rows) {
      it(`means the same in JSON Schema: ${library} ${name}`, () => {
        const adopted = adopt(schema);
        const described = fromJsonSchema(adopted.jsonSchema);
        for (const [value, verdict] of [
          ...good.map((one) => [one, true] as const),
          ...bad.map((one) => [one, false] as const),
        ]) {
          expect([accepts(adopted, value), accepts(described, value)], JSON.stringify(value)).to.deep.equal([
            verdict,
            verdict,
          ]);
        }
      });
    }
  }

  for (const [name, schema, path, told] of refusals) {
    it(`refuses ${name} and says where and what to write`, () => {
      let error: unknown;
      try {
        adopt(schema);
      } catch (thrown) {
        error = thrown;
      }
      expect(error)
        .to.be.instanceOf(AgentSurfaceDefinitionError)
        .and.to.include({ code: "INVALID_DEFINITION" });
      expect((error as AgentSurfaceDefinitionError).path).to.match(
        new RegExp(`${path.replaceAll("$", "\\$")}$`),
      );
      expect(String(error)).to.contain(told);
    });
  }

  it("transforms, coerces and fills in as the library does", () => {
    const input = z.object({
      a: z.string().transform((text) => text.length),
      b: z.coerce.number(),
      c: z.int().default(3),
    });
    expect(adopt(input).parse({ a: "abc", b: "5" })).to.deep.equal({ a: 3, b: 5, c: 3 });
    const trimmed = v.object({
      a: v.pipe(
        v.string(),
        v.transform((text) => text.trim()),
      ),
      b: v.optional(v.number(), 2),
    });
    expect(adopt(trimmed).parse({ a: " x " })).to.deep.equal({ a: "x", b: 2 });
    const parsed = type({ a: "string.trim", b: "number = 2" });
    expect(adopt(parsed).parse({ a: " x " })).to.deep.equal({ a: "x", b: 2 });
  });

  it("takes frozen inputs, which ArkType would write into", () => {
    const schema = adopt(type({ "+": "delete", a: "string.trim", "b?": { c: "string.trim" } }));
    const input = deepFreeze({ a: " x ", b: { c: " y " }, more: 1 });
    expect(schema.parse(input)).to.deep.equal({ a: "x", b: { c: "y" } });
    expect(input.b.c).to.equal(" y ");
  });

  it("leaves to the library what is no JSON", () => {
    const date = new Date(0);
    expect(fromStandardSchema(z.date(), { jsonSchema: {} }).parse(date)).to.equal(date);
    fromStandardSchema(z.undefined(), { jsonSchema: {} }).parse(undefined);
  });

  it("gives paths that agents read, whatever the library", () => {
    for (const schema of [
      z.object({ rows: z.array(z.object({ n: z.number() })) }),
      v.object({ rows: v.array(v.object({ n: v.number() })) }),
      type({ rows: type({ n: "number" }).array() }),
    ] as StandardSchemaV1[]) {
      let issues: unknown;
      try {
        adopt(schema).parse({ rows: [{ n: 1 }, { n: "x" }] });
      } catch (error) {
        issues = (error as { issues: { path: string }[] }).issues.map(({ path }) => path);
      }
      expect(issues).to.deep.equal(["rows[1].n"]);
    }
  });

  it("asks for a JSON Schema where the library brings none, with or without its other half", () => {
    expect(() => fromStandardSchema(v.string())).to.throw("valibot gives none: it does not convert itself");
    expect(() => fromStandardSchema(v.string())).to.throw("fromStandardSchema(schema, { jsonSchema })");
  });
});
