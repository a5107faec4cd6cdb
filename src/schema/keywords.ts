/** The keywords of the subset with what each may hold, and advice for those outside it. */
import { describeValue } from "../values/describe-value.js";
import { formats } from "./formats.js";
import { kindsOfType } from "../values/kinds.js";
import { isValidPattern, nestsRepetitions } from "./pattern-safety.js";

type Rule = readonly [keywords: string, fits: (value: unknown) => unknown, wanted: string];

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isFlag = (value: unknown) => typeof value === "boolean";
const isType = (value: unknown) => kindsOfType.has(value);
const isSetOf = (value: unknown, fits: (item: unknown) => boolean) =>
  Array.isArray(value) && value.every(fits) && new Set(value).size === value.length;

const rules: readonly Rule[] = [
  ["const default", () => true, ""],
  ["title description $ref", isText, "a string"],
  ["deprecated uniqueItems", isFlag, "true or false"],
  ["additionalProperties", isFlag, "true or false, and a map as an array of entries"],
  ["minimum maximum exclusiveMinimum exclusiveMaximum", isNumber, "a number"],
  ["multipleOf", (value) => isNumber(value) && value > 0, "a number above 0"],
  [
    "minLength maxLength minItems maxItems",
    (value) => Number.isInteger(value) && (value as number) >= 0,
    "a whole number from 0",
  ],
  ["properties $defs items", isObject, "an object"],
  ["examples enum", Array.isArray, "an array"],
  ["anyOf", (value) => Array.isArray(value) && value.length, "an array of schemas"],
  ["required", (value) => isSetOf(value, isText), "an array of different names"],
  [
    "type",
    (value) => isType(value) || (isSetOf(value, isType) && (value as []).length),
    [...kindsOfType.keys()].join(", "),
  ],
  ["format", (value) => formats.has(value), [...formats.keys(), 'or "pattern"'].join(", ")],
  ["pattern", isValidPattern, 'a regular expression for the flag "u"'],
  ["pattern", (value) => !nestsRepetitions(value as string), "it without a repetition in a repetition"],
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
  const own = rules.filter(([keywords]) => keywords.split(" ").includes(keyword));
  const broken = own.find(([, fits]) => !fits(value));
  if (broken) return `"${keyword}" cannot be ${describeValue(value)}. Write ${broken[2]}`;
  if (own.length) return undefined;
  return `"${keyword}" is not supported. Write ${replacements.find(([keywords]) => keywords.test(keyword))?.[1]}`;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
