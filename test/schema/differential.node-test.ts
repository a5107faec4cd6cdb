/**
 * Random schemas of the subset and values for them, with the verdicts of two other validators beside ours. A failure
 * prints its seed and path: put `seed` and `path` beside `numRuns` to repeat it.
 */
import { expect } from "@open-wc/testing";
import fc from "fast-check";
import { fromJsonSchema, type JsonSchema } from "../../src/schema/index.js";
import { isAgentSchemaError } from "../../src/values/errors.js";
import { canonicalJson } from "../../src/values/canonical-json.js";
import { deepFreeze } from "../../src/values/freeze.js";
import type { JsonValue } from "../../src/values/json.js";
import { byCfworker, byHyperjump, type Accepts } from "../helpers/other-validators.js";
import { parseByModel, presetOf } from "../helpers/schema-model.js";
import { picker } from "../helpers/random-json.js";
import { makeSchema, placesIn, type Names } from "../helpers/random-schemas.js";
import { addDefaults, aimedValue } from "../helpers/random-values.js";

const numRuns = 1_200;
const valuesEach = 4;
const limits = { maxSchemaDepth: 50, maxSchemaBytes: 1_000_000 };

/** Where another validator is known to be wrong: it is not asked. */
const known: {
  who: string;
  why: string;
  schema: JsonSchema;
  value: unknown;
  verdict: boolean;
  concerns: RegExp;
}[] = [
  {
    who: "hyperjump",
    why: "divides in binary for multipleOf, with a tolerance",
    schema: { multipleOf: 0.01 },
    value: 1e21,
    verdict: false,
    concerns: /"multipleOf":/,
  },
  {
    who: "hyperjump",
    why: "knows no leap seconds",
    schema: { format: "date-time" },
    value: "2024-12-31T23:59:60Z",
    verdict: false,
    concerns: /:60Z/,
  },
  {
    who: "cfworker",
    why: "takes a space for the T of a date-time",
    schema: { format: "date-time" },
    value: "2024-01-01 00:00:00Z",
    verdict: true,
    concerns: /\d \d\d:/,
  },
];

/** Keywords that judge or choose by the whole of what came, without its defaults. */
const judgesWholes = /"(anyOf|enum|const|uniqueItems|\$ref)":/;

const makers: Record<string, (schema: JsonSchema) => Accepts | Promise<Accepts>> = {
  cfworker: byCfworker,
  hyperjump: byHyperjump,
};

/** Random schemas with a few values each. It stops at the first failure: shrinking would take minutes. */
async function forPairs(
  check: (schema: JsonSchema, values: unknown[]) => void | Promise<void>,
  fixed: { seed?: number } = {},
): Promise<void> {
  const property = fc.asyncProperty(fc.gen(), async (gen) => {
    const pick = picker(gen);
    const schema = makeSchema(pick);
    addDefaults(pick, schema, fits);
    fc.pre(!hasForeignDefault(schema));
    await check(
      schema,
      Array.from({ length: valuesEach }, () => aimedValue(pick, schema)),
    );
  });
  const { failed, seed, counterexamplePath, errorInstance } = await fc.check(property, {
    numRuns,
    endOnFailure: true,
    ...fixed,
  });
  if (failed) throw new Error(`{ seed: ${seed}, path: "${counterexamplePath}" }: ${String(errorInstance)}`);
}

describe("schemas of the subset, by chance", () => {
  it("take what two other validators take, and nothing else", async () => {
    await forPairs(async (schema, values) => {
      const theirs = withoutFulfilled(schema);
      const ours = acceptsOf(schema);
      for (const [who, make] of Object.entries(makers)) {
        const accepts = await make(theirs);
        for (const value of values) {
          const pair = JSON.stringify([value, schema]);
          if (known.some((one) => one.who === who && one.concerns.test(pair))) continue;
          expect(accepts(asJson(value)), `${who} of ${pair}`).to.equal(ours(value));
        }
      }
    });
  });

  for (const { who, why, schema, value, verdict } of known) {
    it(`are not compared where ${who} ${why}`, async () => {
      expect([(await makers[who]!(schema))(value), acceptsOf(schema)(value)]).to.deep.equal([
        verdict,
        !verdict,
      ]);
    });
  }

  it("give the input with its defaults, each fresh, and leave the input alone", async () => {
    await forPairs((schema, values) => {
      const compiled = fromJsonSchema(schema, limits);
      const parse = (value: unknown) => compiled.parse(value);
      for (const value of values) {
        if (!acceptsOf(schema)(deepFreeze(value))) continue;
        const result = parse(value);
        const pair = JSON.stringify([value, schema]);
        const model = parseByModel(schema, asJson(value), fits);
        expect(canonicalJson(result), pair).to.equal(canonicalJson(model as JsonValue));
        const again = parse(value);
        expect(sharesWith(again, result) || sharesWith(result, value), pair).to.equal(false);
        expect(canonicalJson(again), pair).to.equal(canonicalJson(result));
        if (!judgesWholes.test(pair)) {
          expect(canonicalJson(parse(result)), pair).to.equal(canonicalJson(result));
        }
      }
    });
  });

  /** About the generator, not about what it finds: the same cases each time, so that it never fails by chance. */
  it("are valid and invalid by each keyword and format", async () => {
    const missing = new Set<string>();
    for (const name of [...Object.keys(kindsOfKeyword), ...formatNames]) {
      if (name !== "format") missing.add(`${name} fits`).add(`${name} fails`);
    }
    const look = (schema: JsonSchema, values: unknown[]) => {
      for (const value of values) {
        const isValid = acceptsOf(schema)(value);
        for (const keyword of Object.keys(schema)) {
          const name = keyword === "format" ? String(schema.format) : keyword;
          const entry = `${name} ${isValid ? "fits" : "fails"}`;
          if (!missing.has(entry) || !kindsOfKeyword[keyword]?.(value)) continue;
          const { [keyword]: _, ...rest } = schema;
          if (isValid || fits(rest, value)) missing.delete(entry);
        }
      }
    };
    await forPairs(look, { seed: 1 });
    expect([...missing]).to.deep.equal([]);
  });
});

const isAny = () => true;
const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The assertions of the subset, and what they are about. */
const kindsOfKeyword: Record<string, (value: unknown) => boolean> = {
  ...{ type: isAny, enum: isAny, const: isAny, anyOf: isAny, $ref: isAny },
  ...{ properties: isObject, required: isObject, additionalProperties: isObject },
  ...{ items: Array.isArray, minItems: Array.isArray, maxItems: Array.isArray, uniqueItems: Array.isArray },
  ...{ minLength: isText, maxLength: isText, pattern: isText, format: isText },
  ...{ minimum: isNumber, maximum: isNumber, exclusiveMinimum: isNumber, exclusiveMaximum: isNumber },
  multipleOf: isNumber,
};
const formatNames = ["date-time", "date", "uuid", "email", "uri"];

function acceptsOf(schema: JsonSchema): Accepts {
  const compiled = fromJsonSchema(schema, limits);
  return (value) => {
    try {
      // Not the default of the root.
      compiled.parse(value === undefined ? NaN : value);
      return true;
    } catch (error) {
      if (!isAgentSchemaError(error)) throw error;
      return false;
    }
  };
}

function fits(schema: JsonSchema, value: unknown): boolean {
  return !hasForeignDefault(schema) && acceptsOf(schema)(value);
}

/** A definition's default that does not fit beside its `$ref`: a definition error. */
function hasForeignDefault(schema: JsonSchema): boolean {
  try {
    fromJsonSchema(schema, limits);
    return false;
  } catch (error) {
    if (String(error).includes("must fit its own schema")) return true;
    throw error;
  }
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** The same without what a default fulfils here: to others, a default says nothing. */
function withoutFulfilled(schema: JsonSchema): JsonSchema {
  const copy = structuredClone(schema);
  const { $defs = {} } = copy as { $defs?: Names };
  const mend = (place: JsonSchema): void => {
    placesIn(place).forEach(mend);
    const { required = [], properties = {} } = place as { required?: string[]; properties?: Names };
    const isFulfilled = (name: string) =>
      Object.hasOwn(properties, name) && presetOf(properties[name]!, $defs) !== undefined;
    if (place.required) place.required = required.filter((name) => !isFulfilled(name));
  };
  mend(copy);
  return copy;
}

function sharesWith(one: unknown, other: unknown): boolean {
  const objects = new Set(objectsIn(one));
  return objectsIn(other).some((object) => objects.has(object));
}

function objectsIn(value: unknown): object[] {
  return typeof value === "object" && value !== null
    ? [value, ...Object.values(value).flatMap(objectsIn)]
    : [];
}
