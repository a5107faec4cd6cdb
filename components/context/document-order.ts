/** For sorting: who stands first in the document comes first. */
export function byDocumentOrder(
  { element: one }: { readonly element: Node },
  { element: other }: { readonly element: Node },
): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
