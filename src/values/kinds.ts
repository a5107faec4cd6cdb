/** The kinds of JSON values as bits, so that "is this one of the allowed types" is one operation. */

export const nullKind = 1;
export const booleanKind = 2;
export const integerKind = 4;
export const fractionKind = 8;
export const numberKinds = 12;
export const stringKind = 16;
export const arrayKind = 32;
export const objectKind = 64;
export const anyKind = 127;

/** The kinds behind each name that `type` may have. */
export const kindsOfType: ReadonlyMap<unknown, number> = new Map([
  ["object", objectKind],
  ["array", arrayKind],
  ["string", stringKind],
  ["number", numberKinds],
  ["integer", integerKind],
  ["boolean", booleanKind],
  ["null", nullKind],
]);

/** The kinds that the keyword `type` lets through; all of them where it is absent. */
export function kindsOfTypes(type: unknown): number {
  return type === undefined ? anyKind : unite([type].flat().map((name) => kindsOfType.get(name) ?? 0));
}

export function unite(kinds: readonly number[]): number {
  return kinds.reduce((all, kind) => all | kind, 0);
}

/** The kind of a value; 0 for what JSON cannot carry: NaN, functions, dates, maps, `undefined` and so on. */
export function kindOf(value: unknown): number {
  switch (typeof value) {
    case "string":
      return stringKind;
    case "number":
      return Number.isInteger(value) ? integerKind : Number.isFinite(value) ? fractionKind : 0;
    case "boolean":
      return booleanKind;
    case "object":
      return value === null ? nullKind : Array.isArray(value) ? arrayKind : isPlain(value) ? objectKind : 0;
    default:
      return 0;
  }
}

/** Plain means made by a literal or by `JSON.parse`, in whichever realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
