import { expect } from "@open-wc/testing";
import { AgentSurfaceError, type AgentPolicy } from "../../src/index.js";
import { act, deferred, errorOf, look, outcome, outputOf } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { createDesk, inside, win } from "../helpers/windows.js";

describe("the version of a window", () => {
  it("is 1, and one more with every new state, every action that succeeded and every touch, at once", async () => {
    const { windows, call } = createDesk();
    const a = windows.open(win("a", { state: { n: 1 } }));
    expect(a.version).to.equal(1);
    a.setState({ n: 2 });
    expect(a.version).to.equal(2);
    a.touch();
    expect(a.version).to.equal(3);
    expect((await call("a.go")).windowVersion).to.equal(4);
    expect(a.version).to.equal(4);
  });

  it("stays with a state of the same content, whatever the order of its names", () => {
    const { windows } = createDesk();
    const a = windows.open(win("a", { state: { n: 1, m: [null, "x"] } }));
    a.setState({ m: [null, "x"], n: 1 });
    expect(a.version).to.equal(1);
  });

  it("moves with the state that a redefinition brings, and with no other redefinition", () => {
    const { windows } = createDesk();
    const a = windows.open(win("a", { state: 1 }));
    a.redefine(win("a", { state: 1, description: "Another text." }));
    a.redefine(win("a"));
    expect([a.version, windows.describe({ id: a.id })!.state]).to.deep.equal([1, 1]);
    a.redefine(win("a", { state: 2 }));
    expect([a.version, windows.describe({ id: a.id })!.state]).to.deep.equal([2, 2]);
  });

  it("stays where a redefinition or a state is refused, and so does the state", () => {
    const { windows, tools } = createDesk();
    const a = windows.open(win("a", { state: 1 }));
    expect(() => {
      a.redefine(win("a", { state: 2, description: "" }));
    }).to.throw();
    expect(() => {
      a.setState(NaN);
    }).to.throw(TypeError, "a@default");
    expect([a.version, windows.describe({ id: a.id })!.state]).to.deep.equal([1, 1]);
    a.setState(2);
    expect(tools()).to.deep.equal(["a.readState", "a.go"]);
  });

  it("stays with what is read, refused or fails, and with what happens to other windows", async () => {
    const { windows, call } = createDesk();
    const precondition = () => ({ message: "No." });
    const a = windows.open(
      win("a", { actions: { go: act({ precondition }) }, observations: { see: look() } }),
    );
    const b = windows.open(win("b"));
    await call("a.see");
    expect((await call("a.go")).windowVersion).to.equal(1);
    await call("b.go");
    b.touch();
    expect([a.version, b.version]).to.deep.equal([1, 3]);
  });

  it("stays where a policy answers in place of the handler", async () => {
    const { windows, call } = createDesk();
    const answer: AgentPolicy = {
      name: "answer",
      onInvoke: (_context, _next) =>
        Promise.resolve({ status: "ok", invocationId: "", capabilityId: "", surfaceVersion: "" }),
    };
    const a = windows.open(win("a", { policies: [answer] }));
    expect(outcome(await call("a.go"))).to.equal("ok");
    expect(a.version).to.equal(1);
  });

  it("moves once for a call, whatever policies make of its result", async () => {
    const { windows, call } = createDesk();
    const copy: AgentPolicy = { name: "copy", onInvoke: async (_context, next) => ({ ...(await next()) }) };
    const a = windows.open(win("a", { policies: [copy] }));
    expect((await call("a.go")).windowVersion).to.equal(2);
    expect(a.version).to.equal(2);
  });

  it("moves with a handler that succeeds after its call has timed out", async () => {
    const { windows, call, time } = createDesk();
    const handler = deferred<void>();
    const a = windows.open(win("a", { actions: { go: act({ execute: () => handler.promise }) } }));
    const result = call("a.go", {}, { timeoutMs: 10 });
    await time.advance(10);
    expect(outcome(await result)).to.equal("TIMEOUT");
    expect(a.version).to.equal(1);
    handler.resolve();
    await turn();
    expect(a.version).to.equal(2);
  });

  it("goes on where a window of the same name is opened again, and stays readable on the closed one", () => {
    const { windows, registry } = createDesk();
    const first = windows.open(win("a"));
    first.touch();
    first.close();
    expect(first.version).to.equal(2);
    expect(windows.open(win("a")).version).to.equal(3);
    const plain = registry.register(inside("b", "none"));
    plain.unregister();
    registry.register(inside("b", "none"));
    expect(windows.describe({ id: "b@default" })!.version).to.equal(2);
  });

  it("goes on where duplicates replace each other", () => {
    const { windows } = createDesk({ onDuplicateInstance: "replace" });
    windows.open(win("a")).touch();
    expect(windows.open(win("a")).version).to.equal(3);
  });

  it("is never one that a forgotten window of the name may have had", () => {
    const { windows, registry } = createDesk();
    const a = windows.open(win("a"));
    a.touch();
    a.touch();
    a.close();
    for (let n = 0; n < 1_000; n++) {
      registry.register(inside("row", "none", { instanceId: `n${n}` })).unregister();
    }
    expect(windows.open(win("a")).version).to.be.greaterThan(3);
  });

  it("of a window that was there before windows were made counts as that of any other", () => {
    const { windows, registry } = createDesk();
    const handle = registry.register(inside("b", "none"));
    handle.redefine(inside("b", "none", { description: "Another text." }));
    expect(windows.describe({ id: "b@default" })!.version).to.equal(1);
  });
});

describe("expectedVersion", () => {
  const setUp = () => {
    const runs: unknown[] = [];
    const first = deferred<void>();
    const execute = (input: unknown) => {
      runs.push(input);
      return runs.length === 1 ? first.promise : undefined;
    };
    const desk = createDesk();
    const a = desk.windows.open(
      win("a", { actions: { go: act({ execute }) }, observations: { see: look() } }),
    );
    return { ...desk, a, runs, first };
  };

  it("that is right lets a call run, an observation too; an absent one asks for nothing", async () => {
    const { call, first } = setUp();
    first.resolve();
    expect(outcome(await call("a.see", { expectedVersion: 1 }))).to.equal("ok");
    expect(outcome(await call("a.go", { expectedVersion: 1 }))).to.equal("ok");
    expect(outcome(await call("a.go", { expectedVersion: 2 }))).to.equal("ok");
    expect(outcome(await call("a.go"))).to.equal("ok");
  });

  it("that is stale, of the past or of the future, is refused before anything runs", async () => {
    const { call, runs, a } = setUp();
    a.touch();
    for (const expectedVersion of [1, 3, 0, -1]) {
      expect(errorOf(await call("a.go", { expectedVersion }))).to.deep.include({
        code: "STALE_CAPABILITY",
        retry: "after-refresh",
        details: { reason: "stale_state", currentVersion: 2 },
      });
    }
    expect(outcome(await call("a.see", { expectedVersion: 1 }))).to.equal("STALE_CAPABILITY");
    expect(runs).to.have.length(0);
  });

  it("is checked again at dispatch: of two calls with the same one, one queued behind the other, only the first runs", async () => {
    const { call, runs, first } = setUp();
    const one = call("a.go", { expectedVersion: 1, input: { one: 1 } });
    const other = call("a.go", { expectedVersion: 1, input: { other: 1 } });
    await turn();
    first.resolve();
    expect((await one).windowVersion).to.equal(2);
    expect(errorOf(await other).details).to.deep.equal({ reason: "stale_state", currentVersion: 2 });
    expect(runs).to.deep.equal([{ one: 1 }]);
  });

  it("lets a queued call run that expects what the first one left", async () => {
    const { call, runs, first, a } = setUp();
    const one = call("a.go");
    a.touch();
    a.touch();
    const late = call("a.go", { expectedVersion: 3 });
    first.reject(new AgentSurfaceError({ code: "PRECONDITION_FAILED", message: "No.", retry: "no" }));
    await one;
    expect(outcome(await late)).to.equal("ok");
    expect(runs).to.have.length(2);
  });

  it("of a queued call that is blocked meanwhile matters less than that", async () => {
    const { call, first, a } = setUp();
    const one = call("a.go");
    const other = call("a.go", { expectedVersion: 1 });
    await turn();
    a.openModal(win("ask"));
    first.resolve();
    expect(outcome(await one)).to.equal("ok");
    expect(errorOf(await other).details).to.deep.equal({
      reason: "blocked_by_modal",
      blockedBy: ["ask@default"],
    });
  });

  it("is a part of what was asked: the same invocation with another one is a conflict", async () => {
    const { call, first } = setUp();
    first.resolve();
    await call("a.go", { invocationId: "one", expectedVersion: 1 });
    const again = await call("a.go", { invocationId: "one", expectedVersion: 2 });
    expect(outcome(again)).to.equal("INVOCATION_CONFLICT");
    const repeated = await call("a.go", { invocationId: "one", expectedVersion: 1 });
    expect([repeated.status, repeated.windowVersion]).to.deep.equal(["ok", 2]);
  });
});

describe("readState", () => {
  it("is offered from the first state on, and gives the one that is now", async () => {
    const { windows, call, tools } = createDesk();
    const a = windows.open(win("a"));
    expect(tools()).to.deep.equal(["a.go"]);
    a.setState({ items: 2 });
    expect(tools()).to.deep.equal(["a.readState", "a.go"]);
    expect(outputOf(await call("a.readState"))).to.deep.equal({ items: 2 });
    a.setState(null);
    expect(outputOf(await call("a.readState"))).to.equal(null);
    expect(a.version).to.equal(3);
  });

  it("tells no state from the state null, also where a redefinition brings it", async () => {
    const { windows, call, tools } = createDesk();
    const a = windows.open(win("a"));
    a.redefine(win("a", { state: null }));
    expect(tools()).to.deep.equal(["a.readState", "a.go"]);
    expect(outputOf(await call("a.readState"))).to.equal(null);
    expect(a.version).to.equal(2);
    a.redefine(win("a", { state: undefined }));
    expect(tools()).to.deep.equal(["a.go"]);
    expect(a.version).to.equal(3);
  });

  it("gives a copy: what the page changes in its own object changes nothing", async () => {
    const { windows, call } = createDesk();
    const state = { items: [1] };
    windows.open(win("a", { state }));
    state.items.push(2);
    expect(outputOf(await call("a.readState"))).to.deep.equal({ items: [1] });
    expect(windows.describe({ id: "a@default" })!.state).to.deep.equal({ items: [1] });
  });

  it("of the author's own stands in its place", async () => {
    const { windows, call } = createDesk();
    windows.open(win("a", { state: 1, observations: { readState: look({ read: () => "mine" }) } }));
    expect(outputOf(await call("a.readState"))).to.equal("mine");
  });
});
