/** Activation without a person: as by a click, with the words for it. */
import { labelOf } from "../binding/control-label.js";
import { fieldOf, type Control } from "../binding/controls.js";
import { clip } from "../binding/clip.js";
import { viewOf } from "../binding/visibility.js";

/** `click()` exists on HTML elements only; a dispatched click activates just the same. */
export function activate(target: Element): void {
  if ("click" in target) (target as HTMLElement).click();
  else {
    const view = viewOf(target) ?? window;
    target.dispatchEvent(
      new view.MouseEvent("click", { bubbles: true, cancelable: true, composed: true, view }),
    );
  }
}

/** How messages call an element: by what a person sees on it. What stands in a control is no name, and may be private. */
export function nameOf(target: Element): string {
  const text = fieldOf(target)
    ? labelOf(target as Control)
    : (target.getAttribute("aria-label") ?? (target.textContent.trim() || target.getAttribute("value")));
  const label = clip((text ?? "").trim().replace(/\s+/g, " "), 40);
  return label === "" ? `the <${target.localName}>` : `the <${target.localName}> "${label}"`;
}
