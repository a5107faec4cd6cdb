/**
 * Tells of what no attribute announces: that a target has a box or none now, whatever made it so; that something in
 * another root, or a label elsewhere, changed; that a class came late; that the person or an agent did something. Loaded
 * when the page is idle. What it tells is looked at again, once a task; what it misses is seen when somebody calls.
 */
import { own } from "../binding/own.js";
import type { Signals, Watched } from "../element/target-watcher.js";
import { BoxWatch } from "./box-watch.js";
import { looksOf } from "./looks.js";

/** After these, what they happened at may be shown otherwise. In a hidden tab as well, where no box is watched. */
const stateEvents = ["toggle", "transitionend", "animationend"];

/** What shapes a control of a form that it need not stand in. */
const shaping = ":is(label,datalist,[form]),:is(label,datalist,[form]) *,fieldset";

export function watchSignals(watched: Watched): Signals {
  return new RootSignals(watched);
}

class RootSignals implements Signals {
  readonly #watched: Watched;
  readonly #boxes: BoxWatch | undefined;
  readonly #observer = new MutationObserver((records) => {
    if (records.some(isShaping)) this.#shaped();
  });
  /** The root that holds the host of this one. */
  #outer: Node | undefined;
  #leaveOuter: (() => void) | undefined;
  readonly #stopLooks: () => void;
  /** Tags in what is watched that are not defined yet. */
  readonly #awaited = new Set<string>();

  constructor(watched: Watched) {
    this.#watched = watched;
    const { root, watchers, byTarget } = watched;
    const document = (root.ownerDocument ?? root) as Document;
    const { defaultView } = document;
    if (defaultView) {
      this.#boxes = new BoxWatch(defaultView, (element) => {
        for (const watcher of [...(byTarget.get(element) ?? [])]) watcher.stateChanged();
      });
    }
    this.#observer.observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    for (const type of stateEvents) root.addEventListener(type, this.#onState, true);
    this.#stopLooks = looksOf(document).add(watchers);
    for (const target of byTarget.keys()) this.add(target as Element);
    // What happened before all this was loaded.
    this.#shaped();
  }

  add(target: Element): void {
    this.#boxes?.add(target);
    this.#followHost();
    for (const { inside } of this.#watched.byTarget.get(target) ?? []) if (inside) this.#awaitTags(target);
  }

  delete(target: Element): void {
    this.#boxes?.delete(target);
  }

  end(): void {
    const { root } = this.#watched;
    this.#observer.disconnect();
    this.#boxes?.end();
    for (const type of stateEvents) root.removeEventListener(type, this.#onState, true);
    this.#stopLooks();
    this.#leaveOuter?.();
  }

  /** What happens to the host happens to everything in its shadow. */
  #followHost(): void {
    const { root, watchers } = this.#watched;
    if (!("host" in root)) return;
    const { host } = root as ShadowRoot;
    const outer = own(host, "getRootNode").call(host);
    if (outer === this.#outer) return;
    this.#leaveOuter?.();
    this.#outer = outer;
    this.#leaveOuter = this.#watched.watchIn(outer, {
      id: undefined,
      inside: false,
      target: () => host,
      targetChanged: () => undefined,
      stateChanged: () => {
        for (const watcher of [...watchers]) watcher.stateChanged();
      },
    });
  }

  /** A control whose class comes later is none until then. */
  #awaitTags(target: Element): void {
    const late = own(target, "querySelectorAll").call(target, ":not(:defined)");
    const outside = (this.#watched.root as ParentNode).querySelectorAll("[form]:not(:defined)");
    for (const element of [target, ...late, ...outside]) {
      const tag = own(element, "localName");
      if (own(element, "matches").call(element, ":defined") || this.#awaited.has(tag)) continue;
      this.#awaited.add(tag);
      customElements.whenDefined(tag).then(
        () => {
          this.#awaited.delete(tag);
          this.#shaped();
        },
        // An element with `is`: its class, too, makes no other control of it.
        () => undefined,
      );
    }
  }

  #shaped(): void {
    for (const watcher of [...this.#watched.watchers]) if (watcher.inside) watcher.targetChanged();
  }

  readonly #onState = ({ target }: Event) => {
    this.#watched.restated([target as Node]);
  };
}

/** Whether it may say something else of a control that belongs to a form elsewhere. What is inside is told of anyway. */
function isShaping({ target, attributeName, addedNodes, removedNodes }: MutationRecord): boolean {
  if (attributeName === "form") return true;
  const at = target.nodeType === 1 ? (target as Element) : own(target, "parentElement");
  if (at && own(at, "closest").call(at, "form")) return own(at, "matches").call(at, "[form],[form] *");
  return (
    (at && own(at, "matches").call(at, shaping)) ||
    [...addedNodes, ...removedNodes].some(
      (node) =>
        node.nodeType === 1 &&
        (own(node as Element, "matches").call(node, shaping) ||
          own(node as Element, "querySelector").call(node, shaping)),
    )
  );
}
