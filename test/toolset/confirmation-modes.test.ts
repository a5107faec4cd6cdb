import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  type AgentInvocationResult,
  type AgentTool,
  type AgentToolsetOptions,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  errorOf,
  outcome,
  outputOf,
  questionId,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

type Modes = Pick<AgentToolsetOptions, "topology" | "confirmations" | "waitMs">;

function asking(modes: Modes, { listens = true, own = {} } = {}) {
  const surface = createSurface();
  const { registry } = surface;
  let runs = 0;
  const definition = cart({
    observations: {},
    actions: { remove: act({ confirmation: "required", execute: () => (runs += 1), ...own }) },
  });
  const handle = registry.register(definition);
  if (listens) registry.confirmations.subscribe(() => undefined);
  const toolset = createAgentToolset(registry, { consumer: consumer("me"), ...modes });
  const tool = toolset.tools()[0] as AgentTool;
  const ids = () => registry.confirmations.pending().map(({ confirmationId }) => confirmationId);
  const decide = (approved: boolean, reason?: string) => {
    registry.confirmations.resolve(ids()[0]!, { approved, ...(reason !== undefined && { reason }) });
  };
  return { ...surface, handle, definition, toolset, tool, ids, decide, runs: () => runs };
}

const isSettled = async (promise: Promise<unknown>) => {
  let settled = false;
  void promise.then(() => (settled = true));
  await turn();
  return settled;
};

const waiting: [string, Modes][] = [
  ["topology embedded", { topology: "embedded" }],
  ["confirmations wait", { confirmations: "wait" }],
  ["topology remote with confirmations wait", { topology: "remote", confirmations: "wait" }],
];
const twoPhase: [string, Modes][] = [
  ["topology remote", { topology: "remote" }],
  ["confirmations two-phase", { confirmations: "two-phase" }],
  ["topology embedded with confirmations two-phase", { topology: "embedded", confirmations: "two-phase" }],
];

for (const [title, modes] of waiting) {
  describe(`a call that a person must approve, with ${title}`, () => {
    it("waits, then runs once", async () => {
      const { tool, decide, runs } = asking(modes);
      const result = tool.execute({}, { toolCallId: "t1" });
      expect(await isSettled(result)).to.equal(false);
      expect(runs()).to.equal(0);
      decide(true);
      expect(outputOf(await result)).to.equal(1);
      expect((await result).invocationId).to.equal("t1");
      expect(runs()).to.equal(1);
    });

    it("gives the same answer where it is repeated under its id, whatever the answer was", async () => {
      for (const isApproved of [true, false]) {
        const { tool, decide, runs } = asking(modes);
        const first = tool.execute({}, { toolCallId: "t1" });
        await turn();
        decide(isApproved);
        const result = await first;
        expect(await tool.execute({}, { toolCallId: "t1" })).to.deep.equal(result);
        expect(await tool.execute({}, { toolCallId: "t1" })).to.deep.equal(result);
        expect(runs()).to.equal(isApproved ? 1 : 0);
      }
    });

    it("is told that the person declined", async () => {
      const { tool, decide, runs } = asking(modes);
      const result = tool.execute({});
      await turn();
      decide(false);
      expect(errorOf(await result)).to.deep.include({
        code: "CONFIRMATION_INVALID",
        retry: "no",
        details: { reason: "denied", cause: "declined" },
      });
      expect(runs()).to.equal(0);
    });

    it("is told that the time ran out", async () => {
      const { tool, time } = asking(modes);
      const result = tool.execute({});
      await time.advance(120_000);
      expect(errorOf(await result)).to.deep.include({ code: "CONFIRMATION_INVALID" });
      expect(errorOf(await result).details!["reason"]).to.equal("expired");
    });
  });
}

for (const [title, modes] of twoPhase) {
  describe(`a call that a person must approve, with ${title}`, () => {
    it("comes back at once with the id, and runs when it is called again with it", async () => {
      const { tool, decide, runs } = asking(modes);
      const confirmationId = questionId(await tool.execute({}, { toolCallId: "t1" }));
      expect(questionId(await tool.execute({}, { toolCallId: "t1", confirmationId }))).to.equal(
        confirmationId,
      );
      decide(true);
      const result = await tool.execute({}, { toolCallId: "t1", confirmationId });
      expect(outputOf(result)).to.equal(1);
      expect(runs()).to.equal(1);
    });

    it("is not told cannot-ask where nobody listens: it does not wait", async () => {
      const { tool, ids } = asking(modes, { listens: false });
      questionId(await tool.execute({}));
      expect(ids()).to.have.length(1);
    });
  });
}

describe("a waiting call", () => {
  const wait = { topology: "embedded" } as const;

  it("is told cannot-ask at once where neither a presenter nor a listener is there", async () => {
    const { tool, ids, runs } = asking(wait, { listens: false });
    expect(errorOf(await tool.execute({}))).to.deep.include({
      code: "CONFIRMATION_INVALID",
      retry: "no",
      details: { reason: "denied", cause: "cannot-ask" },
    });
    expect(ids()).to.deep.equal([]);
    expect(runs()).to.equal(0);
  });

  it("waits where a presenter is there", async () => {
    const { registry, tool, decide } = asking(wait, { listens: false });
    registry.confirmations.present();
    const result = tool.execute({});
    expect(await isSettled(result)).to.equal(false);
    decide(true);
    expect(outcome(await result)).to.equal("ok");
  });

  it("that its caller aborts is CANCELLED, and its question leaves the screen", async () => {
    const { tool, ids, runs } = asking(wait);
    const controller = new AbortController();
    const result = tool.execute({}, { signal: controller.signal });
    await turn();
    controller.abort();
    expect(errorOf(await result)).to.deep.include({
      code: "CANCELLED",
      retry: "yes",
      details: { dispatched: false },
    });
    expect(errorOf(await result).message).to.contain("NOT EXECUTED");
    expect(ids()).to.deep.equal([]);
    expect(runs()).to.equal(0);
  });

  it("that joined another ends its own wait alone when it aborts", async () => {
    const { tool, decide, runs, ids } = asking(wait);
    const first = tool.execute({}, { toolCallId: "t1" });
    await turn();
    const controller = new AbortController();
    const joined = tool.execute({}, { toolCallId: "t1", signal: controller.signal });
    await turn();
    controller.abort();
    expect(outcome(await joined)).to.equal("CANCELLED");
    expect(ids()).to.have.length(1);
    decide(true);
    expect(outcome(await first)).to.equal("ok");
    expect(runs()).to.equal(1);
  });

  it("runs once where the same call waits twice", async () => {
    const { tool, decide, runs } = asking(wait);
    const calls = [tool.execute({}, { toolCallId: "t1" }), tool.execute({}, { toolCallId: "t1" })];
    await turn();
    decide(true);
    expect((await Promise.all(calls)).map(outcome)).to.deep.equal(["ok", "ok"]);
    expect(runs()).to.equal(1);
  });

  it("whose owner goes is COMPONENT_UNMOUNTED", async () => {
    const { tool, handle } = asking(wait);
    const result = tool.execute({});
    await turn();
    handle.unregister();
    expect(outcome(await result)).to.equal("COMPONENT_UNMOUNTED");
  });

  it("whose owner is replaced is STALE_CAPABILITY", async () => {
    const { registry, tool, handle, definition } = asking(wait);
    const result = tool.execute({});
    await turn();
    handle.unregister();
    registry.register(definition);
    expect(outcome(await result)).to.equal("STALE_CAPABILITY");
  });

  it("goes on over changes of the surface", async () => {
    const { registry, tool, decide } = asking(wait);
    const result = tool.execute({});
    await turn();
    registry.register(cart({ type: "other" }));
    await turn();
    decide(true);
    expect(outcome(await result)).to.equal("ok");
  });

  it("has an approval beaten by what the page says at that moment", async () => {
    const { tool, handle, decide } = asking(wait);
    const result = tool.execute({});
    await turn();
    handle.update({ enabled: false });
    decide(true);
    expect(outcome(await result)).to.equal("CAPABILITY_NOT_AVAILABLE");
  });

  it("beyond its bound comes back with the pending id, and nothing is lost", async () => {
    const { tool, time, ids, decide, runs } = asking({ ...wait, waitMs: 1_000 });
    const first = tool.execute({}, { toolCallId: "t1" });
    await time.advance(1_000);
    const confirmationId = questionId(await first);
    expect(ids()).to.deep.equal([confirmationId]);
    decide(true);
    await time.advance(1);
    expect(runs(), "an approval waits for the call that carries it").to.equal(0);
    expect(outcome(await tool.execute({}, { toolCallId: "t1", confirmationId }))).to.equal("ok");
    expect(runs()).to.equal(1);
  });

  it("comes again within its bound and goes on waiting for the same question", async () => {
    const { tool, time, ids, decide } = asking({ ...wait, waitMs: 1_000 });
    const first = tool.execute({}, { toolCallId: "t1" });
    await time.advance(1_000);
    const confirmationId = questionId(await first);
    const second = tool.execute({}, { toolCallId: "t1", confirmationId });
    expect(await isSettled(second)).to.equal(false);
    expect(ids()).to.deep.equal([confirmationId]);
    decide(true);
    expect(outcome(await second)).to.equal("ok");
  });

  it("ends with its toolset", async () => {
    const { tool, toolset, runs } = asking(wait);
    const result = tool.execute({});
    await turn();
    toolset.dispose();
    expect((await result).status).to.equal("error");
    expect(runs()).to.equal(0);
  });

  it("ends with its registry", async () => {
    const { tool, registry, runs } = asking(wait);
    const result = tool.execute({});
    await turn();
    const { debug } = console;
    console.debug = () => undefined;
    registry.dispose();
    expect(errorOf(await result)).to.include({ code: "CANCELLED", retry: "no" });
    console.debug = debug;
    expect(runs()).to.equal(0);
  });

  it("leaves no timer", async () => {
    const { tool, time, decide } = asking({ ...wait, waitMs: 1_000 });
    const result = tool.execute({});
    await turn();
    decide(true);
    await result;
    expect(time.waiting).to.equal(0);
  });
});

describe("both modes", () => {
  it("mean the same: one question, one run, the same answers", async () => {
    const answers: Record<string, [AgentInvocationResult, number]> = {};
    for (const confirmations of ["wait", "two-phase"] as const) {
      for (const approved of [true, false]) {
        const { tool, decide, runs } = asking({ confirmations });
        const asked = tool.execute({ a: 1 }, { toolCallId: "t1" });
        await turn();
        decide(approved);
        const result =
          confirmations === "wait"
            ? await asked
            : await tool.execute({ a: 1 }, { toolCallId: "t1", confirmationId: questionId(await asked) });
        answers[`${confirmations} ${approved}`] = [result, runs()];
      }
    }
    expect(answers["wait true"]).to.deep.equal(answers["two-phase true"]);
    expect(answers["wait false"]).to.deep.equal(answers["two-phase false"]);
  });

  it("count the time-out of the action from the approval, not from the question", async () => {
    const handler = deferred<number>();
    const { tool, decide, time } = asking(
      { confirmations: "wait" },
      { own: { execute: () => handler.promise } },
    );
    const result = tool.execute({});
    await time.advance(60_000);
    decide(true);
    await time.advance(9_000);
    handler.resolve(1);
    expect(outcome(await result)).to.equal("ok");
  });
});
