/**
 * The state of a field as texts: the values that are on, or what stands in its controls in document order. One shape for
 * all kinds makes writing, comparing and putting back one thing.
 */
import type { JsonValue } from "../../src/values/json.js";
import { activate } from "./activate.js";
import { fillIn } from "../binding/filling.js";
import { namedChoices, wordsOn } from "../binding/choice-words.js";
import { labelOf } from "../binding/control-label.js";
import {
  isChosen,
  isEditable,
  isOffered,
  isOn,
  nameOf,
  type Control,
  type Field,
} from "../binding/controls.js";
import { editedText, editText } from "./editable.js";
import { viewOf } from "../binding/visibility.js";
import { tasks } from "./page-tasks.js";

export type FieldState = readonly string[];

export function readState(field: Field): FieldState {
  return isChosen(field) || field.kind === "flag" ? wordsOn(field) : field.controls.map(textIn);
}

export function isSameState(a: FieldState, b: FieldState): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

/** A custom element may hold something else than text; what it sends is text. */
function textIn(control: Control): string {
  if (isEditable(control)) return editedText(control);
  const value: unknown = control.value;
  if (typeof value === "string" || typeof value === "number") return `${value}`;
  const form = control.closest("form");
  const sent = form && new FormData(form).get(nameOf(control));
  return typeof sent === "string" ? sent : "";
}

/** The state that an input asks for, or what is wrong with the input. */
export function stateFor(field: Field, input: JsonValue): { state: FieldState } | { problem: string } {
  const { kind, controls } = field;
  const [first] = controls;
  if (kind === "flag") {
    return typeof input === "boolean"
      ? { state: input ? [first!.value] : [] }
      : { problem: "must be true or false" };
  }
  const isMany = kind === "checks" || kind === "list" || first?.multiple === true;
  const items = isMany && Array.isArray(input) ? input : [input];
  if (items.some((item) => typeof item === "object")) return { problem: "must be text" };
  const texts = items.map(String);
  if (kind === "list") {
    const rest = readState(field).slice(texts.length);
    return texts.length > controls.length
      ? { problem: `has room for ${controls.length} values` }
      : { state: [...texts, ...rest] };
  }
  if (!isChosen(field)) return { state: texts };
  const choices = namedChoices(field).filter(({ choice }) => isOffered(choice));
  const wanted = texts.map(
    (text) =>
      choices.find(({ word }) => word === text) ?? choices.find(({ choice }) => labelOf(choice) === text),
  );
  // In the page's order, each once: as they will be read back.
  return wanted.includes(undefined)
    ? { problem: "is not among the choices" }
    : { state: choices.filter((choice) => wanted.includes(choice)).map(({ word }) => word) };
}

export function toJson({ kind, controls }: Field, state: FieldState): JsonValue {
  if (kind === "flag") return state.length > 0;
  const isNumber = /^(?:number|range)$/.test(controls[0]?.type ?? "");
  const values = state.map((text) => (isNumber ? (text === "" ? null : Number(text)) : text));
  return kind === "checks" || kind === "list" || controls[0]?.multiple ? values : (values[0] ?? null);
}

/**
 * Sets a field as a person does, one control after the other: what the page makes of one it may know only in the next
 * task, and then have put others in the place of the rest. What is as wanted already is left alone.
 */
export async function writeState(look: () => Field | undefined, state: FieldState): Promise<void> {
  for (let index = 0, field = look(); field?.controls[index]; index++, field = look()) {
    if (writeControl(field, index, state)) await tasks(1);
  }
}

/** Gives whether there was something to write. */
function writeControl(field: Field, index: number, state: FieldState): boolean {
  const { kind, controls } = field;
  const control = controls[index]!;
  if (kind === "select") {
    if (isSameState(readState(field), state)) return false;
    const options = namedChoices(field);
    const chosen = options.findIndex(({ word }) => word === state[0]);
    // The page may have taken the option away since.
    if (chosen < 0 && state.length > 0) return false;
    visit(control, () => {
      if (control.multiple) {
        for (const { choice, word } of options) assign(choice, "selected", state.includes(word));
      } else {
        assign(control, "selectedIndex", chosen);
      }
      tell(control);
    });
  } else if (isChosen(field) || kind === "flag") {
    const goesOff = isOn(control);
    if (goesOff === state.includes(namedChoices(field)[index]!.word)) return false;
    if (kind !== "radio" || !goesOff) {
      visit(control, () => {
        fillIn(control, () => {
          activate(control);
        });
      });
    } else {
      // Only putting back takes a radio off by itself, which no click can.
      if (state.length > 0) return false;
      visit(control, () => {
        assign(control, "checked", false);
        tell(control);
      });
    }
  } else {
    const text = state[index];
    if (text === undefined || textIn(control) === text) return false;
    if (isEditable(control)) {
      editText(control, text);
      return true;
    }
    visit(control, () => {
      assign(control, "value", text);
      tell(control);
    });
  }
  return true;
}

/** The prototype's setter: frameworks put one of their own on the element to learn what they wrote themselves. */
export function assign(element: Element, property: string, value: string | number | boolean): void {
  Reflect.set(Object.getPrototypeOf(element) as object, property, value, element);
}

/** As the browser sends them: `change` stays inside its shadow tree. */
function tell(control: Control): void {
  const { Event } = viewOf(control) ?? window;
  control.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * Focus comes and goes as events only: the person may be typing elsewhere. Where they are in this very control, the page
 * is told afterwards that they still are.
 */
function visit(control: Control, act: () => void): void {
  const { FocusEvent } = viewOf(control) ?? window;
  const send = (type: string, around: string) => {
    control.dispatchEvent(new FocusEvent(type, { composed: true }));
    control.dispatchEvent(new FocusEvent(around, { bubbles: true, composed: true }));
  };
  const isFocused = (control.getRootNode() as Document).activeElement === control;
  if (!isFocused) send("focus", "focusin");
  act();
  send("blur", "focusout");
  if (isFocused) send("focus", "focusin");
}
