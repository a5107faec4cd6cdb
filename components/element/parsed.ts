/**
 * Whether the parser is done with an element: something follows it or an ancestor. An end
 * tag alone cannot be seen, and half-read markup must not be registered (elements.md, "When is something parsed").
 */
export function isParsed(element: Element): boolean {
  for (
    let node: Node | null = element;
    node;
    node = node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null
  ) {
    if (node.nextSibling) return true;
  }
  return false;
}
