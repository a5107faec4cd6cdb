import { byteSize } from "../values/byte-size.js";
import type { JsonValue } from "../values/json.js";
import { maskSensitive } from "../values/sensitive.js";
import type { AuditEvent } from "./sink.js";

/** What the level "full" keeps: sensitive values masked, values over `maxBytes` left out and said to be. */
export function auditPayload(
  input: JsonValue,
  sensitive: readonly string[],
  output: JsonValue | undefined,
  maxBytes: number,
): NonNullable<AuditEvent["payload"]> {
  const kept = (value: JsonValue): JsonValue => {
    const bytes = byteSize(JSON.stringify(value));
    return bytes > maxBytes ? `(${bytes} bytes, not kept)` : value;
  };
  return {
    input: kept(maskSensitive(input, sensitive)),
    ...(output !== undefined && { output: kept(output) }),
  };
}
