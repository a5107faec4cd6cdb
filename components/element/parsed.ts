import { own } from "../binding/own.js";

/**
 * Whether the parser is done with an element: something follows it or an ancestor. An end
 * tag alone cannot be seen, and half-read markup must not be registered (elements.md, "When is something parsed").
 */
export function isParsed(element: Element): boolean {
  for (let node: Node | null = element; node; node = parentOf(node))
    if (own(node, "nextSibling")) return true;
  return false;
}

function parentOf(node: Node): Node | null {
  return own(node, "parentNode") ?? (node as Partial<ShadowRoot>).host ?? null;
}
