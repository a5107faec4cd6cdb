/** Makes the closure of one place from its keywords and its compiled members. No code is generated: any CSP will do. */
import { canonicalJson } from "../values/canonical-json.js";
import { copyAny, copyArray, copyObject, copyScalar, setOwn, type JsonValue } from "../values/json.js";
import type { Check, Compiled } from "./compiled.js";
import { fillFrom } from "./fill.js";
import { describeValue, either, listValues } from "../values/describe-value.js";
import { report } from "../values/issues.js";
import { anyKind, arrayKind, kindOf, kindsOfTypes, objectKind } from "../values/kinds.js";
import { compileTests } from "./value-tests.js";
import type { JsonSchema } from "./types.js";
import { compileUnion } from "./union.js";

interface Parts {
  readonly members: ReadonlyMap<string, Compiled>;
  readonly branches: readonly Compiled[] | undefined;
  readonly item: Compiled | undefined;
  readonly target: Compiled | undefined;
}

export function assemble(schema: JsonSchema, parts: Parts): Compiled {
  const { members, branches, item, target } = parts;
  const literals = literalsOf(schema);
  const wanted = literals
    ? (literals.length === 1 ? "" : "one of ") + listValues(literals)
    : schema.type
      ? either([schema.type].flat())
      : (target?.wanted ?? (branches ? either(branches.map((branch) => branch.wanted)) : "a value"));
  const kinds =
    kindsOfTypes(schema.type) &
    (literals ? unite(literals.map(kindOf)) : anyKind) &
    (target?.kinds ?? anyKind) &
    (branches ? unite(branches.map((branch) => branch.kinds)) : anyKind);

  const required = new Set(schema.required as string[] | undefined);
  const tags = new Map(target?.tags);
  const awaited: [name: string, member: Compiled | undefined][] = [];
  for (const name of new Set([...members.keys(), ...required])) {
    const member = members.get(name);
    if (member?.preset !== undefined) awaited.push([name, member]);
    else if (required.has(name)) {
      awaited.push([name, member]);
      if (member?.literals) tags.set(name, member.literals);
    }
  }

  const isLiteral = literals && isOneOf(literals);
  const tests = compileTests(schema);
  // Each of these makes a copy, and the copies differ in their defaults only.
  const others = [target?.check, branches && compileUnion(branches)].filter((check) => check !== undefined);
  const closed = schema.additionalProperties === false;
  const named = members.size || closed ? members : undefined;
  const otherwise: Check = (value, issues, depth) => {
    if (!closed) return copyAny(value, issues, depth);
    report(issues, `is not allowed, only ${listValues([...members.keys()]) || "an empty object is"}`);
    return undefined;
  };
  const copiesObject = !others.length || named || awaited.length;
  const copiesArray = !others.length || item || schema.uniqueItems;

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
      for (const [applies, test] of tests) {
        const problem = kind & applies && test(value as never);
        if (problem) report(issues, problem);
      }
      let copy: JsonValue | undefined;
      if (kind === objectKind) {
        if (copiesObject) copy = copyMembers(value as object);
      } else if (kind === arrayKind) {
        if (copiesArray) copy = copyItems(value as unknown[]);
      } else copy = copyScalar(value as JsonValue);
      for (const other of others) {
        const otherCopy = other(value, issues, depth);
        if (issues.length === before) copy = copy === undefined ? otherCopy : fillFrom(copy, otherCopy!);
      }
      return copy;

      function copyMembers(object: object): JsonValue {
        const copied = copyObject(object, issues, depth, named, otherwise);
        for (const [name, member] of awaited) {
          if (Object.hasOwn(copied, name)) continue;
          // A default fulfils `required`.
          if (member?.preset !== undefined) setOwn(copied, name, member.check(member.preset, issues, depth)!);
          else report(issues, `is required: expected ${member?.wanted ?? "a value"}`, name);
        }
        return copied;
      }

      function copyItems(items: readonly unknown[]): JsonValue {
        const start = issues.length;
        const copied = copyArray(items, issues, depth, item, copyAny);
        const equal = schema.uniqueItems === true && findEqual(items, issues.length === start);
        if (equal) report(issues, `expected different items, got equal ones at ${equal}`);
        return copied;
      }
    },
  };
}

/** The values that `const` and `enum` leave. */
function literalsOf(schema: JsonSchema): readonly unknown[] | undefined {
  const values = schema.enum as unknown[] | undefined;
  return "const" in schema ? [schema.const].filter(values ? isOneOf(values) : () => true) : values;
}

/** Membership: of nested values by their canonical text, of all others by themselves. */
function isOneOf(literals: readonly unknown[]): (value: unknown) => boolean {
  const plain = new Set(literals);
  const texts = new Set(literals.map((value) => canonicalJson(value as JsonValue)));
  // The copy proves that the value is JSON.
  return (value) =>
    typeof value === "object" ? texts.has(canonicalJson(copyAny(value, [], 0))) : plain.has(value);
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

function unite(kinds: readonly number[]): number {
  return kinds.reduce((all, kind) => all | kind, 0);
}
