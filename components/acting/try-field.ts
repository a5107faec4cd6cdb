/** Tries a value on a detached clone, so that what a control would not take is refused before the page is touched. */
import type { Control, Field } from "../binding/controls.js";
import { assign, type FieldState } from "./field-state.js";

/** What is wrong with a value, or `undefined`. The value itself is not repeated: it may be sensitive. */
export function tryState({ kind, controls, isSensitive }: Field, state: FieldState): string | undefined {
  if (kind !== "value" && kind !== "list") return undefined;
  for (const [index, text] of state.entries()) {
    const control = controls[index];
    // Creating a custom element would run the page's code.
    if (!control || control.localName.includes("-") || control.value === text) continue;
    const problem = tryText(control, text);
    if (problem !== undefined) return isSensitive ? "is not what this field takes" : problem;
  }
  return undefined;
}

function tryText(control: Control, text: string): string | undefined {
  const clone = control.cloneNode(true) as Control;
  const { type = "", minLength = -1, maxLength = -1 } = clone;
  const before = clone.value;
  assign(clone, "value", text);
  const after = clone.value;
  const isTaken =
    type === "range" ? Number(after) === Number(text) : after === text || (after !== "" && after !== before);
  if (!isTaken) return `is not what a field of the type "${type}" takes${bounds(clone)}`;
  // Browsers look at the length of typed text only.
  if (maxLength >= 0 && after.length > maxLength) return `must have at most ${maxLength} characters`;
  if (after !== "" && after.length < minLength) return `must have at least ${minLength} characters`;
  return clone.validity?.valid === false ? clone.validationMessage || "is not valid" : undefined;
}

function bounds({ min, max, step }: Control): string {
  const parts = [min && `from ${min}`, max && `to ${max}`, step && `in steps of ${step}`].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(" ")})` : "";
}
