import { attempt } from "../values/attempt.js";
import type { AgentSurfaceEvent, Unsubscribe } from "./types.js";

/**
 * Delivers events in the order of the mutations that caused them. A listener that mutates finds its mutation done at
 * once and its events queued behind the one being delivered; a listener that throws stops nobody.
 */
export class EventHub {
  readonly #listeners = new Set<(event: AgentSurfaceEvent) => void>();
  readonly #report: (error: unknown) => void;
  #queue: AgentSurfaceEvent[] = [];
  #delivering = false;
  #isOver = false;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  subscribe(listener: (event: AgentSurfaceEvent) => void): Unsubscribe {
    // A wrapper of its own: the same function subscribed twice is two subscriptions.
    const own: typeof listener = (event) => listener(event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** All events of one mutation, before anything that a listener causes. */
  emit(...events: AgentSurfaceEvent[]): void {
    this.emitAll(events);
  }

  /** As many as there may be: an app-modal changes all that is mounted. */
  emitAll(events: readonly AgentSurfaceEvent[]): void {
    if (this.#listeners.size === 0 && !this.#delivering) return;
    for (const event of events) this.#queue.push(event);
    if (this.#delivering) return;
    this.#delivering = true;
    for (let index = 0; index < this.#queue.length; index++) {
      for (const listener of [...this.#listeners]) {
        // One that unsubscribed during this very delivery hears nothing more.
        if (!this.#listeners.has(listener)) continue;
        attempt<unknown>(() => listener(this.#queue[index]!), this.#report);
      }
    }
    this.#queue = [];
    this.#delivering = false;
    if (this.#isOver) this.#listeners.clear();
  }

  /** Nobody hears of anything any more, once what happened so far is told. */
  end(): void {
    this.#isOver = true;
    if (!this.#delivering) this.#listeners.clear();
  }
}
