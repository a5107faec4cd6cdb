/** The keywords of the subset with what each may hold, and advice for those outside it. */
import { describeValue } from "../values/describe-value.js";
import {
  anyKind,
  arrayKind,
  booleanKind,
  integerKind,
  kindOf,
  kindsOfType,
  numberKinds,
  objectKind,
  stringKind,
} from "../values/kinds.js";
import { attempt } from "./attempt.js";
import { formats } from "./formats.js";
import { nestsRepetitions } from "./pattern-safety.js";

type Rule = readonly [keywords: string, kinds: number, wanted: string, fits?: (value: never) => unknown];

/** Schemas inside are looked at when they are visited. */
const rules: readonly Rule[] = [
  ["const default items", anyKind, ""],
  ["title description $ref", stringKind, "a string"],
  ["deprecated uniqueItems", booleanKind, "true or false"],
  ["additionalProperties", booleanKind, "true or false, and a map as an array of entries"],
  ["minimum maximum exclusiveMinimum exclusiveMaximum", numberKinds, "a number"],
  ["multipleOf", numberKinds, "a number above 0", (step: number) => step > 0],
  [
    "minLength maxLength minItems maxItems",
    integerKind,
    "a whole number from 0",
    (length: number) => length >= 0,
  ],
  ["properties $defs", objectKind, "an object"],
  ["examples enum", arrayKind, "an array"],
  ["anyOf", arrayKind, "an array of schemas", (branches: unknown[]) => branches.length],
  [
    "required",
    arrayKind,
    "an array of different names",
    (names: unknown[]) => areDistinct(names, (name) => typeof name === "string"),
  ],
  [
    "type",
    stringKind | arrayKind,
    [...kindsOfType.keys()].join(", "),
    (type: string | unknown[]) => type.length && areDistinct([type].flat(), (name) => kindsOfType.has(name)),
  ],
  [
    "format",
    stringKind,
    [...formats.keys(), 'or "pattern"'].join(", "),
    (format: string) => formats.has(format),
  ],
  [
    "pattern",
    stringKind,
    'a "u" regular expression without a nested repetition',
    (pattern: string) => attempt(() => new RegExp(pattern, "u")) && !nestsRepetitions(pattern),
  ],
];

/** What to write in place of keywords outside the subset. */
const replacements: readonly (readonly [keywords: RegExp, advice: string])[] = [
  [/^(one|if|then|else|dep)/, '"anyOf"'],
  [/^all/, "one schema with the keywords of all"],
  [/^(\$|definitions)/, '"$defs" in the root and "$ref"'],
  [/Items|rop/, '"properties", or "items" of one kind'],
  [/^nullable/, 'an array with "null" as "type"'],
  [/./, 'it in "description"'],
];

/** What is wrong with a keyword and what to write instead; `undefined` where it is right. */
export function problemWith(keyword: string, value: unknown): string | undefined {
  const rule = rowOf(rules, keyword);
  if (!rule) {
    const [, replacement] = replacements.find(([keywords]) => keywords.test(keyword))!;
    return `"${keyword}" is not supported. Write ${replacement}`;
  }
  const [, kinds, wanted, fits] = rule;
  return kindOf(value) & kinds && (!fits || fits(value as never))
    ? undefined
    : `"${keyword}" cannot be ${describeValue(value)}. Write ${wanted}`;
}

/** The row of a table that is about a keyword. */
export function rowOf<Row extends readonly [keywords: string, ...unknown[]]>(
  rows: readonly Row[],
  keyword: string,
): Row | undefined {
  return rows.find(([keywords]) => keywords.split(" ").includes(keyword));
}

function areDistinct(values: readonly unknown[], fits: (value: unknown) => boolean): boolean {
  return values.every(fits) && new Set(values).size === values.length;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === objectKind;
}
