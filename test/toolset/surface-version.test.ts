import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  rateLimit,
  type AgentInvocation,
  type AgentInvocationResult,
  type AgentToolsetOptions,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  outcome,
  printedDuring,
  questionId,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

/** A toolset with one tool, and what it sends. */
function sending(options: Partial<AgentToolsetOptions> = {}, own: Parameters<typeof act>[0] = {}) {
  const surface = createSurface();
  const { registry } = surface;
  const sent: AgentInvocation[] = [];
  const invoke = registry.invoke.bind(registry);
  let answer: ((request: AgentInvocation) => AgentInvocationResult) | undefined;
  registry.invoke = (request, invokeOptions) => {
    sent.push(request);
    return answer ? Promise.resolve(answer(request)) : invoke(request, invokeOptions);
  };
  let runs = 0;
  const execute = () => (runs += 1);
  const definition = cart({ observations: {}, actions: { apply: act({ execute, ...own }) } });
  let handle = registry.register(definition);
  const toolset = createAgentToolset(registry, { consumer: consumer("me"), topology: "remote", ...options });
  const tool = toolset.tools()[0]!;
  /** Something else on the page changes. */
  let count = 0;
  const change = async () => {
    registry.register({ type: `note.n${(count += 1)}`, description: "A note." });
    await turn();
  };
  const remount = () => {
    handle.unregister();
    handle = registry.register(definition);
  };
  return {
    ...surface,
    remount,
    handle,
    toolset,
    tool,
    sent,
    change,
    runs: () => runs,
    versions: () => sent.map(({ surfaceVersion }) => surfaceVersion),
    answerWith: (one: typeof answer) => void (answer = one),
  };
}

describe("the surface version that a tool sends", () => {
  it("is the one of the last list that was asked for, though the tool stays the same object", async () => {
    const { toolset, tool, change, versions } = sending();
    await tool.execute({});
    await change();
    await tool.execute({});
    expect(toolset.tools()[0]).to.equal(tool);
    await tool.execute({});
    expect(versions()).to.deep.equal(["1", "1", "2"]);
  });

  it("is the one of the last notice", async () => {
    const { registry, toolset, tool, versions } = sending();
    toolset.subscribe(() => undefined);
    registry.register(cart({ type: "other" }));
    await turn();
    await tool.execute({});
    expect(versions()).to.deep.equal(["2"]);
  });

  it("is the old one where a change was told to nobody", async () => {
    const { registry, tool, versions } = sending();
    registry.register(cart({ type: "other" }));
    await turn();
    await tool.execute({});
    expect(versions()).to.deep.equal(["1"]);
  });

  it("is the current one after a refusal for the version: strict, and not for ever", async () => {
    const { tool, change, versions, answerWith } = sending();
    await change();
    const refuse = (reason: string) => (request: AgentInvocation) =>
      ({
        status: "error",
        invocationId: request.invocationId!,
        capabilityId: request.capabilityId,
        surfaceVersion: "2",
        error: { code: "STALE_CAPABILITY", message: "", retry: "after-refresh", details: { reason } },
      }) as const;
    answerWith(refuse("registration-replaced"));
    await tool.execute({});
    await tool.execute({});
    answerWith(refuse("surface-version-mismatch"));
    await tool.execute({});
    await tool.execute({});
    expect(versions()).to.deep.equal(["1", "1", "1", "2"]);
  });

  it("is not sent with evidence, which binds the registration itself", async () => {
    const { registry, tool, change, sent, toolset } = sending({}, { confirmation: "required" });
    const confirmationId = questionId(await tool.execute({}, { toolCallId: "t1" }));
    await change();
    toolset.tools();
    registry.confirmations.resolve(confirmationId, { approved: true });
    expect(outcome(await tool.execute({}, { toolCallId: "t1", confirmationId }))).to.equal("ok");
    expect(sent[1]).to.include({ confirmationId }).and.not.to.have.property("surfaceVersion");
  });

  it("is not sent by the retry after an approval in wait", async () => {
    const { registry, tool, change, sent } = sending({ topology: "embedded" }, { confirmation: "required" });
    registry.confirmations.subscribe(() => undefined);
    const result = tool.execute({});
    await change();
    const [{ confirmationId } = { confirmationId: "" }] = registry.confirmations.pending();
    registry.confirmations.resolve(confirmationId, { approved: true });
    expect(outcome(await result)).to.equal("ok");
    expect(sent[1]).to.include({ confirmationId }).and.not.to.have.property("surfaceVersion");
  });
});

describe("a tool call that is repeated", () => {
  it("gets the result of the first, though the consumer has seen another version since", async () => {
    const { toolset, tool, change, runs } = sending();
    const first = await tool.execute({}, { toolCallId: "t1" });
    await change();
    toolset.tools();
    expect(await tool.execute({}, { toolCallId: "t1" })).to.equal(first);
    expect(runs()).to.equal(1);
  });

  it("gets the result of the first, though its component was mounted anew since", async () => {
    const { remount, toolset, tool, runs } = sending();
    const first = await tool.execute({}, { toolCallId: "t1" });
    remount();
    expect(await toolset.tools()[0]!.execute({}, { toolCallId: "t1" })).to.equal(first);
    expect(runs()).to.equal(1);
  });

  it("gets the refusal again where the first was stale, and runs under a new id", async () => {
    const { remount, toolset, tool, runs } = sending();
    remount();
    expect(outcome(await tool.execute({}, { toolCallId: "t1" }))).to.equal("STALE_CAPABILITY");
    const [live] = toolset.tools();
    expect(outcome(await live!.execute({}, { toolCallId: "t1" }))).to.equal("STALE_CAPABILITY");
    expect(outcome(await live!.execute({}, { toolCallId: "t2" }))).to.equal("ok");
    expect(runs()).to.equal(1);
  });

  const refusals: [string, Parameters<typeof act>[0], (surface: ReturnType<typeof sending>) => unknown][] = [
    ["CAPABILITY_NOT_AVAILABLE", { when: () => false }, () => undefined],
    ["COMPONENT_UNMOUNTED", {}, ({ handle }) => handle.unregister()],
    ["STALE_CAPABILITY", {}, ({ remount }) => remount()],
    ["PRECONDITION_FAILED", { precondition: () => ({ message: "No." }) }, () => undefined],
    ["EXECUTION_FAILED", { execute: () => Promise.reject(new Error("broken")) }, () => undefined],
  ];
  for (const [code, own, before] of refusals) {
    it(`gets ${code} again, whatever version the consumer has seen since, and nothing else`, async () => {
      const surface = sending({}, own);
      const { toolset, tool, change, versions } = surface;
      before(surface);
      let first!: AgentInvocationResult;
      await printedDuring(async () => (first = await tool.execute({}, { toolCallId: "t1" })));
      expect(outcome(first)).to.equal(code);
      await change();
      toolset.tools();
      expect(await tool.execute({}, { toolCallId: "t1" })).to.equal(first);
      expect(outcome(await tool.execute({ a: 1 }, { toolCallId: "t1" }))).to.equal("INVOCATION_CONFLICT");
      expect(versions()).to.deep.equal(["1", "1", "1"]);
    });
  }

  it("is a new attempt after RATE_LIMITED, with the version of now", async () => {
    const policies = [rateLimit({ limit: 1, windowMs: 1_000 })];
    const { toolset, tool, change, time, versions, runs } = sending({}, { policies });
    await tool.execute({}, { toolCallId: "t0" });
    expect(outcome(await tool.execute({}, { toolCallId: "t1" }))).to.equal("RATE_LIMITED");
    await change();
    toolset.tools();
    await time.advance(1_000);
    expect(outcome(await tool.execute({}, { toolCallId: "t1" }))).to.equal("ok");
    expect(runs()).to.equal(2);
    expect(versions()).to.deep.equal(["1", "1", "2"]);
  });

  it("gets the result of the approved run in wait", async () => {
    const { registry, tool, runs } = sending({ topology: "embedded" }, { confirmation: "required" });
    registry.confirmations.subscribe(([question]) => {
      if (question) registry.confirmations.resolve(question.confirmationId, { approved: true });
    });
    const first = await tool.execute({}, { toolCallId: "t1" });
    expect(outcome(first)).to.equal("ok");
    expect(await tool.execute({}, { toolCallId: "t1" })).to.equal(first);
    expect(runs()).to.equal(1);
    expect(outcome(await tool.execute({ a: 1 }, { toolCallId: "t1" }))).to.equal("INVOCATION_CONFLICT");
  });

  it("is a new attempt once the registry has forgotten it", async () => {
    const { registry, time, tool, runs } = sending({ topology: "embedded" }, { confirmation: "required" });
    registry.confirmations.subscribe(([question]) => {
      if (question) registry.confirmations.resolve(question.confirmationId, { approved: true });
    });
    await tool.execute({}, { toolCallId: "t1" });
    await time.advance(600_000);
    expect(outcome(await tool.execute({}, { toolCallId: "t1" }))).to.equal("ok");
    expect(runs()).to.equal(2);
  });

  it("is a new attempt with the version of now where the first only asked a person", async () => {
    const { toolset, tool, change, versions } = sending({}, { confirmation: "required" });
    await tool.execute({}, { toolCallId: "t1" });
    await change();
    toolset.tools();
    questionId(await tool.execute({}, { toolCallId: "t1" }));
    expect(versions()).to.deep.equal(["1", "2"]);
  });

  it("is remembered within bounds", async () => {
    const { toolset, tool, change, versions } = sending();
    await tool.execute({}, { toolCallId: "first" });
    for (let n = 0; n < 200; n++) await tool.execute({}, { toolCallId: `t${n}` });
    await change();
    toolset.tools();
    await tool.execute({}, { toolCallId: "first" });
    expect(versions().at(-1)).to.equal("2");
  });
});
