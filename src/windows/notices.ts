import { attempt } from "../values/attempt.js";
import type { Unsubscribe } from "../registry/types.js";
import type { AgentWindowsChange } from "./types.js";

interface Host {
  task(callback: () => void): void;
  report(error: unknown): void;
  isOpen(id: string): boolean;
  isBlocked(id: string): boolean;
}

type Listener = (change: AgentWindowsChange) => void;

/** Tells once a task what is another thing at its end than it was at its beginning. */
export class Notices {
  readonly #host: Host;
  readonly #listeners = new Set<Listener>();
  /** Whether those that changed in this task were operable before. */
  readonly #before = new Map<string, boolean>();
  readonly #bumped = new Set<string>();

  constructor(host: Host) {
    this.#host = host;
  }

  subscribe(listener: Listener): Unsubscribe {
    // A wrapper of its own: the same function subscribed twice is two subscriptions.
    const own: Listener = (change) => listener(change);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Before it counts: it arrived, left, or is blocked or free. */
  changes(id: string, wasOperable: boolean): void {
    if (!this.#plan()) return;
    if (!this.#before.has(id)) this.#before.set(id, wasOperable);
  }

  bumped(id: string): void {
    if (this.#plan()) this.#bumped.add(id);
  }

  /** @returns whether anybody listens. */
  #plan(): boolean {
    if (this.#listeners.size === 0) return false;
    if (this.#before.size + this.#bumped.size === 0) {
      this.#host.task(() => {
        this.#tell();
      });
    }
    return true;
  }

  #tell(): void {
    const { isOpen, isBlocked, report } = this.#host;
    const isOperable = (id: string) => isOpen(id) && !isBlocked(id);
    const operable = [...this.#before].some(([id, was]) => isOperable(id) !== was);
    const versions = [...this.#bumped].filter(isOpen);
    this.#before.clear();
    this.#bumped.clear();
    if (!operable && versions.length === 0) return;
    const change = Object.freeze({ operable, versions: Object.freeze(versions) });
    for (const listener of [...this.#listeners]) {
      if (this.#listeners.has(listener)) attempt<unknown>(() => listener(change), report);
    }
  }
}
