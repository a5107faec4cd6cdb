/** The words that attributes may hold, read so that a typing error never loosens a rule. */
import type { AgentConcurrency } from "../../src/index.js";

export function readWord<T extends string>(
  text: string | null | undefined,
  known: readonly T[],
  strictest: T,
): { word: T | undefined; isUnknown: boolean } {
  if (text === null || text === undefined) return { word: undefined, isUnknown: false };
  const word = text.trim().toLowerCase() as T;
  return known.includes(word) ? { word, isUnknown: false } : { word: strictest, isUnknown: true };
}

/** `instance`, `capability`, `key:NAME` or `parallel:N`; `undefined` for anything else. */
export function concurrencyOf(text: string | null | undefined): AgentConcurrency | undefined {
  const [mode, value] = (text ?? "instance").trim().split(":", 2);
  if (mode === "instance" || mode === "capability") return { mode };
  if (mode === "key" && value) return { mode, key: value };
  const max = Number(value);
  return mode === "parallel" && Number.isInteger(max) && max > 0 ? { mode, max } : undefined;
}
