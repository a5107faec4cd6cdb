/** The gate of the subset, and the core's own copies of what passed it. */
import { byteSize } from "../values/byte-size.js";
import { deepFreeze } from "../values/freeze.js";
import { defaultLimits } from "../values/limits.js";
import { compile, refuse, type Prepare, type SchemaLimits } from "./compile.js";
import type { Measured } from "./compiled.js";
import { copyAny } from "../values/json.js";
import type { Issues } from "../values/issues.js";
import type { JsonSchema } from "./types.js";

/** Depth and bytes of our own frozen copies that passed: to check one again is to compare two numbers. */
const passed = new WeakMap<JsonSchema, readonly [depth: number, bytes: number]>();

/**
 * Checks that a schema is within the subset and the limits. `$schema` and `$id` are tolerated anywhere.
 * @returns the core's own frozen copy, which is the given one where it is that already.
 * @throws {AgentSurfaceDefinitionError} `INVALID_DEFINITION`, `reason: "unsupported-schema"`, with the JSON pointer of
 * the keyword as `path`; the message names it and says what to write instead.
 */
export function checkSchema(schema: JsonSchema, limits: SchemaLimits = defaultLimits): JsonSchema {
  const [depth, bytes] = passed.get(schema) ?? [Infinity, 0];
  const isKnown = depth <= limits.maxSchemaDepth && bytes <= limits.maxSchemaBytes;
  return isKnown ? schema : adoptSchema(schema, limits).jsonSchema;
}

/** A frozen copy of a checked schema, without `$schema` and `$id`, and compiled. The original is left as it is. */
export function adoptSchema(
  schema: JsonSchema,
  limits: SchemaLimits = defaultLimits,
  prepare?: Prepare,
): Measured & { readonly jsonSchema: JsonSchema } {
  const issues: Issues = [];
  const jsonSchema = copyAny(schema, issues, 0) as JsonSchema;
  for (const { path, message } of issues)
    refuse(`/${path}`.replace(/[.[]+/g, "/").replaceAll("]", ""), message);
  const compiled = compile(jsonSchema, limits, prepare);
  const bytes = byteSize(JSON.stringify(deepFreeze(jsonSchema)));
  if (bytes > limits.maxSchemaBytes) {
    refuse("", `it takes ${bytes} bytes, ${limits.maxSchemaBytes} are allowed. Shorten or split it`);
  }
  passed.set(jsonSchema, [compiled.height, bytes]);
  return { ...compiled, jsonSchema };
}
