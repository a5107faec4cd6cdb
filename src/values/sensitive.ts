/**
 * Paths of values that must not leave: names joined by dots, `*` for any item (contract.md section 17). A path that
 * cannot be read withholds everything.
 */
import { cut } from "./describe-value.js";
import { setOwn } from "./json.js";
import type { JsonValue } from "./json.js";

export function isPath(path: string): boolean {
  return path.split(".").every((segment) => segment !== "");
}

/** Whether what is said about `place` (written `a.b[0]`) could tell of a sensitive value: at it, in it or around it. */
export function touchesSensitive(place: string, paths: readonly string[]): boolean {
  const at = place
    .replaceAll("[", ".")
    .replaceAll("]", "")
    .split(".")
    .filter((segment) => segment !== "");
  return paths.some((path) => {
    if (!isPath(path)) return true;
    const segments = path.split(".");
    const shared = Math.min(at.length, segments.length);
    // Long names are cut in places.
    return segments.slice(0, shared).every((segment, index) => segment === "*" || cut(segment) === at[index]);
  });
}

export const withheld = "(withheld)";

/** A copy with every value at a sensitive path replaced by a word. */
export function maskSensitive(value: JsonValue, paths: readonly string[]): JsonValue {
  if (paths.length === 0) return value;
  if (!paths.every(isPath)) return withheld;
  return mask(
    value,
    paths.map((path) => path.split(".")),
  );
}

function mask(value: JsonValue, paths: readonly string[][]): JsonValue {
  if (paths.some((path) => path.length === 0)) return withheld;
  if (typeof value !== "object" || value === null || paths.length === 0) return value;
  const inside = (key: string) =>
    paths.filter(([first]) => first === "*" || first === key).map((path) => path.slice(1));
  if (Array.isArray(value)) return value.map((item, index) => mask(item, inside(String(index))));
  const copy: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) setOwn(copy, key, mask(member, inside(key)));
  return copy;
}
