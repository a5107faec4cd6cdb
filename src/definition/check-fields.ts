/** The checks that every part of a definition goes through, and the frozen copies of what passed them. */
import { checkSchema } from "../schema/check-schema.js";
import type { AgentSchema, JsonSchema } from "../schema/types.js";
import { byteSize } from "../values/byte-size.js";
import { describeValue } from "../values/describe-value.js";
import { AgentSurfaceDefinitionError } from "../values/errors.js";
import type { AgentDefinitionErrorCode } from "../values/errors.js";
import { copyJson } from "../values/json.js";
import type { JsonValue } from "../values/json.js";
import type { AgentSurfaceLimits } from "../values/limits.js";
import { serverEffects } from "./effect.js";
import { isRecord } from "./rules.js";
import type { Rules } from "./rules.js";

/** Unknown fields are errors too: a misspelt `confirmaton` must not pass as no confirmation. */
export function checkFields(where: string, definition: object, rules: Rules): void {
  if (!isRecord(definition))
    fail("INVALID_DEFINITION", `${where} must be an object, not ${describeValue(definition)}.`);
  for (const field of Object.keys(definition)) {
    if (!Object.hasOwn(rules, field)) {
      const known = Object.keys(rules).join(", ");
      fail("INVALID_DEFINITION", `${where} has the unknown field "${field}". There are: ${known}.`, field);
    }
  }
  for (const [field, [test, needs, required]] of Object.entries(rules)) {
    const value = definition[field];
    if (value === undefined ? !required : test(value as never)) continue;
    const what = value === undefined ? "lacks" : `cannot have ${describeValue(value)} as`;
    fail(codeOf(field, value), `${where} ${what} "${field}", which must be ${needs}.`, field);
  }
}

function codeOf(field: string, value: unknown): AgentDefinitionErrorCode {
  if (["type", "instanceId", "id", "path"].includes(field)) return "INVALID_ID";
  // A server's effect is no typing error: it is on the wrong plane.
  return field === "effect" && serverEffects.includes(value) ? "PLANE_VIOLATION" : "INVALID_DEFINITION";
}

export function checkSizes(
  where: string,
  { description, meta }: { description: string; meta?: Record<string, JsonValue> },
  maxDescription: number,
  { maxMetaBytes }: AgentSurfaceLimits,
): void {
  if (description.length > maxDescription) {
    fail(
      "LIMIT_EXCEEDED",
      `${where} is described in ${description.length} characters, ${maxDescription} are allowed.`,
      "description",
    );
  }
  if (meta === undefined) return;
  let bytes = 0;
  try {
    bytes = byteSize(JSON.stringify(copyJson(meta)));
  } catch (error) {
    fail("INVALID_DEFINITION", `${where} has "meta" that is no JSON: ${(error as Error).message}.`, "meta");
  }
  if (bytes > maxMetaBytes) {
    fail("LIMIT_EXCEEDED", `${where} has ${bytes} bytes of "meta", ${maxMetaBytes} are allowed.`, "meta");
  }
}

export function frozenSchema(
  schema: AgentSchema<JsonValue> | undefined,
  limits: AgentSurfaceLimits,
): JsonSchema | undefined {
  return schema && checkSchema(schema.jsonSchema, limits);
}

export function frozenMeta(
  meta: Record<string, JsonValue> | undefined,
): Readonly<Record<string, JsonValue>> | undefined {
  return meta && (copyJson(meta) as Record<string, JsonValue>);
}

const nothing: readonly never[] = Object.freeze([]);

export function frozenList<T>(list: readonly T[] | undefined): readonly T[] {
  return list?.length ? Object.freeze([...list]) : nothing;
}

export function fail(code: AgentDefinitionErrorCode, message: string, path?: string): never {
  throw new AgentSurfaceDefinitionError(code, message, path === undefined ? {} : { path });
}
