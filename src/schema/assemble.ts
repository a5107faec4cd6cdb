/** Makes the closure of one place from its keywords and its compiled members. No code is generated: any CSP will do. */
import { canonicalJson } from "../values/canonical-json.js";
import { describeValue, either, listValues } from "../values/describe-value.js";
import { type Issues, report } from "../values/issues.js";
import { copyAny, copyArray, copyObject, copyScalar, setOwn, type JsonValue } from "../values/json.js";
import { anyKind, arrayKind, kindOf, kindsOfTypes, objectKind, unite } from "../values/kinds.js";
import type { Check, Compiled } from "./compiled.js";
import { fillFrom } from "./fill.js";
import { isOneOf, literalsOf } from "./literals.js";
import type { JsonSchema } from "./types.js";
import { compileUnion } from "./union.js";
import { compileTests } from "./value-tests.js";

interface Parts {
  readonly members: ReadonlyMap<string, Compiled>;
  readonly branches: readonly Compiled[] | undefined;
  readonly item: Compiled | undefined;
  readonly target: Compiled | undefined;
}

export function assemble(schema: JsonSchema, { members, branches, item, target }: Parts): Compiled {
  // Each of these makes a copy, and the copies differ in their defaults only.
  const unions = [target && [target], branches].filter((union) => union !== undefined);
  const literals = literalsOf(schema);
  const wanted = literals
    ? (literals.length === 1 ? "" : "one of ") + listValues(literals)
    : either([schema.type ?? unions[0]?.map((branch) => branch.wanted) ?? "a value"].flat());
  const kinds = unions.reduce(
    (all, union) => all & unite(union.map((branch) => branch.kinds)),
    kindsOfTypes(schema.type) & (literals ? unite(literals.map(kindOf)) : anyKind),
  );

  const required = (schema.required ?? []) as string[];
  const tags = new Map(target?.tags);
  for (const name of required) {
    const member = members.get(name);
    if (member?.literals && member.preset === undefined) tags.set(name, member.literals);
  }
  const withPreset = [...members].filter(([, { preset }]) => preset !== undefined).map(([name]) => name);
  const awaited = [...new Set([...required, ...withPreset])];

  const isLiteral = literals && isOneOf(literals);
  const tests = compileTests(schema);
  const checks = unions.map(compileUnion);
  const closed = schema.additionalProperties === false;
  const named = members.size || closed ? members : undefined;
  const otherwise: Check = (value, issues, depth) => {
    if (!closed) return copyAny(value, issues, depth);
    report(issues, `is not allowed, only ${listValues([...members.keys()]) || "an empty object is"}`);
    return undefined;
  };
  const copies = !checks.length || named || awaited.length || item || schema.uniqueItems;

  return {
    kinds,
    wanted,
    literals: literals ?? target?.literals,
    preset: schema.default === undefined ? target?.preset : schema.default,
    tags,
    check(value, issues, depth) {
      const kind = kindOf(value);
      if (!(kind & kinds) || (isLiteral && !isLiteral(value))) {
        report(issues, `expected ${wanted}, got ${describeValue(value)}`);
        return undefined;
      }
      const before = issues.length;
      for (const { kinds, test } of tests) {
        const problem = kind & kinds && test(value as never);
        if (problem) report(issues, problem);
      }
      let copy: JsonValue | undefined;
      if (copies) {
        const start = issues.length;
        if (kind === objectKind) {
          copy = copyObject(value as object, issues, depth, named, otherwise);
          fillIn(copy, issues, depth);
        } else if (kind === arrayKind) {
          copy = copyArray(value as unknown[], issues, depth, item, copyAny);
          const equal = schema.uniqueItems === true && findEqual(value as unknown[], issues.length === start);
          if (equal) report(issues, `expected different items, got equal ones at ${equal}`);
        } else copy = copyScalar(value as JsonValue);
      }
      for (const check of checks) {
        const otherCopy = check(value, issues, depth);
        if (issues.length === before)
          copy = copy === undefined ? otherCopy : fillFrom(copy, otherCopy!, value);
      }
      return copy;
    },
  };

  /** A default fulfils `required`. */
  function fillIn(copy: Record<string, JsonValue>, issues: Issues, depth: number): void {
    for (const name of awaited) {
      if (Object.hasOwn(copy, name)) continue;
      const member = members.get(name);
      if (member?.preset !== undefined) setOwn(copy, name, member.check(member.preset, issues, depth)!);
      else report(issues, `is required: expected ${member?.wanted ?? "a value"}`, name);
    }
  }
}

/**
 * The indices of two equal items, by one look-up per item. Objects and arrays are passed over unless they are `proven`
 * to be JSON: they may be cyclic.
 */
function findEqual(items: readonly unknown[], proven: boolean): string | undefined {
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    if (typeof item === "object" && !proven) continue;
    const text = canonicalJson(item as JsonValue);
    const earlier = seen.get(text);
    if (earlier !== undefined) return `${earlier} and ${index}`;
    seen.set(text, index);
  }
  return undefined;
}
