/**
 * What converters write beyond the subset, rewritten where the meaning stays the same:
 *
 * - `anyOf` and `oneOf` of constants become `enum`
 * - `allOf` is merged into its schema where no keyword meets another of its name, but for `required`, and for different
 *   `properties` of objects that are open
 * - `additionalProperties: {}` goes, and `propertyNames: {"type": "string"}`; with an `enum` of names there, the object
 *   gets these as its `properties`
 * - `not: {}`, which nothing fits, becomes an empty `enum`
 * - `definitions` becomes `$defs`, in references too
 * - a `format` outside the subset, an annotation in 2020-12, moves to the `description`
 * - other annotations go: `id`, `$comment`, `readOnly`, `writeOnly`, `contentEncoding`, `contentMediaType`
 *
 * Any other `oneOf` becomes `anyOf` where no value fits two branches, see `areApart`. Everything else is left as it is,
 * to be refused. (`$schema` and `$id` are dropped from all schemas.)
 */
import { canonicalJson } from "../values/canonical-json.js";
import type { JsonValue } from "../values/json.js";
import { kindOf, kindsOfTypes } from "../values/kinds.js";
import { formats } from "./formats.js";
import { isObject, rowOf } from "./keywords.js";
import { areDifferent, literalsOf } from "./literals.js";
import type { JsonSchema } from "./types.js";

/** What keywords become beside the others of their place; `undefined` where they stay. */
type Rewrite = readonly [
  keywords: string,
  rewrite: (value: unknown, place: JsonSchema) => JsonSchema | undefined,
];

const rewrites: readonly Rewrite[] = [
  ["id $comment readOnly writeOnly contentEncoding contentMediaType", () => ({})],
  ["definitions", (definitions, { $defs = definitions }) => ({ $defs })],
  ["$ref", (ref) => ({ $ref: String(ref).replace("#/definitions/", "#/$defs/") })],
  [
    "format",
    (format, { description = "" }) =>
      formats.has(format)
        ? undefined
        : { description: `${String(description)} (format: ${String(format)})`.trim() },
  ],
  ["anyOf oneOf", toEnum],
  ["propertyNames", toProperties],
  ["additionalProperties", (members) => (isSame(members, {}) ? {} : undefined)],
  ["not", (schema, place) => (isSame(schema, {}) && !place.enum ? { enum: [] } : undefined)],
];

export function normalizePlace(place: JsonSchema): void {
  while (mergeAll(place));
  for (const keyword of Object.keys(place)) {
    const replacement = rowOf(rewrites, keyword)?.[1](place[keyword], place);
    if (replacement) replace(place, keyword, replacement);
  }
}

function replace(place: JsonSchema, keyword: string, replacement: JsonSchema): void {
  Reflect.deleteProperty(place, keyword);
  Object.assign(place, replacement);
}

function toEnum(branches: unknown, place: JsonSchema): JsonSchema | undefined {
  if (!isArrayOfObjects(branches) || literalsOf(place)) return undefined;
  const values = branches.map(onlyLiterals);
  const all = values.flat();
  if (values.includes(undefined) || !areDifferent(all)) return undefined;
  const [type, ...otherTypes] = new Set(branches.map((branch) => branch.type));
  return { enum: all, ...(type !== undefined && !otherTypes.length && !place.type && { type }) };
}

/** The values of a branch that consists of a constant or an `enum`, and of a `type` that fits them at most. */
function onlyLiterals(branch: JsonSchema): readonly unknown[] | undefined {
  const { type } = branch;
  const values = literalsOf(type === "null" ? { enum: [null], ...branch } : branch);
  const isOnly = Object.keys(branch).every((keyword) => /^(const|enum|type)$/.test(keyword));
  return isOnly && values?.every((value) => kindOf(value) & kindsOfTypes(type)) ? values : undefined;
}

function toProperties(names: unknown, place: JsonSchema): JsonSchema | undefined {
  if (isSame(names, { type: "string" })) return {};
  const { properties, additionalProperties: member = {} } = place;
  const allowed = isObject(names) && onlyLiterals(names);
  if (!allowed || properties || !isObject(member)) return undefined;
  return {
    properties: Object.fromEntries(allowed.map((name) => [name, member])),
    additionalProperties: false,
  };
}

/** Merges the members of `allOf` into their schema, or changes nothing where that would not mean the same. */
function mergeAll(place: JsonSchema): boolean {
  const { allOf: members, ...own } = place;
  if (!isArrayOfObjects(members)) return false;
  const merged = { ...own };
  for (const [keyword, value] of members.flatMap((member) => Object.entries(member))) {
    const earlier = merged[keyword];
    if (earlier === undefined || isSame(earlier, value)) merged[keyword] = value;
    else if (keyword === "required") merged.required = [...new Set([earlier, value].flat())];
    else if (
      keyword === "properties" &&
      !Object.keys(earlier!).some((name) => Object.hasOwn(value as object, name))
    ) {
      merged.properties = { ...earlier, ...(value as object) };
    } else return false;
  }
  const withMembers = [own, ...members].filter((part) => part.properties ?? part.additionalProperties);
  if (withMembers.length > 1 && merged.additionalProperties !== undefined) return false;
  replace(place, "allOf", merged);
  return true;
}

function isArrayOfObjects(value: unknown): value is JsonSchema[] {
  return Array.isArray(value) && value.every(isObject);
}

function isSame(left: unknown, right: unknown): boolean {
  return canonicalJson(left as JsonValue) === canonicalJson(right as JsonValue);
}
