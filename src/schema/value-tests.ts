/** The keywords that look at one value and not into it: bounds, lengths, patterns, formats. */
import { cut, describeValue, maxListed } from "../values/describe-value.js";
import { formats } from "./formats.js";
import { arrayKind, numberKinds, stringKind } from "../values/kinds.js";
import { isMultipleOf } from "./multiple-of.js";
import { maxTestedLength } from "./pattern-safety.js";
import type { JsonSchema } from "./types.js";

/** Says what is wrong with a value of one of the kinds. */
export type Test = readonly [kinds: number, test: (value: never) => string | undefined];

type Compare = (measured: number, limit: number) => boolean;
const atLeast: Compare = (measured, limit) => measured >= limit;
const atMost: Compare = (measured, limit) => measured <= limit;

const bounds: readonly (readonly [keyword: string, wanted: string, fits: Compare])[] = [
  ["minimum", "at least", atLeast],
  ["maximum", "at most", atMost],
  ["exclusiveMinimum", "more than", (measured, limit) => measured > limit],
  ["exclusiveMaximum", "less than", (measured, limit) => measured < limit],
  ["multipleOf", "a multiple of", isMultipleOf],
  ["minLength", "at least", atLeast],
  ["maxLength", "at most", atMost],
  ["minItems", "at least", atLeast],
  ["maxItems", "at most", atMost],
];

export function compileTests(schema: JsonSchema): Test[] {
  const tests: Test[] = [];
  for (const [keyword, wanted, fits] of bounds) {
    const limit = schema[keyword] as number | undefined;
    if (limit === undefined) continue;
    const [kinds, unit] = keyword.endsWith("Length")
      ? [stringKind, " characters"]
      : keyword.endsWith("Items")
        ? [arrayKind, " items"]
        : [numberKinds, ""];
    const test = (value: number | string | readonly unknown[]) => {
      const measured =
        typeof value === "number" ? value : typeof value === "string" ? codePoints(value) : value.length;
      return fits(measured, limit) ? undefined : `expected ${wanted} ${limit}${unit}, got ${measured}`;
    };
    tests.push([kinds, test]);
  }
  const testText = (fits: (text: string) => boolean, wanted: string) => {
    tests.push([
      stringKind,
      (text) => (fits(text) ? undefined : `expected ${wanted}, got ${describeValue(text)}`),
    ]);
  };
  const { pattern, format } = schema as Record<string, string | undefined>;
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, "u");
    testText(
      (text) => text.length <= maxTestedLength && expression.test(text),
      `text that matches ${cut(pattern, maxListed)}`,
    );
  }
  const isFormat = formats.get(format);
  if (isFormat) testText(isFormat, `text in the format ${format}`);
  return tests;
}

/** Characters as people count them (nearly): an emoji is one, though it takes two UTF-16 units. */
function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += text.codePointAt(index)! > 0xffff ? 2 : 1) count++;
  return count;
}
