/** The attributes of a param that narrow what it may be, and the keywords that they stand for. */
import type { JsonSchema } from "../../src/index.js";
import { isMultipleOf } from "../../src/schema/multiple-of.js";
import { describeValue } from "../../src/values/describe-value.js";
import type { ParamValues } from "../context/param-host.js";
import { numberOf, valueOf, written } from "./param-values.js";
import { badValue } from "./words.js";
import type { Problem } from "./problem.js";

export const types = ["string", "number", "integer", "boolean", "array", "object"];

/** Something wrong that takes the action down. */
export class Fault extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

export function unreadable(attribute: string, given: unknown, rule: string): Problem {
  return badValue(`${attribute}=${describeValue(given)} cannot be read`, rule);
}

interface Keyword {
  /** By type. */
  readonly of: Readonly<Record<string, string>>;
  /** `undefined` for what cannot be read. */
  readonly read: (given: unknown) => unknown;
  readonly rule: string;
}

const aNumber = { read: numberOf, rule: "a number" };
const aLength = { read: lengthOf, rule: "a whole number from 0" };

const keywords: Partial<Record<keyof ParamValues, Keyword>> = {
  min: { of: { number: "minimum", integer: "minimum" }, ...aNumber },
  max: { of: { number: "maximum", integer: "maximum" }, ...aNumber },
  step: {
    of: { number: "multipleOf", integer: "multipleOf" },
    read: stepOf,
    rule: 'a number above 0, or "any"',
  },
  minlength: { of: { string: "minLength", array: "minItems" }, ...aLength },
  maxlength: { of: { string: "maxLength", array: "maxItems" }, ...aLength },
  pattern: { of: { string: "pattern" }, read: patternOf, rule: "a regular expression" },
  format: {
    of: { string: "format" },
    read: (given) => (typeof given === "string" ? given.trim() : undefined),
    rule: "a format",
  },
  items: { of: { array: "items" }, read: itemsOf, rule: "a type or a JSON Schema" },
};

/**
 * Puts what the attributes say over what `schema` has.
 * @throws {Fault} for what cannot be read, says nothing about the type, or leaves no value.
 */
export function narrow(
  schema: JsonSchema,
  values: ParamValues,
  type: string,
  note: (problem: Problem) => void,
): void {
  const { multipleOf } = schema;
  for (const [attribute, { of, read, rule }] of Object.entries(keywords)) {
    const given = written(values[attribute as keyof ParamValues]);
    if (given === undefined) continue;
    const keyword = of[type];
    if (!keyword) {
      const others = Object.keys(of).join(" or ");
      throw new Fault(
        badValue(`${attribute} says nothing about the type ${type}`, `type="${others}", or no ${attribute}`),
      );
    }
    const value = read(given);
    if (value === undefined) throw new Fault(unreadable(attribute, given, rule));
    schema[keyword] = value;
  }
  if (schema.multipleOf !== multipleOf) count(schema, multipleOf, note);
  for (const [low, high] of [
    ["minimum", "maximum"],
    ["minLength", "maxLength"],
    ["minItems", "maxItems"],
  ] as const) {
    if ((schema[low] as number) > (schema[high] as number)) {
      throw new Fault(
        badValue(
          `nothing is from ${String(schema[low])} to ${String(schema[high])}`,
          "the smaller bound first",
        ),
      );
    }
  }
}

/** Steps count from the least number, `multipleOf` from 0: it is said where both mean the same. */
function count(schema: JsonSchema, before: unknown, note: (problem: Problem) => void): void {
  const step = schema.multipleOf as number | "any";
  const { minimum = 0, type } = schema as { minimum?: number; type: string };
  const isSaid = step !== "any" && isMultipleOf(minimum, step);
  if (isSaid && !(type === "integer" && step === 1)) return;
  if (step !== "any" && !isSaid) {
    note(
      badValue(
        `step="${step}" from ${minimum} on is left out: schemas count from 0`,
        `min as a multiple of step`,
      ),
    );
  }
  if (before === undefined) delete schema.multipleOf;
  else schema.multipleOf = before;
}

function stepOf(given: unknown): number | "any" | undefined {
  if (typeof given === "string" && given.trim().toLowerCase() === "any") return "any";
  const step = numberOf(given);
  return step !== undefined && step > 0 ? step : undefined;
}

function lengthOf(given: unknown): number | undefined {
  const length = numberOf(given);
  return length !== undefined && Number.isInteger(length) && length >= 0 ? length : undefined;
}

/** As in HTML it has to match the whole text. */
function patternOf(given: unknown): string | undefined {
  if (typeof given !== "string") return undefined;
  return /^\^[^|]*[^|\\]\$$/.test(given) ? given : `^(?:${given})$`;
}

function itemsOf(given: unknown): JsonSchema | undefined {
  const schema = valueOf("object", given);
  if (schema !== undefined) return schema as JsonSchema;
  const type = typeof given === "string" ? given.trim().toLowerCase() : "";
  return types.includes(type) ? { type } : undefined;
}
