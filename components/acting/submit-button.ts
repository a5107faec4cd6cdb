import { elementsOf } from "../binding/controls.js";
import { own } from "../binding/own.js";

/** The button that the Enter key would press. */
export function submitButtonOf(form: HTMLFormElement): Element | null {
  return (
    elementsOf(form).find(
      ({ localName, type }) => /^(?:button|input)$/.test(localName) && type === "submit",
    ) ?? own(form, "querySelector").call(form, "input[type=image]")
  );
}
