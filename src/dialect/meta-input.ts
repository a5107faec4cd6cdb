/**
 * The `input` of the meta tools in the strict dialect. Its properties are those of a capability that is named beside
 * it, and a strict mode sends no property that a schema does not name: so it is shown as JSON text.
 */
import type { JsonSchema } from "../schema/types.js";
import type { JsonValue } from "../values/json.js";
import { withoutNulls } from "./without-nulls.js";

const shown = new WeakMap<JsonSchema, JsonSchema>();

/** A meta tool's schema with `input` as text, where it has one. The same one for the same schema. */
export function shownMetaSchema(stored: JsonSchema): JsonSchema {
  const { input } = stored["properties"] as Record<string, JsonSchema>;
  if (!input) return stored;
  let schema = shown.get(stored);
  if (!schema) {
    const description = `The JSON text of an object. ${String(input["description"])}`;
    const properties = { ...(stored["properties"] as object), input: { type: "string", description } };
    shown.set(stored, (schema = { ...stored, properties }));
  }
  return schema;
}

/** The arguments of a meta tool with `input` as an object, without nulls that stand for what is absent. */
export function textRead(
  given: JsonValue,
  schemaOf: (capabilityId: string, instanceId: string | undefined) => JsonSchema | undefined,
): JsonValue {
  try {
    const { capabilityId, instanceId, input } = given as Record<string, JsonValue>;
    if (input === undefined) return given;
    const value = typeof input === "string" ? (JSON.parse(input) as JsonValue) : input;
    const schema = schemaOf(capabilityId as string, instanceId as string | undefined);
    return { ...(given as object), input: schema ? withoutNulls(schema, value) : value };
  } catch {
    // No JSON: refused where the arguments are validated.
    return given;
  }
}
