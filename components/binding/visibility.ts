/** Whether a person could use an element now. Elements may come from another realm: no `instanceof`. */
import { own } from "./own.js";
import type { UnavailableReason } from "./types.js";

/** The window of an element's document. `null` once its frame left the page. */
export function viewOf(element: Element): (Window & typeof globalThis) | null {
  return own(element, "ownerDocument").defaultView;
}

export function styleOf(element: Element): CSSStyleDeclaration {
  return (viewOf(element) ?? window).getComputedStyle(element);
}

/** The parent on screen: slots and shadow hosts count. Slots of closed shadow roots cannot be seen and are skipped. */
export function flatParent(element: Element): Element | null {
  return (
    own(element, "assignedSlot") ??
    own(element, "parentElement") ??
    (own(element, "parentNode") as Partial<ShadowRoot> | null)?.host ??
    null
  );
}

/** An element without a box of its own is shown where its nearest boxed ancestor is. */
export function isShown(element: Element): boolean {
  for (let at: Element | null = element; at; at = flatParent(at)) {
    if (own(at, "checkVisibility").call(at, { visibilityProperty: true })) return true;
    if (styleOf(at).display !== "contents") return false;
  }
  return false;
}

export function isDisabled(element: Element): boolean {
  return own(element, "matches").call(element, ":disabled,[aria-disabled=true]");
}

/** A modal dialog is not inert by what is around it. */
function isInert(element: Element): boolean {
  let at: Element | null = element;
  while (at && !own(at, "matches").call(at, "[inert],dialog:modal")) at = flatParent(at);
  return at !== null && own(at, "hasAttribute").call(at, "inert");
}

export function unreadableReason(target: Element, background = false): UnavailableReason | undefined {
  if (!own(target, "isConnected") || !viewOf(target)) return "missing";
  return background || isShown(target) ? undefined : "not-shown";
}

export function unusableReason(target: Element, background = false): UnavailableReason | undefined {
  return isDisabled(target) ? "disabled" : isInert(target) ? "inert" : unreadableReason(target, background);
}
