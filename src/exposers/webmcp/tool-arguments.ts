/**
 * Room for evidence: the model context passes an input and nothing else, so a tool that may ask a person takes the
 * `confirmationId` of an earlier answer as one more argument (contract.md section 13).
 */
import type { JsonSchema } from "../../schema/types.js";
import type { JsonValue } from "../../values/json.js";

const confirmationId = Object.freeze({
  type: "string",
  description: "Only after CONFIRMATION_REQUIRED: the id in that answer, with the same input.",
});

/** The schema with the argument, unless its author has one of that name. */
export function withEvidence(schema: JsonSchema): JsonSchema {
  const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
  if (Object.hasOwn(properties, "confirmationId")) return schema;
  return { ...schema, properties: { ...properties, confirmationId } };
}

/** The author's own input and the evidence beside it. The given object is not touched. */
export function splitEvidence(
  input: unknown,
  schema: JsonSchema,
): { input: JsonValue; confirmationId?: string } {
  // What is no object is for the core's validation to refuse.
  if (typeof input !== "object" || input === null || Array.isArray(input))
    return { input: input as JsonValue };
  const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
  if (Object.hasOwn(properties, "confirmationId")) return { input: input as JsonValue };
  const { confirmationId: evidence, ...own } = input as Record<string, JsonValue>;
  return { input: own, ...(typeof evidence === "string" && { confirmationId: evidence }) };
}
