/** Everything that crosses the agent boundary is JSON: this file owns the type and the copy that proves it. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** Deeper values are refused: they come from cycles or from attacks, never from a page. */
const maxDepth = 200;

/** A value that JSON cannot carry. `path` names the place as `a.b[0]`; the root is `""`. */
export class NotJsonError extends Error {
  readonly path: string;
  constructor(path: string, what: string) {
    super(`${path === "" ? "the value" : path} is ${what}, which JSON cannot carry`);
    this.name = "NotJsonError";
    this.path = path;
  }
}

/**
 * A deep copy of a JSON value, frozen at every level, that shares nothing with the original.
 * Properties with the value `undefined` are left out, in arrays they become `null`, `-0` becomes `0` and `toJSON` is
 * honoured, all as `JSON.stringify` does. What JSON would lose in silence is refused instead.
 * @throws {NotJsonError} for NaN, infinities, functions, symbols, bigints, cycles and class instances without `toJSON`.
 */
export function copyJson(value: unknown): JsonValue {
  return copy(value, undefined, "", 0);
}

interface Trail {
  readonly key: string | number;
  readonly parent: Trail | undefined;
}

function copy(value: unknown, parent: Trail | undefined, key: string | number, depth: number): JsonValue {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw refusal(parent, key, String(value));
      return value === 0 ? 0 : value;
    case "object":
      break;
    case "undefined":
      throw refusal(parent, key, "undefined");
    default:
      throw refusal(parent, key, `a ${typeof value}`);
  }
  if (value === null) return null;
  if (depth > maxDepth) throw refusal(parent, key, `nested deeper than ${maxDepth} levels (or a cycle)`);
  const trail: Trail = { key, parent };
  if (Array.isArray(value)) {
    const items = new Array<JsonValue>(value.length);
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      items[index] = item === undefined ? null : copy(item, trail, index, depth + 1);
    }
    return Object.freeze(items) as JsonValue[];
  }
  const json = (value as { toJSON?: unknown }).toJSON;
  if (typeof json === "function") {
    return copy((json as (key: string) => unknown).call(value, String(key)), parent, key, depth + 1);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw refusal(parent, key, "not a plain object");
  }
  const object: { [key: string]: JsonValue } = {};
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    if (member !== undefined) setOwn(object, name, copy(member, trail, name, depth + 1));
  }
  return Object.freeze(object);
}

/** Sets an own property whatever its name: a plain assignment to `__proto__` would change the prototype instead. */
export function setOwn<T>(object: Record<string, T>, name: string, value: T): void {
  if (name === "__proto__") {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[name] = value;
  }
}

function refusal(parent: Trail | undefined, key: string | number, what: string): NotJsonError {
  let path = "";
  for (let at: Trail = { key, parent }; at.parent; at = at.parent) {
    path = (typeof at.key === "number" ? `[${at.key}]` : `.${at.key}`) + path;
  }
  return new NotJsonError(path.replace(/^\./, ""), what);
}
