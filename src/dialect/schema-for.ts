import { checkSchema } from "../schema/check-schema.js";
import type { JsonSchema } from "../schema/types.js";
import { deepFreeze } from "../values/freeze.js";
import { minimal, strict, type Notation } from "./notation.js";
import { reduce } from "./reduce.js";

/** How much of JSON Schema a provider takes in the schemas of tools. */
export type AgentSchemaDialect = "full" | "strict" | "minimal";

const notations: ReadonlyMap<string, Notation> = new Map([
  ["strict", strict],
  ["minimal", minimal],
]);

/** The copies of stored schemas. These never change. */
const copies = new WeakMap<JsonSchema, Map<string, JsonSchema>>();

/**
 * A copy of a schema for providers that refuse parts of the subset. The given one stays as it is, and is what inputs
 * are held to. What a copy cannot say it says in its descriptions, defaults, examples and `deprecated` among it.
 *
 * - "full": the same object.
 * - "strict", for strict function calling: only `type`, `enum`, `properties`, `required`, `items`, `anyOf` and
 *   `description`; references are inlined. Every object is closed and requires all of its properties, and what was
 *   optional may be null. An object that was open is closed too: what the schema does not name cannot be sent.
 * - "minimal", for Gemini and small local models: besides these inclusive bounds, lengths and the format date-time. One
 *   type at each place, `enum` for texts alone, nothing beside an `anyOf`.
 *
 * In both a root that may be an object is one object. Where alternatives cannot be put into one exactly, it takes more
 * than they do, and says which properties go together. A place of any type is narrowed to what its keywords are about,
 * or else to a text, a number, true, false or null.
 * @throws {AgentSurfaceDefinitionError} for a schema outside the subset, see `fromJsonSchema`.
 * @throws {TypeError} for an unknown dialect.
 */
export function schemaFor(schema: JsonSchema, dialect: AgentSchemaDialect): JsonSchema {
  if (dialect === "full") return schema;
  checkDialect(dialect, "a schema");
  return copyFor(checkSchema(schema, { maxSchemaBytes: 1e9, maxSchemaDepth: 100 }), dialect);
}

/** The same for one of the core's own schemas, which was checked when it was registered. */
export function copyFor(stored: JsonSchema, dialect: "strict" | "minimal"): JsonSchema {
  let known = copies.get(stored);
  if (!known) copies.set(stored, (known = new Map<string, JsonSchema>()));
  let copy = known.get(dialect);
  if (!copy) known.set(dialect, (copy = deepFreeze(reduce(stored, notations.get(dialect)!))));
  return copy;
}

/** @throws {TypeError} for an unknown dialect. */
export function checkDialect(dialect: string, owner: string): void {
  if (dialect !== "full" && !notations.has(dialect)) {
    throw new TypeError(`The dialect of ${owner} is "full", "strict" or "minimal".`);
  }
}
