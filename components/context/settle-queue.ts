import { attempt } from "../../src/values/attempt.js";
import type { Scheduler } from "../../src/index.js";
/** An element whose arrival, leave or change is settled at the end of the task. */
export interface Settling {
  readonly element: Element;
  /** Whether the parser is done with all that it needs. Asked only while the document is loading. */
  isParsed(): boolean;
  /** Brings what it registered in step with where it is and what it says now. */
  settle(): void;
}

/** A registration that follows its elements, once they have settled. */
export interface Committing {
  readonly element: Node;
  commit(): void;
  /** Its document is gone. A copy of before has no such method. */
  end?(): void;
}

/**
 * Everything that happens to elements within one task is settled in one flush at its end, leaves first: a re-render may
 * connect the new element before it disconnects the old one, and a moved element leaves and arrives. While the document
 * is loading, what the parser is not done with waits.
 */
export class SettleQueue {
  readonly #document: Document;
  readonly #scheduler: Scheduler;
  readonly #items = new Set<Settling>();
  readonly #commits = new Set<Committing>();
  /** Those in the document. */
  readonly #here = new Set<Committing>();
  readonly #unparsed = new Set<Settling>();
  #planned: Promise<void> | undefined;
  #parser: MutationObserver | undefined;
  #isOver = false;

  constructor(document: Document, scheduler: Scheduler) {
    this.#document = document;
    this.#scheduler = scheduler;
  }

  add(item: Settling): void {
    this.#items.add(item);
    this.#plan();
  }

  addCommit(item: Committing): void {
    this.#commits.add(item);
    this.#plan();
  }

  /** Once the flush that is planned now is over. */
  settled(): Promise<void> | undefined {
    return this.#planned;
  }

  /** The document is gone, with all that is in it; nothing else tells. */
  end(): void {
    this.#isOver = true;
    for (const item of this.#here) attempt(() => item.end?.(), console.error);
  }

  #plan(): void {
    this.#planned ??= new Promise((resolve) => {
      this.#scheduler.task(() => {
        this.#planned = undefined;
        if (!this.#isOver) this.#flush();
        resolve();
      });
    });
  }

  #flush(): void {
    const arrivals: Settling[] = [];
    for (const item of this.#items) {
      if (!item.element.isConnected) attempt(() => item.settle(), console.error);
      else arrivals.push(item);
    }
    this.#items.clear();
    for (const item of arrivals) {
      if (this.#isParsed(item)) attempt(() => item.settle(), console.error);
      else this.#unparsed.add(item);
    }
    if (this.#unparsed.size > 0) this.#watchParser();
    this.#commit((item) => !item.element.isConnected);
    this.#commit(() => true);
  }

  #isParsed(item: Settling): boolean {
    return this.#document.readyState !== "loading" || item.isParsed();
  }

  /** A commit may call for another one, which then belongs to the same flush. */
  #commit(which: (item: Committing) => boolean): void {
    for (const item of this.#commits) {
      if (!which(item)) continue;
      this.#commits.delete(item);
      this.#here[item.element.isConnected ? "add" : "delete"](item);
      attempt(() => item.commit(), console.error);
    }
  }

  /** One observer for the document, and only while there is something to wait for. */
  #watchParser(): void {
    // Repeated, since `document.open()` drops the listener.
    this.#document.addEventListener("readystatechange", this.#look);
    if (this.#parser) return;
    this.#parser = new MutationObserver(this.#look);
    this.#parser.observe(this.#document, { childList: true, subtree: true });
  }

  readonly #look = () => {
    for (const item of this.#unparsed) {
      if (item.element.isConnected && !this.#isParsed(item)) continue;
      this.#unparsed.delete(item);
      this.add(item);
    }
    if (this.#unparsed.size > 0) return;
    this.#parser?.disconnect();
    this.#parser = undefined;
    this.#document.removeEventListener("readystatechange", this.#look);
  };
}
