import { expect } from "@open-wc/testing";
import { act, deferred, errorOf, outcome } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { createDesk, idsOf, win } from "../helpers/windows.js";

/** The sentences of "Free protocol behaviour", in their order. */
describe("free protocol behaviour", () => {
  describe("what the list of tools contains", () => {
    it("not every open window, only the operable ones", () => {
      const { windows, tools } = createDesk();
      windows.open(win("a"));
      windows.open(win("b")).openModal(win("ask"));
      expect(tools()).to.deep.equal(["a.go", "ask.dismiss", "ask.go"]);
    });

    it("what the window is operable for and what is available: the product of two filters", () => {
      const { windows, tools } = createDesk();
      const b = windows.open(win("b", { actions: { go: act(), stay: act() } }));
      b.setAvailable("stay", false);
      expect(tools()).to.deep.equal(["b.go"]);
      const ask = b.openModal(win("ask"));
      b.setAvailable("stay", true);
      expect(tools()).to.deep.equal(["ask.dismiss", "ask.go"]);
      ask.close();
      expect(tools()).to.deep.equal(["b.go", "b.stay"]);
    });

    it("an action that was set unavailable contributes nothing", () => {
      const { windows, tools } = createDesk();
      const b = windows.open(win("b"));
      b.setAvailable("go", false, "Nothing to do.");
      expect(tools()).to.deep.equal([]);
      b.setAvailable("go", true);
      expect(tools()).to.deep.equal(["b.go"]);
    });

    it("any change to either recomputes the list and notifies", async () => {
      const { windows, registry, tools, time } = createDesk();
      const told: string[] = [];
      registry.subscribe(({ type }) => type === "surface-changed" && told.push(tools().join()));
      const b = windows.open(win("b"));
      await turn();
      const ask = b.openModal(win("ask", { actions: {} }));
      await turn();
      ask.close();
      await turn();
      b.setAvailable("go", false);
      await time.advance(0);
      expect(told).to.deep.equal(["b.go", "ask.dismiss", "b.go", ""]);
    });
  });

  describe("operability and modal chains", () => {
    it("opening a modal recomputes the operable windows and takes the blocked one's tools away", () => {
      const { windows, tools } = createDesk();
      const b = windows.open(win("b"));
      expect(windows.operableWindowIds()).to.deep.equal(idsOf("b"));
      b.openModal(win("ask"));
      expect(windows.operableWindowIds()).to.deep.equal(idsOf("ask"));
      expect(tools()).not.to.include("b.go");
    });

    it("closing it restores operability", () => {
      const { windows, tools } = createDesk();
      const b = windows.open(win("b"));
      b.openModal(win("ask")).close();
      expect(windows.operableWindowIds()).to.deep.equal(idsOf("b"));
      expect(tools()).to.deep.equal(["b.go"]);
    });

    it("a window that is opened is a normal top-level window", () => {
      const { windows } = createDesk();
      const b = windows.open(win("b"));
      windows.open(win("a"));
      expect(b).to.include({ kind: "window", operable: true });
      expect(windows.describe({ id: "b@default" })).to.include({ kind: "window", owner: null, parent: null });
      expect(windows.operableWindowIds()).to.deep.equal(idsOf("a", "b"));
    });

    it("the owner of a modal is not operable while it is open", () => {
      const { windows } = createDesk();
      const b = windows.open(win("b"));
      const ask = b.openModal(win("ask"));
      expect(b.operable).to.equal(false);
      ask.close();
      expect(b.operable).to.equal(true);
    });

    it("of an app-modal only its own tree stays operable", () => {
      const { windows, registry } = createDesk();
      windows.open(win("a"));
      windows.open(win("b")).openModal(win("ask"));
      const alert = windows.openAppModal(win("alert"));
      registry.register(win("inner", { parent: { type: "alert" } }) as never);
      expect(windows.operableWindowIds()).to.deep.equal(idsOf("alert", "inner"));
      alert.openModal(win("sure"));
      expect(windows.operableWindowIds()).to.deep.equal(idsOf("sure"));
    });
  });

  describe("a hand-off, not an addition", () => {
    it("the parent's tools disappear and the modal's appear in their place", () => {
      const { windows, tools } = createDesk();
      const b = windows.open(win("b"));
      expect(tools()).to.deep.equal(["b.go"]);
      b.openModal(win("ask"));
      expect(tools()).to.deep.equal(["ask.dismiss", "ask.go"]);
    });

    it("an agent in the middle of something finds the parent's tools gone", async () => {
      const { windows, tools, blockedBy } = createDesk();
      windows.open(win("b")).openModal(win("ask"));
      expect(tools()).not.to.include("b.go");
      expect(await blockedBy("b.go")).to.deep.equal(idsOf("ask"));
    });

    it("only the tail of a chain is operable: of B, D1, D2 both B and D1 are blocked", async () => {
      const { windows, tools, blockedBy } = createDesk();
      const d1 = windows.open(win("b")).openModal(win("d1"));
      d1.openModal(win("d2"));
      expect(windows.operableWindowIds()).to.deep.equal(idsOf("d2"));
      expect(tools()).to.deep.equal(["d2.dismiss", "d2.go"]);
      expect(await blockedBy("b.go")).to.deep.equal(idsOf("d1"));
      expect(await blockedBy("d1.go")).to.deep.equal(idsOf("d2"));
    });

    it("a window beside the chain keeps its tools", async () => {
      const { windows, tools, call } = createDesk();
      windows.open(win("a")).openModal(win("ask"));
      windows.open(win("c"));
      expect(tools()).to.include("c.go");
      expect(outcome(await call("c.go"))).to.equal("ok");
    });

    it("the one exception is an app-modal, which leaves nothing outside its tree", () => {
      const { windows, tools } = createDesk();
      windows.open(win("c"));
      windows.openAppModal(win("alert"));
      expect(tools()).to.deep.equal(["alert.dismiss", "alert.go"]);
    });

    it("nothing is frozen: a call that runs already goes on", async () => {
      const { windows, call } = createDesk();
      const handler = deferred<void>();
      const b = windows.open(win("b", { actions: { go: act({ execute: () => handler.promise }) } }));
      const result = call("b.go");
      b.openModal(win("ask"));
      handler.resolve();
      expect(outcome(await result)).to.equal("ok");
    });

    it("a stale call to a blocked tool is refused with blocked_by_modal, and nothing runs", async () => {
      let runs = 0;
      const { windows, call } = createDesk();
      windows
        .open(win("b", { actions: { go: act({ execute: () => void (runs += 1) }) } }))
        .openModal(win("ask"));
      expect(errorOf(await call("b.go"))).to.deep.include({
        code: "CAPABILITY_NOT_AVAILABLE",
        details: { reason: "blocked_by_modal", blockedBy: ["ask@default"] },
      });
      expect(runs).to.equal(0);
    });

    it("a modal carries the tool to dismiss it by itself", async () => {
      const { windows, tools, call } = createDesk();
      const b = windows.open(win("b"));
      const ask = b.openModal({ type: "ask", description: "Sure?" });
      expect(tools()).to.deep.equal(["ask.dismiss"]);
      expect(outcome(await call("ask.dismiss"))).to.equal("ok");
      expect([ask.status, b.operable]).to.deep.equal(["unregistered", true]);
    });
  });

  describe("optimistic concurrency", () => {
    it("every window carries a version", () => {
      const { windows, registry } = createDesk();
      windows.open(win("a"));
      registry.register({ type: "b", description: "A plain one." });
      const { windows: told } = windows.describe();
      expect(told.map(({ id, version }) => [id, version])).to.deep.equal([
        ["a@default", 1],
        ["b@default", 1],
      ]);
    });

    it("a call whose expectedVersion no longer matches is refused with the current one before the handler", async () => {
      let runs = 0;
      const { windows, call } = createDesk();
      const a = windows.open(win("a", { actions: { go: act({ execute: () => void (runs += 1) }) } }));
      a.touch();
      const { code, details } = errorOf(await call("a.go", { expectedVersion: 1 }));
      expect([code, details, runs]).to.deep.equal([
        "STALE_CAPABILITY",
        { reason: "stale_state", currentVersion: 2 },
        0,
      ]);
      expect(outcome(await call("a.go", { expectedVersion: 2 }))).to.equal("ok");
    });

    it("two agents cannot silently overwrite each other", async () => {
      const { windows, call } = createDesk();
      windows.open(win("a"));
      const one = call("a.go", { expectedVersion: 1 });
      const other = call("a.go", { expectedVersion: 1 });
      expect([outcome(await one), outcome(await other)]).to.deep.equal(["ok", "STALE_CAPABILITY"]);
    });
  });

  describe("and the rest", () => {
    it("windows opened during a handler are reported in that call's result", async () => {
      const { windows, call } = createDesk();
      const a = windows.open(
        win("a", { actions: { go: act({ execute: () => void a.openModal(win("ask")) }) } }),
      );
      expect((await call("a.go")).openedWindowIds).to.deep.equal(["ask@default"]);
    });

    it("version bumps notify, coalesced, and every subscriber", async () => {
      const { windows, notices, time } = createDesk();
      const a = windows.open(win("a"));
      await time.advance(0);
      notices.length = 0;
      let other = 0;
      windows.subscribe(() => (other += 1));
      a.touch();
      a.touch();
      await time.advance(0);
      expect(notices).to.deep.equal([{ operable: false, versions: ["a@default"] }]);
      expect(other).to.equal(1);
    });

    it("fields marked sensitive never leave in app://windows", () => {
      const { windows } = createDesk();
      windows.open(win("a", { state: { name: "Ann", pin: "1234" }, sensitive: ["pin"] }));
      const document = windows.describe();
      expect(JSON.stringify(document)).not.to.contain("1234");
      expect(document.windows[0]).to.deep.include({
        state: { name: "Ann", pin: "(withheld)" },
        withheld: ["pin"],
      });
    });
  });
});
