/** What long reads have in common: a part of the whole that fits in one answer, and where to go on. */
import { byteSize } from "../../src/values/byte-size.js";
import type { JsonValue } from "../../src/values/json.js";
import { clip } from "../binding/clip.js";
import type { PageOfInput } from "../binding/types.js";

export interface Page {
  readonly start: number;
  readonly end: number;
}

/** UTF-8 bytes of JSON in one answer, well below what the core lets through: what is too large cannot be read on. */
const longest = 24_000;

export function fits(value: JsonValue): boolean {
  return byteSize(JSON.stringify(value)) <= longest;
}

/** Which part of `total` an input asks for, at most `most` of it. */
export function pageOf(input: PageOfInput | undefined, total: number, most: number): Page {
  const { offset = 0, limit = most } = input ?? {};
  const start = Math.min(Math.max(0, Math.floor(offset)), total);
  return { start, end: Math.min(start + Math.min(Math.max(1, Math.floor(limit)), most), total) };
}

/** As many of the items as fit, one at least: its texts are cut then. */
export function fitting(items: JsonValue[]): { items: JsonValue[]; shortened?: true } {
  let shown = items;
  while (shown.length > 1 && !fits(shown)) shown = shown.slice(0, Math.ceil(shown.length / 2));
  if (fits(shown)) return { items: shown };
  let room = longest;
  while (room > 16 && !fits(shown)) {
    room = Math.floor(room / 2);
    shown = clipped(shown, room) as JsonValue[];
  }
  return { items: shown, shortened: true };
}

/** @param all How many there are where the page keeps only some of them; -1 where that is not known. */
export function pageResult(
  { end }: Page,
  total: number,
  all = total,
): { total: number; truncated: boolean; next?: number } {
  const isWhole = all >= 0 && all <= total;
  return {
    total: Math.max(total, all),
    truncated: end < total || !isWhole,
    ...(end < total && { next: end }),
  };
}

/** Says what was left out, where anything was. */
export function droppedIn({ dropped }: { readonly dropped: number }): { unseenCharacters?: number } {
  return dropped > 0 ? { unseenCharacters: dropped } : {};
}

function clipped(value: JsonValue, room: number): JsonValue {
  if (typeof value === "string") return clip(value, room);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => clipped(item, room));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clipped(item, room)]));
}
