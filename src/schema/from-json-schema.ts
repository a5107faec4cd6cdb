import { AgentSchemaError } from "../values/errors.js";
import type { JsonValue } from "../values/json.js";
import { adoptSchema } from "./check-schema.js";
import type { SchemaLimits } from "./compile.js";
import type { Issues } from "../values/issues.js";
import type { AgentSchema, JsonSchema } from "./types.js";

/**
 * An AgentSchema from a JSON Schema of the supported subset. `T` is the caller's claim; nothing is inferred.
 *
 * `parse` follows draft 2020-12 with `format` asserted, and fills in defaults: of absent properties, at any depth, in
 * the branch of an `anyOf` that fits, and of the root for `undefined`. A property with a default may be absent even if
 * it is `required`. The result is fresh: it shares nothing with the input or the schema. What JSON cannot carry is
 * refused, NaN, dates and cycles among it. Texts longer than 10,000 UTF-16 units match no `pattern`, longer than 1,000
 * none with three repetitions without bound.
 *
 * @param limits where a registry has larger ones than the defaults
 * @throws {AgentSurfaceDefinitionError} for a schema outside the subset, see `checkSchema`
 */
export function fromJsonSchema<T = JsonValue>(schema: JsonSchema, limits?: SchemaLimits): AgentSchema<T> {
  const { jsonSchema, check, preset } = adoptSchema(schema, limits);
  return Object.freeze({
    jsonSchema,
    parse(value: unknown): T {
      const issues: Issues = [];
      const result = check(value === undefined ? preset : value, issues, 0);
      if (issues.length) throw new AgentSchemaError(issues);
      return result as T;
    },
  });
}
