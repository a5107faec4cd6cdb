/**
 * The text that a person sees in an element: an own walk of the flat tree, shadow text included. `innerText` knows no
 * shadow trees and shows transparent text.
 */
import { isSensitive } from "../binding/sensitive.js";
import type { Control } from "../binding/controls.js";
import { styleOf } from "../binding/visibility.js";
import { own } from "../binding/own.js";

export interface VisibleTextOptions {
  /** Also what stands in controls; `withheld` in place of what is sensitive. */
  readonly values?: boolean;
}

/** The element itself counts as shown: whether it is, is for the caller to ask. */
export function visibleText(root: Element, { values = false }: VisibleTextOptions = {}): string {
  const out = new FoldedText();
  walkChildren(root, out, values);
  return out.text.trimEnd();
}

const textless =
  /^(?:script|style|template|noscript|head|title|desc|iframe|object|canvas|video|audio|datalist|select|textarea|input|progress|meter)$/;

function walkElement(element: Element, out: FoldedText, values: boolean): void {
  const { localName } = element;
  if (localName === "br") {
    out.breakLine();
    return;
  }
  const style = styleOf(element);
  if (style.display === "none" || style.opacity === "0") return;
  if (textless.test(localName)) {
    if (values && style.visibility === "visible") out.add(valueOf(element as Control), false);
    return;
  }
  const gap = gapAround(style.display);
  out.leave(gap);
  walkChildren(element, out, values);
  out.leave(gap);
}

function walkChildren(element: Element, out: FoldedText, values: boolean): void {
  const style = styleOf(element);
  if (style.contentVisibility === "hidden") return;
  // What is hidden may hold what is not.
  const isSeen = style.visibility === "visible";
  const isKept = /^(?:pre|break-spaces)/.test(style.whiteSpace);
  for (const node of flatChildren(element)) {
    if (node.nodeType === 1) walkElement(node as Element, out, values);
    else if (node.nodeType === 3 && isSeen) out.add(node.nodeValue ?? "", isKept);
  }
}

function gapAround(display: string): Gap {
  return /^(?:inline|contents|ruby|math)/.test(display) ? "" : display === "table-cell" ? "\t" : "\n";
}

function flatChildren(element: Element): Iterable<Node> {
  if (element.shadowRoot) return element.shadowRoot.childNodes;
  if (own(element, "localName") === "slot") {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  if (own(element, "localName") === "details" && !element.hasAttribute("open")) {
    return element.querySelectorAll(":scope > summary:first-of-type");
  }
  return element.childNodes;
}

function valueOf(control: Control): string {
  const { localName, type, options } = control;
  if (!/^(?:input|select|textarea)$/.test(localName) || /^(?:hidden|file|image)$/.test(type ?? "")) return "";
  if (isSensitive(control)) return "withheld";
  if (/^(?:checkbox|radio)$/.test(type ?? "")) return control.checked ? "checked" : "not checked";
  return options
    ? Array.from(options)
        .filter(({ selected }) => selected)
        .map(({ label }) => label)
        .join(", ")
    : control.value;
}

type Gap = "" | " " | "\t" | "\n";

/** Folds white space as a browser does, and keeps the strongest separation between two pieces of text. */
class FoldedText {
  text = "";
  #gap: Gap = "";

  /** What separates the text so far from what follows, where anything does. */
  leave(gap: Gap): void {
    const strength = ["", " ", "\t", "\n"];
    if (strength.indexOf(gap) > strength.indexOf(this.#gap)) this.#gap = gap;
  }

  breakLine(): void {
    this.text += "\n";
    this.#gap = "";
  }

  add(text: string, isKept: boolean): void {
    if (isKept) {
      this.#append(text);
      return;
    }
    // Not the no-break space, which is there to stay.
    const folded = text.replace(/[ \t\n\r\f]+/g, " ");
    if (folded.startsWith(" ")) this.leave(" ");
    const words = folded.trim() === "" ? folded.replaceAll(" ", "") : folded.replace(/^ | $/g, "");
    this.#append(words);
    if (words !== "" && folded.endsWith(" ")) this.leave(" ");
  }

  #append(text: string): void {
    if (text === "") return;
    const isAtStart = this.text === "" || this.text.endsWith("\n");
    this.text += (isAtStart ? "" : this.#gap) + text;
    this.#gap = "";
  }
}
