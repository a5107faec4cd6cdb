import { isFilling } from "../binding/filling.js";
import { own } from "../binding/own.js";
import { importActing, whenIdle } from "./lazy-parts.js";
import type { Signals, TargetWatcher, Watched } from "./target-watcher.js";

const watchesKey = Symbol.for("agent-tags/targets/1");

/**
 * Tells an element when the thing behind its `for` may be another one, or in another state. Gives what stops it.
 *
 * One observer a root, only while something in that root is bound. A mutation costs what lies around it; one that brings
 * or takes elements, or changes an attribute of what holds others, a look at each target of the root besides. What no
 * mutation announces is told by signals that are loaded when the page is idle.
 */
export function watchTarget(root: Node, watcher: TargetWatcher): () => void {
  const holder = root as unknown as Record<symbol, RootWatch | undefined>;
  const watch = (holder[watchesKey] ??= new RootWatch(root));
  return watch.add(watcher);
}

class RootWatch implements Watched {
  readonly root: Node;
  readonly watchers = new Set<TargetWatcher>();
  readonly byTarget = new Map<Node, Set<TargetWatcher>>();
  readonly watchIn = watchTarget;
  readonly #observer = new MutationObserver((records) => {
    this.#look(records);
  });
  #signals: Signals | undefined;

  constructor(root: Node) {
    this.root = root;
  }

  add(watcher: TargetWatcher): () => void {
    const { root, watchers, byTarget } = this;
    if (watchers.size === 0) {
      root.addEventListener("input", this.#onInput, true);
      this.#observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
      whenIdle(() => this.#loadSignals());
    }
    watchers.add(watcher);
    const target = watcher.target();
    if (target) {
      byTarget.set(target, (byTarget.get(target) ?? new Set()).add(watcher));
      this.#signals?.add(target);
    }
    return () => {
      watchers.delete(watcher);
      const same = target && byTarget.get(target);
      if (same?.delete(watcher) && same.size === 0) {
        byTarget.delete(target!);
        this.#signals?.delete(target!);
      }
      if (watchers.size > 0) return;
      this.#observer.disconnect();
      root.removeEventListener("input", this.#onInput, true);
      this.#signals?.end();
      this.#signals = undefined;
    };
  }

  /** @param nodes Whose attributes changed, or what else shows them and what is in them otherwise. */
  restated(nodes: Iterable<Node>): void {
    const around = new Map<Node, boolean>();
    for (const node of nodes)
      if (this.byTarget.has(node) || own(node as Element, "firstElementChild")) around.set(node, true);
    if (around.size === 0) return;
    const isAround = (node: Node | null): boolean => {
      if (!node) return false;
      let is = around.get(node);
      if (is === undefined) around.set(node, (is = isAround(own(node, "parentNode"))));
      return is;
    };
    for (const [target, watchers] of [...this.byTarget])
      if (isAround(target)) for (const watcher of [...watchers]) watcher.stateChanged();
  }

  async #loadSignals(): Promise<void> {
    const { watchSignals } = await importActing();
    if (this.watchers.size > 0) this.#signals ??= watchSignals(this);
  }

  /** Fills are told apart by their events, which no person caused; those of clicks by what the fill says. */
  readonly #onInput = (event: Event) => {
    if (!event.isTrusted || isFilling(this.root)) return;
    const path = event.composedPath();
    const { form } = path[0] as { form?: unknown };
    for (const watcher of [...this.watchers]) {
      const target = watcher.edited && watcher.target();
      if (target && (path.includes(target) || target === form)) watcher.edited!();
    }
  };

  #look(records: readonly MutationRecord[]): void {
    const seen = new Set<Node>();
    const changed = new Set<TargetWatcher>();
    const restated = new Set<Node>();
    let areIdsMoved = false;
    for (const { target, type, attributeName } of records) {
      if (attributeName !== null && attributeName !== "id") restated.add(target);
      else areIdsMoved ||= type !== "characterData";
      for (let at: Node | null = target; at && !seen.has(at); at = own(at, "parentNode")) {
        seen.add(at);
        for (const watcher of this.byTarget.get(at) ?? []) if (watcher.inside) changed.add(watcher);
      }
    }
    if (areIdsMoved) {
      for (const watcher of this.watchers) {
        if (watcher.id !== undefined && byId(this.root, watcher.id) !== watcher.target())
          changed.add(watcher);
      }
    }
    for (const watcher of changed) watcher.targetChanged();
    this.restated(restated);
  }
}

/** The element of this id in the same tree. */
export function byId(root: Node, id: string | undefined): Element | undefined {
  if (id === undefined || !("getElementById" in root)) return undefined;
  return (root as Document | ShadowRoot).getElementById(id) ?? undefined;
}
