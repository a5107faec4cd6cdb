/** How many closed windows are remembered by name, so that a name never has one number for two states. */
const maxPast = 1_000;

/** The versions of windows by their ids: integers from 1 that only grow. */
export class Versions {
  /** Of open windows that are past their first. */
  readonly #versions = new Map<string, number>();
  /** Of closed ones: the last, oldest first. */
  readonly #past = new Map<string, number>();
  /** The highest of those that are forgotten. */
  #floor = 0;

  of(id: string): number {
    return this.#versions.get(id) ?? this.#past.get(id) ?? 1;
  }

  bump(id: string): void {
    this.#versions.set(id, this.of(id) + 1);
  }

  /** @returns whether a window of this name was there before: then it goes on with the next number. */
  opened(id: string): boolean {
    const last = this.#past.get(id);
    const first = (last ?? this.#floor) + 1;
    if (first > 1) this.#versions.set(id, first);
    return this.#past.delete(id);
  }

  closed(id: string): void {
    this.#past.set(id, this.of(id));
    this.#versions.delete(id);
    if (this.#past.size <= maxPast) return;
    for (const [oldest, last] of this.#past) {
      this.#floor = Math.max(this.#floor, last);
      this.#past.delete(oldest);
      break;
    }
  }
}
