/**
 * The registry that DOM context gives an element. What answers for a document without a surface may come later than the
 * element, in another script: then the element asks again. It does not make that itself, which would bring the whole
 * core along.
 */
import type { AgentSurfaceRegistry } from "../../src/index.js";
import { Consumer } from "../context/consumer.js";
import { registryContext } from "../context/keys.js";

/** Where copies of the library meet in a document. */
const houseKey = Symbol.for("agent-tags/document/1");

export class RegistrySource {
  readonly #element: Element;
  readonly #consumer: Consumer<AgentSurfaceRegistry>;

  constructor(element: Element, onChange: () => void) {
    this.#element = element;
    this.#consumer = new Consumer(element, registryContext, onChange);
  }

  get value(): AgentSurfaceRegistry | undefined {
    return this.#consumer.value;
  }

  connect(): void {
    this.#consumer.connect();
    if (this.value) return;
    whenMade(this.#element.ownerDocument, () => {
      if (this.#element.isConnected) this.#consumer.connect();
    });
  }

  disconnect(): void {
    this.#consumer.disconnect();
  }
}

interface Waiting {
  (): unknown;
  readonly callbacks?: Set<() => void>;
}

/** Calls back, once, in the task after something answers at the document. */
function whenMade(document: Document, callback: () => void): void {
  const present = Object.getOwnPropertyDescriptor(document, houseKey);
  const known = (present?.get as Waiting | undefined)?.callbacks;
  if (known) known.add(callback);
  if (present) return;
  const callbacks = new Set([callback]);
  Object.defineProperty(document, houseKey, {
    configurable: true,
    get: Object.assign(() => undefined, { callbacks }),
    set(value: unknown) {
      Object.defineProperty(document, houseKey, { value, writable: true, configurable: true });
      // It listens at the end of this stretch of code.
      queueMicrotask(() => {
        for (const one of callbacks) one();
      });
    },
  });
}
