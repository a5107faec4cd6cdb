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
  /** The newest of each name, where a duplicate was refused. */
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
    return isApp ? this.#tree.all() : this.#below(owner, false);
  }

  add(modal: Modal): void {
    this.#open.add(modal);
    this.#byId.set(modal.id, modal);
    this.#own(modal);
  }

  remove(modal: Modal): void {
    if (!this.#open.delete(modal)) return;
    if (this.#byId.get(modal.id) === modal) this.#byId.delete(modal.id);
    for (const other of this.#open) if (other.id === modal.id) this.#byId.set(modal.id, other);
    this.#disown(modal);
  }

  /** Gives a modal to the owner it should have now. */
  settle(modal: Modal): void {
    this.#disown(modal);
    modal.owner = this.ownerFor(modal);
    this.#own(modal);
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
    const blockers: string[] = [];
    const lineage = this.#lineage(id);
    for (const [one, isOwner] of lineage) {
      // A modal is not blocked by what its owner's other modals block.
      if (!isOwner) {
        const own = this.ownedBy(one).filter((modal) => !modal.isApp);
        blockers.push(...own.map((modal) => modal.id).reverse());
      }
      if (this.#byId.get(one)?.isApp) break;
    }
    const app = this.#newestApp();
    if (app && !lineage.some(([one]) => one === app.id)) blockers.push(app.id);
    return blockers;
  }

  /** The types of the owners with whom a window is offered; `undefined` for what belongs to an app-modal. */
  ownerIdsOf(id: string): string[] | undefined {
    const owners: string[] = [];
    if (this.#open.size === 0) return owners;
    for (const [one, isOwner] of this.#lineage(id)) {
      if (isOwner) owners.push(one);
      if (this.#byId.get(one)?.isApp) return undefined;
    }
    return owners;
  }

  /** A window and all that belongs to it. */
  within(id: string): Iterable<string> {
    return this.#below(id, true);
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

  /** A window and what it contains; with modals also those that it owns. What it contains always has its modals. */
  #below(id: string, withModals: boolean, found = new Set<string>()): Set<string> {
    if (found.has(id)) return found;
    found.add(id);
    for (const inner of this.#tree.containedIn(id)) this.#below(inner, true, found);
    if (withModals) for (const modal of this.ownedBy(id)) this.#below(modal.id, true, found);
    return found;
  }

  #newestApp(): Modal | undefined {
    let newest: Modal | undefined;
    for (const modal of this.#open) if (modal.isApp) newest = modal;
    return newest;
  }

  #own(modal: Modal): void {
    this.#byOwner.set(modal.owner, [...this.ownedBy(modal.owner), modal]);
  }

  #disown(modal: Modal): void {
    const others = this.ownedBy(modal.owner).filter((one) => one !== modal);
    if (others.length > 0) this.#byOwner.set(modal.owner, others);
    else this.#byOwner.delete(modal.owner);
  }
}
