/**
 * The text that a person sees in an element: an own walk of the flat tree, shadow text included. `innerText` knows no
 * shadow trees and shows text that is transparent, clipped or off the screen.
 */
import { own } from "../binding/own.js";
import { isShown } from "../binding/visibility.js";
import { flatChildren, isElement } from "./flat-tree.js";
import { fold, FoldedText, type Gap } from "./folded-text.js";
import { shownValue } from "./control-value.js";
import { Eye, type Sight } from "./sight.js";

const textless =
  /^(?:script|style|template|noscript|head|title|desc|iframe|object|canvas|video|audio|datalist|select|textarea|input|progress|meter)$/;

/** Draw nothing, and are how a text can say something to a machine alone; but those that spell a flag. */
const unseen =
  /(\u{1F3F4}[\u{E0030}-\u{E007A}]{1,6}\u{E007F})|[\u00AD\u200B\u2060\uFEFF\u{E0000}-\u{E01EF}]/gu;

/** The text of an element that was chosen to be read: the element itself counts as shown. */
export function visibleText(root: Element): string {
  return new TextReader(root, false).read(root);
}

export class TextReader {
  /** Characters that were left out because nobody sees them. */
  dropped = 0;
  readonly #eye: Eye;

  /** @param isLaidOut False: only styles below the root are looked at, for what is not on the screen. */
  constructor(root: Element, isLaidOut: boolean = isShown(root)) {
    this.#eye = new Eye(root, isLaidOut);
  }

  /** The text of the root, or of an element in it. */
  read(element: Element): string {
    const out = new FoldedText();
    const sight = this.#eye.of(element);
    if (sight) this.#walk(sight, out);
    else this.dropped += lengthOf(element);
    return out.text.trimEnd();
  }

  /** Whether anything of an element in the root could be seen. */
  shows(element: Element): boolean {
    return this.#eye.of(element)?.style.visibility === "visible";
  }

  #walk(sight: Sight, out: FoldedText): void {
    const { element, style } = sight;
    if (textless.test(own(element, "localName"))) {
      const value = shownValue(element);
      if (value === "") return;
      if (this.#eye.sees(element, sight)) {
        out.leave(" ");
        out.add(value, false);
        out.leave(" ");
      } else this.dropped += value.length;
      return;
    }
    const isKept = /^(?:pre|break-spaces)/.test(style.whiteSpace);
    for (const node of flatChildren(element)) {
      if (isElement(node)) this.#step(node, sight, out);
      else if (node.nodeType === 3) this.#add(node, sight, out, isKept);
    }
  }

  #step(element: Element, around: Sight, out: FoldedText): void {
    if (own(element, "localName") === "br") {
      if (around.style.visibility === "visible") out.breakLine();
      return;
    }
    const sight = isFolded(element, around.element) ? undefined : this.#eye.enter(element, around);
    if (!sight) {
      this.dropped += lengthOf(element);
      return;
    }
    const { display, position } = sight.style;
    out.apart(gapAround(display), !/^(?:absolute|fixed)$/.test(position), () => {
      this.#walk(sight, out);
    });
  }

  #add(node: Node, sight: Sight, out: FoldedText, isKept: boolean): void {
    const text = node.nodeValue ?? "";
    const isBlank = !/[^ \t\n\r\f]/.test(text);
    if (isFolded(node, sight.element) || (!isBlank && !this.#eye.sees(node, sight))) {
      this.dropped += lengthOf(node);
      return;
    }
    const seen = text.replace(unseen, "$1");
    this.dropped += text.length - seen.length;
    out.add(seen, isKept);
  }
}

/** Whether a child is what a closed `details` keeps to itself. */
function isFolded(node: Node, parent: Element): boolean {
  if (own(parent, "localName") !== "details" || own(parent, "hasAttribute").call(parent, "open"))
    return false;
  return node !== own(parent, "querySelector").call(parent, ":scope > summary");
}

function gapAround(display: string): Gap {
  return /^(?:inline|contents|ruby|math)/.test(display) ? "" : display === "table-cell" ? "\t" : "\n";
}

/** Characters of text in a node, whether they are seen or not. */
function lengthOf(node: Node): number {
  if (node.nodeType === 3) return fold(node.nodeValue ?? "").trim().length;
  if (!isElement(node)) return 0;
  if (textless.test(own(node, "localName"))) return 0;
  let length = 0;
  for (const child of flatChildren(node)) length += lengthOf(child);
  return length;
}
