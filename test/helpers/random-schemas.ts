/** Random schemas of the subset, all keywords and formats. */
import type { JsonSchema } from "../../src/schema/index.js";
import { setOwn, type JsonValue } from "../../src/values/json.js";
import { anyValue, chance, formatted, names, numbers, one, patterns, type Pick } from "./random-json.js";

export type Names = Record<string, JsonSchema>;

const steps = [1, 2, 3, 5, 0.1, 0.01, 0.5, 1.5, 1e-7, 0.3, 10];

/** A root with definitions that its places may refer to. */
export function makeSchema(pick: Pick): JsonSchema {
  const $defs: Names = {};
  for (const name of ["d", "e/~%", "__proto__"]) {
    if (chance(pick, 15)) setOwn($defs, name, makePlace(pick, 1, Object.keys($defs)));
  }
  const defined = Object.keys($defs);
  const root = makePlace(pick, one(pick, [2, 3, 3, 6]), defined);
  return defined.length > 0 ? { ...root, $defs } : root;
}

function makePlace(pick: Pick, levels: number, defined: readonly string[]): JsonSchema {
  const schema: JsonSchema = {};
  const nested = () => makePlace(pick, levels - 1, defined);
  const kind = pick(levels > 0 ? 11 : 6);
  if (kind === 0) schema.enum = Array.from({ length: 1 + pick(3) }, () => anyValue(pick, 2));
  if (kind === 1) schema.const = anyValue(pick, 2);
  if (kind === 2 || kind === 3) addText(schema, pick);
  if (kind === 4 || kind === 5) addNumber(schema, pick);
  if (kind === 6)
    schema.type = one(pick, ["null", "boolean", ["string", "null"], ["integer", "array"], "object"]);
  if (kind === 7 || kind === 8) addObject(schema, pick, nested);
  if (kind === 9) addArray(schema, pick, nested);
  if (kind === 10) schema.anyOf = makeUnion(pick, nested);
  if (kind === 11 && defined.length > 0) {
    schema.$ref = `#/$defs/${encodeURIComponent(one(pick, defined).replaceAll("~", "~0").replaceAll("/", "~1"))}`;
  }
  // Keywords side by side that have little to do with one another.
  if (levels > 0 && chance(pick, 12)) addObject(schema, pick, nested);
  if (chance(pick, 6)) addNumber(schema, pick);
  if (levels > 0 && chance(pick, 5)) schema.anyOf = makeUnion(pick, nested);
  if (chance(pick, 5)) schema.title = "A title";
  return schema;
}

function addText(schema: JsonSchema, pick: Pick): void {
  if (chance(pick, 70)) schema.type = "string";
  const kind = pick(4);
  if (kind === 0) schema.pattern = one(pick, Object.keys(patterns));
  if (kind === 1 || kind === 2) schema.format = one(pick, Object.keys(formatted));
  if (kind > 2) {
    if (chance(pick, 70)) schema.minLength = pick(3);
    if (chance(pick, 70)) schema.maxLength = pick(4);
  }
}

function addNumber(schema: JsonSchema, pick: Pick): void {
  if (chance(pick, 70)) schema.type = one(pick, ["number", "integer"]);
  if (chance(pick, 40)) schema.multipleOf = one(pick, steps);
  for (const keyword of ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]) {
    if (chance(pick, 20)) schema[keyword] = one(pick, numbers);
  }
}

function addObject(schema: JsonSchema, pick: Pick, nested: () => JsonSchema): void {
  if (chance(pick, 60)) schema.type = "object";
  const properties: Names = {};
  for (let count = pick(3); count > 0; count--) setOwn(properties, one(pick, names), nested());
  if (chance(pick, 85)) schema.properties = properties;
  const candidates = chance(pick, 20) ? names : Object.keys(properties);
  const required = candidates.filter(() => chance(pick, 40)).slice(0, 3);
  if (required.length > 0 || chance(pick, 10)) schema.required = required;
  if (chance(pick, 40)) schema.additionalProperties = chance(pick, 25);
}

function addArray(schema: JsonSchema, pick: Pick, nested: () => JsonSchema): void {
  if (chance(pick, 70)) schema.type = "array";
  if (chance(pick, 70)) schema.items = nested();
  if (chance(pick, 40)) schema.uniqueItems = chance(pick, 85);
  if (chance(pick, 30)) schema.minItems = pick(2);
  if (chance(pick, 30)) schema.maxItems = pick(3);
}

function makeUnion(pick: Pick, nested: () => JsonSchema): JsonSchema[] {
  if (chance(pick, 60)) return Array.from({ length: 1 + pick(2) }, nested);
  const tags = one<JsonValue[]>(pick, [
    ["a", "b"],
    [1, "1"],
    [null, false],
    [0, 1],
  ]);
  return tags.map((tag) => ({
    type: "object",
    properties: { kind: chance(pick, 80) ? { const: tag } : { enum: [tag] }, a: nested() },
    required: chance(pick, 70) ? ["kind"] : ["kind", "a"],
  }));
}

/** The schemas that stand directly in one. */
export function placesIn(schema: JsonSchema): JsonSchema[] {
  const { $defs = {}, properties = {}, anyOf = [], items } = schema as Record<string, object | undefined>;
  return [$defs, properties, anyOf, items ? [items] : []].flatMap((group) => Object.values(group as Names));
}

export function targetOf({ $ref }: JsonSchema, defs: Names): JsonSchema | undefined {
  if ($ref === undefined) return undefined;
  const [name = ""] = /[^/]*$/.exec(decodeURIComponent($ref as string).replaceAll("~1", "\n")) ?? [];
  return defs[name.replaceAll("\n", "/").replaceAll("~0", "~")];
}
