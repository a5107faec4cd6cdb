import { expect } from "@open-wc/testing";
import { createWindows, type AgentWindowsChange } from "../../src/index.js";
import { createSurface, printedDuring } from "../helpers/surface.js";
import { createDesk, inside, win, type Desk } from "../helpers/windows.js";

const operable = { operable: true, versions: [] };

/** A desk with the window `a`, whose first notices are over. */
async function setUp(options = {}) {
  const desk = createDesk(options);
  const a = desk.windows.open(win("a", { state: 1 }));
  await next(desk);
  return { ...desk, a };
}

/** What is told at the end of the task. */
async function next({ time, notices }: Pick<Desk, "time" | "notices">): Promise<AgentWindowsChange[]> {
  await time.advance(0);
  return notices.splice(0);
}

describe("notices of windows", () => {
  it("come once a task, for any number of changes", async () => {
    const { a, windows, ...desk } = await setUp();
    a.setState(2);
    a.touch();
    windows.open(win("b")).touch();
    const ask = a.openModal(win("ask"));
    expect(desk.notices).to.have.length(0);
    expect(await next(desk)).to.deep.equal([{ operable: true, versions: ["a@default", "b@default"] }]);
    ask.close();
    expect(await next(desk)).to.deep.equal([operable]);
  });

  it("come for a version alone, and for operability alone", async () => {
    const { a, windows, ...desk } = await setUp();
    a.touch();
    expect(await next(desk)).to.deep.equal([{ operable: false, versions: ["a@default"] }]);
    windows.open(win("b"));
    expect(await next(desk)).to.deep.equal([operable]);
  });

  it("come for plain components and for what an agent does", async () => {
    const { registry, call, ...desk } = await setUp();
    const plain = registry.register(inside("plain", "none"));
    expect(await next(desk)).to.deep.equal([operable]);
    await call("plain.go");
    expect(await next(desk)).to.deep.equal([{ operable: false, versions: ["plain@default"] }]);
    plain.unregister();
    expect(await next(desk)).to.deep.equal([operable]);
  });

  it("do not come where a task ends as it began", async () => {
    const { a, windows, registry, ...desk } = await setUp();
    a.openModal(win("ask")).close();
    windows.openAppModal(win("alert")).close();
    windows.open(win("b")).close();
    expect(await next(desk)).to.deep.equal([]);
    a.setState(1);
    a.setAvailable("go", false);
    a.redefine(win("a", { description: "Another text." }));
    registry.register(inside("hidden", "none")).unregister();
    expect(await next(desk)).to.deep.equal([]);
  });

  it("do not come for a window that arrives blocked, or leaves blocked", async () => {
    const { a, registry, ...desk } = await setUp();
    a.openModal(win("ask"));
    await next(desk);
    const inner = registry.register(inside("inner", "a"));
    expect(await next(desk)).to.deep.equal([]);
    inner.unregister();
    expect(await next(desk)).to.deep.equal([]);
  });

  it("tell a new version where a window is closed and opened again in one task", async () => {
    const { a, windows, ...desk } = await setUp();
    a.close();
    windows.open(win("a"));
    expect(await next(desk)).to.deep.equal([{ operable: false, versions: ["a@default"] }]);
  });

  it("name no window that is closed", async () => {
    const { a, ...desk } = await setUp();
    a.touch();
    a.close();
    expect(await next(desk)).to.deep.equal([operable]);
  });

  it("never come at once, and no task is spent where nobody listens", () => {
    const { windows, notices, time } = createDesk();
    windows.open(win("a"));
    expect([notices.length, time.waiting]).to.deep.equal([0, 1]);
    const silent = createSurface();
    createWindows(silent.registry).open(win("a"));
    expect(silent.time.waiting).to.equal(0);
  });

  it("reach the others where a listener throws, which development reports", async () => {
    const { windows, a, ...desk } = await setUp({ environment: "development" });
    windows.subscribe(() => {
      throw new Error("broken listener");
    });
    let heard = 0;
    windows.subscribe(() => (heard += 1));
    a.touch();
    const printed = await printedDuring(() => next(desk));
    expect(heard).to.equal(1);
    expect(printed.join()).to.contain("broken listener");
  });

  it("go to one that subscribed twice twice, and to none that unsubscribed, in the middle too", async () => {
    const { windows, a, ...desk } = await setUp();
    const heard: string[] = [];
    const twice = () => void heard.push("twice");
    windows.subscribe(twice);
    const stop = windows.subscribe(twice);
    windows.subscribe(() => {
      heard.push("first");
      last();
      windows.subscribe(() => heard.push("new"));
    });
    const last = windows.subscribe(() => heard.push("last"));
    a.touch();
    await next(desk);
    expect(heard).to.deep.equal(["twice", "twice", "first"]);
    stop();
    stop();
    heard.length = 0;
    a.touch();
    await next(desk);
    expect(heard).to.deep.equal(["twice", "first", "new"]);
  });

  it("tell of what a listener changes in the next task", async () => {
    const { windows, a, ...desk } = await setUp();
    let isFirst = true;
    windows.subscribe(() => {
      if (isFirst) a.touch();
      isFirst = false;
    });
    a.touch();
    const version = { operable: false, versions: ["a@default"] };
    expect(await next(desk)).to.deep.equal([version, version]);
    expect(a.version).to.equal(3);
  });

  it("are frozen", async () => {
    const { a, ...desk } = await setUp();
    a.touch();
    const [notice] = await next(desk);
    expect(Object.isFrozen(notice) && Object.isFrozen(notice!.versions)).to.equal(true);
  });
});
