/** What long reads have in common: a part of the whole, and where to go on. */
import type { PageOfInput } from "../binding/types.js";

export interface Page {
  readonly start: number;
  readonly end: number;
}

/** Which part of `total` an input asks for, at most `most` of it. */
export function pageOf(input: PageOfInput | undefined, total: number, most: number): Page {
  const { offset = 0, limit = most } = input ?? {};
  const start = Math.min(Math.max(0, Math.floor(offset)), total);
  return { start, end: Math.min(start + Math.min(Math.max(1, Math.floor(limit)), most), total) };
}

export function pageResult(
  { end }: Page,
  total: number,
): { total: number; truncated: boolean; next?: number } {
  return { total, truncated: end < total, ...(end < total && { next: end }) };
}
