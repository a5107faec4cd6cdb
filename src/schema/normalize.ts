/**
 * What converters write beyond the subset, rewritten where the meaning stays the same:
 *
 * - `anyOf` and `oneOf` of constants become `enum`
 * - `oneOf` becomes `anyOf` where no value fits two branches: other types, or other constants of a required property
 * - `allOf` is merged into its schema where no keyword meets another of its name, but for `required`, and for different
 *   `properties` of objects that are open
 * - `additionalProperties: {}` goes, and `propertyNames: {"type": "string"}`; with an `enum` of names there, the object
 *   gets these as its `properties`
 * - `definitions` becomes `$defs`, in references too
 * - a `format` outside the subset, an annotation in 2020-12, moves to the `description`
 * - other annotations go: `id`, `$comment`, `readOnly`, `writeOnly`, `contentEncoding`, `contentMediaType`
 *
 * Everything else is left as it is, to be refused. (`$schema` and `$id` are dropped from all schemas.)
 */
import { canonicalJson } from "../values/canonical-json.js";
import type { JsonValue } from "../values/json.js";
import { formats } from "./formats.js";
import { isObject } from "./keywords.js";
import { kindOf, kindsOfTypes, objectKind } from "../values/kinds.js";
import type { JsonSchema } from "./types.js";

export function normalizePlace(place: JsonSchema, root: JsonSchema): void {
  while (Array.isArray(place.allOf) && mergeAll(place, place.allOf as JsonSchema[]));
  for (const [keyword, value] of Object.entries(place)) {
    if (/^(id|\$comment|(read|write)Only|content(Encoding|MediaType))$/.test(keyword)) drop(place, keyword);
    else if (keyword === "definitions") {
      place.$defs ??= value;
      drop(place, keyword);
    } else if (keyword === "$ref") {
      place.$ref = String(value).replace("#/definitions/", "#/$defs/");
    } else if (keyword === "format" && !formats.has(value)) {
      place.description = [place.description, `(format: ${String(value)})`].join(" ").trim();
      drop(place, keyword);
    } else if (/^(any|one)Of$/.test(keyword) && Array.isArray(value) && value.every(isObject)) {
      rewriteUnion(place, keyword, value, root);
    }
  }
  const { propertyNames: names, additionalProperties: member = {} } = place;
  const allowed = isObject(names) ? onlyLiterals(names) : undefined;
  if (isSame(names, { type: "string" })) drop(place, "propertyNames");
  else if (allowed && !place.properties && isObject(member)) {
    drop(place, "propertyNames");
    place.properties = Object.fromEntries(allowed.map((name) => [name, member]));
    place.additionalProperties = false;
  }
  if (isSame(place.additionalProperties, {})) drop(place, "additionalProperties");
}

function rewriteUnion(
  place: JsonSchema,
  keyword: string,
  branches: readonly JsonSchema[],
  root: JsonSchema,
): void {
  const exclusive = keyword === "oneOf";
  const values = branches.map(onlyLiterals);
  const all = values.flat();
  if (!literalsOf(place) && !values.includes(undefined) && !(exclusive && repeats(all))) {
    const [type, ...otherTypes] = new Set(branches.map((branch) => branch.type));
    if (type !== undefined && !otherTypes.length) place.type ??= type;
    place.enum = all;
    drop(place, keyword);
  } else if (exclusive && !place.anyOf) {
    const definitions = (root.$defs ?? {}) as Record<string, JsonSchema>;
    const targets = branches.map((branch) => definitions[String(branch.$ref).slice(8)] ?? branch);
    const isApart = (target: JsonSchema, index: number) =>
      targets.slice(index + 1).every((other) => isDisjoint(target, other));
    if (targets.every(isApart)) {
      place.anyOf = branches;
      drop(place, keyword);
    }
  }
}

/** The values of a branch that consists of a constant or an `enum`, and of a `type` that fits them at most. */
function onlyLiterals(branch: JsonSchema): readonly unknown[] | undefined {
  if (isSame(branch, { type: "null" })) return [null];
  const kinds = kindsOfTypes(branch.type);
  const keywords = Object.keys(branch).filter((keyword) => keyword !== "type");
  const values = literalsOf(branch);
  return keywords.length === 1 && values?.every((value) => kindOf(value) & kinds) ? values : undefined;
}

/** Whether it is certain that no value fits both. */
function isDisjoint(left: JsonSchema, right: JsonSchema): boolean {
  if (differ(left, right)) return true;
  const shared = kindsOfTypes(left.type) & kindsOfTypes(right.type);
  if (shared !== objectKind) return shared === 0;
  const [members = {}, others = {}] = [left, right].map(
    ({ properties }) => properties as Record<string, JsonSchema>,
  );
  const required = [left.required, right.required].flat();
  return Object.keys(members).some(
    (name) => Object.hasOwn(others, name) && required.includes(name) && differ(members[name]!, others[name]!),
  );
}

/** Whether both allow certain values only, and none in common. */
function differ(left: JsonSchema, right: JsonSchema): boolean {
  const [values, others] = [literalsOf(left), literalsOf(right)];
  return !!values && !!others && !repeats([...values, ...others]);
}

function literalsOf(schema: JsonSchema): readonly unknown[] | undefined {
  return "const" in schema ? [schema.const] : (schema.enum as unknown[] | undefined);
}

function repeats(values: readonly unknown[]): boolean {
  return new Set(values.map((value) => canonicalJson(value as JsonValue))).size < values.length;
}

/** Merges the members of `allOf` into their schema, or changes nothing where that would not mean the same. */
function mergeAll(place: JsonSchema, members: readonly JsonSchema[]): boolean {
  const { allOf: _members, ...merged } = place;
  const parts = [{ ...merged }, ...members];
  const objects = parts.filter((part) => part.properties ?? part.additionalProperties);
  if (objects.length > 1 && objects.some((part) => part.additionalProperties !== undefined)) return false;
  for (const member of members) {
    for (const [keyword, value] of Object.entries(member)) {
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
  }
  drop(place, "allOf");
  Object.assign(place, merged);
  return true;
}

function isSame(left: unknown, right: unknown): boolean {
  return canonicalJson(left as JsonValue) === canonicalJson(right as JsonValue);
}

function drop(place: JsonSchema, keyword: string): void {
  Reflect.deleteProperty(place, keyword);
}
