import { expect, fixture, html } from "@open-wc/testing";
import { offered } from "../../helpers/page.js";
import { kinds, written } from "./kinds.js";
import { fill, quietly } from "./pages.js";

type Method = (...args: unknown[]) => unknown;

/** Tells of each call of a method, until what is returned is called. */
function spy<Target extends object>(
  prototype: Target,
  name: keyof Target & string,
  tell: (target: Target | undefined, args: unknown[]) => void,
): () => void {
  const method = prototype[name] as Method;
  const told = function (this: Target | undefined, ...args: unknown[]) {
    tell(this, args);
    return Reflect.apply(method, this, args);
  };
  Object.assign(prototype, { [name]: told });
  return () => void Object.assign(prototype, { [name]: method });
}

/** What listens at the document and its window, and which observers of mutations observe, from now on. */
function watch() {
  const listening = new Set<string>();
  const observing = new Set<MutationObserver>();
  const ids = new Map<unknown, number>();

  const key = (target: EventTarget, [type, listener, options]: unknown[]) => {
    ids.set(listener, ids.get(listener) ?? ids.size);
    const isCapture = (options as AddEventListenerOptions | undefined)?.capture ?? options === true;
    return `${(target as object).constructor.name} ${String(type)} ${ids.get(listener)} ${isCapture}`;
  };
  // Of nothing, a method is that of the window.
  const isGlobal = (target: EventTarget) =>
    target === document || target === window || target === document.documentElement;

  const stops = [
    spy(EventTarget.prototype, "addEventListener", (target = window, args) => {
      if (isGlobal(target)) listening.add(key(target, args));
    }),
    spy(EventTarget.prototype, "removeEventListener", (target = window, args) => {
      if (isGlobal(target)) listening.delete(key(target, args));
    }),
    spy(MutationObserver.prototype, "observe", (observer) => observing.add(observer!)),
    spy(MutationObserver.prototype, "disconnect", (observer) => observing.delete(observer!)),
  ];
  return {
    listening: () => [...listening],
    observing: () => observing.size,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

describe("what comes and goes many times", () => {
  it("leaves no listener at the document beyond the first ones, and no observer", async () => {
    const root = await fixture<HTMLElement>(html`<div></div>`);
    const page = kinds.map((kind) => kind.around("a").join(written(kind))).join("");
    const bound = `<agent-window type="l.bound" label="Bound">
      <form id="f"><input name="a" aria-label="A"></form>
      <agent-action name="send" description="Send" for="f"></agent-action>
      <agent-observation name="look" description="Look" for="f" as="form"></agent-observation>
    </agent-window><dialog id="d"></dialog><agent-modal type="l.page" label="Page" for="d"></agent-modal>`;
    const watched = watch();
    const cycle = async () => {
      fill(root, page + bound);
      await quietly();
      expect(offered()).to.include("view:l.modal.act");
      expect(watched.observing()).to.be.greaterThan(0);
      const elements = [...root.children];
      root.replaceChildren();
      await quietly();
      // Once more, with the same elements.
      root.append(...elements);
      await quietly();
      root.replaceChildren();
      await quietly();
    };
    try {
      await cycle();
      const before = watched.listening();
      for (let count = 0; count < 10; count++) await cycle();
      expect(watched.listening()).to.deep.equal(before);
      expect(watched.observing()).to.equal(0);
    } finally {
      watched.stop();
    }
  });
});
