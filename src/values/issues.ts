/** How failures are collected: each check reports at its own root, and whoever called it puts its key in front. */
import { cut } from "./describe-value.js";

export interface AgentSchemaIssue {
  /** The place as `a.b[0]`; the root is `""`. */
  path: string;
  /** What was expected and what came, for an agent to act on. */
  message: string;
}

/** `visited`: how many values a copy has seen so far. */
export type Issues = AgentSchemaIssue[] & { visited?: number };

export function report(issues: Issues, message: string, path = ""): void {
  issues.push({ path, message });
}

/** Puts a key in front of the paths reported since `from`. Done on failure only: what is valid pays nothing. */
export function prefix(issues: Issues, from: number, key: string | number): void {
  for (let index = from; index < issues.length; index++) {
    const issue = issues[index]!;
    issue.path = joinPath(key, issue.path);
  }
}

/** `a` before `b[0]` is `a.b[0]`, 0 before `b` is `[0].b`. */
export function joinPath(key: string | number, rest: string): string {
  const head = typeof key === "number" ? `[${key}]` : cut(key);
  return rest === "" || rest.startsWith("[") ? head + rest : `${head}.${rest}`;
}
