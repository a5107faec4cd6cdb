import type { JsonValue } from "./json.js";

/**
 * The one text of a JSON value: keys sorted by UTF-16 unit, arrays in order, no white space. Equal values give equal
 * texts, so it serves as a comparison and as what digests are made of (contract.md section 9). `-0` reads as `0`.
 */
export function canonicalJson(value: JsonValue | undefined): string {
  if (value === undefined) return "null";
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) {
    let text = "[";
    for (let index = 0; index < value.length; index++)
      text += (index ? "," : "") + canonicalJson(value[index]);
    return text + "]";
  }
  const keys = Object.keys(value).sort();
  let text = "{";
  for (const key of keys) {
    const member = value[key];
    if (member !== undefined)
      text += (text === "{" ? "" : ",") + JSON.stringify(key) + ":" + canonicalJson(member);
  }
  return text + "}";
}
