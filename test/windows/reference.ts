/** Windows as windows.md tells of them, and nothing kept that can be worked out: the reference of the model. */

export const page = "page";

export interface Live {
  readonly parent: string | undefined;
  readonly offered: boolean;
  /** Where it is one. */
  readonly modal: Modal | undefined;
}

export interface Modal {
  readonly name: string;
  readonly isApp: boolean;
  readonly wanted: string | undefined;
  owner: string;
}

/** A call whose handler runs. */
export interface Running {
  readonly name: string;
  readonly opened: Set<string>;
}

export class Reference {
  readonly live = new Map<string, Live>();
  /** In the order in which they were opened; refused ones as well. */
  modals: Modal[] = [];
  readonly #versions = new Map<string, number>();
  readonly running = new Set<Running>();
  readonly stack: Running[] = [];
  /** Of the task. */
  #before = new Set<string>();
  readonly #bumped = new Set<string>();
  refusedCycles = 0;

  version(name: string): number | undefined {
    return this.live.has(name) ? this.#versions.get(name) : undefined;
  }

  bump(name: string): void {
    if (!this.live.has(name)) return;
    this.#versions.set(name, this.#versions.get(name)! + 1);
    this.#bumped.add(name);
  }

  /** `false` where the name is taken. */
  arrive(name: string, live: Live): boolean {
    if (this.live.has(name)) return false;
    this.live.set(name, live);
    const former = this.#versions.get(name);
    this.#versions.set(name, (former ?? 0) + 1);
    if (former !== undefined) this.#bumped.add(name);
    const [only] = this.running.size === 1 ? this.running : [];
    (this.stack.at(-1) ?? only)?.opened.add(name);
    this.#reown();
    return true;
  }

  offer(name: string, offered: boolean): void {
    this.live.set(name, { ...this.live.get(name)!, offered });
  }

  move(name: string, parent: string | undefined): void {
    const live = this.live.get(name)!;
    this.live.set(name, { ...live, parent });
    if (parent !== live.parent) this.#reown();
  }

  leave(name: string): void {
    const { modal } = this.live.get(name)!;
    this.live.delete(name);
    this.modals = this.modals.filter((one) => one !== modal);
    this.#reown();
    if (name === page) return;
    for (const owned of this.modals.filter((one) => one.owner === name)) this.close(owned);
  }

  close(modal: Modal): void {
    if (this.live.get(modal.name)?.modal === modal) this.leave(modal.name);
    this.modals = this.modals.filter((one) => one !== modal);
  }

  openModal(name: string, isApp: boolean, wanted: string | undefined): Modal {
    const modal: Modal = { name, isApp, wanted: isApp ? undefined : wanted, owner: page };
    modal.owner = this.#ownerOf(modal);
    return modal;
  }

  names(): string[] {
    return [...this.live.keys()].sort();
  }

  operable(): string[] {
    return this.names().filter((name) => this.blockers(name).length === 0);
  }

  /** The way up: to the owner of a modal, else to what contains it. */
  way(name: string): { name: string; asOwner: boolean }[] {
    const way: { name: string; asOwner: boolean }[] = [];
    for (let at: string | undefined = name, asOwner = false; at !== undefined;) {
      if (way.some((one) => one.name === at)) break;
      way.push({ name: at, asOwner });
      const live = this.live.get(at);
      asOwner = live?.modal !== undefined;
      at = live?.modal ? live.modal.owner : live?.parent;
    }
    return way;
  }

  blockers(name: string): string[] {
    const way = this.way(name);
    const apps = this.modals.filter(({ isApp }) => isApp);
    const end = way.findIndex((one) => this.live.get(one.name)?.modal?.isApp);
    const near = way.slice(0, end < 0 ? undefined : end + 1).filter(({ asOwner }) => !asOwner);
    const direct = near.flatMap((one) =>
      this.modals
        .filter((modal) => !modal.isApp && modal.owner === one.name)
        .filter((modal) => modal !== this.live.get(one.name)?.modal)
        .map((modal) => modal.name)
        .reverse(),
    );
    const newest = apps.at(-1)?.name;
    const isOutside = newest !== undefined && !way.some((one) => one.name === newest);
    return [...new Set([...direct, ...(isOutside ? [newest] : [])])];
  }

  /** What the notice at the end of the task says; none where nothing changed. Begins the next task. */
  notice(): { operable: boolean; versions: string[] } | undefined {
    const now = this.operable();
    const operable = now.length !== this.#before.size || now.some((name) => !this.#before.has(name));
    const versions = [...this.#bumped].filter((name) => this.live.has(name)).sort();
    this.#before = new Set(now);
    this.#bumped.clear();
    return operable || versions.length > 0 ? { operable, versions } : undefined;
  }

  #ownerOf({ name, wanted }: Modal): string {
    if (wanted === undefined || !this.live.has(wanted)) return page;
    if (!this.way(wanted).some((one) => one.name === name)) return wanted;
    this.refusedCycles += 1;
    return page;
  }

  /** Those whose owner is gone are about to close. */
  #reown(): void {
    for (const modal of this.modals) {
      if (modal.owner === page || this.live.has(modal.owner)) modal.owner = this.#ownerOf(modal);
    }
  }
}
