import type { DialogDriver, DialogEvents } from "./dialog-driver.js";

/** The native dialog in the modal's shadow root, around the slot. What native dialogs get wrong is mended here. */
export class OwnDialog implements DialogDriver {
  readonly element: HTMLDialogElement;
  readonly #host: HTMLElement;

  constructor(host: HTMLElement, events: DialogEvents) {
    this.#host = host;
    const dialog = host.ownerDocument.createElement("dialog");
    dialog.setAttribute("part", "dialog");
    dialog.append(...host.shadowRoot!.children);
    host.shadowRoot!.append(dialog);
    dialog.addEventListener("cancel", (event) => {
      // One of a control inside, such as a file input, bubbles.
      if (event.target === dialog && !events.cancelled()) event.preventDefault();
    });
    dialog.addEventListener("close", () => {
      events.changed();
    });
    this.element = dialog;
    // A style sheet may hide it, or something outside of its tree, which no mutation tells.
    new ResizeObserver(() => {
      this.closeUnseen();
    }).observe(dialog);
  }

  name(name: string): void {
    this.element.ariaLabel = name;
  }

  isOpen(): boolean {
    return this.element.matches(":modal");
  }

  /** Nobody closed it: what leaves the document, even for a moment, is open and no longer modal. */
  get isMoved(): boolean {
    return this.element.open && !this.isOpen();
  }

  show(): boolean {
    if (this.isOpen()) return true;
    const dialog = this.element;
    // After a move it is open and no longer modal; taking the attribute away fires nothing.
    dialog.removeAttribute("open");
    dialog.returnValue = "";
    dialog.showModal();
    this.closeUnseen();
    if (!this.isOpen()) return false;
    this.#focus();
    return true;
  }

  /** Where something around it has no box the page would be inert with nothing to show. */
  closeUnseen(): void {
    if (this.isOpen() && !this.element.checkVisibility()) this.close();
  }

  close(returnValue?: string): void {
    // A plain `close` of one that is no longer modal would leave the page as it is.
    if (this.element.open) this.element.close(returnValue);
  }

  cancel(): boolean {
    return this.element.dispatchEvent(new Event("cancel", { cancelable: true }));
  }

  /** The content stands in the page again, for the dialog that is there. */
  stop(): void {
    this.close();
    this.#host.shadowRoot!.append(...this.element.children);
    this.element.remove();
  }

  /** The browser looks for it inside the dialog, where there is but a slot. */
  #focus(): void {
    const focusable = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";
    const inside = (selector: string) => this.#host.querySelectorAll<HTMLElement>(selector);
    for (const element of [...inside("[autofocus]"), ...inside(focusable)]) {
      if (element.tabIndex < 0 && !element.autofocus) continue;
      element.focus();
      // Else it is disabled, inert or not shown.
      if ((this.#host.getRootNode() as Document).activeElement === element) return;
    }
    this.element.focus();
  }
}
