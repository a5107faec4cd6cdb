/** How many windows that are closed are remembered, so that a name never has one number for two states. */
const maxPast = 1_000;

/** The versions of windows by their ids: integers from 1 that only grow. */
export class Versions {
  /** Of open windows that are past their first. */
  readonly #versions = new Map<string, number>();
  /** Of closed ones: the last, oldest first. */
  readonly #past = new Map<string, number>();

  of(id: string): number {
    return this.#versions.get(id) ?? 1;
  }

  bump(id: string): void {
    this.#versions.set(id, this.of(id) + 1);
  }

  /** @returns whether a window of this name was there before: then it goes on with the next number. */
  opened(id: string): boolean {
    const last = this.#past.get(id);
    if (last === undefined) return false;
    this.#past.delete(id);
    this.#versions.set(id, last + 1);
    return true;
  }

  closed(id: string): void {
    this.#past.delete(id);
    this.#past.set(id, this.of(id));
    this.#versions.delete(id);
    if (this.#past.size > maxPast) this.#past.delete(this.#past.keys().next().value!);
  }
}
