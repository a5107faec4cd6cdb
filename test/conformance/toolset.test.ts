import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  fromJsonSchema,
  type AgentInvocation,
  type AgentTool,
  type AgentToolChanges,
  type AgentToolset,
  type AgentToolsetOptions,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  errorOf,
  look,
  outcome,
  outputOf,
  printedDuring,
  questionId,
} from "../helpers/surface.js";
import { isSettled, openBusyShop, openShop, type Shop } from "./shop.js";

const me = consumer("me");

function toolsetOf(shop: Pick<Shop, "registry">, options: Partial<AgentToolsetOptions> = {}): AgentToolset {
  return createAgentToolset(shop.registry, { consumer: me, topology: "remote", ...options });
}

const toolFor = (toolset: AgentToolset, capability = "apply"): AgentTool =>
  toolset.tools().find(({ capabilityId }) => capabilityId.endsWith(`.${capability}`))!;

/** The name of the only tool of a component with one action. */
function nameOf(type: string, instanceId = "default", action = "apply"): string {
  const surface = createSurface();
  surface.registry.register(cart({ type, instanceId, observations: {}, actions: { [action]: act() } }));
  return toolsetOf(surface).tools()[0]!.name;
}

/** A toolset whose changes are kept as the names in them. */
function watched(shop: Shop, options: Partial<AgentToolsetOptions> = {}) {
  const toolset = toolsetOf(shop, options);
  const told: Record<keyof AgentToolChanges, string[]>[] = [];
  const names = (tools: AgentTool[]) => tools.map(({ name }) => name);
  const unsubscribe = toolset.subscribe((_tools, { added, removed, changed }) =>
    told.push({ added: names(added), removed: names(removed), changed: names(changed) }),
  );
  return { toolset, told, unsubscribe };
}

describe("toolset (contract 13 and 17; core API, Toolset)", () => {
  describe("topology", () => {
    const guarded = () => {
      const shop = openShop({ action: { confirmation: "required" } });
      shop.registry.confirmations.subscribe(() => undefined);
      return shop;
    };
    const waits = async (options: Partial<AgentToolsetOptions>) => {
      const shop = guarded();
      const toolset = createAgentToolset(shop.registry, { consumer: me, ...options });
      return !(await isSettled(toolFor(toolset).execute({}), shop));
    };

    it("or confirmations must be given: omitting both throws in every environment", () => {
      for (const environment of ["development", "test", "production"] as const) {
        const { registry } = createSurface({ environment });
        expect(() => createAgentToolset(registry, { consumer: me })).to.throw(TypeError);
      }
    });

    it("embedded defaults to wait", async () => {
      expect(await waits({ topology: "embedded" })).to.equal(true);
    });

    it("remote defaults to two-phase", async () => {
      expect(await waits({ topology: "remote" })).to.equal(false);
    });

    it("gives way to an explicit mode", async () => {
      expect(await waits({ topology: "embedded", confirmations: "two-phase" })).to.equal(false);
      expect(await waits({ topology: "remote", confirmations: "wait" })).to.equal(true);
    });

    it("need not be given beside an explicit mode", async () => {
      expect(await waits({ confirmations: "wait" })).to.equal(true);
    });
  });

  describe("wire names", () => {
    it("have _ for the first colon and __ for each dot", () => {
      expect(nameOf("shop.cart-view.rows")).to.equal("view_shop__cart-view__rows__apply");
    });

    it("are bare for the instance default", () => {
      expect(nameOf("shop.cart", "default")).to.equal("view_shop__cart__apply");
    });

    it("always carry _at_<instanceId> for every other instance, even a single one", () => {
      expect(nameOf("shop.cart", "order-42")).to.equal("view_shop__cart__apply_at_order-42");
    });

    it("of 64 characters are whole", () => {
      const type = "s".repeat(64 - "view_".length - "__apply".length);
      expect(nameOf(type)).to.equal(`view_${type}__apply`);
    });

    it("over 64 characters are their first 56, _ and a hash of 7", () => {
      const type = "s".repeat(65 - "view_".length - "__apply".length);
      expect(nameOf(type)).to.match(/^.{56}_[0-9A-Za-z]{7}$/);
      expect(nameOf(type).slice(0, 56)).to.equal(`view_${type}__apply`.slice(0, 56));
    });

    it("over 64 characters differ where only what is cut off differs", () => {
      const long = "x".repeat(90);
      expect(nameOf("shop", `${long}a`)).not.to.equal(nameOf("shop", `${long}b`));
    });

    it("have only letters, digits, _ and -", () => {
      for (const [type, instanceId] of [
        ["a.b-c.d2", "A_b-9"],
        ["s".repeat(100), "x".repeat(128)],
      ] as const)
        expect(nameOf(type, instanceId)).to.match(/^[A-Za-z0-9_-]{1,64}$/);
    });

    it("are never shared by two targets: a collision is encoded anew with a longer hash", async () => {
      const long = "x".repeat(80);
      const spelled = nameOf("a", long).slice("view_a__apply_at_".length);
      expect(nameOf("a", spelled), "they would collide").to.equal(nameOf("a", long));
      const surface = createSurface();
      for (const instanceId of [long, spelled]) {
        const execute = () => instanceId;
        surface.registry.register(
          cart({ type: "a", instanceId, observations: {}, actions: { apply: act({ execute }) } }),
        );
      }
      const tools = toolsetOf(surface).tools();
      expect(new Set(tools.map(({ name }) => name)).size).to.equal(2);
      for (const tool of tools) expect(outputOf(await tool.execute({}))).to.equal(tool.instanceId);
    });

    it("never change while their target lives, whoever comes and goes", () => {
      const long = "x".repeat(80);
      const spelled = nameOf("a", long).slice("view_a__apply_at_".length);
      const surface = createSurface();
      const register = (instanceId: string) =>
        surface.registry.register(cart({ type: "a", instanceId, observations: {} }));
      const toolset = toolsetOf(surface);
      const first = register(long);
      register(spelled);
      const name = () => toolset.tools().find(({ instanceId }) => instanceId === spelled)!.name;
      const before = name();
      first.unregister();
      expect(name()).to.equal(before);
      register(long);
      expect(name()).to.equal(before);
    });
  });

  describe("a tool", () => {
    it("has a description that begins with plane and effect", () => {
      const { description } = toolFor(toolsetOf(openShop({ action: { description: "Applies." } })));
      expect(description).to.equal("[view · local-state] Applies.");
    });

    it("says in its description that it requires confirmation", () => {
      const shop = openShop({ action: { description: "Applies.", confirmation: "required" } });
      expect(toolFor(toolsetOf(shop)).description).to.equal(
        "[view · local-state · requires confirmation] Applies.",
      );
    });

    it("never has live availability in its description", () => {
      const shop = openShop();
      const toolset = toolsetOf(shop);
      const before = toolFor(toolset);
      shop.handle.update({ availability: { apply: { available: false, reason: "offline" } } });
      const after = toolFor(toolset);
      expect(after.description).to.equal(before.description);
      expect(after).to.include({ available: false, unavailableReason: "offline" });
    });

    it("of an observation takes a closed empty object", () => {
      const { inputSchema } = toolFor(toolsetOf(openShop()), "read");
      expect(inputSchema).to.deep.include({ type: "object", additionalProperties: false });
      expect(inputSchema["properties"] ?? {}).to.deep.equal({});
    });

    it("of an observation with a declared input takes that", () => {
      const input = fromJsonSchema({ type: "object", properties: { page: { type: "integer" } } });
      const tool = toolFor(toolsetOf(openShop({ observation: { input } })), "read");
      expect(tool.inputSchema).to.deep.equal(input.jsonSchema);
    });

    it("carries capability, instance, registration, title and schemas", () => {
      const output = fromJsonSchema({ type: "number" }) as never;
      const shop = openShop({ component: { instanceId: "a" }, action: { label: "Apply", output } });
      const tool = createAgentToolset(shop.registry, { consumer: me, topology: "remote" }).tools()[1]!;
      expect(tool.capabilityId).to.equal("view:shop.cart.apply");
      expect(tool).to.deep.include({
        instanceId: "a",
        registrationId: shop.handle.registrationId,
        title: "Apply",
        outputSchema: { type: "number" },
        available: true,
      });
    });

    it("is annotated with what it does", () => {
      const shop = openShop({
        observation: { untrusted: true },
        action: { idempotent: true, reversible: false, confirmation: "required" },
      });
      const toolset = toolsetOf(shop);
      expect(toolFor(toolset, "read").annotations).to.deep.equal({
        readOnly: true,
        idempotent: true,
        destructive: false,
        untrusted: true,
        confirms: false,
      });
      expect(toolFor(toolset).annotations).to.deep.equal({
        readOnly: false,
        idempotent: true,
        destructive: true,
        untrusted: false,
        confirms: true,
      });
    });
  });

  describe("execute", () => {
    it("attaches the registrationId and surfaceVersion of the catalog that the tool was built from", async () => {
      const shop = openShop();
      const sent: AgentInvocation[] = [];
      const invoke = shop.registry.invoke.bind(shop.registry);
      shop.registry.invoke = (request, options) => {
        sent.push(request);
        return invoke(request, options);
      };
      const tool = toolFor(toolsetOf(shop));
      shop.registry.register(cart({ type: "other" }));
      await tool.execute({ a: 1 });
      expect(sent[0]).to.deep.include({
        registrationId: shop.handle.registrationId,
        instanceId: "default",
        surfaceVersion: "1",
        input: { a: 1 },
      });
    });

    it("takes the tool-call id as the invocation's id: a transport's retry runs once", async () => {
      const shop = openShop();
      const tool = toolFor(toolsetOf(shop));
      const first = await tool.execute({}, { toolCallId: "t1" });
      expect(await tool.execute({}, { toolCallId: "t1" })).to.deep.equal(first);
      expect(first.invocationId).to.equal("t1");
      expect(shop.ran).to.have.length(1);
    });

    it("gives each call without an id one of its own", async () => {
      const shop = openShop();
      const tool = toolFor(toolsetOf(shop));
      await tool.execute({});
      await tool.execute({});
      expect(shop.ran).to.have.length(2);
    });

    it("calls as the toolset's consumer", async () => {
      const shop = openBusyShop();
      void toolFor(toolsetOf(shop)).execute({});
      expect(shop.runs[0]!.context.consumer).to.deep.equal(me);
    });

    it("keeps code, retry and details lossless in its result", async () => {
      const shop = openShop({ action: { when: () => false, unavailableReason: "empty" } });
      expect(errorOf(await toolFor(toolsetOf(shop)).execute({}))).to.deep.include({
        code: "CAPABILITY_NOT_AVAILABLE",
        retry: "after-refresh",
        details: { reason: "empty" },
      });
    });

    it("hands on expectedVersion, confirmationId and signal", async () => {
      const shop = openBusyShop({ action: { confirmation: "required" } });
      shop.registry.setOperability({ blockedBy: () => [], versionOf: () => 2 });
      const tool = toolFor(toolsetOf(shop));
      expect(outcome(await tool.execute({}, { expectedVersion: 1 }))).to.equal("STALE_CAPABILITY");
      const confirmationId = questionId(await tool.execute({}, { toolCallId: "t1" }));
      shop.registry.confirmations.resolve(confirmationId, { approved: true });
      const controller = new AbortController();
      const result = tool.execute({}, { toolCallId: "t1", confirmationId, signal: controller.signal });
      expect(shop.runs).to.have.length(1);
      controller.abort();
      expect(outcome(await result)).to.equal("CANCELLED");
    });

    it("acts on the registration that was discovered, never on one that came later", async () => {
      const shop = openShop();
      const tool = toolFor(toolsetOf(shop));
      shop.handle.unregister();
      shop.registry.register(shop.definition);
      expect(outcome(await tool.execute({}))).to.equal("STALE_CAPABILITY");
      expect(shop.ran).to.deep.equal([]);
    });

    it("never throws: not for what is no input and no call, and not after dispose", async () => {
      const shop = openShop();
      const toolset = toolsetOf(shop);
      const tool = toolFor(toolset);
      const cycle: Record<string, unknown> = {};
      cycle["self"] = cycle;
      expect(outcome(await tool.execute(cycle as never))).to.equal("INVALID_INPUT");
      expect(outcome(await tool.execute({}, null as never))).to.equal("ok");
      expect(outcome(await tool.execute({}, { toolCallId: 5 } as never))).to.equal("INVALID_INPUT");
      shop.registry.dispose();
      expect(errorOf(await tool.execute({}))).to.include({ code: "CANCELLED", retry: "no" });
    });

    it("goes on for tools that were handed out where their toolset is disposed", async () => {
      const shop = openShop();
      const toolset = toolsetOf(shop);
      const tool = toolFor(toolset);
      toolset.dispose();
      expect(outcome(await tool.execute({}))).to.equal("ok");
    });
  });

  describe("the catalog", () => {
    it("comes in the order of snapshots", () => {
      const surface = createSurface();
      surface.registry.register(cart({ type: "b", observations: {} }));
      surface.registry.register(cart({ type: "a", observations: {} }));
      surface.registry.register(cart({ type: "c", priority: 1, observations: {} }));
      const types = surface.registry.snapshot().components.map(({ type }) => type);
      expect(
        toolsetOf(surface)
          .tools()
          .map(({ name }) => name),
      ).to.deep.equal(types.map((type) => `view_${type}__apply`));
    });

    it("is current at once, before surface-changed is told", () => {
      const shop = openShop();
      const toolset = toolsetOf(shop);
      shop.registry.register(cart({ type: "other" }));
      expect(toolset.tools()).to.have.length(4);
      shop.handle.unregister();
      expect(toolset.tools()).to.have.length(2);
    });

    it("tells a toolset's subscribers what tools() found before they were told", () => {
      const shop = openShop();
      const { toolset, told } = watched(shop);
      shop.handle.unregister();
      toolset.tools();
      expect(told.flatMap(({ removed }) => removed)).to.have.length(2);
    });

    it("is narrowed by scope, by whole segments", () => {
      const surface = createSurface();
      for (const type of ["shop", "shop.cart", "shopping"])
        surface.registry.register(cart({ type, observations: {} }));
      const tools = toolsetOf(surface, { scope: ["shop"] }).tools();
      expect(tools.map(({ name }) => name)).to.deep.equal(["view_shop__apply", "view_shop__cart__apply"]);
    });

    it("has what is unavailable by default, and leaves it out on request", () => {
      const shop = openShop({ action: { when: () => false } });
      expect(toolsetOf(shop).tools()).to.have.length(2);
      expect(toolsetOf(shop, { includeUnavailable: false }).tools()).to.have.length(1);
    });

    it("has nothing that policies hide from its consumer", () => {
      const onDiscovery = ({ consumer: { id } }: { consumer: { id: string } }) =>
        ({ decision: id === "me" ? "hide" : "expose" }) as const;
      const shop = openShop({ policies: [{ name: "not-me", onDiscovery }] });
      expect(toolsetOf(shop).tools()).to.deep.equal([]);
      expect(toolsetOf(shop, { consumer: consumer("you") }).tools()).to.have.length(2);
    });

    it("keeps a tool as the same object while it would act the same, and hands out lists of its own", () => {
      const shop = openShop();
      const toolset = toolsetOf(shop);
      const first = toolset.tools();
      shop.registry.register(cart({ type: "other" }));
      const second = toolset.tools();
      expect(second.find(({ name }) => name === first[0]!.name)).to.equal(first[0]);
      first.length = 0;
      expect(toolset.tools()).to.have.length(4);
    });

    it("is started and stopped as often as wanted", () => {
      const shop = openShop();
      for (let index = 0; index < 3; index++) {
        const toolset = toolsetOf(shop);
        expect(toolset.tools()).to.have.length(2);
        toolset.dispose();
        toolset.dispose();
      }
    });
  });

  describe("subscribe", () => {
    it("tells what came", async () => {
      const shop = openShop();
      const { told } = watched(shop);
      shop.registry.register(cart({ type: "other", observations: {} }));
      await shop.time.advance(0);
      expect(told).to.deep.equal([{ added: ["view_other__apply"], removed: [], changed: [] }]);
    });

    it("tells what went", async () => {
      const shop = openShop();
      const { told } = watched(shop);
      shop.handle.unregister();
      await shop.time.advance(0);
      expect(told).to.deep.equal([
        { added: [], removed: ["view_shop__cart__read", "view_shop__cart__apply"], changed: [] },
      ]);
    });

    it("tells a pushed change of availability, of what changed alone", async () => {
      const shop = openShop();
      const { told } = watched(shop);
      shop.handle.update({ availability: { apply: { available: false } } });
      await shop.time.advance(0);
      expect(told).to.deep.equal([{ added: [], removed: [], changed: ["view_shop__cart__apply"] }]);
    });

    it("counts a remount under the same name as a change, even if its text is equal", async () => {
      const shop = openShop();
      const { told } = watched(shop);
      shop.handle.unregister();
      shop.registry.register(shop.definition);
      await shop.time.advance(0);
      expect(told).to.have.length(1);
      expect(told[0]!.changed).to.deep.equal(["view_shop__cart__read", "view_shop__cart__apply"]);
    });

    it("does not count a sibling's arrival as a change of what is held", async () => {
      const shop = openShop();
      const { told } = watched(shop);
      shop.registry.register({ ...shop.definition, instanceId: "b" });
      await shop.time.advance(0);
      expect(told[0]!.changed).to.deep.equal([]);
    });

    it("looks at everything anew after invalidate(): what policies and when() say now is told", async () => {
      let isOpen = true;
      const shop = openShop({ action: { when: () => isOpen } });
      const { told } = watched(shop);
      isOpen = false;
      await shop.time.advance(0);
      expect(told, "nobody was notified").to.deep.equal([]);
      shop.handle.invalidate();
      await shop.time.advance(0);
      expect(told.flatMap(({ changed }) => changed)).to.deep.equal(["view_shop__cart__apply"]);
    });

    it("tells once for all changes of a microtask", async () => {
      const shop = openShop();
      const { told } = watched(shop);
      for (const type of ["a", "b", "c"]) shop.registry.register(cart({ type, observations: {} }));
      await shop.time.advance(0);
      expect(told).to.have.length(1);
      expect(told[0]!.added).to.have.length(3);
    });

    it("tells nothing where no held tool would act differently", async () => {
      const shop = openShop();
      const { told } = watched(shop, { scope: ["shop"] });
      shop.registry.register(cart({ type: "other" }));
      shop.handle.invalidate();
      await shop.time.advance(0);
      expect(told).to.deep.equal([]);
    });

    it("hands the whole catalog beside the differences", async () => {
      const shop = openShop();
      const lists: AgentTool[][] = [];
      const toolset = toolsetOf(shop);
      toolset.subscribe((tools) => lists.push(tools));
      shop.registry.register(cart({ type: "other" }));
      await shop.time.advance(0);
      expect(lists[0]).to.deep.equal(toolset.tools());
    });

    it("ends with its remover", async () => {
      const shop = openShop();
      const { told, unsubscribe } = watched(shop);
      unsubscribe();
      shop.handle.unregister();
      await shop.time.advance(0);
      expect(told).to.deep.equal([]);
    });

    it("ends with dispose", async () => {
      const shop = openShop();
      const { told, toolset } = watched(shop);
      toolset.dispose();
      shop.handle.unregister();
      await shop.time.advance(0);
      expect(told).to.deep.equal([]);
    });

    it("goes on for the others when one listener throws", async () => {
      const shop = openShop();
      const toolset = toolsetOf(shop);
      toolset.subscribe(() => {
        throw new Error("broken");
      });
      let told = 0;
      toolset.subscribe(() => (told += 1));
      await printedDuring(() => {
        shop.handle.unregister();
        return shop.time.advance(0);
      });
      expect(told).to.equal(1);
    });

    it("tells a redefinition of what changed in it alone", async () => {
      const shop = openShop({ component: { observations: { read: look(), other: look() } } });
      const { told } = watched(shop);
      shop.handle.redefine({
        ...shop.definition,
        observations: { ...shop.definition.observations, other: look({ description: "Reads more." }) },
      });
      await shop.time.advance(0);
      expect(told).to.deep.equal([{ added: [], removed: [], changed: ["view_shop__cart__other"] }]);
    });
  });
});
