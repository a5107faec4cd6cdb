import { ContextEvent } from "@lit/context";
import type { Context, ContextCallback } from "@lit/context";

/** A request of the protocol, or the announcement of a provider. Only the context is sure to be there. */
interface ContextMessage extends Event {
  readonly context?: unknown;
  /** Consumers of other libraries may leave it out. */
  readonly contextTarget?: Element;
  readonly callback?: unknown;
  readonly subscribe?: boolean;
}

/**
 * The providing half of the community's context protocol. Stock providers announce themselves on every connection, which
 * makes all their siblings ask again: quadratic. This one announces itself only when it was upgraded in place, which is
 * the only time that consumers below it can have been answered by somebody further out.
 */
export class Provider<T> {
  readonly #host: EventTarget;
  readonly #context: Context<unknown, T>;
  readonly #value: () => T;
  /** Who asked to be told, for which element, and how it stops. One remover a subscriber: consumers compare it. */
  readonly #subscribers = new Map<ContextCallback<T>, { consumer: Element; stop: () => void }>();
  /** Providers further in that came since the last microtask. */
  readonly #late = new Set<unknown>();

  constructor(host: EventTarget, context: Context<unknown, T>, value: () => T) {
    this.#host = host;
    this.#context = context;
    this.#value = value;
  }

  /** At each connection. Safe to repeat; needed again after `document.open()` or the end of a frame, which drop every listener. */
  listen(): void {
    this.#host.addEventListener("context-request", this.#onRequest);
    this.#host.addEventListener("context-provider", this.#onProvider);
  }

  announce(): void {
    const event = new Event("context-provider", { bubbles: true, composed: true });
    this.#host.dispatchEvent(Object.assign(event, { context: this.#context, contextTarget: this.#host }));
  }

  /** The value is another one now. */
  changed(): void {
    for (const [callback, { stop }] of [...this.#subscribers]) callback(this.#value(), stop);
  }

  readonly #onRequest = (event: Event) => {
    const request = event as ContextMessage;
    const consumer = request.contextTarget ?? (request.composedPath()[0] as Element);
    // Who provides and asks for the same thing asks for the one outside.
    if (request.context !== this.#context || consumer === this.#host) return;
    event.stopImmediatePropagation();
    const callback = request.callback as ContextCallback<T>;
    if (request.subscribe !== true) {
      callback(this.#value());
      return;
    }
    const stop = this.#subscribers.get(callback)?.stop ?? (() => this.#subscribers.delete(callback));
    this.#subscribers.set(callback, { consumer, stop });
    callback(this.#value(), stop);
  };

  /** A provider further in came late: its consumers ask again and find it. */
  readonly #onProvider = (event: Event) => {
    const { context, contextTarget } = event as ContextMessage;
    const provider = contextTarget ?? event.composedPath()[0];
    if (context !== this.#context || provider === this.#host) return;
    event.stopImmediatePropagation();
    // Markup that a script sets upgrades a thousand of them in place: one look at the consumers does for all.
    if (this.#late.size === 0) {
      queueMicrotask(() => {
        this.#handOver();
      });
    }
    this.#late.add(provider);
  };

  #handOver(): void {
    // What an answer brings with it has a turn of its own.
    const late = new Set(this.#late);
    this.#late.clear();
    for (const [callback, { consumer }] of [...this.#subscribers]) {
      if (!isInside(consumer, late)) continue;
      this.#subscribers.delete(callback);
      consumer.dispatchEvent(new ContextEvent(this.#context, consumer, callback, true));
    }
  }
}

/** Across shadow roots: an element in a shadow tree is inside what holds its host. */
function isInside(node: Node, containers: ReadonlySet<unknown>): boolean {
  for (let at = outside(node); at; at = outside(at)) if (containers.has(at)) return true;
  return false;
}

function outside(node: Node): Node | null {
  return node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null;
}
