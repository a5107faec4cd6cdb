/** Copies of values: containers with whatever checks their members, and values of which the schema says nothing. */
import { setOwn, type JsonValue } from "../values/json.js";
import type { Check, Compiled } from "./compiled.js";
import { describeValue, listValues } from "./describe-value.js";
import { type Issues, prefix, report } from "./issues.js";
import { arrayKind, kindOf, objectKind } from "./kinds.js";

type Members = ReadonlyMap<string, Compiled>;

/** Deeper values come from cycles or from attacks, never from a page. */
const maxDepth = 200;

/** A value without a schema, if it is JSON. Its containers stop at the first failure: a cycle costs one descent. */
export function copyAny(value: unknown, issues: Issues, depth: number): JsonValue | undefined {
  const kind = kindOf(value);
  if (!kind) report(issues, `expected a JSON value, got ${describeValue(value)}`);
  else if (depth > maxDepth) report(issues, `expected at most ${maxDepth} levels, got more (or a cycle)`);
  else if (kind === objectKind) return copyObject(value as object, issues, depth);
  else if (kind === arrayKind) return copyArray(value as unknown[], issues, depth, copyAny);
  else return copyScalar(value as JsonValue);
  return undefined;
}

/** `-0` becomes `0`, as JSON has it. */
export function copyScalar(value: JsonValue): JsonValue {
  return value === 0 ? 0 : value;
}

/** Own properties only. Those that are `undefined` are absent. */
export function copyObject(
  value: object,
  issues: Issues,
  depth: number,
  members?: Members,
  closed?: boolean,
): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {};
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    if (member === undefined) continue;
    const before = issues.length;
    const check = members?.get(name)?.check ?? (closed ? refuseMember : copyAny);
    setOwn(copy, name, check(member, issues, depth + 1)!);
    if (issues.length > before) {
      prefix(issues, before, name);
      if (!members) break;
    }
  }
  return copy;

  function refuseMember(): undefined {
    report(issues, `is not allowed, only ${listValues([...members!.keys()]) || "an empty object is"}`);
  }
}

/** Items that are `undefined` become `null`, as in JSON. */
export function copyArray(
  items: readonly unknown[],
  issues: Issues,
  depth: number,
  check: Check,
): JsonValue[] {
  const copy: JsonValue[] = [];
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const before = issues.length;
    copy.push(check(item === undefined ? null : item, issues, depth + 1)!);
    if (issues.length > before) {
      prefix(issues, before, index);
      if (check === copyAny) break;
    }
  }
  return copy;
}

/** Adds to one copy of a value the defaults that only another copy of the same value has. */
export function fillFrom(copy: JsonValue, other: JsonValue): JsonValue {
  if (typeof copy !== "object" || copy === null) return copy;
  // Arrays too: their keys are indices.
  const members = copy as Record<string, JsonValue>;
  for (const [key, member] of Object.entries(other as Record<string, JsonValue>)) {
    setOwn(members, key, Object.hasOwn(members, key) ? fillFrom(members[key]!, member) : member);
  }
  return copy;
}
