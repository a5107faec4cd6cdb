import { setOwn, type JsonValue } from "../values/json.js";

/** Adds to one copy of a value the defaults that only another copy of it has. A default itself is taken as it is. */
export function fillFrom(copy: JsonValue, other: JsonValue, value: unknown): JsonValue {
  if (typeof value !== "object" || value === null) return copy;
  // Arrays too: their keys are indices.
  const members = copy as Record<string, JsonValue>;
  for (const [key, member] of Object.entries(other as Record<string, JsonValue>)) {
    const given = Object.hasOwn(value, key) && (value as Record<string, unknown>)[key];
    setOwn(members, key, Object.hasOwn(members, key) ? fillFrom(members[key]!, member, given) : member);
  }
  return copy;
}
