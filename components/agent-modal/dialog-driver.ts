/** What an `<agent-modal>` shows and hides: its own dialog, or something that the page has already. */
export interface DialogDriver {
  /** What holds the content, on the screen. */
  readonly element: Element;
  isOpen(): boolean;
  /** @returns whether it is shown now. */
  show(): boolean;
  close(returnValue?: string): void;
  /** Asks the page as Escape does; `false` where it says no. */
  cancel(): boolean;
  /** Stops listening. What is open stays as it is. */
  stop(): void;
}

export interface DialogEvents {
  /** It was opened or closed, by whomever. */
  changed(): void;
  /** A person wants to leave it; `false` keeps it open. */
  cancelled(): boolean;
}
