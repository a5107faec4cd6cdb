/** What of a procedure's input is the agent's, and what is the page's (contract.md section 11). */
import { fromJsonSchema } from "../schema/from-json-schema.js";
import { isObject } from "../schema/keywords.js";
import { reduceSchema } from "../schema/reduce-schema.js";
import type { AgentSchema, JsonSchema } from "../schema/types.js";
import { describeValue } from "../values/describe-value.js";
import type { JsonValue } from "../values/json.js";

/**
 * What the page gives now.
 * @throws whatever `bind` throws, and a TypeError for what is no plain object, a promise for instance.
 */
export function readBinding(bind: () => unknown): Record<string, unknown> {
  const given = bind();
  if (isObject(given)) return given;
  // Nobody waits for a promise, so its failure must not become an unhandled rejection.
  if (given instanceof Promise) given.then(undefined, () => undefined);
  throw new TypeError(`bind() must give a plain object, not ${describeValue(given)}.`);
}

/** The last reduced schema of each whole one: a list has the same procedure with the same keys in every row. */
const reduced = new WeakMap<JsonSchema, { readonly keys: string; readonly schema: AgentSchema<JsonValue> }>();

/** Checks what an agent sends, where the page gives the bound keys. */
export function agentSchema(
  full: AgentSchema<JsonValue>,
  fullSchema: JsonSchema,
  bound: readonly string[],
  overridable: readonly string[],
): AgentSchema<JsonValue> {
  if (bound.length === 0) return { jsonSchema: fullSchema, parse: (value) => full.parse(value) };
  const given = {
    locked: bound.filter((key) => !overridable.includes(key)),
    overridable: bound.filter((key) => overridable.includes(key)),
  };
  const keys = JSON.stringify(given);
  const known = reduced.get(fullSchema);
  if (known?.keys === keys) return known.schema;
  // The whole schema is within the limits; a sentence more in a description is no fault of its author.
  const limits = { maxSchemaBytes: Infinity, maxSchemaDepth: Infinity };
  const schema = fromJsonSchema(reduceSchema(fullSchema, given), limits);
  reduced.set(fullSchema, { keys, schema });
  return schema;
}
