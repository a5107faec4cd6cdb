import { setOwn, type JsonValue } from "../values/json.js";

/** Adds to one copy of a value the defaults that only another copy of the same value has. */
export function fillFrom(copy: JsonValue, other: JsonValue): JsonValue {
  if (typeof copy !== "object" || copy === null) return copy;
  // Arrays too: their keys are indices.
  const members = copy as Record<string, JsonValue>;
  for (const [key, member] of Object.entries(other as Record<string, JsonValue>)) {
    setOwn(members, key, Object.hasOwn(members, key) ? fillFrom(members[key]!, member) : member);
  }
  return copy;
}
