/** The tree as it is drawn: shadow roots in place of what their hosts hold, and slots with what was put into them. */
import { own } from "../binding/own.js";

/** Those of a closed shadow root cannot be seen. */
export function flatChildren(element: Element): Iterable<Node> {
  const shadow = own(element, "shadowRoot");
  if (shadow) return shadow.childNodes;
  if (own(element, "localName") === "slot") {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return own(element, "childNodes");
}

export function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

/** The nearest elements below that are wanted, in order; none below those where it stops. */
export function* nearestBelow(
  element: Element,
  isWanted: (element: Element) => boolean,
  stops: (element: Element) => boolean,
): Generator<Element> {
  for (const node of flatChildren(element)) {
    if (!isElement(node)) continue;
    if (isWanted(node)) yield node;
    else if (!stops(node)) yield* nearestBelow(node, isWanted, stops);
  }
}

/** What an element is, by its `role`, else by its tag. */
export function roleOf(element: Element): string {
  return own(element, "getAttribute").call(element, "role")?.trim() || own(element, "localName");
}
