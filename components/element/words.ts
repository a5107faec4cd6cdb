/** The words that attributes may hold, read so that a typing error never loosens a rule. */
import type { AgentConcurrency } from "../../src/index.js";
import type { Problem } from "./problem.js";

export interface ReadWord<T> {
  /** `undefined` where nothing is written. */
  readonly word: T | undefined;
  readonly problem: Problem | undefined;
}

/** One of the known words; any other text is read as the fallback, and is a problem. */
export function readWord<T extends string>(
  attribute: string,
  text: string | undefined,
  known: readonly T[],
  fallback: T,
): ReadWord<T> {
  const word = text?.trim().toLowerCase() as T | undefined;
  if (word === undefined || known.includes(word)) return { word, problem: undefined };
  return {
    word: fallback,
    problem: badValue(`${attribute}="${text}" is read as ${fallback}`, known.join(", ")),
  };
}

export function badValue(what: string, rule: string): Problem {
  return { code: "bad-value", message: `${what}; write ${rule}.` };
}

/** `instance`, `capability`, `key:NAME` or `parallel:N`; `undefined` for anything else. */
export function concurrencyOf(text: string | undefined): AgentConcurrency | undefined {
  const [mode, value] = (text ?? "instance").trim().split(":", 2);
  if (mode === "instance" || mode === "capability") return { mode };
  if (mode === "key" && value) return { mode, key: value };
  const max = Number(value);
  return mode === "parallel" && Number.isInteger(max) && max > 0 ? { mode, max } : undefined;
}
