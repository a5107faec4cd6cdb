/** Where opened windows are noted: a call whose handler runs. */
export interface Opener {
  opened: Set<string> | undefined;
}

/** Which running handler opened a window: the one on the stack, else the only action that runs (windows.md, "Results"). */
export class Handlers {
  readonly #running = new Set<Opener>();
  #onStack: Opener | undefined;

  /** From here until `ended` it is one of those that run. */
  began(opener: Opener): void {
    this.#running.add(opener);
  }

  ended(opener: Opener): void {
    this.#running.delete(opener);
  }

  /** Runs what belongs to a handler. */
  during<T>(opener: Opener, run: () => T): T {
    const outer = this.#onStack;
    this.#onStack = opener;
    try {
      return run();
    } finally {
      this.#onStack = outer;
    }
  }

  opened(windowId: string): void {
    const [only] = this.#running.size === 1 ? this.#running : [];
    const opener = this.#onStack ?? only;
    if (opener) noteOpened(opener, windowId);
  }
}

/** More in one call is no report but a flood. */
const maxOpened = 100;

export function noteOpened(opener: Opener, windowId: string): void {
  const opened = (opener.opened ??= new Set());
  if (opened.size < maxOpened) opened.add(windowId);
}
