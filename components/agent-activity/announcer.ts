/** When something is said to those who listen: what happened within a second is one sentence, and silence is silence. */

/** The least time between two sentences, in milliseconds. */
const pause = 1000;

export interface Timers {
  set(callback: () => void, milliseconds: number): unknown;
  clear(handle: unknown): void;
}

export class Announcer<T> {
  readonly #say: (changes: readonly T[]) => boolean;
  readonly #timers: Timers;
  #changes: T[] = [];
  #timer: unknown;

  /** @param say Says what happened; false where nobody could hear it now, and it is tried again. */
  constructor(say: (changes: readonly T[]) => boolean, timers: Timers) {
    this.#say = say;
    this.#timers = timers;
  }

  /** Is said within a second, with what else happens until then. */
  tell(change: T): void {
    this.#changes.push(change);
    this.#timer ??= this.#timers.set(this.#speak, pause);
  }

  stop(): void {
    this.#timers.clear(this.#timer);
    this.#timer = undefined;
    this.#changes = [];
  }

  readonly #speak = (): void => {
    this.#timer = undefined;
    if (this.#say(this.#changes)) this.#changes = [];
    else this.#timer = this.#timers.set(this.#speak, pause);
  };
}
