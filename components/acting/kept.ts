/** What belongs to an element of the page for as long as it lives, for all copies of this module. It hangs on the document. */
export function keptFor<T>(element: Element, what: string): WeakMap<Element, T> {
  const holder = element.ownerDocument as unknown as Record<symbol, WeakMap<Element, T> | undefined>;
  return (holder[Symbol.for(`agent-tags/${what}/1`)] ??= new WeakMap());
}
