import { attempt } from "../values/attempt.js";
import type { Unsubscribe } from "../registry/types.js";
import type { AgentWindowsChange } from "./types.js";

interface Host {
  task(callback: () => void): void;
  report(error: unknown): void;
  isOpen(id: string): boolean;
  isOperable(id: string): boolean;
}

/** Tells once a task what is another thing at its end than it was at its beginning. */
export class Notices {
  readonly #host: Host;
  readonly #listeners = new Set<(change: AgentWindowsChange) => void>();
  /** The windows that were operable when it was told last. */
  readonly #operable = new Set<string>();
  /** Whose operability may have changed since then. */
  readonly #touched = new Set<string>();
  readonly #bumped = new Set<string>();
  #isPlanned = false;

  constructor(host: Host, open: Iterable<string>) {
    this.#host = host;
    for (const id of open) if (host.isOperable(id)) this.#operable.add(id);
  }

  subscribe(listener: (change: AgentWindowsChange) => void): Unsubscribe {
    // A wrapper of its own: the same function subscribed twice is two subscriptions.
    const own: typeof listener = (change) => listener(change);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  touched(id: string): void {
    this.#touched.add(id);
    this.#plan();
  }

  bumped(id: string): void {
    this.#bumped.add(id);
    this.#plan();
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#host.task(() => {
      this.#isPlanned = false;
      this.#tell();
    });
  }

  #tell(): void {
    const { isOpen, isOperable, report } = this.#host;
    let operable = false;
    for (const id of this.#touched) {
      const is = isOpen(id) && isOperable(id);
      if (is === this.#operable.has(id)) continue;
      operable = true;
      if (is) this.#operable.add(id);
      else this.#operable.delete(id);
    }
    this.#touched.clear();
    const versions = [...this.#bumped].filter(isOpen);
    this.#bumped.clear();
    if (!operable && versions.length === 0) return;
    const change = Object.freeze({ operable, versions: Object.freeze(versions) });
    for (const listener of [...this.#listeners]) {
      if (this.#listeners.has(listener)) attempt<unknown>(() => listener(change), report);
    }
  }
}
