/**
 * After what a person, the browser or an agent did, the page may have answered in ways that no observer tells: a
 * predicate says something else, something is visible that had a box all the time. Then what is watched is looked at
 * again, some at a time and all in turn: an event costs about a millisecond, however much there is.
 */
import type { TargetWatcher } from "../element/target-watcher.js";

const looksKey = Symbol.for("agent-tags/looks/1");

const signs = ["click", "keydown", "input", "visibilitychange", "agent-invoked"];

/** At one event. */
const most = 200;

/** One a document; each copy of the library adds to it. */
export function looksOf(document: Document): Looks {
  const holder = document as unknown as Record<symbol, Looks | undefined>;
  return (holder[looksKey] ??= new Looks(document));
}

export class Looks {
  readonly #document: Document;
  /** By root. */
  readonly #watched = new Set<ReadonlySet<TargetWatcher>>();
  #next = this.#all();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Gives what ends it. */
  add(watchers: ReadonlySet<TargetWatcher>): () => void {
    for (const type of signs) this.#document.addEventListener(type, this.#onSign, true);
    this.#watched.add(watchers);
    return () => {
      this.#watched.delete(watchers);
      this.#next = this.#all();
      if (this.#watched.size > 0) return;
      for (const type of signs) this.#document.removeEventListener(type, this.#onSign, true);
    };
  }

  readonly #onSign = ({ isTrusted, type }: Event) => {
    // A script can click all day.
    if (!isTrusted && type !== "agent-invoked") return;
    let isAgain = false;
    for (let left = most; left > 0; left--) {
      const { value, done } = this.#next.next();
      // Windows are no more than what is in them.
      if (value?.edited) value.stateChanged();
      if (!done) continue;
      this.#next = this.#all();
      if (isAgain) return;
      isAgain = true;
    }
  };

  *#all(): Generator<TargetWatcher, undefined> {
    for (const watchers of this.#watched) yield* watchers;
  }
}
