/** What a filled form holds: whether the page took the values, and which it made of them. */
import type { AgentSchemaIssue } from "../../src/values/errors.js";
import { setOwn, type JsonValue } from "../../src/values/json.js";
import {
  elementsOf,
  isChosen,
  nameOf,
  submitButtonOf,
  type Control,
  type Field,
} from "../binding/controls.js";
import { isSameState, readState, toJson, type FieldState } from "./field-state.js";
import { clip } from "../binding/clip.js";
import { own } from "../binding/own.js";

/** A field that an agent gave, with what it held before. */
export interface Change {
  readonly name: string;
  readonly wanted: FieldState;
  readonly before: FieldState;
}

/** What keeps the form from being submitted, field by field. Without `invalid` events: they would show messages. */
export function findIssues(
  form: HTMLFormElement,
  fields: readonly Field[],
  changes: readonly Change[],
): AgentSchemaIssue[] {
  const issues = new Map<string, string>();
  const byName = new Map(fields.map((field) => [field.name, field]));
  for (const change of changes) {
    const field = byName.get(change.name);
    const problem = field ? whyNotTaken(field, change) : "can no longer be filled";
    if (problem !== undefined) issues.set(change.name, problem);
  }
  const given = new Set(changes.map(({ name }) => name));
  const isChecked =
    !own(form, "hasAttribute").call(form, "novalidate") &&
    !submitButtonOf(form)?.hasAttribute("formnovalidate");
  for (const control of elementsOf(form)) {
    const name = nameOf(control);
    if (issues.has(name) || !isInvalid(control) || !(isChecked || given.has(name))) continue;
    const field = byName.get(name);
    const said = (!field?.isSensitive && control.validationMessage) || "is not valid";
    issues.set(name, field ? said : `${said} (only a person can fill this)`);
  }
  return Array.from(issues, ([path, message]) => ({ path, message }));
}

function isInvalid({ willValidate, validity }: Control): boolean {
  return willValidate === true && validity?.valid === false;
}

/** Masks, trimming and clamping by the page are fine with free text; what was picked has to be what was asked for. */
function whyNotTaken(field: Field, { wanted, before }: Change): string | undefined {
  const after = readState(field);
  if (isSameState(after, wanted)) return undefined;
  if (isChosen(field) || field.kind === "flag" || field.controls[0]?.type === "range") {
    return "was not taken: the page put something else in its place";
  }
  for (const [index, text] of wanted.entries()) {
    const now = after[index] ?? "";
    if (now === text) continue;
    if (now === "") return "was not taken: the page emptied the field";
    if (now === before[index]) return "was not taken: the page kept the value that was there";
  }
  return undefined;
}

/** A form was sent whatever its length; only the answer must not grow with it. */
const longestEcho = 1_000;

/** The values that are really there, of the fields that the agent gave. */
export function readBack(fields: readonly Field[], changes: readonly Change[]): JsonValue {
  const values: Record<string, JsonValue> = {};
  const adjusted: string[] = [];
  const withheld: string[] = [];
  const shortened: string[] = [];
  const wanted = new Map(changes.map((change) => [change.name, change.wanted]));
  for (const field of fields) {
    const asked = wanted.get(field.name);
    if (!asked) continue;
    const state = readState(field);
    if (!isSameState(state, asked)) adjusted.push(field.name);
    const value = toJson(field, state);
    if (field.isSensitive) withheld.push(field.name);
    else setOwn(values, field.name, typeof value === "string" ? clip(value, longestEcho) : value);
    if (typeof value === "string" && value.length > longestEcho) shortened.push(field.name);
  }
  return {
    values,
    ...(adjusted.length > 0 && { adjusted }),
    ...(withheld.length > 0 && { withheld }),
    ...(shortened.length > 0 && { shortened }),
  };
}
