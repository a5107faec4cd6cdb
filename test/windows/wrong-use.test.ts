import { expect } from "@open-wc/testing";
import { AgentSurfaceDefinitionError, createWindows, windowsOf } from "../../src/index.js";
import { act, errorOf, outcome, printedDuring, thrownBy } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { createDesk, idsOf, inside, win } from "../helpers/windows.js";

const development = { environment: "development" } as const;

describe("wrong use of windows", () => {
  it("closing twice is nothing", async () => {
    const { windows, registry, tools } = createDesk(development);
    const b = windows.open(win("b"));
    const ask = b.openModal(win("ask"));
    ask.close();
    const version = registry.getVersion();
    const printed = await printedDuring(() => {
      ask.close();
    });
    expect([printed, registry.getVersion(), tools()]).to.deep.equal([[], version, ["b.go"]]);
  });

  it("closing twice does not close who has the name now", () => {
    const { windows } = createDesk();
    const ask = windows.open(win("b")).openModal(win("ask"));
    ask.close();
    const next = windows.open(win("ask"));
    ask.close();
    expect(next.status).to.equal("active");
  });

  it("opening on a closed owner throws, naming it, and blocks nothing", () => {
    const { windows } = createDesk();
    windows.open(win("a"));
    const b = windows.open(win("b"));
    b.close();
    const error = thrownBy(() => b.openModal(win("ask"))) as Error;
    expect(error.message).to.contain("b@default");
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("a"));
  });

  it("a definition that is refused throws and blocks nothing", () => {
    const { windows, tools } = createDesk();
    const b = windows.open(win("b"));
    const isApp = [false, true];
    for (const app of isApp) {
      const open = () => (app ? windows.openAppModal(win("Ask")) : b.openModal(win("Ask")));
      expect(thrownBy(open)).to.be.instanceOf(AgentSurfaceDefinitionError);
    }
    expect(thrownBy(() => b.openModal(win("ask", { state: NaN })))).to.be.instanceOf(TypeError);
    expect(tools()).to.deep.equal(["b.go"]);
    expect(b.operable).to.equal(true);
  });

  it("an owner cycle is refused: the later one belongs to the page, and the problem names both", async () => {
    const { windows } = createDesk(development);
    const printed = await printedDuring(async () => {
      windows.openModal(win("d1", { owner: "d2@default" }));
      windows.openModal(win("d2", { owner: "d1@default" }));
      await turn();
    });
    expect(
      printed.filter((text) => text.includes("d1@default") && text.includes("d2@default")),
    ).to.have.length(1);
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("d2"));
    expect(windows.describe({ id: "d1@default" })!.owner).to.equal("page@default");
    expect(windows.describe({ id: "d2@default" })!.owner).to.equal("d1@default");
  });

  it("a modal that is its own owner, or is owned by what it contains, belongs to the page", async () => {
    const { windows, registry } = createDesk(development);
    registry.register(inside("inner", "box"));
    const printed = await printedDuring(() => {
      windows.openModal(win("self", { owner: "self@default" }));
      windows.openModal(win("box", { owner: "inner@default" }));
    });
    expect(printed.filter((text) => text.includes("self@default"))).to.have.length(1);
    expect(printed.filter((text) => text.includes("inner@default"))).to.have.length(1);
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("box", "inner", "self"));
  });

  it("an owner that moves into its modal gives it to the page", async () => {
    const { windows } = createDesk(development);
    const b = windows.open(win("b"));
    b.openModal(win("ask"));
    const printed = await printedDuring(() => {
      b.redefine(win("b", { parent: { type: "ask" } }));
    });
    expect(printed.join()).to.contain("ask@default").and.to.contain("b@default");
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("ask", "b"));
    b.redefine(win("b"));
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("ask"));
  });

  it("parents in a circle block what a modal on one of them blocks, and nothing hangs", () => {
    const { windows } = createDesk();
    windows.open(win("a", { parent: { type: "b" } }));
    windows.open(win("b", { parent: { type: "a" } }));
    windows.open(win("c"));
    const ask = windows.openModal(win("ask", { owner: "a@default" }));
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("ask", "c"));
    ask.close();
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("a", "b", "c"));
  });

  it("an owner that does not exist is the page, until it arrives", async () => {
    const { windows, blockedBy } = createDesk();
    const page = windows.open(win("page"));
    windows.openModal(win("ask", { owner: "b@default" }));
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("ask"));
    windows.open(win("b"));
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("ask", "page"));
    expect(await blockedBy("b.go")).to.deep.equal(idsOf("ask"));
    expect(page.operable).to.equal(true);
  });

  it("an owner that is no window id is the page", () => {
    const { windows } = createDesk();
    windows.open(win("b"));
    for (const owner of ["b", "", "b@", "a@b@c", 5 as never]) {
      const ask = windows.openModal(win("ask", { owner }));
      expect(windows.describe({ id: "ask@default" })!.owner).to.equal("page@default");
      expect(windows.operableWindowIds()).to.deep.equal(idsOf("ask", "b"));
      ask.close();
    }
  });

  it("a modal that is the page's own window does not block itself", () => {
    const { windows } = createDesk();
    windows.openModal(win("page"));
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("page"));
  });

  it("the page's modals outlive its window", () => {
    const { windows } = createDesk();
    const page = windows.open(win("page"));
    const ask = windows.openModal(win("ask"));
    page.close();
    expect(ask.status).to.equal("active");
    ask.close();
  });

  it("a modal that is rejected as a duplicate blocks all the same, and the problem names both", async () => {
    const { windows, blockedBy } = createDesk(development);
    const b = windows.open(win("b"));
    const c = windows.open(win("c"));
    const first = b.openModal(win("ask"));
    let second = first;
    const printed = await printedDuring(() => {
      second = c.openModal(win("ask"));
    });
    expect(second.status).to.equal("rejected");
    expect(printed.some((text) => text.includes("ask@default") && text.includes("c@default"))).to.equal(true);
    expect(windows.describe({ id: "ask@default" })!.owner).to.equal("b@default");
    expect(await blockedBy("c.go")).to.deep.equal(idsOf("ask"));
    first.close();
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("b"));
    second.close();
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("b", "c"));
    expect(second.status).to.equal("unregistered");
  });

  it("a modal with the name of a plain window leaves that one what it is", () => {
    const { windows, registry } = createDesk();
    const b = windows.open(win("b"));
    registry.register(win("ask") as never);
    const ask = b.openModal(win("ask"));
    expect(windows.describe({ id: "ask@default" })).to.include({ kind: "window", owner: null });
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("ask"));
    ask.close();
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("ask", "b"));
  });

  it("two of one name on one owner are named once", async () => {
    const { windows, blockedBy } = createDesk();
    const b = windows.open(win("b"));
    b.openModal(win("ask"));
    b.openModal(win("ask"));
    expect(await blockedBy("b.go")).to.deep.equal(idsOf("ask"));
  });

  it("a modal that the registry's guard refuses blocks until it is closed, and is a dead end", async () => {
    const { windows } = createDesk({
      ...development,
      onRegister: ({ definition }) => (definition.type === "ask" ? "reject" : "accept"),
    });
    const b = windows.open(win("b"));
    let ask = b;
    const printed = await printedDuring(async () => {
      ask = b.openModal(win("ask"));
      await turn();
    });
    expect([ask.status, b.operable, ask.deadEnd]).to.deep.equal(["rejected", false, true]);
    expect(printed.some((text) => text.includes("dead end"))).to.equal(true);
    ask.close();
    expect(b.operable).to.equal(true);
  });

  for (const expectedVersion of [1.5, "1", null, NaN] as never[]) {
    it(`expectedVersion ${String(expectedVersion)} (${typeof expectedVersion}) is INVALID_INPUT`, async () => {
      const { windows, call } = createDesk();
      windows.open(win("a"));
      expect(errorOf(await call("a.go", { expectedVersion }))).to.deep.include({ code: "INVALID_INPUT" });
    });
  }

  it("what is done to a closed window does nothing, and development reports it with its name", async () => {
    const { windows, registry } = createDesk(development);
    const b = windows.open(win("b", { state: 1 }));
    b.close();
    const version = registry.getVersion();
    const printed = await printedDuring(() => {
      b.setState(2);
      b.touch();
      b.setAvailable("go", false);
      b.redefine(win("b"));
      b.update({ enabled: false });
    });
    expect(printed).to.have.length(5);
    for (const text of printed) expect(text).to.contain("b@default");
    expect([registry.getVersion(), b.version, b.operable, b.deadEnd]).to.deep.equal([
      version,
      1,
      false,
      false,
    ]);
  });

  it("a modal without any action is a dead end, reported once with its name", async () => {
    const { windows } = createDesk(development);
    const b = windows.open(win("b"));
    const printed = await printedDuring(async () => {
      const ask = b.openModal({ type: "ask", description: "Sure?", dismiss: false });
      await turn();
      windows.open(win("c"));
      await turn();
      expect(ask.deadEnd).to.equal(true);
    });
    expect(printed.filter((text) => text.includes('"ask@default" is a dead end'))).to.have.length(1);
  });

  it("a modal is no dead end where it has an action, or what it contains has one, or another one is in front", async () => {
    const { windows, registry } = createDesk(development);
    const bare = { description: "Sure?", actions: {}, dismiss: false } as const;
    const printed = await printedDuring(async () => {
      const own = windows.openModal(win("own", { dismiss: false }));
      const around = windows.openModal(win("around", bare));
      registry.register(inside("inner", "around"));
      await turn();
      expect([own.deadEnd, around.deadEnd]).to.deep.equal([false, false]);
      windows.openAppModal(win("alert"));
      await turn();
      expect([own.deadEnd, around.deadEnd]).to.deep.equal([false, false]);
      own.setAvailable("go", false);
      await turn();
      expect(own.deadEnd).to.equal(false);
    });
    expect(printed).to.deep.equal([]);
  });

  it("a modal whose last action becomes unavailable is a dead end, and none once it is back", async () => {
    const { windows } = createDesk(development);
    const ask = windows.openModal(win("ask", { dismiss: false }));
    const printed = await printedDuring(async () => {
      for (const available of [false, true, false]) {
        ask.setAvailable("go", available);
        expect(ask.deadEnd).to.equal(!available);
        await turn();
      }
    });
    expect(printed).to.have.length(2);
  });

  it("a modal that is dismissed by who hears of its arrival leaves nothing behind", async () => {
    const { windows, registry, call } = createDesk();
    const b = windows.open(win("b"));
    let dismissal: Promise<unknown> | undefined;
    registry.subscribe((event) => {
      if (event.type === "component-registered" && event.componentType === "ask")
        dismissal = call("ask.dismiss");
    });
    const ask = b.openModal(win("ask"));
    expect(outcome((await dismissal) as never)).to.equal("ok");
    expect([ask.status, b.operable]).to.deep.equal(["unregistered", true]);
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("b"));
  });

  it("an owner that closes while its modal is being opened takes it along", () => {
    const { windows, registry } = createDesk();
    const b = windows.open(win("b"));
    registry.subscribe((event) => {
      if (event.type === "component-registered" && event.componentType === "ask") b.close();
    });
    expect(b.openModal(win("ask")).status).to.equal("unregistered");
    expect(windows.operableWindowIds()).to.deep.equal([]);
  });

  it("an action of the author's called dismiss is the author's", async () => {
    const { windows, call } = createDesk();
    let dismissed = 0;
    const dismiss = act({ execute: () => void (dismissed += 1) });
    const ask = windows.openModal(win("ask", { actions: { dismiss } }));
    expect(outcome(await call("ask.dismiss"))).to.equal("ok");
    expect([dismissed, ask.status]).to.deep.equal([1, "active"]);
  });

  it("an explicit instanceId or owner of undefined is none", () => {
    const { windows } = createDesk();
    const b = windows.open({ ...win("b"), instanceId: undefined as never });
    expect(b.id).to.equal("b@default");
    b.openModal({ ...win("ask"), owner: undefined as never });
    expect(windows.operableWindowIds()).to.deep.equal(idsOf("ask"));
  });

  it("there is one set of windows for a registry, and none for what is no registry", () => {
    const { windows, registry } = createDesk();
    expect(createWindows(registry)).to.equal(windows);
    expect(windowsOf(registry)).to.equal(windows);
    expect(thrownBy(() => createWindows({} as never))).to.be.instanceOf(TypeError);
  });

  it("the end of the surface closes everything, in any order", async () => {
    const { windows, registry } = createDesk();
    const z = windows.open(win("z"));
    const owned = z.openModal(win("a"));
    windows.openModal(win("m", { owner: "a@default" }));
    registry.dispose();
    expect([z.status, owned.status]).to.deep.equal(["unregistered", "unregistered"]);
    expect(windows.operableWindowIds()).to.deep.equal([]);
    expect(thrownBy(() => windows.open(win("b")))).to.be.instanceOf(Error);
    expect(thrownBy(() => windows.openModal(win("b")))).to.be.instanceOf(Error);
    z.close();
    await turn();
  });
});
