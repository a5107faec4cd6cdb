import { anyInScope } from "./scope.js";

/** What is remembered of components that are gone: ids and times, nothing that could run. */
export interface Tombstone {
  readonly registrationId: string;
  readonly type: string;
  readonly instanceId: string;
  /** In whose scope it was offered; absent: in any. */
  readonly scopeTypes: readonly string[] | undefined;
  readonly capabilities: readonly BuriedCapability[];
  readonly at: number;
}

export interface BuriedCapability {
  readonly name: string;
  /** Of a procedure: the instance of its context, by which agents knew it. */
  readonly contextId: string | undefined;
  /** The consumers that policies showed it to, where policies decided; absent where everybody could see it. */
  readonly seenBy: ReadonlySet<string> | undefined;
}

/** What a late call asks for, and who asks. */
export interface Late {
  /** Absent for a procedure: any component may have brought it. */
  readonly type: string | undefined;
  readonly name: string;
  readonly instanceId: string | undefined;
  readonly consumerKey: string;
  /** Prefixes of the types that the caller keeps to. */
  readonly scope: readonly string[] | undefined;
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

  /** Whether this consumer could see anything of a registration that is gone. */
  has(registrationId: string, consumerKey: string): boolean {
    const stone = this.#byRegistration.get(registrationId);
    if (!stone || !this.#isFresh(stone)) return false;
    return stone.capabilities.length === 0 || stone.capabilities.some((one) => couldSee(one, consumerKey));
  }

  /** Whether one registration that is gone had what a call asks for, and its consumer could see it. */
  had(registrationId: string, late: Late): boolean {
    const stone = this.#byRegistration.get(registrationId);
    return stone !== undefined && this.#fits(stone, { ...late, instanceId: undefined });
  }

  /** The same of any registration. */
  anyHad(late: Late): boolean {
    for (const stone of this.#byRegistration.values()) if (this.#fits(stone, late)) return true;
    return false;
  }

  #fits(stone: Tombstone, { type, name, instanceId, consumerKey, scope }: Late): boolean {
    return (
      (type === undefined || stone.type === type) &&
      anyInScope(stone.scopeTypes, scope) &&
      this.#isFresh(stone) &&
      stone.capabilities.some(
        (one) =>
          one.name === name &&
          [undefined, stone.instanceId, one.contextId].includes(instanceId) &&
          couldSee(one, consumerKey),
      )
    );
  }

  #isFresh({ at }: Tombstone): boolean {
    return this.#now() - at < this.#ttlMs;
  }
}

function couldSee({ seenBy }: BuriedCapability, consumerKey: string): boolean {
  return seenBy?.has(consumerKey) ?? true;
}
