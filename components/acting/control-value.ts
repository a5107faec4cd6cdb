/** What stands in controls, as words for a text and as values for data. Never that of sensitive ones. */
import { copyJson, type JsonValue } from "../../src/values/json.js";
import { wordsOn } from "../binding/choice-words.js";
import type { Control } from "../binding/controls.js";
import { isSensitive } from "../binding/sensitive.js";

/** What a person sees in a control; "" where it shows no text. */
export function shownValue(element: Element): string {
  const control = element as Control;
  const { localName, type = "", options } = control;
  if (!/^(?:input|select|textarea)$/.test(localName) || /^(?:hidden|file|image)$/.test(type)) return "";
  if (isSensitive(control)) return "withheld";
  if (/^(?:checkbox|radio)$/.test(type)) return control.checked ? "checked" : "not checked";
  return options ? chosenLabels(options).join(", ") : control.value;
}

/** The value of a control; `undefined` where it has none that can be told. */
export function valueOf(control: Control): JsonValue | undefined {
  const { localName, type = "", options, multiple } = control;
  if (options && localName === "select") {
    const chosen = wordsOn({ kind: "select", controls: [control] });
    return multiple ? chosen : (chosen[0] ?? null);
  }
  if (localName === "input") {
    if (/^(?:checkbox|radio)$/.test(type)) return control.checked === true;
    if (/^(?:number|range)$/.test(type)) return control.value === "" ? null : Number(control.value);
    if (type === "file")
      return Array.from((control as Partial<HTMLInputElement>).files ?? [], ({ name }) => name);
  }
  try {
    return copyJson(control.value);
  } catch {
    // A custom element may hold anything.
    return undefined;
  }
}

function chosenLabels(options: HTMLOptionsCollection): string[] {
  return Array.from(options)
    .filter(({ selected }) => selected)
    .map(({ label }) => label);
}
