import { expect } from "@open-wc/testing";
import fc from "fast-check";
import { fromJsonSchema, type JsonSchema, type JsonValue } from "../../src/index.js";
import { reduceSchema } from "../../src/schema/reduce-schema.js";
import { unfrozen } from "../helpers/surface.js";
import { binding, cancelInput, createDomain, order } from "../helpers/procedures.js";
import { runs } from "../helpers/runs.js";

/** What an agent is shown where the page gives these keys. */
function shown(inputSchema: JsonSchema, bound: Record<string, JsonValue>, overridableFields: string[] = []) {
  const { registry } = createDomain();
  registry.register(order([binding({ bind: () => bound, overridableFields }, { inputSchema })]));
  return registry.snapshot().procedures[0]!;
}

const card = {
  type: "object",
  properties: { orderId: { type: "string" }, card: { type: "string" } },
  required: ["orderId", "card"],
  additionalProperties: false,
};

describe("the reduced schema of a procedure", () => {
  it("is the whole one without the locked keys, in properties and in required", () => {
    expect(shown(cancelInput, { orderId: "o-1" }).inputSchema).to.deep.equal({
      type: "object",
      properties: {
        reason: { type: "string", description: "Why." },
        notify: { type: "boolean", default: true },
      },
      required: ["reason", "notify"],
      additionalProperties: false,
    });
  });

  it("is the whole one where nothing is bound", () => {
    expect(shown(cancelInput, {}).inputSchema).to.deep.equal(cancelInput);
  });

  it("has no required where nothing else was", () => {
    const schema = { type: "object", properties: { a: {}, b: {} }, required: ["a"] };
    expect(shown(schema, { a: 1 }).inputSchema).to.deep.equal({ type: "object", properties: { b: {} } });
  });

  it("is the closed empty object where everything is bound, whatever else was allowed", () => {
    const properties = { a: { type: "string" }, b: { type: "string", default: "x" } };
    for (const schema of [
      { type: "object", properties, required: ["a"] },
      { type: "object", anyOf: [{ properties }, { properties: { a: properties.a }, required: ["a"] }] },
    ]) {
      expect(shown(schema, { a: "1", b: "2" }).inputSchema).to.deep.equal({
        type: "object",
        properties: {},
        additionalProperties: false,
      });
    }
  });

  it("keeps overridable keys, optional, without a default, and says what they default to", () => {
    const { inputSchema, boundFields } = shown(cancelInput, { orderId: "o-1", reason: "x", notify: false }, [
      "reason",
      "notify",
    ]);
    expect(inputSchema).to.deep.equal({
      type: "object",
      properties: {
        reason: { type: "string", description: "Why. (Defaults to the UI's value.)" },
        notify: { type: "boolean", description: "(Defaults to the UI's value.)" },
      },
      additionalProperties: false,
    });
    expect(boundFields).to.deep.equal([
      { path: "notify", locked: false, source: "ui-state" },
      { path: "orderId", locked: true, source: "ui-state" },
      { path: "reason", locked: false, source: "ui-state" },
    ]);
  });

  it("leaves keys alone that are called overridable but not bound", () => {
    expect(shown(cancelInput, {}, ["reason"]).inputSchema).to.deep.equal(cancelInput);
  });

  it("reduces the branches of the root's anyOf", () => {
    const schema = { type: "object", anyOf: [card, { type: "object", required: ["orderId"] }] };
    expect(shown(schema, { orderId: "o-1" }).inputSchema).to.deep.equal({
      type: "object",
      anyOf: [
        {
          type: "object",
          properties: { card: { type: "string" } },
          required: ["card"],
          additionalProperties: false,
        },
        { type: "object" },
      ],
    });
  });

  it("reduces what the root and its branches refer to, and leaves it whole for those deeper down", () => {
    const schema = {
      $defs: { Pay: card, Unused: { type: "string" } },
      anyOf: [
        { $ref: "#/$defs/Pay" },
        { type: "object", properties: { nested: { $ref: "#/$defs/Pay" } }, required: ["nested"] },
      ],
    };
    const { inputSchema } = shown(schema, { orderId: "o-1" });
    expect(inputSchema["anyOf"]).to.deep.equal([
      { $ref: "#/$defs/PayReduced" },
      { type: "object", properties: { nested: { $ref: "#/$defs/Pay" } }, required: ["nested"] },
    ]);
    const definitions = inputSchema["$defs"] as Record<string, JsonSchema>;
    expect(Object.keys(definitions).sort()).to.deep.equal(["Pay", "PayReduced"]);
    expect(definitions["Pay"]).to.deep.equal(card);
    expect(definitions["PayReduced"]!["properties"]).to.deep.equal({ card: { type: "string" } });
    const agent = fromJsonSchema(inputSchema);
    expect(agent.parse({ card: "1" })).to.deep.equal({ card: "1" });
    expect(() => agent.parse({ nested: { card: "1" } })).to.throw("orderId");
  });

  it("shows no bound key in definitions that only it needed, in examples or in a default", () => {
    const schema = {
      $defs: { "a/b": { type: "object", properties: { secret: {}, free: {} } }, Id: { type: "string" } },
      $ref: "#/$defs/a~1b",
      properties: { secret: { $ref: "#/$defs/Id" } },
      examples: [{ secret: "s-1", free: 1 }],
      default: { secret: "s-1" },
    };
    const { inputSchema } = shown(schema, { secret: "s-1" });
    expect(JSON.stringify(inputSchema)).not.to.contain("secret").and.not.to.contain("Id");
    expect(inputSchema).not.to.have.any.keys("examples", "default");
  });

  it("may hold what the subset allows, whatever names its keys and definitions have", () => {
    for (const name of ["__proto__", "constructor", "a b", "a.b", "a/b~c%", "PayReduced"]) {
      const schema = JSON.parse(
        JSON.stringify({
          $defs: { Pay: card, X: { type: "object", properties: { Y: { type: "string" }, free: {} } } },
          $ref: "#/$defs/X",
        })
          .replaceAll('"X"', JSON.stringify(name))
          .replaceAll('"Y"', JSON.stringify(name))
          .replace(
            "#/$defs/X",
            `#/$defs/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`,
          ),
      ) as JsonSchema;
      const bound = JSON.parse(`{${JSON.stringify(name)}: "1"}`) as Record<string, JsonValue>;
      const { inputSchema, boundFields } = shown(schema, bound);
      expect(boundFields.map(({ path }) => path)).to.deep.equal([name]);
      const [reduced] = Object.values(inputSchema["$defs"] as Record<string, JsonSchema>);
      expect(Object.keys(reduced!["properties"] as object), name).to.deep.equal(["free"]);
    }
  });

  it("is frozen, and leaves the author's schema as it is", () => {
    const schema = structuredClone(cancelInput);
    expect(unfrozen(shown(schema, { orderId: "o-1" }, ["orderId"]))).to.deep.equal([]);
    expect(schema).to.deep.equal(cancelInput);
  });

  it("fits where the whole one just fitted the limits", () => {
    const long = { type: "object", properties: { a: { description: "x".repeat(15_000) }, b: {} } };
    const schema = { ...long, description: "y".repeat(16_384 - JSON.stringify(long).length - 17) };
    expect(JSON.stringify(schema).length).to.equal(16_384);
    expect(shown(schema, { a: 1 }, ["a"]).boundFields).to.have.length(1);
  });
});

/** A small object schema: each key has a type, may be required and may have a default. */
const types = {
  string: fc.string({ maxLength: 3 }),
  integer: fc.integer({ min: 0, max: 9 }),
  boolean: fc.boolean(),
} satisfies Record<string, fc.Arbitrary<JsonValue>>;
const anyValue: fc.Arbitrary<JsonValue> = fc.oneof(...Object.values(types));
const key: fc.Arbitrary<string> = fc.constantFrom("a", "b", "c", "__proto__", "toString", "e.f");
const property = fc.record({
  key,
  type: fc.constantFrom(...(Object.keys(types) as (keyof typeof types)[])),
  isRequired: fc.boolean(),
  hasDefault: fc.boolean(),
  given: fc.constantFrom("agent", "locked", "overridable", "both"),
});

const own = (entries: [string, JsonValue][]) => Object.fromEntries(entries) as Record<string, JsonValue>;

describe("reduced and bound together", () => {
  it("are the whole: what fits the whole fits in parts, and what fits in parts fits the whole", () => {
    const object = fc
      .uniqueArray(property, { selector: (one) => one.key, minLength: 1 })
      .chain((properties) =>
        fc.tuple(
          fc.constant(properties),
          fc.tuple(
            ...properties.map(({ type, given }) => {
              // What the page gives is right; an agent may send anything.
              const right = types[type] as fc.Arbitrary<JsonValue>;
              return fc.option(given === "agent" ? fc.oneof(right, right, anyValue) : right);
            }),
          ),
        ),
      );
    fc.assert(
      fc.property(object, fc.boolean(), fc.boolean(), ([properties, values], isClosed, isUnion) => {
        const base: JsonSchema = {
          type: "object",
          properties: own(
            properties.map(({ key: name, type, hasDefault }) => [
              name,
              { type, ...(hasDefault && { default: { string: "d", integer: 1, boolean: false }[type] }) },
            ]),
          ),
          required: properties.filter(({ isRequired }) => isRequired).map(({ key: name }) => name),
          ...(isClosed && { additionalProperties: false }),
        };
        const whole: JsonSchema = isUnion ? { anyOf: [base] } : base;
        const given = {
          locked: properties.filter((one) => one.given === "locked").map((one) => one.key),
          overridable: properties
            .filter((one) => one.given === "overridable" || one.given === "both")
            .map((one) => one.key),
        };
        const isGiven = (name: string) => [...given.locked, ...given.overridable].includes(name);
        const entries = properties.flatMap((one, index): [string, JsonValue][] => {
          const value = values[index];
          return value === null || value === undefined ? [] : [[one.key, value]];
        });
        const fits = (schema: JsonSchema, value: JsonValue) => {
          try {
            fromJsonSchema(schema).parse(value);
            return true;
          } catch {
            return false;
          }
        };
        const page = own(entries.filter(([name]) => isGiven(name)));
        const agent = own(
          entries.filter(
            ([name]) => !isGiven(name) || properties.find((one) => one.key === name)?.given === "both",
          ),
        );
        const isComplete = [...given.locked, ...given.overridable].every((name) => Object.hasOwn(page, name));
        const reduced = reduceSchema(whole, given);
        const together = own([...Object.entries(page), ...Object.entries(agent)]);
        if (fits(whole, together)) expect(fits(reduced, agent)).to.equal(true);
        if (isComplete && fits(reduced, agent)) expect(fits(whole, together)).to.equal(true);
      }),
      { numRuns: runs(500) },
    );
  });
});
