/** The keywords that look at one value and not into it: bounds, lengths, patterns, formats. */
import { cut, describeValue, maxListed } from "../values/describe-value.js";
import { formats } from "./formats.js";
import { arrayKind, numberKinds, stringKind } from "../values/kinds.js";
import { isMultipleOf } from "./multiple-of.js";
import { maxTestedLength } from "./pattern-safety.js";
import type { JsonSchema } from "./types.js";

/** Says what is wrong with a value of one of the kinds. */
export interface Test {
  readonly kinds: number;
  readonly test: (value: never) => string | undefined;
}

/** What the bounds are about, in the order of their keywords below. */
const measures: readonly (readonly [kinds: number, unit: string, measure: (value: never) => number])[] = [
  [numberKinds, "", (value: number) => value],
  [stringKind, " characters", codePoints],
  [arrayKind, " items", (items: unknown[]) => items.length],
];

const bounds: readonly (readonly [
  keywords: readonly string[],
  wanted: string,
  fits: (measured: number, limit: number) => boolean,
])[] = [
  [["minimum", "minLength", "minItems"], "at least", (measured, limit) => measured >= limit],
  [["maximum", "maxLength", "maxItems"], "at most", (measured, limit) => measured <= limit],
  [["exclusiveMinimum"], "more than", (measured, limit) => measured > limit],
  [["exclusiveMaximum"], "less than", (measured, limit) => measured < limit],
  [["multipleOf"], "a multiple of", isMultipleOf],
];

export function compileTests(schema: JsonSchema): Test[] {
  const tests: Test[] = [];
  for (const [keywords, wanted, fits] of bounds) {
    for (const [index, keyword] of keywords.entries()) {
      const limit = schema[keyword] as number | undefined;
      if (limit === undefined) continue;
      const [kinds, unit, measure] = measures[index]!;
      const test = (value: never) => {
        const measured = measure(value);
        return fits(measured, limit) ? undefined : `expected ${wanted} ${limit}${unit}, got ${measured}`;
      };
      tests.push({ kinds, test });
    }
  }
  const testText = (fits: (text: string) => boolean, wanted: string) => {
    tests.push({
      kinds: stringKind,
      test: (text) => (fits(text) ? undefined : `expected ${wanted}, got ${describeValue(text)}`),
    });
  };
  const { pattern, format } = schema as Record<string, string | undefined>;
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, "u");
    const longest = maxTestedLength(pattern);
    testText(
      (text) => text.length <= longest && expression.test(text),
      `text that matches ${cut(pattern, maxListed)}`,
    );
  }
  const isFormat = formats.get(format);
  if (isFormat) testText(isFormat, `text in the format ${format}`);
  return tests;
}

/** Characters as people count them (nearly): an emoji is one, though it takes two UTF-16 units. */
function codePoints(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? Array.from(text).length : text.length;
}
