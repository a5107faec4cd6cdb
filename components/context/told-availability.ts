/** What everybody was last told of each capability of a window, so that only news travel. */
export class ToldAvailability {
  /** Why each could not be used; `null` where somebody has seen otherwise since. */
  readonly #reasons = new Map<string, string | undefined | null>();

  /** Forgets those that are no longer offered. */
  keep(offered: ReadonlyMap<string, unknown>): void {
    for (const name of this.#reasons.keys()) if (!offered.has(name)) this.#reasons.delete(name);
  }

  /** Somebody looked. Whether the others are to be told: that it can be used now, or cannot; not of other words alone. */
  seen(name: string, reason: string | undefined): boolean {
    const told = this.#reasons.get(name);
    if (!this.#reasons.has(name) || (told === undefined) === (reason === undefined)) return false;
    this.#reasons.set(name, null);
    return true;
  }

  /** Whether that is news. What arrived was told with its window. */
  tell(name: string, reason: string | undefined): boolean {
    const isNews = this.#reasons.has(name) && this.#reasons.get(name) !== reason;
    this.#reasons.set(name, reason);
    return isNews;
  }
}
