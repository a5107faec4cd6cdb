import { expect } from "@open-wc/testing";
import { AgentSurfaceError, type AgentActionContext, type AgentPolicy } from "../../src/index.js";
import { act, consumer, createSurface, deferred, look, outcome, type Deferred } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { createDesk, idsOf, inside, win, type Desk } from "../helpers/windows.js";

/** A window `a` whose handlers are held: `go` and `stay` run side by side. */
function setUp() {
  const desk = createDesk();
  const handlers: (Deferred<void> & { context: AgentActionContext })[] = [];
  const execute = (_input: unknown, context: AgentActionContext) => {
    const handler = { ...deferred<void>(), context };
    handlers.push(handler);
    return handler.promise;
  };
  const held = act({ execute, concurrency: { mode: "capability" } });
  const a = desk.windows.open(win("a", { actions: { go: held, stay: held } }));
  return { ...desk, a, handlers };
}

const openIn = ({ windows }: Desk, type: string) => windows.open(win(type));

describe("openedWindowIds", () => {
  it("are of the call whose handler is on the stack, while others run", async () => {
    const desk = setUp();
    const waiting = desk.call("a.go");
    desk.windows.open(win("b", { actions: { go: act({ execute: () => void openIn(desk, "c") }) } }));
    expect((await desk.call("b.go")).openedWindowIds).to.deep.equal(idsOf("c"));
    desk.handlers[0]!.resolve();
    expect((await waiting).openedWindowIds).to.deep.equal(idsOf("b"));
  });

  it("are what a handler says with opened(), where others run too", async () => {
    const desk = setUp();
    const one = desk.call("a.go");
    const other = desk.call("a.stay");
    await turn();
    openIn(desk, "c");
    desk.handlers[1]!.context.opened("c@default");
    for (const handler of desk.handlers) handler.resolve();
    expect(await one).not.to.have.property("openedWindowIds");
    expect((await other).openedWindowIds).to.deep.equal(idsOf("c"));
  });

  it("are of the only call that runs, before its result is sealed", async () => {
    const desk = setUp();
    const result = desk.call("a.go");
    await turn();
    openIn(desk, "c");
    desk.registry.register(inside("plain", "none"));
    desk.handlers[0]!.resolve();
    expect((await result).openedWindowIds).to.deep.equal(idsOf("c", "plain"));
  });

  it("are nobody's where two run and none says so, or none runs", async () => {
    const desk = setUp();
    const calls = [desk.call("a.go"), desk.call("a.stay")];
    await turn();
    openIn(desk, "c");
    for (const handler of desk.handlers) handler.resolve();
    for (const result of await Promise.all(calls)) expect(result).not.to.have.property("openedWindowIds");
    openIn(desk, "d");
    const last = desk.call("a.go");
    desk.handlers[2]!.resolve();
    expect(await last).not.to.have.property("openedWindowIds");
  });

  it("of a call inside a handler are that call's", async () => {
    const desk = createDesk();
    const inner = act({ execute: () => void openIn(desk, "d") });
    const results: unknown[] = [];
    const execute = async () => {
      openIn(desk, "c");
      results.push((await desk.call("b.inner")).openedWindowIds);
    };
    desk.windows.open(
      win("b", {
        actions: { go: act({ execute }), inner: { ...inner, concurrency: { mode: "capability" } } },
      }),
    );
    expect((await desk.call("b.go")).openedWindowIds).to.deep.equal(idsOf("c"));
    expect(results).to.deep.equal([idsOf("d")]);
  });

  it("are those that are still there, each once; a name that never was is none", async () => {
    const desk = createDesk();
    const execute = (_input: unknown, context: AgentActionContext) => {
      openIn(desk, "gone").close();
      openIn(desk, "c");
      for (const id of ["c@default", "never@default", "no id", 5 as never]) context.opened(id);
    };
    desk.windows.open(win("b", { actions: { go: act({ execute }) } }));
    expect((await desk.call("b.go")).openedWindowIds).to.deep.equal(idsOf("c"));
  });

  it("are told with a failure too", async () => {
    const desk = createDesk();
    const execute = () => {
      openIn(desk, "c");
      throw new AgentSurfaceError({ code: "PRECONDITION_FAILED", message: "No.", retry: "no" });
    };
    desk.windows.open(win("b", { actions: { go: act({ execute }) } }));
    const result = await desk.call("b.go");
    expect([outcome(result), result.openedWindowIds]).to.deep.equal(["PRECONDITION_FAILED", idsOf("c")]);
  });

  it("are those that the caller may know of", async () => {
    const owned: AgentPolicy = {
      name: "owned",
      onDiscovery: ({ consumer: { id } }) => ({ decision: id === "owner" ? "expose" : "hide" }),
    };
    const { windows, call } = createDesk();
    let n = 0;
    const execute = () => {
      windows.open(win("secret", { policies: [owned], instanceId: `n${++n}` }));
    };
    windows.open(win("b", { actions: { go: act({ execute }) } }));
    expect(await call("b.go")).not.to.have.property("openedWindowIds");
    const known = await call("b.go", {}, { consumer: consumer("owner") });
    expect(known.openedWindowIds).to.deep.equal(["secret@n2"]);
  });

  it("are bounded", async () => {
    const { windows, call } = createDesk();
    const execute = () => {
      for (let n = 0; n < 200; n++) windows.open(win("row", { instanceId: `n${n}` }));
    };
    windows.open(win("b", { actions: { go: act({ execute }) } }));
    expect((await call("b.go")).openedWindowIds).to.have.length(100);
  });

  it("are none without windows", async () => {
    const { registry } = createSurface();
    const execute = () => void registry.register(inside("c", "none"));
    registry.register(inside("b", "none", { actions: { go: act({ execute }) } }));
    const result = await registry.invoke({ capabilityId: "view:b.go" });
    expect(result).not.to.have.any.keys("openedWindowIds", "windowVersion");
  });
});

describe("the result of a modal's own action", () => {
  /** A modal whose `commit` is held and then closes it. */
  const openAsk = () => {
    const desk = createDesk();
    const b = desk.windows.open(win("b"));
    const handler = deferred<void>();
    const execute = async () => {
      await handler.promise;
      ask.close();
      return "committed";
    };
    const commit = act({ effect: "navigation", execute });
    const held = act({ execute: () => deferred<void>().promise });
    const ask = b.openModal(win("ask", { actions: { commit, held } }));
    return { ...desk, b, ask, handler };
  };

  it("is ok where it commits later and closes its modal, a navigation as it is", async () => {
    const { call, handler, b } = openAsk();
    const result = call("ask.commit");
    await turn();
    handler.resolve();
    expect(await result).to.include({ status: "ok", output: "committed" });
    expect(await result).not.to.have.property("windowVersion");
    expect(b.operable).to.equal(true);
  });

  it("dismiss does not wait behind it, and it still reports what came of it", async () => {
    const { call, handler, b } = openAsk();
    const result = call("ask.commit");
    await turn();
    expect(outcome(await call("ask.dismiss"))).to.equal("ok");
    expect(b.operable).to.equal(true);
    handler.resolve();
    expect(outcome(await result)).to.equal("ok");
  });

  it("is COMPONENT_UNMOUNTED where dismiss takes the modal from under what changes state, or what waits", async () => {
    const { call } = openAsk();
    const running = call("ask.held");
    const waiting = call("ask.commit");
    await turn();
    expect(outcome(await call("ask.dismiss"))).to.equal("ok");
    expect([outcome(await running), outcome(await waiting)]).to.deep.equal([
      "COMPONENT_UNMOUNTED",
      "COMPONENT_UNMOUNTED",
    ]);
  });

  it("two dismissals end as one: the second finds nothing", async () => {
    const { call } = openAsk();
    const [one, other] = await Promise.all([call("ask.dismiss"), call("ask.dismiss")]);
    expect([outcome(one), outcome(other)]).to.deep.equal(["ok", "COMPONENT_UNMOUNTED"]);
  });

  it("what dismiss should do may be the author's: it can close later, or refuse", async () => {
    const { windows, call } = createDesk();
    const b = windows.open(win("b"));
    let vetoes = true;
    const ask = b.openModal(
      win("ask", {
        async dismiss({ invocationId }) {
          expect(invocationId).to.be.a("string");
          await turn();
          if (vetoes)
            throw new AgentSurfaceError({
              code: "PRECONDITION_FAILED",
              message: "Save first.",
              retry: "with-changes",
            });
          ask.close();
        },
      }),
    );
    expect(outcome(await call("ask.dismiss"))).to.equal("PRECONDITION_FAILED");
    expect(ask.status).to.equal("active");
    vetoes = false;
    expect(outcome(await call("ask.dismiss"))).to.equal("ok");
    expect(b.operable).to.equal(true);
  });

  it("windowVersion is that of the window after the call's own change, for reading too", async () => {
    const { windows, call } = createDesk();
    const a = windows.open(
      win("a", { actions: { go: act({ execute: () => a.touch() }) }, observations: { see: look() } }),
    );
    expect((await call("a.see")).windowVersion).to.equal(1);
    expect((await call("a.go")).windowVersion).to.equal(3);
  });
});
