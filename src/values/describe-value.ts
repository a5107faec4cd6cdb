/** Values and expectations in the words of messages. What came from outside is cut: an answer must not grow with it. */
import { kindOf } from "./kinds.js";

export const maxListed = 300;

/** A text of at most 60 characters (or `length`), with an ellipsis where it was cut. */
export function cut(text: string, length = 60): string {
  return text.length > length ? text.slice(0, length - 1) + "…" : text;
}

/** What came: `"text"`, `5`, `null`, `an object`, `an array of 3`, `nothing`. */
export function describeValue(value: unknown): string {
  try {
    return describe(value);
  } catch {
    // A proxy may refuse every look at it.
    return "something that cannot be read";
  }
}

function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(cut(value));
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  return kindOf(value) ? "an object" : `a non-JSON ${typeof value}`;
}

/** `"a", "b", "c"`; objects and arrays as JSON. */
export function listValues(values: readonly unknown[]): string {
  return cut(values.map((value) => cut(JSON.stringify(value))).join(", "), maxListed);
}

export function either(words: readonly unknown[]): string {
  return cut([...new Set(words)].join(" or "), maxListed);
}
