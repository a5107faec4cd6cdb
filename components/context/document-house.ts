/**
 * What exists once in a document: the default surface, the implicit window `page`, and the queue in which arrivals and
 * leaves settle together at the end of a task. It hangs on the document itself, so that several copies of the library
 * share it.
 */
import { createAgentSurfaceRegistry } from "../../src/index.js";
import type { AgentSurfaceRegistry } from "../../src/index.js";
import { createScheduler } from "../../src/values/scheduler.js";
import { presentQuestions } from "./confirmation-loader.js";
import { ComponentSource, pageWindow } from "./component-source.js";
import { paramContext, registryContext, windowContext } from "./keys.js";
import { Provider } from "./provider.js";
import { SettleQueue } from "./settle-queue.js";
import type { Committing, Settling } from "./settle-queue.js";

const houseKey = Symbol.for("agent-tags/document/1");

/** The protocol between copies of the library that meet in one document. */
export interface DocumentHouse {
  /** The default surface, made when first asked for. */
  readonly registry: AgentSurfaceRegistry;
  /** Looks at an element again at the end of this task. */
  settle(item: Settling): void;
  /** Brings a registration in step, once the elements of this task have settled. */
  commit(item: Committing): void;
  /** Once what happened to elements up to now is settled; `undefined` where it is. A copy of before has no such method. */
  settled?(): Promise<void> | undefined;
  /** Listens at the document; repeated by every connection, since `document.open()` drops the listeners. */
  listen(): void;
}

export function houseOf(document: Document): DocumentHouse {
  const holder = document as unknown as Record<symbol, DocumentHouse | undefined>;
  return (holder[houseKey] ??= new House(document));
}

class House implements DocumentHouse {
  readonly #document: Document;
  readonly #queue: SettleQueue;
  readonly #page: ComponentSource;
  readonly #providers: readonly { listen(): void }[];
  #registry: AgentSurfaceRegistry | undefined;

  constructor(document: Document) {
    this.#document = document;
    this.#queue = new SettleQueue(document, createScheduler());
    this.#page = new ComponentSource({
      // Not its root, which `document.open()` takes away.
      element: document,
      queue: this.#queue,
      registry: () => this.registry,
      describe: () => pageWindow,
      keepEmpty: false,
      refuse: () => undefined,
    });
    this.#providers = [
      new Provider(document, registryContext, () => this.registry),
      new Provider(document, windowContext, () => this.#page),
      new Provider(document, paramContext, () => undefined),
    ];
  }

  get registry(): AgentSurfaceRegistry {
    if (!this.#registry) {
      this.#registry = createAgentSurfaceRegistry();
      presentQuestions(this.#document, this.#registry);
    }
    return this.#registry;
  }

  settle(item: Settling): void {
    this.#queue.add(item);
  }

  commit(item: Committing): void {
    this.#queue.addCommit(item);
  }

  settled(): Promise<void> | undefined {
    return this.#queue.settled();
  }

  /** A frame that is removed disconnects nothing that is in it. What can come back stays. */
  readonly #left = ({ isTrusted, persisted }: PageTransitionEvent) => {
    if (isTrusted && !persisted) this.#queue.end();
  };

  listen(): void {
    for (const provider of this.#providers) provider.listen();
    this.#document.defaultView?.addEventListener("pagehide", this.#left);
  }
}
