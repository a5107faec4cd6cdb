/** Random values for a schema: they fit it, or nearly do. */
import type { JsonSchema } from "../../src/schema/index.js";
import { setOwn, type JsonValue } from "../../src/values/json.js";
import {
  anyValue,
  chance,
  formatted,
  letters,
  names,
  numbers,
  one,
  patterns,
  type Pick,
} from "./random-json.js";
import { placesIn, targetOf, type Names } from "./random-schemas.js";

/** A value that is meant to fit, with a flaw now and then. */
export function aimedValue(
  pick: Pick,
  schema: JsonSchema,
  defs: Names = (schema.$defs ?? {}) as Names,
): unknown {
  if (chance(pick, 12)) return anyValue(pick, 2);
  const target = targetOf(schema, defs);
  if (target && chance(pick, 90)) return aimedValue(pick, { ...target, ...without(schema, "$ref") }, defs);
  const branches = schema.anyOf as JsonSchema[] | undefined;
  if (branches) {
    const branch = one(pick, branches);
    const own = without(schema, "anyOf");
    const properties = joined(own.properties, branch.properties);
    const required = [...new Set([own.required ?? [], branch.required ?? []].flat())];
    return aimedValue(pick, { ...own, ...branch, ...(properties && { properties }), required }, defs);
  }
  if ("const" in schema) return schema.const;
  if (schema.enum) return one(pick, schema.enum as JsonValue[]);
  switch (schema.type ? one(pick, [schema.type].flat()) : guessType(pick, schema)) {
    case "object":
      return aimedObject(pick, schema, defs);
    case "array":
      return aimedArray(pick, schema, defs);
    case "string":
      return aimedText(pick, schema);
    case "number":
    case "integer":
      return aimedNumber(pick, schema);
    case "boolean":
      return chance(pick, 50);
    case "null":
      return null;
    default:
      return anyValue(pick, 2);
  }
}

function guessType(pick: Pick, schema: JsonSchema): string | undefined {
  const has = (...keywords: string[]) => keywords.some((keyword) => keyword in schema);
  const guesses = [
    has("properties", "required", "additionalProperties") && "object",
    has("items", "uniqueItems", "minItems", "maxItems") && "array",
    has("pattern", "format", "minLength", "maxLength") && "string",
    has("multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum") && "number",
  ].filter((guess) => guess !== false);
  return guesses.length > 0 ? one(pick, guesses) : undefined;
}

function aimedObject(pick: Pick, schema: JsonSchema, defs: Names): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Names;
  const required = (schema.required ?? []) as string[];
  const value: Record<string, unknown> = {};
  for (const name of new Set([...required, ...Object.keys(properties)])) {
    if (!chance(pick, required.includes(name) ? 92 : 60)) continue;
    const member = Object.hasOwn(properties, name) ? properties[name]! : {};
    setOwn(value, name, chance(pick, 2) ? undefined : aimedValue(pick, member, defs));
  }
  if (chance(pick, 15)) setOwn(value, one(pick, names), anyValue(pick, 1));
  return value;
}

function aimedArray(pick: Pick, schema: JsonSchema, defs: Names): unknown[] {
  const {
    minItems = 0,
    maxItems = 3,
    items = {},
  } = schema as { minItems?: number; maxItems?: number; items?: JsonSchema };
  const length = chance(pick, 85) ? minItems + pick(Math.max(0, maxItems - minItems)) : pick(4);
  const value: unknown[] = Array.from({ length }, () => aimedValue(pick, items, defs));
  // Equal to another item, though not the same.
  if (length > 1 && chance(pick, schema.uniqueItems ? 40 : 10)) value[0] = structuredClone(value[1]);
  return value;
}

interface TextKeywords {
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
}

function aimedText(pick: Pick, schema: JsonSchema): string {
  const { pattern, format, minLength = 0, maxLength = 4 } = schema as TextKeywords;
  if (pattern !== undefined && chance(pick, 90)) return one(pick, patterns[pattern]!);
  if (format !== undefined && chance(pick, 95)) return one(pick, formatted[format]!);
  const length = chance(pick, 80) ? minLength + pick(Math.max(0, maxLength - minLength)) : pick(6);
  return Array.from({ length }, () => one(pick, letters)).join("");
}

function aimedNumber(pick: Pick, schema: JsonSchema): number {
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<
    string,
    number | undefined
  >;
  if (multipleOf !== undefined && chance(pick, 70)) {
    return Number(`${BigInt(pick(2_000)) - 100n}e0`) * multipleOf;
  }
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter(
    (bound) => bound !== undefined,
  );
  if (bounds.length === 0 || chance(pick, 20)) return one(pick, numbers);
  return one(pick, bounds) + one(pick, [0, 1, -1, 0.5, -0.5]);
}

/** Puts defaults and examples that fit where they may stand. */
export function addDefaults(
  pick: Pick,
  schema: JsonSchema,
  fits: (place: JsonSchema, value: unknown) => boolean,
  defs = (schema.$defs ?? {}) as Names,
): void {
  for (const place of placesIn(schema)) {
    addDefaults(pick, place, fits, defs);
    if (!chance(pick, 40)) continue;
    const value = JSON.parse(JSON.stringify(aimedValue(pick, place, defs))) as unknown;
    if (!fits({ ...place, $defs: defs }, value)) continue;
    if (chance(pick, 80)) place.default = value;
    else place.examples = [value];
  }
}

function without(schema: JsonSchema, keyword: string): JsonSchema {
  const { [keyword]: _, ...rest } = schema;
  return rest;
}

function joined(one: unknown, other: unknown): object | undefined {
  if (!one || !other) return (one ?? other) as object | undefined;
  const all: Names = {};
  for (const [name, member] of Object.entries({ ...(one as Names) }).concat(Object.entries(other as Names))) {
    setOwn(all, name, member);
  }
  return all;
}
