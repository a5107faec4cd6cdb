/**
 * Tells an element when the thing behind its `for` may be another one, or in another state. One observer a root, only
 * while something in that root is bound; its work grows with what was mutated.
 */
export interface TargetWatcher {
  /** The id behind `for`, if any. */
  readonly id: string | undefined;
  /** What is bound now. */
  target(): Element | undefined;
  /** Look again. */
  targetChanged(): void;
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
      if (this.#watchers.size === 0) this.#observer.disconnect();
    };
  }

  #look(records: readonly MutationRecord[]): void {
    const touched = new Set<Node>();
    let idsMoved = false;
    for (const { target, type, attributeName } of records) {
      touched.add(target);
      idsMoved ||= type === "childList" || attributeName === "id";
    }
    for (const watcher of [...this.#watchers]) {
      const target = watcher.target();
      const isAnother = idsMoved && watcher.id !== undefined && byId(this.#root, watcher.id) !== target;
      if (isAnother || (target && concerns(touched, target))) watcher.targetChanged();
    }
  }
}

/** The element of this id in the same tree. */
export function byId(root: Node, id: string | undefined): Element | undefined {
  if (id === undefined || !("getElementById" in root)) return undefined;
  return (root as Document | ShadowRoot).getElementById(id) ?? undefined;
}

/** Whether something happened to an element, around it or inside it. */
function concerns(touched: ReadonlySet<Node>, element: Element): boolean {
  for (let node: Node | null = element; node; node = node.parentNode) if (touched.has(node)) return true;
  for (const node of touched) if (element.contains(node)) return true;
  return false;
}
