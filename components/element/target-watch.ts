import { isFilling } from "../binding/filling.js";
import { own } from "../binding/own.js";

/**
 * Tells an element when the thing behind its `for` may be another one, or in another state. One observer a root, only
 * while something in that root is bound; its work grows with what was mutated.
 */
export interface TargetWatcher {
  /** The id behind `for`, if any. */
  readonly id: string | undefined;
  /** Whether what happens inside the target matters too, as in a form. */
  readonly inside: boolean;
  /** What had that id when it was last looked up; without an id, what is watched. */
  target(): Element | undefined;
  /** Another element has the id, or the inside of the target changed. */
  targetChanged(): void;
  /** The target may be shown, enabled or inert differently. */
  stateChanged(): void;
  /** The person changed a value in it. */
  edited?(): void;
}

const stateAttributes = [
  "id",
  "hidden",
  "inert",
  "disabled",
  "aria-disabled",
  "readonly",
  "open",
  "class",
  "style",
];
const watchesKey = Symbol.for("agent-tags/targets/1");

/** Starts telling; gives what stops it. */
export function watchTarget(root: Node, watcher: TargetWatcher): () => void {
  const holder = root as unknown as Record<symbol, RootWatch | undefined>;
  const watch = (holder[watchesKey] ??= new RootWatch(root));
  return watch.add(watcher);
}

class RootWatch {
  readonly #root: Node;
  readonly #watchers = new Set<TargetWatcher>();
  readonly #observer = new MutationObserver((records) => {
    this.#look(records);
  });

  constructor(root: Node) {
    this.#root = root;
  }

  add(watcher: TargetWatcher): () => void {
    if (this.#watchers.size === 0) {
      this.#root.addEventListener("input", this.#onInput, true);
      this.#observer.observe(this.#root, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: stateAttributes,
      });
    }
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size > 0) return;
      this.#observer.disconnect();
      this.#root.removeEventListener("input", this.#onInput, true);
    };
  }

  /** Fills are told apart by their events, which no person caused; those of clicks by what the fill says. */
  readonly #onInput = (event: Event) => {
    if (!event.isTrusted || isFilling(this.#root)) return;
    const path = event.composedPath();
    const { form } = path[0] as { form?: unknown };
    for (const watcher of [...this.#watchers]) {
      const target = watcher.edited && watcher.target();
      if (target && (path.includes(target) || target === form)) watcher.edited!();
    }
  };

  #look(records: readonly MutationRecord[]): void {
    const changed = new Set<Node>();
    const restated = new Set<Node>();
    let areIdsMoved = false;
    for (const { target, type, attributeName } of records) {
      changed.add(target);
      if (type === "attributes" && attributeName !== "id") restated.add(target);
      else areIdsMoved = true;
    }
    for (const watcher of [...this.#watchers]) {
      const target = watcher.target();
      const isAnother = areIdsMoved && watcher.id !== undefined && byId(this.#root, watcher.id) !== target;
      if (isAnother || (target && watcher.inside && isAnyInside(changed, target))) watcher.targetChanged();
      else if (target && restated.size > 0 && isAnyAround(restated, target)) watcher.stateChanged();
    }
  }
}

/** The element of this id in the same tree. */
export function byId(root: Node, id: string | undefined): Element | undefined {
  if (id === undefined || !("getElementById" in root)) return undefined;
  return (root as Document | ShadowRoot).getElementById(id) ?? undefined;
}

function isAnyAround(nodes: ReadonlySet<Node>, element: Element): boolean {
  for (let node: Node | null = element; node; node = own(node, "parentNode"))
    if (nodes.has(node)) return true;
  return false;
}

function isAnyInside(nodes: ReadonlySet<Node>, element: Element): boolean {
  for (const node of nodes) if (own(element, "contains").call(element, node)) return true;
  return false;
}
