/** What is remembered of components that are gone: ids and times, nothing that could run. */
export interface Tombstone {
  readonly registrationId: string;
  readonly type: string;
  readonly instanceId: string;
  readonly capabilityNames: readonly string[];
  readonly at: number;
}

/** Bounded by number and by age; both are looked up, so that one past its time counts for nothing even before it goes. */
export class Tombstones {
  readonly #byRegistration = new Map<string, Tombstone>();
  readonly #size: number;
  readonly #ttlMs: number;
  readonly #now: () => number;

  constructor(size: number, ttlMs: number, now: () => number) {
    this.#size = size;
    this.#ttlMs = ttlMs;
    this.#now = now;
  }

  add(stone: Omit<Tombstone, "at">): void {
    this.#byRegistration.delete(stone.registrationId);
    this.#byRegistration.set(stone.registrationId, { ...stone, at: this.#now() });
    for (const id of this.#byRegistration.keys()) {
      if (this.#byRegistration.size <= this.#size) break;
      this.#byRegistration.delete(id);
    }
  }

  get(registrationId: string): Tombstone | undefined {
    const stone = this.#byRegistration.get(registrationId);
    return stone && this.#now() - stone.at < this.#ttlMs ? stone : undefined;
  }

  /** The newest one that had this capability; of one instance where that is given. */
  find(type: string, name: string, instanceId: string | undefined): Tombstone | undefined {
    let found: Tombstone | undefined;
    for (const stone of this.#byRegistration.values()) {
      if (
        stone.type === type &&
        (instanceId === undefined || stone.instanceId === instanceId) &&
        stone.capabilityNames.includes(name) &&
        this.#now() - stone.at < this.#ttlMs
      ) {
        found = stone;
      }
    }
    return found;
  }
}
