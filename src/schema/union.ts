/** `anyOf`: the first branch that fits wins, and where none does the message is about the branch that was meant. */
import { AgentSchemaError } from "../values/errors.js";
import type { Check, Compiled } from "./compiled.js";
import { cut, describeValue, listValues, maxListed } from "../values/describe-value.js";
import { type Issues, report } from "../values/issues.js";
import { kindOf, objectKind } from "../values/kinds.js";
import { areDifferent } from "./literals.js";

export function compileUnion(branches: readonly Compiled[]): Check {
  const [tag, byTag] = findTag(branches.filter(({ kinds }) => kinds & objectKind));
  return (value, issues, depth) => {
    const kind = kindOf(value);
    if (tag !== undefined && kind === objectKind) {
      const given = Object.hasOwn(value as object, tag) ? (value as Record<string, unknown>)[tag] : undefined;
      const meant = byTag.get(given);
      if (meant) return meant.check(value, issues, depth);
      report(issues, `expected one of ${listValues([...byTag.keys()])}, got ${describeValue(given)}`, tag);
      return undefined;
    }
    const attempts: Issues[] = [];
    for (const { check, kinds } of branches) {
      if (!(kinds & kind)) continue;
      const attempt: Issues = [];
      const copy = check(value, attempt, depth);
      if (!attempt.length) return copy;
      attempts.push(attempt);
    }
    if (attempts.length === 1) {
      for (const issue of attempts[0]!) issues.push(issue);
    } else {
      const problems = attempts.map((attempt) => cut(new AgentSchemaError(attempt).message, 150)).join(" | ");
      report(issues, `fits none of ${attempts.length} alternatives: ${cut(problems, maxListed)}`);
    }
    return undefined;
  };
}

/** A required property that allows other values in each branch, and the branch for each value. */
function findTag(branches: readonly Compiled[]): [string | undefined, ReadonlyMap<unknown, Compiled>] {
  const [first, ...others] = branches;
  for (const tag of others.length ? (first?.tags.keys() ?? []) : []) {
    const byTag = new Map<unknown, Compiled>();
    const tells = branches.every((branch) =>
      branch.tags
        .get(tag)
        ?.every((value) => !byTag.has(value) && typeof value !== "object" && byTag.set(value, branch)),
    );
    if (tells) return [tag, byTag];
  }
  return [undefined, new Map()];
}

/** Whether it is certain that no value fits two: by its kind, or by the constants at it or at a required property. */
export function areApart(branches: readonly Compiled[]): boolean {
  return branches.every((branch, index) =>
    branches.slice(index + 1).every((other) => isApart(branch, other)),
  );
}

function isApart(branch: Compiled, other: Compiled): boolean {
  const shared = branch.kinds & other.kinds;
  const differ = (values: readonly unknown[] | undefined, others: readonly unknown[] | undefined) =>
    values && others && areDifferent([...values, ...others]);
  return (
    !shared ||
    !!differ(branch.literals, other.literals) ||
    (shared === objectKind && [...branch.tags].some(([name, values]) => differ(values, other.tags.get(name))))
  );
}
