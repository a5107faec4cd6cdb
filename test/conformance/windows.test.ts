import { expect } from "@open-wc/testing";
import { createWindows, windowsOf, type AgentPolicy } from "../../src/index.js";
import { act, consumer, deferred, errorOf, look, outcome, outputOf } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { agent, createDesk, idsOf, inside, win, type Desk } from "../helpers/windows.js";

const operable = ({ windows }: Desk) => windows.operableWindowIds();

/** B, D1 on it, D2 on that, and C beside them. */
function chain() {
  const desk = createDesk();
  const b = desk.windows.open(win("b"));
  const c = desk.windows.open(win("c"));
  const d1 = b.openModal(win("d1"));
  const d2 = d1.openModal(win("d2"));
  return { ...desk, b, c, d1, d2 };
}

const owned: AgentPolicy = {
  name: "owned",
  onDiscovery: ({ consumer: { id } }) => ({ decision: id === "owner" ? "expose" : "hide" }),
};
const owner = consumer("owner");

describe("windows (free protocol behaviour; contract 0, 3 and 17)", () => {
  describe("operability", () => {
    it("a modal blocks its owner and what that contains, and nothing beside it", () => {
      const desk = createDesk();
      const b = desk.windows.open(win("b"));
      desk.windows.open(win("c"));
      desk.registry.register(inside("inner", "b"));
      b.openModal(win("ask"));
      expect(operable(desk)).to.deep.equal(idsOf("ask", "c"));
    });

    it("only the tail of a chain of modals is operable", () => {
      expect(operable(chain())).to.deep.equal(idsOf("c", "d2"));
    });

    it("an owner is free again when its last modal closes", () => {
      const desk = createDesk();
      const b = desk.windows.open(win("b"));
      const modals = [b.openModal(win("one")), b.openModal(win("two"))];
      modals[1]!.close();
      expect(b.operable).to.equal(false);
      modals[0]!.close();
      expect(b.operable).to.equal(true);
    });

    it("modals on one owner do not block each other", () => {
      const desk = createDesk();
      const b = desk.windows.open(win("b"));
      b.openModal(win("one"));
      b.openModal(win("two"));
      expect(operable(desk)).to.deep.equal(idsOf("one", "two"));
    });

    it("closing a window closes the modals it owns, and theirs", () => {
      const { b, d1, d2 } = chain();
      b.close();
      expect([d1.status, d2.status]).to.deep.equal(["unregistered", "unregistered"]);
    });

    it("an app-modal leaves its own tree: itself, what it contains and the modals it owns", () => {
      const desk = chain();
      const alert = desk.windows.openAppModal(win("alert"));
      desk.registry.register(inside("inner", "alert"));
      desk.windows.openModal(win("on-inner", { owner: "inner@default" }));
      expect(operable(desk)).to.deep.equal(idsOf("alert", "on-inner"));
      alert.close();
      expect(operable(desk)).to.deep.equal(idsOf("c", "d2", "on-inner"));
    });

    it("the newest app-modal wins while several are open", () => {
      const desk = chain();
      desk.windows.openAppModal(win("old"));
      const alert = desk.windows.openAppModal(win("new"));
      expect(operable(desk)).to.deep.equal(idsOf("new"));
      alert.close();
      expect(operable(desk)).to.deep.equal(idsOf("old"));
    });

    it("a plain registration is a top-level window", () => {
      const desk = createDesk();
      desk.registry.register(inside("plain", "none"));
      desk.windows.openModal(win("ask", { owner: "plain@default" }));
      expect(operable(desk)).to.deep.equal(idsOf("ask"));
    });

    it("a modal whose owner is not there belongs to the page until it arrives", () => {
      const desk = createDesk();
      desk.windows.openModal(win("ask", { owner: "b@default" }));
      expect(desk.windows.describe({ id: "ask@default" })!.owner).to.equal("page@default");
      desk.windows.open(win("b"));
      expect(desk.windows.describe({ id: "ask@default" })!.owner).to.equal("b@default");
      expect(operable(desk)).to.deep.equal(idsOf("ask"));
    });

    it("of an owner cycle the relation that would close it is refused", () => {
      const desk = createDesk();
      desk.windows.openModal(win("d1", { owner: "d2@default" }));
      desk.windows.openModal(win("d2", { owner: "d1@default" }));
      expect(operable(desk)).to.deep.equal(idsOf("d2"));
    });

    it("a modal that is rejected as a duplicate blocks while it is open", () => {
      const desk = createDesk();
      desk.registry.register(inside("ask", "none"));
      const ask = desk.windows.open(win("b")).openModal(win("ask"));
      expect([ask.status, operable(desk)]).to.deep.equal(["rejected", idsOf("ask")]);
      ask.close();
      expect(operable(desk)).to.deep.equal(idsOf("ask", "b"));
    });

    it("opening a modal on a closed window throws, naming it", () => {
      const b = createDesk().windows.open(win("b"));
      b.close();
      expect(() => b.openModal(win("ask"))).to.throw("b@default");
    });

    it("a modal offers dismiss by itself, unless told not to", () => {
      const { windows, tools } = createDesk();
      windows.openModal(win("ask"));
      windows.openModal(win("bare", { dismiss: false }));
      expect(tools()).to.deep.equal(["ask.dismiss", "ask.go", "bare.go"]);
    });

    it("dismiss closes the modal, never behind its other actions", async () => {
      const { windows, call } = createDesk();
      const execute = () => deferred<void>().promise;
      const ask = windows.openModal(win("ask", { actions: { go: act({ execute }) } }));
      void call("ask.go");
      expect(outcome(await call("ask.dismiss"))).to.equal("ok");
      expect(ask.status).to.equal("unregistered");
    });

    it("an operable modal without an available action is a dead end", () => {
      const { windows } = createDesk();
      const ask = windows.openModal(win("ask", { dismiss: false }));
      ask.setAvailable("go", false);
      expect(ask.deadEnd).to.equal(true);
      ask.setAvailable("go", true);
      expect(ask.deadEnd).to.equal(false);
    });
  });

  describe("what is offered", () => {
    it("an exposer's tools are of what is operable and available", () => {
      const desk = chain();
      desk.c.setAvailable("go", false);
      expect(desk.tools()).to.deep.equal(["d2.dismiss", "d2.go"]);
    });

    it("a stale call to a blocked tool is told the modals that directly block it, nearest first", async () => {
      const desk = chain();
      desk.b.openModal(win("d3"));
      desk.windows.openAppModal(win("alert"));
      expect(await desk.blockedBy("b.go")).to.deep.equal(idsOf("d3", "d1", "alert"));
    });

    it("a running call goes on when its window is blocked; a queued one is refused", async () => {
      const { windows, call } = createDesk();
      const handler = deferred<void>();
      const b = windows.open(win("b", { actions: { go: act({ execute: () => handler.promise }) } }));
      const calls = [call("b.go"), call("b.go")] as const;
      await turn();
      b.openModal(win("ask"));
      handler.resolve();
      const results = await Promise.all(calls);
      expect(results.map(outcome)).to.deep.equal(["ok", "CAPABILITY_NOT_AVAILABLE"]);
    });

    it("opening a modal is told as availability-changed of what it blocks, and so is closing it", () => {
      const { windows, events } = createDesk();
      const b = windows.open(win("b"));
      events.length = 0;
      b.openModal(win("ask")).close();
      const told = events.flatMap((event) =>
        event.type === "availability-changed" ? [event.available] : [],
      );
      expect(told).to.deep.equal([false, true]);
    });

    it("a modal is in scope where its owner is", () => {
      const { windows, registry } = createDesk();
      windows.open(win("shop.cart")).openModal(win("ask"));
      windows.open(win("other")).openModal(win("elsewhere"));
      const types = registry.snapshot({ scope: ["shop"] }).components.map(({ type }) => type);
      expect(types).to.deep.equal(["ask", "shop.cart"]);
    });
  });

  describe("versions of windows", () => {
    it("begin with 1 and move with a new state, an action that succeeded and a touch", async () => {
      const { windows, call } = createDesk();
      const a = windows.open(win("a", { state: 1 }));
      const seen = [a.version];
      a.setState(2);
      seen.push(a.version);
      await call("a.go");
      seen.push(a.version);
      a.touch();
      expect([...seen, a.version]).to.deep.equal([1, 2, 3, 4]);
    });

    it("stay where nothing changed: an equal state, a read, a refusal", async () => {
      const { windows, call } = createDesk();
      const a = windows.open(win("a", { state: { n: 1 }, observations: { see: look() } }));
      a.setState({ n: 1 });
      await call("a.see");
      await call("a.go", { expectedVersion: 7 });
      expect(a.version).to.equal(1);
    });

    it("go on where a name is opened again", () => {
      const { windows } = createDesk();
      windows.open(win("a")).close();
      expect(windows.open(win("a")).version).to.equal(2);
    });

    it("move with a handler that succeeds after its call has ended", async () => {
      const { windows, call } = createDesk();
      const handler = deferred<void>();
      const a = windows.open(win("a", { actions: { go: act({ execute: () => handler.promise }) } }));
      const abort = new AbortController();
      const result = call("a.go", {}, { signal: abort.signal });
      abort.abort();
      expect(outcome(await result)).to.equal("CANCELLED");
      handler.resolve();
      await turn();
      expect(a.version).to.equal(2);
    });

    it("of two calls with one expectedVersion, one queued behind the other, only the first runs", async () => {
      const { windows, call } = createDesk();
      windows.open(win("a"));
      const calls = [call("a.go", { expectedVersion: 1 }), call("a.go", { expectedVersion: 1 })] as const;
      expect((await Promise.all(calls)).map(outcome)).to.deep.equal(["ok", "STALE_CAPABILITY"]);
    });

    it("a result has that of its window after the call's own change, and none of a window that is closed", async () => {
      const { windows, call } = createDesk();
      windows.open(win("a"));
      windows.openModal(win("ask"));
      expect((await call("a.go")).windowVersion).to.equal(2);
      expect(await call("ask.dismiss")).not.to.have.property("windowVersion");
    });
  });

  describe("opened windows", () => {
    it("are told by the call whose handler is on the stack", async () => {
      const { windows, call } = createDesk();
      const execute = () => {
        windows.open(win("b"));
      };
      windows.open(win("a", { actions: { go: act({ execute }) } }));
      expect((await call("a.go")).openedWindowIds).to.deep.equal(idsOf("b"));
    });

    it("are told by the only call that runs", async () => {
      const { windows, call } = createDesk();
      const handler = deferred<void>();
      windows.open(win("a", { actions: { go: act({ execute: () => handler.promise }) } }));
      const result = call("a.go");
      await turn();
      windows.open(win("b"));
      handler.resolve();
      expect((await result).openedWindowIds).to.deep.equal(idsOf("b"));
    });

    it("that are closed again are not told", async () => {
      const { windows, call } = createDesk();
      const execute = () => {
        windows.open(win("b")).close();
      };
      windows.open(win("a", { actions: { go: act({ execute }) } }));
      expect(await call("a.go")).not.to.have.property("openedWindowIds");
    });
  });

  describe("the document", () => {
    it("is as far as a consumer may see it", () => {
      const { windows } = createDesk();
      windows.open(win("b")).openModal(win("secret", { policies: [owned] }));
      expect(JSON.stringify(windows.describe({ consumer: agent }))).not.to.contain("secret");
      expect(windows.describe({ consumer: owner, id: "b@default" })!.blockedBy).to.deep.equal(
        idsOf("secret"),
      );
    });

    it("names what is withheld of the state, and readState withholds the same", async () => {
      const { windows, call } = createDesk();
      windows.open(win("a", { state: { pin: "1234", n: 1 }, sensitive: ["pin"] }));
      const { state, withheld } = windows.describe({ id: "a@default" })!;
      expect(withheld).to.deep.equal(["pin"]);
      expect(outputOf(await call("a.readState"))).to.deep.equal(state);
      expect(state).to.deep.equal({ pin: "(withheld)", n: 1 });
    });
  });

  describe("notices of changed windows", () => {
    it("come once a task with a change, and in no other", async () => {
      const { windows, notices, time } = createDesk();
      const a = windows.open(win("a"));
      a.touch();
      await time.advance(0);
      expect(notices).to.deep.equal([{ operable: true, versions: idsOf("a") }]);
      a.openModal(win("ask")).close();
      await time.advance(0);
      expect(notices).to.have.length(1);
    });
  });

  it("are one set for a registry", () => {
    const { windows, registry } = createDesk();
    expect([createWindows(registry), windowsOf(registry)]).to.deep.equal([windows, windows]);
  });

  it("tell the reason of a call that expects an older version, and the current one", async () => {
    const { windows, call } = createDesk();
    windows.open(win("a")).touch();
    const { details } = errorOf(await call("a.go", { expectedVersion: 1 }));
    expect(details).to.deep.equal({ reason: "stale_state", currentVersion: 2 });
  });
});
