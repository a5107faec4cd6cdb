import { expect } from "@open-wc/testing";
import { AgentSurfaceDefinitionError, createAgentToolset } from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  errorOf,
  eventsOf,
  look,
  outcome,
  outputOf,
  questionId,
  thrownBy,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const id = (name: string) => ({ capabilityId: `view:shop.cart.${name}` });
const two = () => ({ apply: act(), clear: act() });

describe("redefine", () => {
  it("takes one version, one surface-changed, unregistered and registered, and a new live id", async () => {
    const { registry, events } = createSurface();
    const handle = registry.register(cart());
    await turn();
    const { registrationId: former } = handle;
    const version = Number(registry.getVersion());
    events.length = 0;
    handle.redefine(cart({ actions: two() }));
    expect(handle.registrationId).not.to.equal(former);
    expect(handle.status).to.equal("active");
    expect(Number(registry.getVersion())).to.equal(version + 1);
    await turn();
    const common = { componentType: "shop.cart", instanceId: "default" };
    expect(events).to.deep.equal([
      { type: "component-unregistered", registrationId: former, ...common },
      { type: "component-registered", registrationId: handle.registrationId, ...common },
      { type: "surface-changed", surfaceVersion: String(version + 1) },
    ]);
    const [component] = registry.snapshot().components;
    expect(component!.registrationId).to.equal(handle.registrationId);
    expect(component!.actions.map(({ name }) => name)).to.deep.equal(["apply", "clear"]);
  });

  it("with equal content changes nothing but the handlers", async () => {
    const { registry, events } = createSurface();
    const handle = registry.register(cart());
    const { registrationId } = handle;
    const [before] = registry.snapshot().components;
    await turn();
    events.length = 0;
    handle.redefine(cart({ actions: { apply: act({ execute: () => "new" }) } }));
    await turn();
    expect(handle.registrationId).to.equal(registrationId);
    expect(registry.getVersion()).to.equal("1");
    expect(events).to.deep.equal([]);
    expect(registry.snapshot().components[0]).to.equal(before);
    expect(outputOf(await registry.invoke(id("apply")))).to.equal("new");
  });

  it("with an invalid definition throws and leaves the old one in place", async () => {
    const { registry } = createSurface();
    const handle = registry.register(cart({ actions: { apply: act({ execute: () => "old" }) } }));
    const { registrationId } = handle;
    const error = thrownBy(() => {
      handle.redefine(cart({ description: "", actions: { apply: act({ execute: () => "new" }) } }));
    });
    expect(error).to.be.instanceOf(AgentSurfaceDefinitionError);
    expect(handle.registrationId).to.equal(registrationId);
    expect(registry.getVersion()).to.equal("1");
    expect(outputOf(await registry.invoke(id("apply")))).to.equal("old");
  });

  it("keeps type and instance: another one throws and changes nothing", async () => {
    const { registry } = createSurface();
    const handle = registry.register(cart());
    thrownBy(() => {
      handle.redefine(cart({ type: "shop.other" }));
    });
    thrownBy(() => {
      handle.redefine(cart({ instanceId: "other" }));
    });
    expect(registry.snapshot().components.map(({ type }) => type)).to.deep.equal(["shop.cart"]);
    expect(outcome(await registry.invoke(id("apply")))).to.equal("ok");
  });

  it("sorts anew where the priority changed", () => {
    const { registry } = createSurface();
    const handle = registry.register(cart({ type: "b" }));
    registry.register(cart({ type: "a" }));
    handle.redefine(cart({ type: "b", priority: 1 }));
    expect(registry.snapshot().components.map(({ type }) => type)).to.deep.equal(["b", "a"]);
    handle.redefine(cart({ type: "b", priority: -1 }));
    expect(registry.snapshot().components.map(({ type }) => type)).to.deep.equal(["a", "b"]);
    handle.unregister();
    expect(registry.snapshot().components.map(({ type }) => type)).to.deep.equal(["a"]);
  });
});

describe("a capability that redefine left as it was", () => {
  it("keeps its running calls", async () => {
    const { registry } = createSurface();
    const running = deferred<string>();
    const handle = registry.register(cart({ actions: { apply: act({ execute: () => running.promise }) } }));
    const call = registry.invoke(id("apply"));
    await turn();
    handle.redefine(cart({ actions: two() }));
    running.resolve("done");
    const result = await call;
    expect(outputOf(result)).to.equal("done");
    expect(result.surfaceChanged).to.equal(true);
  });

  it("ends a call with it that came under an id of long ago", async () => {
    const { registry } = createSurface();
    const never = () => deferred<void>().promise;
    const definition = (n: number) =>
      cart({ description: `The cart, ${n}.`, actions: { apply: act({ execute: never }) } });
    const handle = registry.register(definition(0));
    const { registrationId } = handle;
    for (let n = 1; n <= 1_100; n++) handle.redefine(definition(n));
    const call = registry.invoke({ ...id("apply"), registrationId });
    await turn();
    handle.unregister();
    expect(outcome(await call)).to.equal("COMPONENT_UNMOUNTED");
  });

  it("keeps its queue: what waits runs, with the handlers of now, and still waits for what ran before", async () => {
    const { registry } = createSurface();
    const running = deferred<void>();
    const handle = registry.register(cart({ actions: { apply: act({ execute: () => running.promise }) } }));
    void registry.invoke(id("apply"));
    const waiting = registry.invoke(id("apply"));
    await turn();
    const log: string[] = [];
    handle.redefine(cart({ actions: { apply: act({ execute: () => void log.push("new") }), clear: act() } }));
    void registry.invoke(id("clear")).then(() => log.push("clear"));
    await turn();
    expect(log).to.deep.equal([]);
    running.resolve();
    expect(outcome(await waiting)).to.equal("ok");
    await turn();
    expect(log).to.deep.equal(["new", "clear"]);
  });

  it("keeps its pushed override", () => {
    const { registry } = createSurface();
    const handle = registry.register(cart());
    handle.update({ availability: { apply: { available: false, reason: "busy" } } });
    handle.redefine(cart({ actions: two() }));
    expect(registry.snapshot().components[0]!.actions[0]).to.include({
      available: false,
      unavailableReason: "busy",
    });
  });

  it("keeps its pending question and, once approved, the approval", async () => {
    const { registry } = createSurface();
    const actions = () => ({ ask: act({ confirmation: "required" }) });
    const handle = registry.register(cart({ actions: actions() }));
    const call = { ...id("ask"), invocationId: "one", registrationId: handle.registrationId };
    const confirmationId = questionId(await registry.invoke(call));
    handle.redefine(cart({ actions: { ...actions(), clear: act() } }));
    expect(registry.confirmations.pending().map((one) => one.confirmationId)).to.deep.equal([confirmationId]);
    registry.confirmations.resolve(confirmationId, { approved: true });
    handle.redefine(cart({ actions: actions() }));
    expect(outcome(await registry.invoke({ ...call, confirmationId }))).to.equal("ok");
  });

  it("is reached under every registration id that it had", async () => {
    const { registry } = createSurface();
    const handle = registry.register(cart());
    const ids = [handle.registrationId];
    for (const description of ["Cart 2.", "Cart 3.", "Cart 4."]) {
      handle.redefine(cart({ description }));
      ids.push(handle.registrationId);
    }
    expect(new Set(ids).size).to.equal(4);
    for (const registrationId of ids) {
      expect(outcome(await registry.invoke({ ...id("apply"), registrationId }))).to.equal("ok");
    }
    handle.unregister();
    for (const registrationId of ids) {
      const result = await registry.invoke({ ...id("apply"), registrationId });
      expect(outcome(result)).to.equal("COMPONENT_UNMOUNTED");
    }
  });

  it("keeps its tool, which goes on working whatever number of redefinitions", async () => {
    const { registry } = createSurface();
    const handle = registry.register(cart());
    const toolset = createAgentToolset(registry, { consumer: consumer("me"), topology: "remote" });
    const tool = toolset.tools().find(({ name }) => name === "view_shop__cart__apply")!;
    for (let index = 0; index < 1_100; index++) {
      handle.redefine(cart({ actions: { ...cart().actions, [`more${index % 2}`]: act() } }));
    }
    await turn();
    expect(toolset.tools()).to.include(tool);
    expect(outcome(await tool.execute({}))).to.equal("ok");
  });
});

describe("a capability that redefine took away", () => {
  it("ends its running calls as COMPONENT_UNMOUNTED, navigation excepted", async () => {
    const { registry } = createSurface();
    const running = deferred<void>();
    const execute = () => running.promise;
    const concurrency = { mode: "capability" } as const;
    const handle = registry.register(
      cart({ actions: { apply: act({ execute }), go: act({ execute, effect: "navigation", concurrency }) } }),
    );
    const calls = [registry.invoke(id("apply")), registry.invoke(id("go"))];
    await turn();
    handle.redefine(cart({ actions: { clear: act() } }));
    expect(errorOf(await calls[0]!)).to.deep.include({
      code: "COMPONENT_UNMOUNTED",
      details: { phase: "mid-flight" },
    });
    running.resolve();
    expect(outcome(await calls[1]!)).to.equal("ok");
  });

  it("is COMPONENT_UNMOUNTED under the old id and without one", async () => {
    const { registry } = createSurface();
    const handle = registry.register(cart({ actions: two() }));
    const { registrationId } = handle;
    handle.redefine(cart({ actions: { clear: act() } }));
    for (const call of [id("apply"), { ...id("apply"), registrationId }]) {
      expect(outcome(await registry.invoke(call))).to.equal("COMPONENT_UNMOUNTED");
    }
    expect(outcome(await registry.invoke({ ...id("clear"), registrationId }))).to.equal("ok");
  });

  it("takes its pending question from the screen", async () => {
    const { registry, events } = createSurface();
    const handle = registry.register(
      cart({ actions: { ask: act({ confirmation: "required" }), clear: act() } }),
    );
    const confirmationId = questionId(await registry.invoke(id("ask")));
    handle.redefine(cart({ actions: { clear: act() } }));
    expect(registry.confirmations.pending()).to.deep.equal([]);
    expect(eventsOf(events, "confirmation-resolved")).to.deep.equal([
      { type: "confirmation-resolved", confirmationId, outcome: "expired" },
    ]);
  });
});

describe("a capability that redefine changed", () => {
  for (const [title, change] of [
    ["the description", { description: "Does it otherwise." }],
    ["the effect", { effect: "navigation" }],
    ["the confirmation level", { confirmation: "optional" }],
    ["a policy", { policies: [{ name: "new" }] }],
    ["the meta", { meta: { a: 1 } }],
    ["the sensitive paths", { sensitive: ["card"] }],
  ] as const) {
    it(`by ${title} is STALE_CAPABILITY under the old id, with the live one`, async () => {
      const { registry } = createSurface();
      const handle = registry.register(cart());
      const { registrationId } = handle;
      handle.redefine(cart({ actions: { apply: act(change as object) } }));
      expect(errorOf(await registry.invoke({ ...id("apply"), registrationId })).details).to.deep.equal({
        reason: "registration-replaced",
        liveRegistrationId: handle.registrationId,
      });
      const fresh = { ...id("apply"), registrationId: handle.registrationId };
      expect(outcome(await registry.invoke(fresh))).to.equal("ok");
    });
  }

  it("does not run on an approval of what it was", async () => {
    const { registry } = createSurface();
    const ask = (description: string) => ({ ask: act({ confirmation: "required", description }) });
    const handle = registry.register(cart({ actions: ask("Deletes one.") }));
    const confirmationId = questionId(await registry.invoke(id("ask")));
    registry.confirmations.resolve(confirmationId, { approved: true });
    handle.redefine(cart({ actions: ask("Deletes all.") }));
    const error = errorOf(await registry.invoke({ ...id("ask"), confirmationId }));
    expect(error.code).to.equal("CONFIRMATION_INVALID");
    expect(error.details!["reason"]).to.equal("mismatch");
  });

  describe("while its handler runs", () => {
    /** A call that runs, and one that waits for it, of what is then described otherwise. */
    async function described(heir: object) {
      const { registry } = createSurface();
      const running = deferred<string>();
      const signals: AbortSignal[] = [];
      const execute = (_input: unknown, { signal }: { signal: AbortSignal }) => {
        signals.push(signal);
        return running.promise;
      };
      const handle = registry.register(cart({ actions: { apply: act({ execute }) } }));
      const call = registry.invoke(id("apply"));
      const waiting = registry.invoke(id("apply"));
      await turn();
      handle.redefine(cart(heir));
      return { registry, handle, running, signals, call, waiting };
    }
    const other = { actions: { apply: act({ description: "Does it otherwise." }) } };

    it("lets it run to its end, and ends what waits", async () => {
      const { running, signals, call, waiting } = await described(other);
      expect(outcome(await waiting)).to.equal("COMPONENT_UNMOUNTED");
      expect(signals.map(({ aborted }) => aborted)).to.deep.equal([false]);
      running.resolve("done");
      expect(outputOf(await call)).to.equal("done");
    });

    it("runs nothing else beside it", async () => {
      const { registry, running } = await described(other);
      const log: string[] = [];
      void registry.invoke(id("apply")).then(() => log.push("next"));
      await turn();
      expect(log).to.deep.equal([]);
      running.resolve("done");
      await turn();
      expect(log).to.deep.equal(["next"]);
    });

    it("ends it when it leaves afterwards", async () => {
      const { handle, signals, call } = await described(other);
      handle.unregister();
      expect(outcome(await call)).to.equal("COMPONENT_UNMOUNTED");
      expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true]);
    });

    it("ends it when an observation takes its name", async () => {
      const { call } = await described({ actions: {}, observations: { apply: look() } });
      expect(outcome(await call)).to.equal("COMPONENT_UNMOUNTED");
    });
  });
});
