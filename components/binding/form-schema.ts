/**
 * What a form takes, as a JSON Schema within the core's subset. An enumeration with its labels in the description: the
 * shortest form, and one that every model provider reads.
 */
import { isMultipleOf } from "../../src/schema/multiple-of.js";
import { nestsRepetitions } from "../../src/schema/pattern-safety.js";
import type { Problem } from "../element/problem.js";
import type { JsonSchema } from "../../src/schema/types.js";
import { setOwn } from "../../src/values/json.js";
import { labelOf, labelOfField } from "./control-label.js";
import { namedChoices } from "./choice-words.js";
import { isChosen, isOffered, type Control, type Field } from "./controls.js";
import { clip } from "./clip.js";

/** A longer list is not written out: the schema of the whole form has to stay below the core's limit. */
const maxChoiceText = 3_000;

/** @param _later Told once it is there, or why not: in the bundles this file comes later. */
export function formSchema(
  fields: readonly Field[],
  _later?: (problem?: Problem) => void,
): JsonSchema | undefined {
  const properties: Record<string, JsonSchema> = {};
  for (const field of fields) setOwn(properties, field.name, fieldSchema(field));
  const required = fields.filter(isRequired).map(({ name }) => name);
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** What the page fills in by itself need not be given. */
function isRequired(field: Field): boolean {
  const { kind, controls } = field;
  const [first] = controls;
  if (
    kind === "checks" ||
    !first ||
    !controls.some((control) => control.required ?? control.hasAttribute("required"))
  ) {
    return false;
  }
  if (kind === "select") {
    const options = [...first.options!];
    return !(options.find((option) => option.defaultSelected) ?? (first.multiple ? undefined : options[0]))
      ?.value;
  }
  return kind === "flag" || kind === "radio"
    ? !controls.some((control) => control.defaultChecked)
    : !controls.every((control) => control.defaultValue);
}

function fieldSchema(field: Field): JsonSchema {
  const { kind, controls } = field;
  const first = controls[0]!;
  const label = labelOfField(field);
  if (kind === "flag") return described({ type: "boolean" }, label);
  if (isChosen(field)) {
    const [choice, choices] = choiceSchema(field);
    const isMany = kind === "checks" || first.multiple === true;
    return described(isMany ? { type: "array", items: choice } : choice, label, choices);
  }
  const value = valueSchema(first);
  return kind === "list"
    ? described({ type: "array", items: value, maxItems: controls.length }, label)
    : described(value, label, span(first));
}

function described(schema: JsonSchema, label: string, note = ""): JsonSchema {
  const description = label && note ? `${label} (${note})` : label || note;
  return description === "" ? schema : { ...schema, description };
}

function choiceSchema(field: Field): [JsonSchema, note: string] {
  const choices = namedChoices(field).filter(({ choice }) => isOffered(choice));
  const values = [...new Set(choices.map(({ word }) => word))];
  const named = choices
    .map(({ choice, word }) => [word, labelOf(choice)] as const)
    .filter(([word, label]) => label !== "" && label !== word)
    .map(([word, label]) => `${word} = ${label}`)
    .join(", ");
  // None yet: they come with what other fields hold.
  const isShort = values.length > 0 && JSON.stringify(values).length <= maxChoiceText;
  return [
    { type: "string", ...(isShort && { enum: values }) },
    isShort
      ? clip(named, maxChoiceText)
      : `the value or the label of one of the page's ${choices.length || "later"} options`,
  ];
}

/** The text that a control takes where the subset has no format for it. */
const patterns: Record<string, string> = {
  "datetime-local": String.raw`^\d{4,6}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$`,
  time: String.raw`^\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$`,
  month: String.raw`^\d{4,6}-\d\d$`,
  week: String.raw`^\d{4,6}-W\d\d$`,
  color: "^#[0-9a-fA-F]{6}$",
};

function valueSchema(control: Control): JsonSchema {
  const { localName, type = "", multiple, pattern, minLength = -1, maxLength = -1 } = control;
  if (localName.includes("-")) return { type: "string" };
  if (type === "number" || type === "range") return numberSchema(control);
  // Where a browser has no such control it says "text", and the page expects the same format.
  const kind = patterns[control.getAttribute("type")!];
  if (kind !== undefined) return { type: "string", pattern: kind };
  if (type === "date") return { type: "string", format: "date" };
  const format = type === "url" ? "uri" : type === "email" && !multiple ? "email" : undefined;
  const anchored = pattern ? `^(?:${pattern})$` : "";
  return {
    type: "string",
    ...(format && { format }),
    ...(isSafePattern(anchored) && { pattern: anchored }),
    ...(minLength > 0 && { minLength }),
    ...(maxLength >= 0 && { maxLength }),
  };
}

/** A pattern that JSON Schema reads differently, or that may take for ever, is left to the control itself. */
function isSafePattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").source !== "(?:)" && !nestsRepetitions(pattern);
  } catch {
    return false;
  }
}

function numberSchema({ type, min, max, step, defaultValue }: Control): JsonSchema {
  const isRange = type === "range";
  const minimum = toNumber(min) ?? (isRange ? 0 : undefined);
  const maximum = toNumber(max) ?? (isRange ? 100 : undefined);
  const given = toNumber(step) ?? 0;
  const size = step?.toLowerCase() === "any" ? undefined : given > 0 ? given : 1;
  // Steps are counted from here; `multipleOf` counts from 0.
  const base = toNumber(min) ?? toNumber(defaultValue) ?? 0;
  const isWhole = size !== undefined && Number.isInteger(size) && Number.isInteger(base);
  return {
    type: isWhole ? "integer" : "number",
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(size !== undefined && !(isWhole && size === 1) && isMultipleOf(base, size) && { multipleOf: size }),
  };
}

function toNumber(text: string | undefined): number | undefined {
  const number = Number.parseFloat(text ?? "");
  return Number.isFinite(number) ? number : undefined;
}

/** What schemas cannot say: suggestions, and the bounds of dates and times. */
function span({ type = "", min, max, list }: Control): string {
  if (list) return `such as ${clip(Array.from(list.options, ({ value }) => value).join(", "), 300)}`;
  if (type !== "date" && !(type in patterns)) return "";
  return [min && `from ${min}`, max && `to ${max}`].filter(Boolean).join(" ");
}
