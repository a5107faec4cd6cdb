import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  fromJsonSchema,
  type AgentComponentDefinition,
  type AgentComponentDescriptor,
  type AgentInvocation,
  type AgentPolicy,
  type AgentProcedureDescriptor,
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
  errorOf,
  eventsOf,
  look,
  outcome,
  outputOf,
  questionId,
  thrownBy,
  unfrozen,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { binding, createDomain, order } from "../helpers/procedures.js";
import { openBusyShop, reasonOf } from "./shop.js";

interface Discovery {
  surfaceId: string;
  surfaceVersion: string;
  components: AgentComponentDescriptor[];
  procedures: AgentProcedureDescriptor[];
  scope?: string[];
  refusedScope?: string[];
  truncated?: { droppedComponents: number; droppedProcedures: number; types: string[] };
}

const readId = "view:shop.cart.read";
const applyId = "view:shop.cart.apply";
const applying = { capabilityId: applyId, input: {} };
const me = consumer("me");

type Registry = ReturnType<typeof createSurface>["registry"];

function metaOf(registry: Registry, options: Partial<AgentToolsetOptions> = {}) {
  const toolset = createAgentToolset(registry, {
    consumer: me,
    topology: "remote",
    mode: "meta",
    ...options,
  });
  const [discoverTool, readTool, actTool] = toolset.tools();
  return {
    toolset,
    discoverTool: discoverTool!,
    discover: async (input: JsonValue = {}) =>
      outputOf(await discoverTool!.execute(input)) as unknown as Discovery,
    read: (input: JsonValue, call?: AgentToolCall) => readTool!.execute(input, call),
    act: (input: JsonValue, call?: AgentToolCall) => actTool!.execute(input, call),
  };
}

/** A shop with an observation that gives "state" and an action that counts, behind the three tools. */
function metaOver(
  own: Partial<AgentComponentDefinition> = {},
  options: Partial<AgentToolsetOptions> = {},
  registryOptions: RegistryOptions = {},
) {
  const surface = createSurface(registryOptions);
  let runs = 0;
  const definition = cart({
    observations: { read: look({ read: () => "state" }) },
    actions: { apply: act({ execute: () => (runs += 1) }) },
    ...own,
  });
  const handle = surface.registry.register(definition);
  const sent: AgentInvocation[] = [];
  const invoke = surface.registry.invoke.bind(surface.registry);
  surface.registry.invoke = (request, invokeOptions) => {
    sent.push(request);
    return invoke(request, invokeOptions);
  };
  return { ...surface, ...metaOf(surface.registry, options), handle, definition, sent, runs: () => runs };
}

const typesOf = ({ components }: Discovery) => components.map(({ type }) => type);
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** A surface with components of these types, behind the three tools. */
function typed(types: string[], options: Partial<AgentToolsetOptions> = {}, own: RegistryOptions = {}) {
  const { registry } = createSurface(own);
  types.forEach((type, index) => registry.register(cart({ type, priority: -index })));
  return metaOf(registry, options);
}

describe("meta-toolset (contract 13, meta tools, and 17, budget and confirmOptional)", () => {
  describe("the three tools", () => {
    it("are surface_discover, surface_read and surface_act, whatever is mounted", async () => {
      const { registry, toolset } = metaOver();
      const names = () => toolset.tools().map(({ name }) => name);
      expect(names()).to.deep.equal(["surface_discover", "surface_read", "surface_act"]);
      registry.register(cart({ type: "other" }));
      await turn();
      expect(names()).to.deep.equal(["surface_discover", "surface_read", "surface_act"]);
    });

    it("are the same objects at every call, and tell their subscribers nothing", async () => {
      const { registry, toolset } = metaOver();
      const before = toolset.tools();
      let told = 0;
      toolset.subscribe(() => void (told += 1));
      registry.register(cart({ type: "other" })).update({ enabled: false });
      await turn();
      for (const [index, tool] of toolset.tools().entries()) expect(tool).to.equal(before[index]);
      expect(told).to.equal(0);
    });

    it("have closed inputs with the properties of their contract", () => {
      const inputs = metaOver()
        .toolset.tools()
        .map(({ inputSchema }) => inputSchema);
      expect(inputs.map(({ properties }) => Object.keys(properties as object))).to.deep.equal([
        ["scope"],
        ["capabilityId", "instanceId", "input"],
        ["capabilityId", "instanceId", "input", "invocationId", "confirmationId", "surfaceVersion"],
      ]);
      expect(inputs.map(({ additionalProperties }) => additionalProperties)).to.deep.equal([
        false,
        false,
        false,
      ]);
      expect(inputs.map(({ required = [] }) => required)).to.deep.equal([
        [],
        ["capabilityId"],
        ["capabilityId", "input"],
      ]);
    });

    it("are annotated: discovering and reading change nothing, acting may be dangerous", () => {
      const told = metaOver()
        .toolset.tools()
        .map(({ annotations: { readOnly, destructive, confirms } }) => [readOnly, destructive, confirms]);
      expect(told).to.deep.equal([
        [true, false, false],
        [true, false, false],
        [false, true, true],
      ]);
    });

    it("need a topology or confirmations, as any toolset", () => {
      const { registry } = createSurface();
      const made = () => createAgentToolset(registry, { consumer: me, mode: "meta" });
      expect(thrownBy(made)).to.be.instanceOf(TypeError);
    });

    it("are one of two modes: an unknown mode throws", () => {
      const made = () => metaOf(createSurface().registry, { mode: "both" as never });
      expect(thrownBy(made)).to.be.instanceOf(TypeError);
    });

    it("are found by direct mode nowhere: the default is one tool for each capability", () => {
      const toolset = createAgentToolset(metaOver().registry, { consumer: me, topology: "remote" });
      expect(toolset.tools().map(({ capabilityId }) => capabilityId)).to.deep.equal([readId, applyId]);
    });
  });

  describe("surface_discover", () => {
    it("gives the snapshot of its consumer", async () => {
      const { registry, discover } = metaOver();
      const { surfaceId, surfaceVersion, components, procedures } = registry.snapshot({ consumer: me });
      expect(await discover()).to.deep.include({ surfaceId, surfaceVersion, components, procedures });
    });

    it("gives procedures too, at the top level", async () => {
      const { registry } = createDomain();
      registry.register(order());
      const { components, procedures } = await metaOf(registry).discover();
      expect(components).to.deep.equal([]);
      expect(procedures.map(({ procedureId }) => procedureId)).to.deep.equal(["domain:orders.cancel"]);
    });

    it("gives nothing that policies hide from its consumer", async () => {
      const policy: AgentPolicy = {
        name: "theirs",
        onDiscovery: ({ consumer: { id } }) => ({ decision: id === "me" ? "hide" : "expose" }),
      };
      expect((await metaOver({ policies: [policy] }).discover()).components).to.deep.equal([]);
    });

    it("gives what is unavailable by default, and leaves it out on request", async () => {
      const own = { actions: { apply: act({ when: () => false }) } };
      const named = async (options: Partial<AgentToolsetOptions>) =>
        (await metaOver(own, options).discover()).components[0]!.actions.map(({ name }) => name);
      expect(await named({})).to.deep.equal(["apply"]);
      expect(await named({ includeUnavailable: false })).to.deep.equal([]);
    });

    it("is a result like any other: with its call's id and the version, and frozen", async () => {
      const { discoverTool } = metaOver();
      const result = await discoverTool.execute({}, { toolCallId: "t1" });
      expect(result).to.include({
        status: "ok",
        invocationId: "t1",
        capabilityId: "surface_discover",
        surfaceVersion: "1",
      });
      expect(unfrozen(outputOf(result))).to.deep.equal([]);
    });

    it("starts no invocation of the registry", async () => {
      const { discover, events } = metaOver();
      await discover();
      expect(eventsOf(events, "invocation-started")).to.deep.equal([]);
    });

    it("refuses unknown properties and wrong ones as INVALID_INPUT", async () => {
      const { discoverTool } = metaOver();
      for (const input of [{ scopes: ["a"] }, { scope: "a" }, { scope: [1] }, "a", []]) {
        expect(errorOf(await discoverTool.execute(input))).to.include({
          code: "INVALID_INPUT",
          retry: "with-changes",
        });
      }
    });
  });

  describe("the scope of a discovery", () => {
    const types = ["shop", "shop.cart", "shop.cart.row", "shop2", "user"];

    it("narrows by whole segments", async () => {
      expect(typesOf(await typed(types).discover({ scope: ["shop.cart", "user"] }))).to.deep.equal([
        "shop.cart",
        "shop.cart.row",
        "user",
      ]);
    });

    it("of a model only narrows the configured one, never widens it", async () => {
      const { discover } = typed(types, { scope: ["shop.cart"] });
      expect(typesOf(await discover())).to.deep.equal(["shop.cart", "shop.cart.row"]);
      expect(typesOf(await discover({ scope: ["shop.cart.row"] }))).to.deep.equal(["shop.cart.row"]);
      expect(typesOf(await discover({ scope: ["shop"] }))).to.deep.equal(["shop.cart", "shop.cart.row"]);
    });

    it("that is refused is stated in the payload", async () => {
      const { discover } = typed(types, { scope: ["shop.cart"] });
      const given = await discover({ scope: ["user", "shop.cart.row", "shop.ca"] });
      expect(given.refusedScope).to.deep.equal(["user", "shop.ca"]);
      expect(typesOf(given)).to.deep.equal(["shop.cart.row"]);
    });

    it("that is refused whole gives nothing, not everything", async () => {
      const given = await typed(types, { scope: ["shop"] }).discover({ scope: ["user"] });
      expect(given).to.deep.include({ components: [], refusedScope: ["user"] });
    });

    it("that is empty is the configured one", async () => {
      expect(typesOf(await typed(types, { scope: ["user"] }).discover({ scope: [] }))).to.deep.equal([
        "user",
      ]);
      expect(typesOf(await typed(types).discover({ scope: [] }))).to.have.length(5);
    });
  });

  describe("the budget of a discovery", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `shop.n${index}`);

    it("in components drops the lowest priority first, and states the truncation", async () => {
      const given = await typed(many(5), { budget: { maxComponents: 2 } }).discover();
      expect(typesOf(given)).to.deep.equal(["shop.n0", "shop.n1"]);
      expect(given.truncated).to.deep.equal({
        droppedComponents: 3,
        droppedProcedures: 0,
        types: ["shop.n2", "shop.n3", "shop.n4"],
      });
    });

    it("in bytes counts the whole payload, in UTF-8", async () => {
      const { registry } = createSurface();
      for (const type of many(40)) registry.register(cart({ type, description: "ü".repeat(200) }));
      const given = await metaOf(registry, { budget: { maxBytes: 9_000 } }).discover();
      expect(bytesOf(given)).to.be.at.most(9_000).and.to.be.above(6_000);
      expect(given.components.length + given.truncated!.droppedComponents).to.equal(40);
    });

    it("is maxOutputBytes by default", async () => {
      expect(bytesOf(await typed(many(300)).discover()))
        .to.be.at.most(32_768)
        .and.to.be.above(30_000);
      const limits = { maxOutputBytes: 5_000 };
      expect(bytesOf(await typed(many(300), {}, { limits }).discover())).to.be.at.most(5_000);
    });

    it("leaves no mark where all fits", async () => {
      expect(await typed(many(3)).discover()).not.to.have.property("truncated");
    });

    it("leaves what it dropped to a narrower scope", async () => {
      const { discover } = typed(many(5), { budget: { maxComponents: 2 } });
      const { truncated } = await discover();
      expect(typesOf(await discover({ scope: truncated!.types }))).to.deep.equal(["shop.n2", "shop.n3"]);
    });

    it("counts procedures, and says how many it dropped", async () => {
      const { registry } = createDomain();
      for (let index = 0; index < 30; index++) {
        registry.register(order([binding()], { instanceId: `i${index}` }));
      }
      const { procedures, truncated } = await metaOf(registry, { budget: { maxBytes: 5_000 } }).discover();
      expect(procedures.length).to.be.within(1, 29);
      expect(procedures.length + truncated!.droppedProcedures).to.equal(30);
    });

    it("of what is no number from 0 throws where the toolset is made", () => {
      for (const budget of [{ maxBytes: NaN }, { maxComponents: -1 }]) {
        const made = () => metaOf(createSurface().registry, { budget });
        expect(thrownBy(made)).to.be.instanceOf(TypeError);
      }
    });
  });

  describe("surface_read", () => {
    it("gives the result of an observation", async () => {
      const result = await metaOver().read({ capabilityId: readId }, { toolCallId: "t1" });
      expect(result).to.include({ status: "ok", invocationId: "t1", capabilityId: readId, output: "state" });
    });

    it("gives an observation its declared input", async () => {
      const input = fromJsonSchema({ type: "object", properties: { page: { type: "integer" } } });
      const paged = look({ input, read: (context) => context.input ?? null });
      const { read } = metaOver({ observations: { read: paged } });
      expect(outputOf(await read({ capabilityId: readId, input: { page: 2 } }))).to.deep.equal({ page: 2 });
    });

    it("runs no action: INVALID_INPUT names the tool that does", async () => {
      const { read, runs } = metaOver();
      const error = errorOf(await read({ capabilityId: applyId }));
      expect(error).to.include({ code: "INVALID_INPUT", retry: "with-changes" });
      expect(error.message).to.contain("surface_act");
      expect(runs()).to.equal(0);
    });
  });

  describe("surface_act", () => {
    it("runs an action, and gives its result as it is", async () => {
      const { act: run, runs } = metaOver();
      expect(outputOf(await run(applying))).to.equal(1);
      expect(runs()).to.equal(1);
    });

    it("runs a procedure", async () => {
      const { registry, asked } = createDomain();
      registry.register(order());
      const call = { capabilityId: "domain:orders.cancel", input: { reason: "late" } };
      expect(outputOf(await metaOf(registry).act(call))).to.equal("done");
      expect(asked).to.have.length(1);
    });

    it("runs no observation: INVALID_INPUT names surface_read", async () => {
      const error = errorOf(await metaOver().act({ capabilityId: readId, input: {} }));
      expect(error.code).to.equal("INVALID_INPUT");
      expect(error.message).to.contain("surface_read");
    });

    it("runs once for an invocationId of the model, whatever ids its tool calls have", async () => {
      const { act: run, runs } = metaOver();
      const call = { ...applying, invocationId: "i1" };
      const first = await run(call, { toolCallId: "t1" });
      expect(first).to.include({ invocationId: "i1" });
      expect(await run(call, { toolCallId: "t2" })).to.equal(first);
      expect(runs()).to.equal(1);
    });

    it("takes the tool call's id where the model gives none", async () => {
      expect((await metaOver().act(applying, { toolCallId: "t1" })).invocationId).to.equal("t1");
    });

    it("takes evidence with the confirmationId, and runs once", async () => {
      const { registry, act: run } = metaOver({ actions: { apply: act({ confirmation: "required" }) } });
      const call = { ...applying, invocationId: "i1" };
      const confirmationId = questionId(await run(call));
      registry.confirmations.resolve(confirmationId, { approved: true });
      expect(outcome(await run({ ...call, confirmationId }))).to.equal("ok");
      expect(reasonOf(await run({ ...call, invocationId: "i2", confirmationId }))).to.equal("consumed");
    });

    it("carries the surfaceVersion that the model gives, and else that of its last discovery", async () => {
      const { act: run, discover, registry, sent } = metaOver();
      await run(applying);
      await run({ ...applying, surfaceVersion: "7" });
      await discover();
      registry.register(cart({ type: "other" }));
      await run(applying);
      expect(sent.map(({ surfaceVersion }) => surfaceVersion)).to.deep.equal([undefined, "7", "1"]);
    });

    it("asks for an instance where several are live, and takes the one that is named", async () => {
      const { registry, definition, act: run } = metaOver();
      registry.register({ ...definition, instanceId: "b" });
      expect(outcome(await run(applying))).to.equal("AMBIGUOUS_INSTANCE");
      expect(outcome(await run({ ...applying, instanceId: "b" }))).to.equal("ok");
    });

    it("keeps code, retry and details of an error lossless", async () => {
      const own = {
        actions: { apply: act({ precondition: () => ({ message: "Full.", details: { n: 1 } }) }) },
      };
      expect(errorOf(await metaOver(own).act(applying))).to.deep.equal({
        code: "PRECONDITION_FAILED",
        message: "Full.",
        retry: "with-changes",
        details: { n: 1 },
      });
    });

    it("ends with the signal of its caller", async () => {
      const { registry, runs } = openBusyShop();
      const abort = new AbortController();
      const result = metaOf(registry).act(applying, { signal: abort.signal });
      await turn();
      abort.abort();
      expect(errorOf(await result).details).to.deep.equal({ dispatched: true });
      expect(runs).to.have.length(1);
    });
  });

  describe("the input of meta tools", () => {
    it("with unknown or missing properties is INVALID_INPUT, and nothing runs", async () => {
      const { read, act: run, runs } = metaOver();
      const wrong: [typeof read, JsonValue][] = [
        [read, {}],
        [read, { capabilityId: readId, extra: 1 }],
        [read, { capabilityId: readId, confirmationId: "c" }],
        [read, { capabilityId: 5 }],
        [run, { capabilityId: applyId }],
        [run, { input: {} }],
        [run, { ...applying, registrationId: "reg_1" }],
        [run, { ...applying, input: "{}" }],
      ];
      for (const [tool, input] of wrong) {
        expect(outcome(await tool(input)), JSON.stringify(input)).to.equal("INVALID_INPUT");
      }
      expect(runs()).to.equal(0);
    });

    it("is never repeated in what is said about it: a text in its place may hold secrets", async () => {
      const { act: run } = metaOver();
      for (const input of ['{"pin":"4711"}', { capabilityId: applyId, input: '{"pin":"4711"}' }]) {
        expect(JSON.stringify(await run(input))).not.to.contain("4711");
      }
    });

    it("never makes a meta tool throw, nor does a disposed surface", async () => {
      const { registry, read, discoverTool } = metaOver();
      const cyclic: Record<string, unknown> = {};
      cyclic["self"] = cyclic;
      for (const input of [undefined, null, cyclic] as never[]) {
        expect(outcome(await read(input, null as never))).to.equal("INVALID_INPUT");
      }
      registry.dispose();
      expect(errorOf(await read({ capabilityId: readId }))).to.include({ code: "CANCELLED", retry: "no" });
      expect((await discoverTool.execute({})).status).to.equal("ok");
    });
  });

  describe("what meta tools reach", () => {
    it("is what lies in the scope: all else is CAPABILITY_NOT_FOUND, as what never was", async () => {
      const { registry, read, act: run } = metaOver({}, { scope: ["shop.cart"] });
      registry.register(cart({ type: "user" }));
      const unknown = errorOf(await read({ capabilityId: "view:usor.reed" }));
      expect(errorOf(await read({ capabilityId: "view:user.read" }))).to.deep.equal({
        ...unknown,
        message: unknown.message.replace("usor.reed", "user.read"),
      });
      expect(outcome(await run({ capabilityId: "view:user.apply", input: {} }))).to.equal(
        "CAPABILITY_NOT_FOUND",
      );
    });

    it("is a procedure only where its component lies in the scope", async () => {
      const { registry, asked } = createDomain();
      registry.register(order());
      const call = { capabilityId: "domain:orders.cancel", input: { reason: "late" } };
      expect(outcome(await metaOf(registry, { scope: ["shop"] }).act(call))).to.equal("CAPABILITY_NOT_FOUND");
      expect(asked).to.deep.equal([]);
      expect(outcome(await metaOf(registry, { scope: ["orders"] }).act(call))).to.equal("ok");
    });

    it("tells a hidden action from none by no other tool's name", async () => {
      const policy: AgentPolicy = { name: "hide", onDiscovery: () => ({ decision: "hide" }) };
      const { read, act: run } = metaOver({ policies: [policy] });
      expect(outcome(await read({ capabilityId: applyId }))).to.equal("CAPABILITY_NOT_FOUND");
      expect(outcome(await run({ capabilityId: readId, input: {} }))).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("is called as the toolset's consumer", async () => {
      let by: unknown;
      const own = { actions: { apply: act({ execute: (_input, context) => void (by = context.consumer) }) } };
      await metaOver(own).act(applying);
      expect(by).to.deep.equal(me);
    });
  });

  describe("staleness through meta tools", () => {
    it("holds a call to the registration that was discovered, until it is discovered again", async () => {
      const { act: run, discover, handle, registry, definition, runs } = metaOver();
      await discover();
      handle.unregister();
      registry.register(definition);
      expect(reasonOf(await run(applying))).to.equal("registration-replaced");
      expect(reasonOf(await run(applying))).to.equal("registration-replaced");
      expect(runs()).to.equal(0);
      await discover();
      expect(outcome(await run(applying))).to.equal("ok");
    });

    it("is no matter for a call that never discovered: it acts on what lives now", async () => {
      const { act: run, handle, registry, definition } = metaOver();
      handle.unregister();
      registry.register(definition);
      expect(outcome(await run(applying))).to.equal("ok");
    });

    it("is COMPONENT_UNMOUNTED where what was discovered has gone", async () => {
      const { act: run, discover, handle } = metaOver();
      await discover();
      handle.unregister();
      expect(outcome(await run(applying))).to.equal("COMPONENT_UNMOUNTED");
    });

    it("does not make a repeated call run twice after its component was mounted anew", async () => {
      const { act: run, discover, handle, registry, definition, runs } = metaOver();
      await discover();
      const once = { ...applying, invocationId: "i1" };
      const first = await run(once);
      handle.unregister();
      registry.register(definition);
      await discover();
      expect(await run(once)).to.equal(first);
      expect(runs()).to.equal(1);
    });
  });

  describe("confirmation through meta tools", () => {
    const asking = (options: Partial<AgentToolsetOptions>) => {
      const meta = metaOver(
        { actions: { apply: act({ confirmation: "required", execute: () => "done" }) } },
        options,
      );
      const { confirmations } = meta.registry;
      confirmations.subscribe(() => undefined);
      const approve = () => {
        confirmations.resolve(confirmations.pending()[0]!.confirmationId, { approved: true });
      };
      return { ...meta, approve };
    };

    it("waits in an embedded loop, then gives the final result", async () => {
      const { act: run, approve } = asking({ topology: "embedded" });
      const result = run(applying);
      await turn();
      approve();
      expect(outputOf(await result)).to.equal("done");
    });

    it("comes back at the bound with the pending id, and loses nothing", async () => {
      const { act: run, approve, time } = asking({ topology: "embedded", waitMs: 1_000 });
      const call = { ...applying, invocationId: "i1" };
      const result = run(call);
      await time.advance(1_000);
      const confirmationId = questionId(await result);
      approve();
      expect(outputOf(await run({ ...call, confirmationId }))).to.equal("done");
    });

    it("is ended by dispose, which leaves the question pending", async () => {
      const { act: run, toolset, registry } = asking({ topology: "embedded" });
      const result = run(applying);
      await turn();
      toolset.dispose();
      expect(outcome(await result)).to.equal("CONFIRMATION_REQUIRED");
      expect(registry.confirmations.pending()).to.have.length(1);
    });
  });

  describe("confirmOptional", () => {
    const optional = { actions: { apply: act({ confirmation: "optional" }) } };
    const code = async (own: Partial<AgentComponentDefinition>, options: Partial<AgentToolsetOptions>) =>
      outcome(await metaOver(own, options).act(applying));
    const toolFor = (options: Partial<AgentToolsetOptions>) => {
      const { registry } = createSurface();
      registry.register(cart({ observations: {}, ...optional }));
      const toolset = createAgentToolset(registry, { consumer: me, topology: "remote", ...options });
      return toolset.tools()[0]!;
    };

    it("is false by default: what is optional runs by itself", async () => {
      expect(await code(optional, {})).to.equal("ok");
      expect(outcome(await toolFor({}).execute({}))).to.equal("ok");
    });

    it("raises what is optional to required, in both modes", async () => {
      expect(await code(optional, { confirmOptional: true })).to.equal("CONFIRMATION_REQUIRED");
      expect(outcome(await toolFor({ confirmOptional: true }).execute({}))).to.equal("CONFIRMATION_REQUIRED");
    });

    it("raises nothing else", async () => {
      expect(await code({}, { confirmOptional: true })).to.equal("ok");
    });

    it("raises a server-mutation, whose confirmation is optional by default", async () => {
      const { registry, asked } = createDomain();
      registry.register(order());
      const call = { capabilityId: "domain:orders.cancel", input: { reason: "late" } };
      expect(outcome(await metaOf(registry, { confirmOptional: true }).act(call))).to.equal(
        "CONFIRMATION_REQUIRED",
      );
      expect(asked).to.deep.equal([]);
    });

    it("is told by the tool: its description and its annotations say that it confirms", () => {
      const { description, annotations } = toolFor({ confirmOptional: true });
      expect([description, annotations.confirms]).to.deep.equal([
        "[view · local-state · requires confirmation] Does a thing.",
        true,
      ]);
      expect(toolFor({}).annotations.confirms).to.equal(false);
    });

    it("is one consumer's: the calls of others are not asked about", async () => {
      const { registry } = metaOver(optional, { confirmOptional: true });
      const result = await registry.invoke({ capabilityId: applyId }, { consumer: consumer("other") });
      expect(outcome(result)).to.equal("ok");
    });

    it("cannot be set by a model: no meta tool has an argument for it", async () => {
      expect(outcome(await metaOver(optional).act({ ...applying, confirmOptional: false }))).to.equal(
        "INVALID_INPUT",
      );
    });
  });
});
