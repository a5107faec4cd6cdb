/** What a filled form holds: whether the page took the values, and which it made of them. */
import type { AgentSchemaIssue } from "../../src/values/errors.js";
import { setOwn, type JsonValue } from "../../src/values/json.js";
import { elementsOf, isChosen, nameOf, type Control, type Field } from "../binding/controls.js";
import { isSameState, readState, toJson } from "./field-state.js";
import type { Change } from "./fill-fields.js";
import { clip } from "../binding/clip.js";
import { own } from "../binding/own.js";

/** What of the given the page did not take, or finds invalid. */
export function notTaken(fields: readonly Field[], changes: readonly Change[]): AgentSchemaIssue[] {
  const issues: AgentSchemaIssue[] = [];
  for (const change of changes) {
    const field = fields.find(({ name }) => name === change.name);
    const invalid = field?.controls.find(isInvalid);
    const problem = field
      ? (whyNotTaken(field, change) ?? (invalid && whyInvalid(invalid, field)))
      : "can no longer be filled";
    if (problem !== undefined) issues.push({ path: change.name, message: problem });
  }
  return issues;
}

/** What else keeps the form from being submitted. Without `invalid` events: they would show messages. */
export function alsoInvalid(
  form: HTMLFormElement,
  fields: readonly Field[],
  button: Element | null,
  known: readonly AgentSchemaIssue[],
): AgentSchemaIssue[] {
  if (own(form, "hasAttribute").call(form, "novalidate") || button?.hasAttribute("formnovalidate")) return [];
  const issues = new Map<string, string>();
  for (const control of elementsOf(form)) {
    const name = nameOf(control);
    if (!isInvalid(control) || issues.has(name) || known.some(({ path }) => path === name)) continue;
    const field = fields.find((candidate) => candidate.name === name);
    const said = whyInvalid(control, field);
    issues.set(name, field ? said : `${said} (only a person can fill this)`);
  }
  return Array.from(issues, ([path, message]) => ({ path, message }));
}

function whyInvalid(control: Control, field: Field | undefined): string {
  return (!field?.isSensitive && control.validationMessage) || "is not valid";
}

/** By selector: custom elements keep their validity to themselves. A fieldset is as its controls are. */
function isInvalid(control: Control): boolean {
  return control.localName !== "fieldset" && control.matches(":invalid");
}

/** Masks, trimming and clamping by the page are fine with free text; what was picked has to be what was asked for. */
function whyNotTaken(field: Field, { wanted, before }: Change): string | undefined {
  const after = readState(field);
  // What was not written is known already.
  if (!wanted || isSameState(after, wanted)) return undefined;
  if (isChosen(field) || field.kind === "flag" || field.controls[0]?.type === "range") {
    return "was not taken: the page put something else in its place";
  }
  for (const [index, text] of wanted.entries()) {
    const now = after[index] ?? "";
    if (now === text) continue;
    if (now === "") return "was not taken: the page emptied the field";
    if (now === before?.[index]) return "was not taken: the page kept the value that was there";
  }
  return undefined;
}

/** A form was sent whatever its length; only the answer must not grow with it. */
const longestEcho = 1_000;

interface ReadBack {
  readonly values: Record<string, JsonValue>;
  /** Fields that the page changed, that are sensitive, and whose value is cut. */
  readonly adjusted?: string[];
  readonly withheld?: string[];
  readonly shortened?: string[];
}

/** The values that are really there, of the fields that the agent gave. */
export function readBack(fields: readonly Field[], changes: readonly Change[]): ReadBack {
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
