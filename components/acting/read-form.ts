/** Reads the values of a form, or of a fieldset: what a person sees in its controls, by their names. */
import { setOwn, type JsonValue } from "../../src/values/json.js";
import { clip } from "../binding/clip.js";
import { wordsOn } from "../binding/choice-words.js";
import { elementsOf, nameOf, type Control } from "../binding/controls.js";
import { isSensitive } from "../binding/sensitive.js";
import { valueOf } from "./control-value.js";
import type { TextReader } from "./visible-text.js";

/** Characters of one value, whatever the author allows: a form has many. */
const longestValue = 1_000;

export function readForm(reader: TextReader, form: HTMLFormElement, maxLength: number): JsonValue {
  const longest = Math.min(maxLength, longestValue);
  const byName = new Map<string, Control[]>();
  for (const control of elementsOf(form)) {
    const name = nameOf(control);
    if (name === "" || !isField(control) || !reader.shows(control)) continue;
    byName.set(name, [...(byName.get(name) ?? []), control]);
  }
  const values: Record<string, JsonValue> = {};
  const withheld: string[] = [];
  const shortened: string[] = [];
  for (const [name, controls] of byName) {
    if (controls.some(isSensitive)) {
      withheld.push(name);
      continue;
    }
    const value = valueOfField(controls, () => new FormData(form).getAll(name));
    const isLong = typeof value === "string" && value.length > longest;
    if (isLong) shortened.push(name);
    setOwn(values, name, isLong ? clip(value, longest) : value);
  }
  return {
    values,
    ...(withheld.length > 0 && { withheld }),
    ...(shortened.length > 0 && { shortened }),
  };
}

/** Not what only sends, groups or embeds. */
function isField({ localName, type = "" }: Control): boolean {
  return (
    !/^(?:button|fieldset|object)$/.test(localName) &&
    !(localName === "input" && /^(?:hidden|submit|reset|button|image)$/.test(type))
  );
}

/** A custom element that keeps its value to itself still sends it. */
function valueOfField(controls: readonly Control[], sent: () => FormDataEntryValue[]): JsonValue {
  const [first] = controls as [Control, ...Control[]];
  const isInput = first.localName === "input";
  const isSeveral = controls.length > 1;
  if (isInput && (first.type === "radio" || (first.type === "checkbox" && isSeveral))) {
    const on = wordsOn({ kind: "radio", controls });
    return first.type === "radio" ? (on[0] ?? null) : on;
  }
  const values = controls.map((control) => valueOf(control));
  if (values.includes(undefined)) {
    const texts = sent().map((entry) => (typeof entry === "string" ? entry : entry.name));
    return texts.length > 1 ? texts : (texts[0] ?? null);
  }
  return isSeveral ? (values as JsonValue[]) : values[0]!;
}
