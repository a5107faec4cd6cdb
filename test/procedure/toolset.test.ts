import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  type AgentInvocation,
  type AgentPolicy,
  type AgentToolsetOptions,
  type JsonValue,
} from "../../src/index.js";
import { act, consumer, errorOf, outcome, outputOf, questionId } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { binding, createDomain, order, type Binding } from "../helpers/procedures.js";

const input = { reason: "late" };

function setUp(own: Partial<AgentToolsetOptions> = {}) {
  const domain = createDomain(({ input: whole }) => (whole as Record<string, JsonValue>)["orderId"]);
  const toolset = createAgentToolset(domain.registry, {
    consumer: consumer("loop"),
    topology: "remote",
    ...own,
  });
  const tool = () => toolset.tools()[0]!;
  return { ...domain, toolset, tool };
}

const forOrder = (id: string, ref: Partial<Omit<Binding["ref"], "inputSchema">> = {}) =>
  binding({ bind: () => ({ orderId: id }) }, ref);
const dangerous = { effect: "destructive" } as const;

describe("a procedure as a tool", () => {
  it("has its plane, its effect and its reduced schema", async () => {
    const { registry, tool } = setUp();
    registry.register(order([forOrder("o-1", dangerous)]));
    const { inputSchema, ...rest } = tool();
    expect(rest).to.deep.include({
      name: "domain_orders__cancel",
      description: "[domain · destructive · requires confirmation] Cancels an order.",
      capabilityId: "domain:orders.cancel",
      instanceId: "default",
      annotations: {
        readOnly: false,
        idempotent: false,
        destructive: true,
        untrusted: false,
        confirms: true,
      },
      available: true,
    });
    expect(inputSchema).to.equal(registry.snapshot().procedures[0]!.inputSchema);
    expect(outcome(await tool().execute(input))).to.equal("CONFIRMATION_REQUIRED");
  });

  it("is read-only and may be repeated where it is a query", () => {
    const { registry, tool } = setUp();
    registry.register(order([forOrder("o-1", { effect: "server-query" })]));
    expect(tool().description).to.equal("[domain · server-query] Cancels an order.");
    expect(tool().annotations).to.include({ readOnly: true, idempotent: true, destructive: false });
  });

  it("calls the reference that it stands for", async () => {
    const { registry, toolset } = setUp();
    for (const id of ["a", "b"]) registry.register(order([forOrder(id)], { instanceId: id }));
    const tools = toolset.tools();
    expect(tools.map(({ name }) => name)).to.deep.equal([
      "domain_orders__cancel_at_a",
      "domain_orders__cancel_at_b",
    ]);
    for (const tool of tools) expect(outputOf(await tool.execute(input))).to.equal(tool.instanceId);
  });

  it("has a name of its own where components of several types bring the same procedure, for as long as it lives", async () => {
    const { registry, toolset } = setUp();
    const types = Array.from({ length: 12 }, (_, index) => `orders.part-${index}`);
    const handles = types.map((type) => registry.register(order([forOrder(type)], { type })));
    const nameOf = async () => {
      const names = new Map<string, string>();
      for (const tool of toolset.tools()) {
        expect(tool.name).to.match(/^[A-Za-z0-9_-]{1,64}$/);
        names.set(outputOf(await tool.execute(input)) as string, tool.name);
      }
      return names;
    };
    const before = await nameOf();
    expect([...before.keys()].sort()).to.deep.equal([...types].sort());
    expect(new Set(before.values()).size).to.equal(types.length);
    handles[0]!.unregister();
    handles[5]!.unregister();
    const left = await nameOf();
    for (const [type, name] of left) expect(name).to.equal(before.get(type));
    registry.register(order([forOrder(types[5]!)], { type: types[5]! }));
    const after = await nameOf();
    expect(new Set(after.values()).size).to.equal(types.length - 1);
    for (const [type, name] of left) expect(after.get(type)).to.equal(name);
  });

  it("comes, changes and goes as any other", async () => {
    const { registry, toolset } = setUp();
    const told: string[] = [];
    toolset.subscribe((_tools, { added, removed, changed }) => {
      told.push([added.length, removed.length, changed.length].join());
    });
    const handle = registry.register(order());
    await turn();
    handle.update({ availability: { "domain:orders.cancel": { available: false, reason: "offline" } } });
    await turn();
    expect(toolset.tools()[0]).to.include({ available: false, unavailableReason: "offline" });
    handle.unregister();
    await turn();
    expect(told).to.deep.equal(["1,0,0", "0,0,1", "0,1,0"]);
  });

  it("is in scope where its component is, and absent where it is hidden", () => {
    const hide: AgentPolicy = { name: "hide", onDiscovery: () => ({ decision: "hide" }) };
    for (const [scope, policies, expected] of [
      [["orders"], [], 1],
      [["shop"], [], 0],
      [[], [hide], 0],
    ] as const) {
      const { registry, toolset } = setUp({ scope: [...scope] });
      registry.register(order([binding()], { policies: [...policies] }));
      expect(toolset.tools()).to.have.length(expected);
    }
  });
});

describe("the version that a dangerous tool calls with", () => {
  const bump = ({ registry }: ReturnType<typeof setUp>, instanceId: string) =>
    registry.register({ type: "shop.note", instanceId, description: "A note." });

  it("is that of the catalog: what changed elsewhere does not make a held tool stale for ever", async () => {
    const surface = setUp();
    surface.registry.register(order([forOrder("o-1", dangerous)]));
    const held = surface.tool();
    bump(surface, "a");
    const stale = errorOf(await held.execute(input));
    expect(stale.details, "the catalog has not heard of it yet").to.deep.equal({
      reason: "surface-version-mismatch",
    });
    expect(outcome(await held.execute(input))).to.equal("CONFIRMATION_REQUIRED");
    bump(surface, "b");
    expect(surface.tool(), "discovering again").to.equal(held);
    expect(outcome(await held.execute(input))).to.equal("CONFIRMATION_REQUIRED");
  });

  it("is the same where a call is repeated under its id: it runs once", async () => {
    const surface = setUp();
    surface.registry.register(order([forOrder("o-1"), binding({}, { path: "other" })]));
    const seen: (string | undefined)[] = [];
    const invoke = surface.registry.invoke.bind(surface.registry);
    surface.registry.invoke = (request: AgentInvocation, options) => {
      seen.push(request.surfaceVersion);
      return invoke(request, options);
    };
    const held = surface.tool();
    const first = await held.execute(input, { toolCallId: "call-1" });
    bump(surface, "a");
    await turn();
    expect(await held.execute(input, { toolCallId: "call-1" })).to.deep.equal(first);
    expect(surface.asked).to.have.length(1);
    await surface.tool().execute(input, { toolCallId: "call-2" });
    expect(seen).to.deep.equal(["1", "1", "2"]);
  });

  it("is a new one where the call comes back with an approval", async () => {
    const surface = setUp();
    surface.registry.register(order([forOrder("o-1", dangerous)]));
    const confirmationId = questionId(await surface.tool().execute(input, { toolCallId: "call-1" }));
    surface.registry.confirmations.resolve(confirmationId, { approved: true });
    bump(surface, "a");
    await turn();
    const result = await surface.tool().execute(input, { toolCallId: "call-1", confirmationId });
    expect(outcome(result)).to.equal("ok");
  });

  it("does not matter to a call that waited for its approval", async () => {
    const surface = setUp({ topology: "embedded" });
    surface.registry.confirmations.subscribe(() => undefined);
    surface.registry.register(order([forOrder("o-1", dangerous)]));
    const result = surface.tool().execute(input);
    await turn();
    bump(surface, "a");
    const [question] = surface.registry.confirmations.pending();
    surface.registry.confirmations.resolve(question!.confirmationId, { approved: true });
    expect(outputOf(await result)).to.equal("o-1");
    expect(surface.asked[0]!.info.confirmation?.id).to.equal(question!.confirmationId);
  });

  it("does not concern actions of the view", async () => {
    const surface = setUp();
    surface.registry.register({ type: "shop.cart", description: "The cart.", actions: { apply: act() } });
    const held = surface.tool();
    bump(surface, "a");
    expect(outcome(await held.execute({}))).to.equal("ok");
  });
});
