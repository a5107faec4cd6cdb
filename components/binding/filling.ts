/**
 * Whether a fill is writing into a document right now. A checkbox that is clicked by a script fires the same events as
 * under a person's hand. It hangs on the document: who writes and who listens may be two copies of this module.
 */
const fillingKey = Symbol.for("agent-tags/filling/1");

interface Holder {
  [fillingKey]?: boolean;
}

export function isFilling(root: Node): boolean {
  return ((root.ownerDocument ?? root) as Holder)[fillingKey] ?? false;
}

/** @param write Synchronous. */
export function fillIn(element: Element, write: () => void): void {
  const holder = element.ownerDocument as Holder;
  holder[fillingKey] = true;
  try {
    write();
  } finally {
    holder[fillingKey] = false;
  }
}
