/** The values that `const` and `enum` leave, and how values are told apart. */
import { canonicalJson } from "../values/canonical-json.js";
import { copyAny, type JsonValue } from "../values/json.js";
import type { JsonSchema } from "./types.js";

/** The values that a schema is limited to, if it is. */
export function literalsOf(schema: JsonSchema): readonly unknown[] | undefined {
  const values = schema.enum as unknown[] | undefined;
  return "const" in schema ? [schema.const].filter(values ? isOneOf(values) : () => true) : values;
}

/** Membership: of nested values by their canonical text, of all others by themselves. */
export function isOneOf(literals: readonly unknown[]): (value: unknown) => boolean {
  const plain = new Set(literals);
  const texts = textsOf(literals);
  // The copy proves that the value is JSON.
  return (value) =>
    typeof value === "object" ? texts.has(canonicalJson(copyAny(value, [], 0))) : plain.has(value);
}

export function areDifferent(values: readonly unknown[]): boolean {
  return textsOf(values).size === values.length;
}

function textsOf(values: readonly unknown[]): ReadonlySet<string> {
  return new Set(values.map((value) => canonicalJson(value as JsonValue)));
}
