/** Everything that crosses the agent boundary is JSON: this file owns the type and the copies that prove it. */
import { describeValue } from "./describe-value.js";
import { deepFreeze } from "./freeze.js";
import { type Issues, prefix, report } from "./issues.js";
import { arrayKind, kindOf, objectKind } from "./kinds.js";

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A value that JSON cannot carry. `path` names the place as `a.b[0]`; the root is `""`. */
export class NotJsonError extends Error {
  readonly path: string;
  constructor(path: string, message: string) {
    super(message);
    this.name = "NotJsonError";
    this.path = path;
  }
}

/**
 * A deep copy of a JSON value, frozen at every level, that shares nothing with the original.
 * Properties with the value `undefined` are left out, in arrays they become `null`, `-0` becomes `0` and dates become
 * texts, all as `JSON.stringify` does. What JSON would lose in silence is refused instead.
 * @throws {NotJsonError} for more than 100,000 values or 200 levels, NaN, infinities, functions, symbols, bigints, cycles and class instances without `toJSON`.
 */
export function copyJson(value: unknown): JsonValue {
  const issues: Issues = [];
  const copy = copyConvertible(value, issues, 0);
  const [issue] = issues;
  if (issue) throw new NotJsonError(issue.path, issue.message);
  return deepFreeze(copy!);
}

/** Copies a value, reports what is wrong with it, and gives `undefined` then. */
export type Copy = (value: unknown, issues: Issues, depth: number) => JsonValue | undefined;

/** Deeper and larger values come from cycles or from attacks, never from a page. */
const maxDepth = 200;
const maxValues = 100_000;

/** Any JSON value, as it is. */
export function copyAny(value: unknown, issues: Issues, depth: number): JsonValue | undefined {
  return copyWith(copyAny, value, issues, depth);
}

/** What `JSON.stringify` converts is converted: dates, for one. */
function copyConvertible(value: unknown, issues: Issues, depth: number): JsonValue | undefined {
  if (typeof value !== "object" || kindOf(value)) return copyWith(copyConvertible, value, issues, depth);
  const { toJSON } = value as { toJSON?: unknown };
  const converted: unknown = typeof toJSON === "function" ? toJSON.call(value) : value;
  return copyWith(copyConvertible, converted, issues, depth + 1);
}

/** Containers without a schema stop at the first failure: a cycle costs one descent. */
function copyWith(copy: Copy, value: unknown, issues: Issues, depth: number): JsonValue | undefined {
  const kind = kindOf(value);
  issues.visited = (issues.visited ?? 0) + 1;
  if (issues.visited > maxValues) report(issues, `expected at most ${maxValues} values in all, got more`);
  else if (depth > maxDepth) report(issues, `expected at most ${maxDepth} levels, got more (or a cycle)`);
  else if (kind === objectKind) return copyObject(value as object, issues, depth, undefined, copy);
  else if (kind === arrayKind) return copyArray(value as unknown[], issues, depth, undefined, copy);
  else if (kind) return copyScalar(value as JsonValue);
  else report(issues, `expected a JSON value, got ${describeValue(value)}`);
  return undefined;
}

/** `-0` becomes `0`, as JSON has it. */
export function copyScalar(value: JsonValue): JsonValue {
  return value === 0 ? 0 : value;
}

/** Own properties only. Those that are `undefined` are absent. Members without a copy of their own get `otherwise`. */
export function copyObject(
  value: object,
  issues: Issues,
  depth: number,
  members: ReadonlyMap<string, { readonly check: Copy }> | undefined,
  otherwise: Copy,
): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {};
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    if (member === undefined) continue;
    const before = issues.length;
    setOwn(copy, name, (members?.get(name)?.check ?? otherwise)(member, issues, depth + 1)!);
    if (issues.length > before) {
      prefix(issues, before, name);
      if (!members) break;
    }
  }
  return copy;
}

/** Items that are `undefined` become `null`, as in JSON. */
export function copyArray(
  items: readonly unknown[],
  issues: Issues,
  depth: number,
  item: { readonly check: Copy } | undefined,
  otherwise: Copy,
): JsonValue[] {
  const copy: JsonValue[] = [];
  const copyItem = item?.check ?? otherwise;
  for (let index = 0; index < items.length; index++) {
    const before = issues.length;
    const member = items[index];
    copy.push(copyItem(member === undefined ? null : member, issues, depth + 1)!);
    if (issues.length > before) {
      prefix(issues, before, index);
      if (!item) break;
    }
  }
  return copy;
}

/** Sets an own property whatever its name: a plain assignment to `__proto__` would change the prototype instead. */
export function setOwn<T>(object: Record<string, T>, name: string, value: T): void {
  if (name === "__proto__") {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[name] = value;
  }
}
