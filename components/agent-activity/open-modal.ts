/**
 * The modal dialog behind which everything else is inert: what a person must hear or press is then inside it. There is
 * no list of the top layer to ask. Focus is in the topmost one as a rule; without focus the last of the document counts.
 */
export function openModal(document: Document): HTMLDialogElement | undefined {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  for (let at: Node | null = focused; at; at = outside(at)) if (isModal(at)) return at;
  const dialogs = Array.from(
    document.querySelectorAll("dialog, agent-modal, agent-confirmation"),
    (element) => (isModal(element) ? element : element.shadowRoot?.querySelector("dialog")),
  );
  return dialogs.findLast((dialog) => isModal(dialog)) ?? undefined;
}

/** Across shadow roots, as it is drawn. */
export function isWithin(node: Node, container: Node): boolean {
  for (let at: Node | null = node; at; at = outside(at)) if (at === container) return true;
  return false;
}

/** The question to the person stands alone: nothing may move its controls. */
export function isQuestion(dialog: HTMLDialogElement): boolean {
  return dialog.getAttribute("role") === "alertdialog" && dialog.querySelector("[part=approve]") !== null;
}

function isModal(node: unknown): node is HTMLDialogElement {
  return node instanceof HTMLDialogElement && node.matches(":modal");
}

function outside(node: Node): Node | null {
  return (
    (node as Partial<Element>).assignedSlot ?? node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null
  );
}
