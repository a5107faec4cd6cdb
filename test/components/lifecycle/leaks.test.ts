/* eslint-disable @typescript-eslint/unbound-method -- methods of prototypes are exchanged and put back */
import { expect, fixture, html } from "@open-wc/testing";
import { offered } from "../../helpers/page.js";
import { kinds, written } from "./kinds.js";
import { fill, quietly } from "./pages.js";

/** What listens at the document and its window, and which observers of mutations observe, from now on. */
function watch() {
  const listening = new Set<string>();
  const observing = new Set<MutationObserver>();
  const ids = new Map<unknown, number>();
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const { observe, disconnect } = MutationObserver.prototype;
  type Rest = Parameters<typeof addEventListener>;

  const key = (target: EventTarget, [type, listener, options]: Rest) => {
    ids.set(listener, ids.get(listener) ?? ids.size);
    const isCapture = typeof options === "object" ? options.capture : options;
    return `${target === window ? "window" : "document"} ${type} ${ids.get(listener)} ${isCapture === true}`;
  };
  const isGlobal = (target: EventTarget | undefined): target is EventTarget =>
    target === document || target === window || target === document.documentElement;

  EventTarget.prototype.addEventListener = function (this: EventTarget, ...rest: Rest) {
    if (isGlobal(this)) listening.add(key(this, rest));
    addEventListener.apply(this, rest);
  };
  EventTarget.prototype.removeEventListener = function (this: EventTarget, ...rest: Rest) {
    if (isGlobal(this)) listening.delete(key(this, rest));
    removeEventListener.apply(this, rest);
  };
  MutationObserver.prototype.observe = function (...rest) {
    observing.add(this);
    observe.apply(this, rest);
  };
  MutationObserver.prototype.disconnect = function () {
    observing.delete(this);
    disconnect.apply(this);
  };
  return {
    listening: () => [...listening],
    observing: () => observing.size,
    stop() {
      Object.assign(EventTarget.prototype, { addEventListener, removeEventListener });
      Object.assign(MutationObserver.prototype, { observe, disconnect });
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
