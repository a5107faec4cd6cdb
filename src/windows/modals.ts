/** Which modals are open, and whom they block (windows.md, "Operability"). */

/** Where modals belong that have no owner, or one that is not there. */
export const pageId = "page@default";

export interface Modal {
  readonly id: string;
  readonly isApp: boolean;
  /** The owner that was asked for. */
  readonly wanted: string | undefined;
  /** The window that it blocks; of an app-modal the one that closes it. */
  owner: string;
}

/** What is known of windows by their names. */
export interface WindowTree {
  isOpen(id: string): boolean;
  /** The window around it. */
  parentOf(id: string): string | undefined;
  containedIn(id: string): Iterable<string>;
  all(): Iterable<string>;
}

const none: readonly string[] = Object.freeze([]);

export class Modals {
  readonly #tree: WindowTree;
  readonly #open = new Set<Modal>();
  /** Oldest first. */
  #apps: readonly Modal[] = [];
  /** Those that are registered, or are just being: a refused duplicate blocks, but the name is another window's. */
  readonly #byId = new Map<string, Modal>();
  readonly #byOwner = new Map<string, Modal[]>();

  constructor(tree: WindowTree) {
    this.#tree = tree;
  }

  get size(): number {
    return this.#open.size;
  }

  [Symbol.iterator](): Iterator<Modal> {
    return this.#open[Symbol.iterator]();
  }

  named(id: string): Modal | undefined {
    return this.#byId.get(id);
  }

  ownedBy(id: string): readonly Modal[] {
    return this.#byOwner.get(id) ?? [];
  }

  /** @returns the windows whose operability this may change. */
  affectedBy({ isApp, owner }: Modal): Iterable<string> {
    return isApp ? this.#tree.all() : this.within(owner, false);
  }

  add(modal: Modal): void {
    this.#open.add(modal);
    if (modal.isApp) this.#apps = [...this.#apps, modal];
    this.#byId.set(modal.id, modal);
    this.#index(modal.owner);
  }

  /** Its name stays with who had it. */
  refused({ id }: Modal, former: Modal | undefined): void {
    if (former) this.#byId.set(id, former);
    else this.#byId.delete(id);
  }

  remove(modal: Modal): void {
    if (!this.#open.delete(modal)) return;
    this.#apps = this.#apps.filter((one) => one !== modal);
    if (this.#byId.get(modal.id) === modal) this.#byId.delete(modal.id);
    this.#index(modal.owner);
  }

  /** Gives a modal to the owner it should have now; one whose owner is gone is about to close. Gives whether it is another one. */
  settle(modal: Modal): boolean {
    const { owner } = modal;
    if (owner !== pageId && !this.#tree.isOpen(owner)) return false;
    const next = this.ownerFor(modal);
    if (next === owner) return false;
    modal.owner = next;
    this.#index(owner);
    this.#index(next);
    return true;
  }

  /** The wanted owner where it is there and does not belong to the modal itself; else the page. */
  ownerFor(modal: Pick<Modal, "id" | "wanted">): string {
    const { wanted } = modal;
    if (wanted === undefined || !this.#tree.isOpen(wanted) || this.belongsTo(wanted, modal.id)) return pageId;
    return wanted;
  }

  /** Whether a window is another one, or in it, or a modal of it, at any distance. */
  belongsTo(id: string, other: string): boolean {
    return this.#lineage(id).some(([one]) => one === other);
  }

  /** The open modals that directly block a window, nearest first. */
  blockersOf(id: string): readonly string[] {
    if (this.#open.size === 0) return none;
    const blockers = new Set<string>();
    const lineage = this.#lineage(id);
    for (const [one, isOwner] of lineage) {
      const self = this.#byId.get(one);
      // A modal is not blocked by what its owner's other modals block, nor by itself, were it the page.
      const own = isOwner ? [] : this.ownedBy(one).filter((modal) => !modal.isApp && modal !== self);
      for (const modal of own.reverse()) blockers.add(modal.id);
      if (self?.isApp) break;
    }
    const app = this.#apps.at(-1);
    if (app && !lineage.some(([one]) => one === app.id)) blockers.add(app.id);
    return [...blockers];
  }

  /** The owners with whom a window is offered; `undefined` for what belongs to an app-modal. */
  ownerIdsOf(id: string): string[] | undefined {
    const owners: string[] = [];
    if (this.#open.size === 0) return owners;
    for (const [one, isOwner] of this.#lineage(id)) {
      if (isOwner) owners.push(one);
      if (this.#byId.get(one)?.isApp) return undefined;
    }
    return owners;
  }

  /** A window, what it contains and, unless told not to, the modals it owns; what it contains always has its modals. */
  *within(id: string, withModals = true, found = new Set<string>()): Generator<string, void> {
    if (found.has(id)) return;
    found.add(id);
    yield id;
    for (const inner of this.#tree.containedIn(id)) yield* this.within(inner, true, found);
    if (withModals) for (const modal of this.ownedBy(id)) yield* this.within(modal.id, true, found);
  }

  /** From a window upwards: its owner where it is a modal, else what contains it. */
  #lineage(id: string): [id: string, isOwner: boolean][] {
    const lineage: [string, boolean][] = [];
    let at: string | undefined = id;
    let isOwner = false;
    while (at !== undefined && !lineage.some(([one]) => one === at)) {
      lineage.push([at, isOwner]);
      const modal: Modal | undefined = this.#byId.get(at);
      isOwner = modal !== undefined;
      at = modal ? modal.owner : this.#tree.parentOf(at);
    }
    return lineage;
  }

  /** The modals of an owner, in the order in which they were opened. */
  #index(owner: string): void {
    const own = [...this.#open].filter((modal) => modal.owner === owner);
    if (own.length > 0) this.#byOwner.set(owner, own);
    else this.#byOwner.delete(owner);
  }
}
