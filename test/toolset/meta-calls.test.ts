import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  fromJsonSchema,
  type AgentComponentDefinition,
  type AgentInvocation,
  type AgentPolicy,
  type AgentToolCall,
  type AgentToolsetOptions,
  type JsonValue,
  type RegistryOptions,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  errorOf,
  look,
  outcome,
  outputOf,
  questionId,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const readId = "view:shop.cart.read";
const applyId = "view:shop.cart.apply";

function metaOver(
  own: Partial<AgentComponentDefinition> = {},
  options: Partial<AgentToolsetOptions> = {},
  registryOptions: RegistryOptions = {},
) {
  const surface = createSurface(registryOptions);
  const { registry } = surface;
  let runs = 0;
  const definition = cart({
    observations: { read: look({ read: () => "state" }) },
    actions: { apply: act({ execute: () => (runs += 1) }) },
    ...own,
  });
  const handle = registry.register(definition);
  const sent: AgentInvocation[] = [];
  const invoke = registry.invoke.bind(registry);
  registry.invoke = (request, invokeOptions) => {
    sent.push(request);
    return invoke(request, invokeOptions);
  };
  const toolset = createAgentToolset(registry, {
    consumer: consumer("me"),
    topology: "remote",
    mode: "meta",
    ...options,
  });
  const [discoverTool, readTool, actTool] = toolset.tools();
  return {
    ...surface,
    handle,
    definition,
    toolset,
    sent,
    runs: () => runs,
    discover: (input: JsonValue = {}) => discoverTool!.execute(input),
    read: (input: JsonValue, call?: AgentToolCall) => readTool!.execute(input, call),
    act: (input: JsonValue, call?: AgentToolCall) => actTool!.execute(input, call),
  };
}

describe("surface_read", () => {
  it("gives the result of an observation", async () => {
    const { read } = metaOver();
    const result = await read({ capabilityId: readId }, { toolCallId: "t1" });
    expect(result).to.include({ status: "ok", invocationId: "t1", capabilityId: readId, output: "state" });
  });

  it("passes the input of an observation that declares one", async () => {
    const input = fromJsonSchema({ type: "object", properties: { page: { type: "integer" } } });
    const paged = look({ input, read: (context) => context.input ?? null });
    const { read } = metaOver({ observations: { read: paged } });
    expect(outputOf(await read({ capabilityId: readId, input: { page: 2 } }))).to.deep.equal({ page: 2 });
    const wrong = errorOf(await read({ capabilityId: readId, input: { page: "x" } }));
    expect(wrong.details!["issues"]).to.deep.include.members([
      { path: "page", message: (wrong.details!["issues"] as { message: string }[])[0]!.message },
    ]);
  });

  it("runs no action, and names the tool that does", async () => {
    const { read, runs } = metaOver();
    const error = errorOf(await read({ capabilityId: applyId }));
    expect(error).to.include({ code: "INVALID_INPUT", retry: "with-changes" });
    expect(error.message).to.contain("surface_act");
    expect(error.details!["issues"]).to.deep.equal([
      { path: "capabilityId", message: "it is an action, call surface_act instead" },
    ]);
    expect(runs()).to.equal(0);
  });

  it("runs no action under a name that is an observation elsewhere", async () => {
    const { registry, read, runs, discover } = metaOver();
    await discover();
    registry.register(cart({ instanceId: "b", observations: { apply: look() }, actions: {} }));
    expect(outcome(await read({ capabilityId: applyId }))).to.equal("INVALID_INPUT");
    expect(outcome(await read({ capabilityId: applyId, instanceId: "b" }))).to.equal("ok");
    expect(runs()).to.equal(0);
  });
});

describe("surface_act", () => {
  it("runs an action, once for an invocationId, whatever id the tool call has", async () => {
    const { act, runs } = metaOver();
    const call = { capabilityId: applyId, input: {}, invocationId: "i1" };
    const first = await act(call, { toolCallId: "t1" });
    expect(first).to.include({ status: "ok", invocationId: "i1", output: 1 });
    expect(await act(call, { toolCallId: "t2" })).to.equal(first);
    expect(runs()).to.equal(1);
  });

  it("uses the tool call's id where the model gives none", async () => {
    const { act } = metaOver();
    const result = await act({ capabilityId: applyId, input: {} }, { toolCallId: "t1" });
    expect(result.invocationId).to.equal("t1");
  });

  it("runs no observation, and names the tool that does", async () => {
    const error = errorOf(await metaOver().act({ capabilityId: readId, input: {} }));
    expect(error.code).to.equal("INVALID_INPUT");
    expect(error.message).to.contain("it is an observation, call surface_read instead");
  });

  it("passes the version that the model has seen", async () => {
    const { act, sent } = metaOver();
    await act({ capabilityId: applyId, input: {}, surfaceVersion: "7" });
    expect(sent[0]).to.include({ surfaceVersion: "7" });
  });

  it("sends the version of the last discovery where the model gives none", async () => {
    const { act, discover, registry, sent } = metaOver();
    await act({ capabilityId: applyId, input: {} });
    await discover();
    registry.register(cart({ type: "other" }));
    await act({ capabilityId: applyId, input: {} });
    expect(sent.map(({ surfaceVersion }) => surfaceVersion)).to.deep.equal([undefined, "1"]);
  });

  it("takes evidence from the model or from the host", async () => {
    for (const fromHost of [true, false]) {
      const { registry, act, runs } = metaOver({
        actions: { apply: { ...act1, execute: () => "done" } },
      });
      const call = { capabilityId: applyId, input: {}, invocationId: "i1" };
      const confirmationId = questionId(await act(call));
      registry.confirmations.resolve(confirmationId, { approved: true });
      const result = fromHost ? await act(call, { confirmationId }) : await act({ ...call, confirmationId });
      expect(outputOf(result)).to.equal("done");
      expect(runs()).to.equal(0);
    }
  });
});

const act1 = act({ confirmation: "required" });

describe("the input of surface_read and surface_act", () => {
  it("is refused with issues where a property is unknown or missing", async () => {
    const { read, act, runs } = metaOver();
    const bad: [typeof read, JsonValue, string][] = [
      [read, {}, "capabilityId"],
      [read, { capabilityId: readId, extra: 1 }, "extra"],
      [read, { capabilityId: readId, invocationId: "i" }, "invocationId"],
      [read, { capabilityId: 5 }, "capabilityId"],
      [act, { capabilityId: applyId }, "input"],
      [act, { input: {} }, "capabilityId"],
      [act, { capabilityId: applyId, input: {}, registrationId: "reg_1" }, "registrationId"],
      [act, { capabilityId: applyId, input: {}, expectedVersion: 1 }, "expectedVersion"],
      [act, { capabilityId: applyId, input: "{}" }, "input"],
    ];
    for (const [tool, input, path] of bad) {
      const error = errorOf(await tool(input));
      expect(error).to.include({ code: "INVALID_INPUT", retry: "with-changes" });
      expect(JSON.stringify(error.details!["issues"]), JSON.stringify(input)).to.contain(path);
    }
    expect(runs()).to.equal(0);
  });

  it("is never repeated: a text in its place may hold secrets", async () => {
    const { act } = metaOver();
    for (const input of ['{"pin":"1234"}', { capabilityId: applyId, input: '{"pin":"1234"}' }]) {
      expect(JSON.stringify(await act(input))).not.to.contain("1234");
    }
  });

  it("never makes a tool throw", async () => {
    const { read, act, registry } = metaOver();
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    for (const input of [undefined, null, cyclic, { capabilityId: applyId, input: cyclic }] as never[]) {
      expect(outcome(await act(input, null as never))).to.equal("INVALID_INPUT");
    }
    const bad = { toolCallId: 5 as never };
    expect(outcome(await read({ capabilityId: readId }, bad))).to.equal("INVALID_INPUT");
    const { debug } = console;
    console.debug = () => undefined;
    registry.dispose();
    console.debug = debug;
    expect(errorOf(await read({ capabilityId: readId }))).to.include({ code: "CANCELLED", retry: "no" });
  });
});

describe("what meta tools may reach", () => {
  it("is only what lies in the scope; the rest is as if it were not there", async () => {
    const { registry, read, act } = metaOver({}, { scope: ["shop.cart"] });
    registry.register(cart({ type: "user" }));
    const outside = errorOf(await read({ capabilityId: "view:user.read" }));
    const unknown = errorOf(await read({ capabilityId: "view:usor.reed" }));
    expect(outside).to.deep.equal({
      ...unknown,
      message: unknown.message.replace("usor.reed", "user.read"),
    });
    expect(outside).to.include({ code: "CAPABILITY_NOT_FOUND", retry: "after-refresh" });
    expect(outcome(await act({ capabilityId: "view:user.apply", input: {} }))).to.equal(
      "CAPABILITY_NOT_FOUND",
    );
    expect(outcome(await act({ capabilityId: "view:user.read", input: {} }))).to.equal(
      "CAPABILITY_NOT_FOUND",
    );
    expect(outcome(await act({ capabilityId: applyId, input: {} }))).to.equal("ok");
  });

  it("answers for the unknown in the registry's own words", async () => {
    const inScope = metaOver({}, { scope: ["shop"] });
    const { registry } = inScope;
    for (const capabilityId of ["view:far.away", "nonsense", `view:far.${"a".repeat(110)}`]) {
      const own = errorOf(await inScope.read({ capabilityId }));
      expect(own).to.deep.equal(errorOf(await registry.invoke({ capabilityId })));
    }
  });

  it("does not tell a hidden action from none by naming another tool", async () => {
    const policy: AgentPolicy = { name: "hide", onDiscovery: () => ({ decision: "hide" }) };
    const { read, act } = metaOver({ policies: [policy] });
    expect(outcome(await read({ capabilityId: applyId }))).to.equal("CAPABILITY_NOT_FOUND");
    expect(outcome(await act({ capabilityId: readId, input: {} }))).to.equal("CAPABILITY_NOT_FOUND");
  });

  it("asks for an instance where there are several", async () => {
    const { registry, act, definition, discover } = metaOver();
    registry.register({ ...definition, instanceId: "b" });
    await discover();
    const ambiguous = errorOf(await act({ capabilityId: applyId, input: {} }));
    expect(ambiguous.code).to.equal("AMBIGUOUS_INSTANCE");
    expect(ambiguous.details!["instances"]).to.deep.equal(["default", "b"]);
    expect(outcome(await act({ capabilityId: applyId, instanceId: "b", input: {} }))).to.equal("ok");
  });
});

describe("what was discovered", () => {
  const call = { capabilityId: applyId, input: {} };

  const remounted = async (instance: "named" | "unnamed") => {
    const meta = metaOver();
    await meta.discover();
    meta.handle.unregister();
    const next = meta.registry.register(meta.definition);
    const target = instance === "named" ? { ...call, instanceId: "default" } : call;
    return { ...meta, next, target };
  };

  for (const instance of ["named", "unnamed"] as const) {
    it(`is what a call acts on, never on a later mount, until it is discovered again: ${instance}`, async () => {
      const { act, discover, runs, target } = await remounted(instance);
      for (let n = 0; n < 2; n++) {
        const error = errorOf(await act(target));
        expect(error.code).to.equal("STALE_CAPABILITY");
        expect(error.details!["reason"]).to.equal("registration-replaced");
      }
      expect(runs()).to.equal(0);
      await discover();
      expect(outcome(await act(target))).to.equal("ok");
    });
  }

  it("holds for reading too", async () => {
    const { read, discover } = await remounted("unnamed");
    expect(outcome(await read({ capabilityId: readId }))).to.equal("STALE_CAPABILITY");
    await discover();
    expect(outcome(await read({ capabilityId: readId }))).to.equal("ok");
  });

  it("is no dead end where a new discovery does not list it any more", async () => {
    const { act, discover } = await remounted("named");
    expect(outcome(await act(call))).to.equal("STALE_CAPABILITY");
    await discover({ scope: ["elsewhere"] });
    expect(outcome(await act(call))).to.equal("ok");
  });

  it("outlives a discovery of another part", async () => {
    const { act, discover } = await remounted("named");
    await discover({ scope: ["elsewhere"] });
    expect(outcome(await act(call))).to.equal("STALE_CAPABILITY");
  });

  it("is gone where its component is, and comes back with a discovery", async () => {
    const { act, discover, handle, registry, definition } = metaOver();
    await discover();
    handle.unregister();
    expect(outcome(await act(call))).to.equal("COMPONENT_UNMOUNTED");
    registry.register(definition);
    expect(outcome(await act(call))).to.equal("STALE_CAPABILITY");
    await discover();
    expect(outcome(await act(call))).to.equal("ok");
  });

  it("stays valid over a redefinition that did not touch it", async () => {
    const { act, discover, handle, definition } = metaOver();
    await discover();
    handle.redefine({ ...definition, description: "Another cart." });
    expect(outcome(await act(call))).to.equal("ok");
  });

  it("is the one instance that was told, though another came since", async () => {
    const { act, discover, registry, definition, sent, handle } = metaOver();
    await discover();
    registry.register({ ...definition, instanceId: "b" });
    expect(outcome(await act(call))).to.equal("ok");
    expect(sent[0]).to.include({ registrationId: handle.registrationId });
    handle.unregister();
    expect(outcome(await act(call)), "the other one is not meant").to.equal("STALE_CAPABILITY");
  });

  it("is what lives now for a call that never discovered", async () => {
    const { act, sent, handle } = metaOver();
    expect(outcome(await act(call))).to.equal("ok");
    expect(sent[0]).to.include({ registrationId: handle.registrationId });
  });

  it("does not make a repeated call run twice, where the first one mounted its component anew", async () => {
    const { act, discover, handle, registry, definition, runs } = metaOver();
    await discover();
    const once = { ...call, invocationId: "i1" };
    const first = await act(once);
    handle.unregister();
    registry.register(definition);
    await discover();
    expect(await act(once)).to.equal(first);
    expect(runs()).to.equal(1);
  });
});

describe("confirmation through surface_act", () => {
  const asking = (options: Partial<AgentToolsetOptions>) => {
    const meta = metaOver(
      { actions: { apply: act({ confirmation: "required", execute: () => "done" }) } },
      options,
    );
    const { confirmations } = meta.registry;
    confirmations.subscribe(() => undefined);
    const ids = () => confirmations.pending().map(({ confirmationId }) => confirmationId);
    const decide = (approved: boolean) => {
      confirmations.resolve(ids()[0]!, { approved });
    };
    return { ...meta, ids, decide };
  };
  const call = { capabilityId: applyId, input: {}, invocationId: "i1" };

  it("waits in an embedded loop, then runs", async () => {
    const { act, decide, discover, registry } = asking({ topology: "embedded" });
    await discover();
    const result = act({ ...call, surfaceVersion: registry.getVersion() });
    await turn();
    decide(true);
    expect(outputOf(await result)).to.equal("done");
  });

  it("comes back at its bound with the pending id, which the model carries later", async () => {
    const { act, decide, time } = asking({ topology: "embedded", waitMs: 1_000 });
    const result = act(call);
    await time.advance(1_000);
    const confirmationId = questionId(await result);
    decide(true);
    expect(outputOf(await act({ ...call, confirmationId }))).to.equal("done");
  });

  it("is cancelled by the caller's signal, and ends with the toolset", async () => {
    const { act, ids, toolset } = asking({ topology: "embedded" });
    const controller = new AbortController();
    const aborted = act(call, { signal: controller.signal });
    await turn();
    controller.abort();
    expect(outcome(await aborted)).to.equal("CANCELLED");
    expect(ids()).to.deep.equal([]);
    const waiting = act({ ...call, invocationId: "i2" });
    await turn();
    toolset.dispose();
    expect(outcome(await waiting)).to.equal("CONFIRMATION_REQUIRED");
  });

  it("asks for what is optional where the consumer wants it", async () => {
    const optional = { actions: { apply: act({ confirmation: "optional" }) } };
    expect(outcome(await metaOver(optional).act(call))).to.equal("ok");
    const strict = metaOver(optional, { confirmOptional: true });
    expect(outcome(await strict.act(call))).to.equal("CONFIRMATION_REQUIRED");
  });

  it("cancels a running action with the caller's signal", async () => {
    const { act: run } = metaOver({ actions: { apply: act({ execute: () => deferred<void>().promise }) } });
    const controller = new AbortController();
    const result = run(call, { signal: controller.signal });
    await turn();
    controller.abort();
    expect(errorOf(await result).details).to.deep.equal({ dispatched: true });
  });
});
