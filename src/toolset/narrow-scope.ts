import { inScope } from "../registry/scope.js";

export interface NarrowedScope {
  /** What is in effect; absent: everything. */
  readonly scope: string[] | undefined;
  /** What was asked for and lies outside. */
  readonly refused: string[];
}

/** What remains of a wish within the configured scope: a model can narrow it and never widen it. */
export function narrowScope(
  configured: readonly string[] | undefined,
  wished: readonly string[] | undefined,
): NarrowedScope {
  const all = configured && configured.length > 0 ? [...configured] : undefined;
  if (!wished || wished.length === 0) return { scope: all, refused: [] };
  const scope = new Set<string>();
  const refused: string[] = [];
  for (const prefix of wished) {
    const within = inScope(prefix, all) ? [prefix] : all!.filter((own) => inScope(own, [prefix]));
    if (within.length === 0) refused.push(prefix);
    for (const one of within) scope.add(one);
  }
  return { scope: [...scope], refused };
}
