import { own } from "../binding/own.js";
import type { DialogDriver, DialogEvents } from "./dialog-driver.js";

/** What other libraries' dialogs may have. */
interface LibraryDialog extends Element {
  open?: unknown;
  show?: () => void;
  hide?: () => void;
  close?: () => void;
}

/** Says that something about it may be another thing now; libraries change attributes, or fire something. */
const signals = ["toggle", "close", "cancel", "transitionend", "animationend"];

/** A dialog that the page has: a `<dialog>`, a popover, or another library's element with an `open` state. */
export class PageDialog implements DialogDriver {
  readonly element: LibraryDialog;
  readonly #observer: MutationObserver;
  readonly #stop = new AbortController();

  constructor(element: Element, events: DialogEvents) {
    this.element = element;
    this.#observer = new MutationObserver(() => {
      events.changed();
    });
    this.#observer.observe(element, { attributes: true });
    const { signal } = this.#stop;
    for (const type of signals) {
      element.addEventListener(
        type,
        (event) => {
          if (event.target !== element) return;
          if (type === "cancel" && !event.defaultPrevented && !events.cancelled()) event.preventDefault();
          events.changed();
        },
        { signal },
      );
    }
  }

  isOpen(): boolean {
    const { element } = this;
    if (this.#isPopover()) return own(element, "matches").call(element, ":popover-open");
    if (typeof element.open === "boolean") return element.open;
    const text = own(element, "getAttribute").call(element, "open");
    return text !== null && text !== "false";
  }

  show(): boolean {
    if (this.isOpen()) return true;
    const { element } = this;
    if (this.#isPopover()) (element as unknown as HTMLElement).showPopover();
    else if (this.#isDialog()) {
      (element as unknown as HTMLDialogElement).showModal();
      if (!own(element as Element, "checkVisibility").call(element)) this.close();
    } else {
      if (typeof element.show === "function") element.show();
      else this.#set(true);
      // It may take its time, and then tells.
      return true;
    }
    return this.isOpen();
  }

  close(returnValue?: string): void {
    if (!this.isOpen()) return;
    const { element } = this;
    if (this.#isPopover()) (element as unknown as HTMLElement).hidePopover();
    else if (this.#isDialog()) (element as unknown as HTMLDialogElement).close(returnValue);
    else if (typeof element.hide === "function") element.hide();
    else if (typeof element.close === "function") element.close();
    else this.#set(false);
  }

  cancel(): boolean {
    return this.element.dispatchEvent(new Event("cancel", { cancelable: true }));
  }

  stop(): void {
    this.#observer.disconnect();
    this.#stop.abort();
  }

  #isDialog(): boolean {
    return own(this.element as Element, "localName") === "dialog";
  }

  #isPopover(): boolean {
    return !this.#isDialog() && own(this.element as Element, "hasAttribute").call(this.element, "popover");
  }

  #set(open: boolean): void {
    if ("open" in this.element) this.element.open = open;
    else own(this.element as Element, "toggleAttribute").call(this.element, "open", open);
  }
}
