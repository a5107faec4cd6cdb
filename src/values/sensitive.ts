/**
 * Paths of values that must not leave: names joined by dots, `*` for any item (contract.md section 17). A path that
 * cannot be read withholds everything.
 */
import { setOwn } from "./json.js";
import type { JsonValue } from "./json.js";

export function isPath(path: string): boolean {
  return path.split(".").every((segment) => segment !== "");
}

/** Names may have dots and brackets themselves, so paths and places are taken apart in one way: `a.b[0]` is a, b, 0. */
export function segmentsOf(path: string): string[] {
  return path
    .replaceAll("[]", ".*")
    .split(/[.[\]]+/)
    .filter((segment) => segment !== "");
}

/** Whether a segment of a path stands for a name. Long names are cut in places. */
export function meansName(segment: string, name: string): boolean {
  if (segment === "*" || segment === name) return true;
  return name.endsWith("…") && segment.startsWith(name.slice(0, -1));
}

/**
 * How far what is said about `place` (written `a.b[0]`) may be told, where it could tell of a sensitive value: at it, in
 * it or around it. The names inside of one are a part of it. `undefined` where it tells of none.
 */
export function sensitivePlace(place: string, paths: readonly string[]): string | undefined {
  if (!paths.every(isPath)) return "";
  const told = [...place.matchAll(/[^.[\]]+/g)];
  // A name that was cut may have had more segments: what follows it says nothing.
  const cutAt = told.findIndex(([name]) => name.endsWith("…"));
  const at = cutAt < 0 ? told : told.slice(0, cutAt + 1);
  const lengths = paths.flatMap((path) => {
    const segments = segmentsOf(path).slice(0, at.length);
    if (!segments.every((segment, index) => meansName(segment, at[index]![0]))) return [];
    const last = at[segments.length - 1];
    const end = last ? last.index + last[0].length : 0;
    return place[end] === "]" ? end + 1 : end;
  });
  return lengths.length > 0 ? place.slice(0, Math.min(...lengths)) : undefined;
}

export const withheld = "(withheld)";

/** A copy with every value at a sensitive path replaced by a word. */
export function maskSensitive(value: JsonValue, paths: readonly string[]): JsonValue {
  if (paths.length === 0) return value;
  if (!paths.every(isPath)) return withheld;
  return mask(value, paths.map(segmentsOf));
}

function mask(value: JsonValue, paths: readonly string[][]): JsonValue {
  if (paths.some((path) => path.length === 0)) return withheld;
  if (typeof value !== "object" || value === null || paths.length === 0) return value;
  const inside = (key: string) => {
    const names = segmentsOf(key);
    return paths
      .filter((path) =>
        names.every((name, index) => path[index] !== undefined && meansName(path[index], name)),
      )
      .map((path) => path.slice(names.length));
  };
  if (Array.isArray(value)) return value.map((item, index) => mask(item, inside(String(index))));
  const copy: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) setOwn(copy, key, mask(member, inside(key)));
  return copy;
}
