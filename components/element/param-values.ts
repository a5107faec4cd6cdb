/** What authors write into params, read as values of a type. Attributes are texts; properties may be anything. */
import type { JsonValue } from "../../src/index.js";
import { attempt } from "../../src/schema/attempt.js";
import { relaxing } from "./properties.js";

/** What is written, or `undefined`: templates leave attributes blank for what they do not say. */
export function written(given: unknown): unknown {
  return given === null || (typeof given === "string" && given.trim() === "") ? undefined : given;
}

/** For what tightens a rule: on, whatever is written. */
export function isOn(given: unknown): boolean {
  return given !== undefined && given !== null && given !== false;
}

/** For what relaxes one: off where it says so. */
export function isRelaxed(given: unknown): boolean {
  return typeof given === "string" ? relaxing.read!(given) === true : given === true;
}

/** A number, or `undefined`. */
export function numberOf(given: unknown): number | undefined {
  const number = typeof given === "string" && given.trim() !== "" ? Number(given) : given;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** A value of a type, or `undefined` where it is none. Without a type it is what was given. */
export function valueOf(type: unknown, given: unknown): JsonValue | undefined {
  switch (type) {
    case "string":
      return /^(?:string|number|boolean)$/.test(typeof given) ? String(given) : undefined;
    case "number":
      return numberOf(given);
    case "integer": {
      const number = numberOf(given);
      return Number.isInteger(number) ? number : undefined;
    }
    case "boolean": {
      const word = String(given).trim().toLowerCase();
      return word === "true" || word === "false" ? word === "true" : undefined;
    }
    case "array":
    case "object": {
      const value = jsonOf(given);
      const isRight =
        typeof value === "object" && value !== null && Array.isArray(value) === (type === "array");
      return isRight ? value : undefined;
    }
    default:
      return given as JsonValue;
  }
}

/** Values of a type, each once: JSON, or a text with commas between them. `undefined` where one is not of that type. */
export function listOf(type: unknown, given: unknown): JsonValue[] | undefined {
  const isText = typeof given === "string" && !given.trim().startsWith("[");
  const list = isText
    ? given
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean)
    : jsonOf(given);
  if (!Array.isArray(list)) return undefined;
  const values = list.map((part: unknown) => valueOf(type, part));
  if (values.length === 0 || values.includes(undefined)) return undefined;
  return [...new Map(values.map((value) => [JSON.stringify(value), value!])).values()];
}

function jsonOf(given: unknown): JsonValue | undefined {
  return (typeof given === "string" ? attempt(() => JSON.parse(given) as unknown) : given) as
    JsonValue | undefined;
}
