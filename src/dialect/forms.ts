import { literalsOf } from "../schema/literals.js";
import { isForbidden, keysOf, type Places, type SchemaPlaces, type Union } from "./places.js";
import { describe, listJson } from "./words.js";

/**
 * What goes together in the objects of a union that were put into one: `{kind: "a", number} or {kind: "b", note?}`.
 * What is said of all of them is said elsewhere.
 */
export function formsInWords(schema: SchemaPlaces, union: Union, always: Places): string {
  const forms = union.map((places) => {
    const keys = keysOf(places).filter((key) => !isForbidden(places, key));
    const text = describe(places.filter((place) => !always.includes(place)));
    return `{${keys.map((key) => property(schema, places, key)).join(", ")}}${text && ` (${text})`}`;
  });
  return `In one of these forms: ${forms.join(" or ")}.`;
}

function property(schema: SchemaPlaces, places: Places, key: string): string {
  if (schema.isOptional(places, key)) return `${key}?`;
  const literals = schema.members(places, key).map(literalsOf);
  const only = literals.find((values) => values?.length === 1);
  return only ? `${key}: ${listJson(only)}` : key;
}
