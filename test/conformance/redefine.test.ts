import { expect } from "@open-wc/testing";
import {
  AgentSurfaceDefinitionError,
  createAgentToolset,
  type AgentActionContext,
  type AgentActionDefinition,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  errorOf,
  eventsOf,
  outcome,
  outputOf,
  questionId,
  thrownBy,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

type Action = AgentActionDefinition<never>;

const call = (name: string) => ({ capabilityId: `view:shop.cart.${name}` });
const withActions = (actions: Record<string, unknown>) =>
  cart({ actions: actions as Record<string, Action> });
const asking = (own: Parameters<typeof act>[0] = {}) => act({ confirmation: "required", ...own });

/** `shop.cart` with the given actions, after one task. */
async function mounted(actions: Record<string, unknown> = { apply: act() }) {
  const surface = createSurface();
  const handle = surface.registry.register(withActions(actions));
  await turn();
  surface.events.length = 0;
  return { ...surface, handle, former: handle.registrationId };
}

describe("redefine (contract 16)", () => {
  describe("a redefinition", () => {
    it("keeps the handle alive under a new registration id", async () => {
      const { registry, handle, former } = await mounted();
      handle.redefine(withActions({ apply: act(), more: act() }));
      expect(handle.status).to.equal("active");
      expect(handle.registrationId).not.to.equal(former);
      expect(registry.snapshot().components[0]!.registrationId).to.equal(handle.registrationId);
    });

    it("takes effect in one step: what is new is there, what is gone is not", async () => {
      const { registry, handle } = await mounted({ apply: act(), old: act() });
      handle.redefine(withActions({ apply: act(), more: act() }));
      const names = registry.snapshot().components[0]!.actions.map(({ name }) => name);
      expect(names).to.deep.equal(["apply", "more"]);
    });

    it("takes one version", async () => {
      const { registry, handle } = await mounted({ apply: act(), old: act() });
      handle.redefine(withActions({ apply: act({ description: "Other." }), more: act() }));
      expect(registry.getVersion()).to.equal("2");
    });

    it("is told by unregistered under the old id, registered under the new one, and one surface-changed", async () => {
      const { events, handle, former } = await mounted();
      handle.redefine(withActions({ apply: act(), more: act() }));
      await turn();
      const names = { componentType: "shop.cart", instanceId: "default" };
      expect(events).to.deep.equal([
        { type: "component-unregistered", registrationId: former, ...names },
        { type: "component-registered", registrationId: handle.registrationId, ...names },
        { type: "surface-changed", surfaceVersion: "2" },
      ]);
    });

    it("throws for another type or instance and leaves the old definition in place", async () => {
      const { registry, handle, former } = await mounted();
      for (const own of [{ type: "shop.list" }, { instanceId: "b" }]) {
        thrownBy(() => {
          handle.redefine(cart(own));
        });
      }
      expect(handle.registrationId).to.equal(former);
      expect(registry.getVersion()).to.equal("1");
    });

    it("throws for an invalid definition and leaves the old one in place", async () => {
      const { registry, events, handle, former } = await mounted({ apply: act({ execute: () => "old" }) });
      const error = thrownBy(() => {
        handle.redefine(cart({ actions: { apply: act({ execute: () => "new" }) }, description: "" }));
      });
      await turn();
      expect(error).to.be.instanceOf(AgentSurfaceDefinitionError);
      expect(handle.registrationId).to.equal(former);
      expect(events).to.deep.equal([]);
      expect(outputOf(await registry.invoke(call("apply")))).to.equal("old");
    });

    it("with equal content changes nothing and takes no version", async () => {
      const { registry, events, handle, former } = await mounted();
      handle.redefine(withActions({ apply: act() }));
      await turn();
      expect(handle.registrationId).to.equal(former);
      expect(registry.getVersion()).to.equal("1");
      expect(events).to.deep.equal([]);
    });

    it("with equal content brings its handlers", async () => {
      const { registry, handle } = await mounted({ apply: act({ execute: () => "old" }) });
      handle.redefine(withActions({ apply: act({ execute: () => "new" }) }));
      expect(outputOf(await registry.invoke(call("apply")))).to.equal("new");
    });

    it("sorts the component by its new priority", async () => {
      const { registry, handle } = await mounted();
      registry.register(cart({ type: "a" }));
      handle.redefine(cart({ priority: 1 }));
      expect(registry.snapshot().components.map(({ type }) => type)).to.deep.equal(["shop.cart", "a"]);
    });
  });

  describe("a capability that did not change", () => {
    it("keeps its running calls and their signals", async () => {
      const running = deferred<string>();
      const signals: AbortSignal[] = [];
      const execute = (_input: unknown, { signal }: AgentActionContext) => {
        signals.push(signal);
        return running.promise;
      };
      const { registry, handle } = await mounted({ apply: act({ execute }) });
      const result = registry.invoke(call("apply"));
      await turn();
      handle.redefine(withActions({ apply: act({ execute }), more: act() }));
      expect(signals.map(({ aborted }) => aborted)).to.deep.equal([false]);
      running.resolve("done");
      expect(outputOf(await result)).to.equal("done");
    });

    it("keeps its queue: what waits runs after what ran before", async () => {
      const running = deferred<void>();
      const log: string[] = [];
      const { registry, handle } = await mounted({ apply: act({ execute: () => running.promise }) });
      void registry.invoke(call("apply")).then(() => log.push("first"));
      void registry.invoke(call("apply")).then(() => log.push("second"));
      await turn();
      handle.redefine(withActions({ apply: act(), more: act() }));
      await turn();
      expect(log).to.deep.equal([]);
      running.resolve();
      await turn();
      expect(log).to.deep.equal(["first", "second"]);
    });

    it("keeps its pushed override", async () => {
      const { registry, handle } = await mounted();
      handle.update({ availability: { apply: { available: false, reason: "busy" } } });
      handle.redefine(withActions({ apply: act(), more: act() }));
      const [described] = registry.snapshot().components[0]!.actions;
      expect(described).to.include({ available: false, unavailableReason: "busy" });
    });

    it("keeps its pending question", async () => {
      const { registry, events, handle } = await mounted({ ask: asking() });
      const id = questionId(await registry.invoke(call("ask")));
      handle.redefine(withActions({ ask: asking(), more: act() }));
      expect(registry.confirmations.pending().map(({ confirmationId }) => confirmationId)).to.deep.equal([
        id,
      ]);
      expect(eventsOf(events, "confirmation-resolved")).to.deep.equal([]);
    });

    it("keeps its approval, whatever number of redefinitions lies between", async () => {
      const { registry, handle } = await mounted({ ask: asking() });
      const request = { ...call("ask"), invocationId: "one" };
      const confirmationId = questionId(await registry.invoke(request));
      handle.redefine(withActions({ ask: asking(), more: act() }));
      registry.confirmations.resolve(confirmationId, { approved: true });
      handle.redefine(withActions({ ask: asking() }));
      expect(outcome(await registry.invoke({ ...request, confirmationId }))).to.equal("ok");
    });

    it("keeps its tool", async () => {
      const { registry, handle } = await mounted();
      const toolset = createAgentToolset(registry, { consumer: consumer("me"), topology: "remote" });
      const tool = toolset.tools().find(({ capabilityId }) => capabilityId === "view:shop.cart.apply");
      handle.redefine(withActions({ apply: act(), more: act() }));
      await turn();
      expect(toolset.tools()).to.include(tool);
    });

    it("is reached under each of the old registration ids", async () => {
      const { registry, handle, former } = await mounted();
      const ids = [former];
      for (const description of ["Cart 2.", "Cart 3.", "Cart 4."]) {
        handle.redefine(cart({ description }));
        ids.push(handle.registrationId);
      }
      for (const registrationId of ids) {
        expect(outcome(await registry.invoke({ ...call("apply"), registrationId }))).to.equal("ok");
      }
    });

    it("is COMPONENT_UNMOUNTED under the old ids once the component is gone", async () => {
      const { registry, handle, former } = await mounted();
      handle.redefine(cart({ description: "Cart 2." }));
      const latest = handle.registrationId;
      handle.unregister();
      for (const registrationId of [former, latest]) {
        const result = await registry.invoke({ ...call("apply"), registrationId });
        expect(outcome(result)).to.equal("COMPONENT_UNMOUNTED");
      }
    });

    it("has a bounded number of old ids", async () => {
      const { registry, handle } = await mounted();
      handle.redefine(cart({ description: "Cart." }));
      const registrationId = handle.registrationId;
      for (let index = 0; index < 2_000; index++) handle.redefine(cart({ description: `Cart ${index}.` }));
      const result = await registry.invoke({ ...call("apply"), registrationId });
      expect(outcome(result)).to.equal("STALE_CAPABILITY");
    });
  });

  describe("a capability that is gone", () => {
    it("ends its running calls as COMPONENT_UNMOUNTED, with their signals aborted", async () => {
      let signal!: AbortSignal;
      const execute = (_input: unknown, context: AgentActionContext) => {
        ({ signal } = context);
        return deferred<void>().promise;
      };
      const { registry, handle } = await mounted({ apply: act({ execute }), more: act() });
      const result = registry.invoke(call("apply"));
      await turn();
      handle.redefine(withActions({ more: act() }));
      expect(errorOf(await result)).to.deep.include({
        code: "COMPONENT_UNMOUNTED",
        details: { phase: "mid-flight" },
      });
      expect(signal.aborted).to.equal(true);
    });

    it("lets its running navigation settle by its handler", async () => {
      const running = deferred<string>();
      const go = act({ effect: "navigation", execute: () => running.promise });
      const { registry, handle } = await mounted({ go, more: act() });
      const result = registry.invoke(call("go"));
      await turn();
      handle.redefine(withActions({ more: act() }));
      running.resolve("there");
      expect(outputOf(await result)).to.equal("there");
    });

    it("takes its question from the screen as expired", async () => {
      const { registry, events, handle } = await mounted({ ask: asking(), more: act() });
      const confirmationId = questionId(await registry.invoke(call("ask")));
      handle.redefine(withActions({ more: act() }));
      expect(registry.confirmations.pending()).to.deep.equal([]);
      expect(eventsOf(events, "confirmation-resolved")).to.deep.equal([
        { type: "confirmation-resolved", confirmationId, outcome: "expired" },
      ]);
    });

    it("is COMPONENT_UNMOUNTED for late calls, with the old id and without one", async () => {
      const { registry, handle, former } = await mounted({ apply: act(), more: act() });
      handle.redefine(withActions({ more: act() }));
      for (const token of [{}, { registrationId: former }]) {
        const result = await registry.invoke({ ...call("apply"), ...token });
        expect(errorOf(result)).to.deep.include({
          code: "COMPONENT_UNMOUNTED",
          details: { phase: "resolve" },
        });
      }
    });
  });

  describe("a capability that changed", () => {
    for (const [what, own] of [
      ["description", { description: "Does it otherwise." }],
      ["effect", { effect: "navigation" }],
      ["confirmation", { confirmation: "optional" }],
      ["idempotence", { idempotent: true }],
      ["reversibility", { reversible: false }],
      ["policies", { policies: [{ name: "new" }] }],
    ] as const) {
      it(`is STALE_CAPABILITY registration-replaced under the old id after another ${what}`, async () => {
        const { registry, handle, former } = await mounted();
        handle.redefine(withActions({ apply: act(own as object) }));
        const error = errorOf(await registry.invoke({ ...call("apply"), registrationId: former }));
        expect(error).to.deep.include({
          code: "STALE_CAPABILITY",
          details: { reason: "registration-replaced", liveRegistrationId: handle.registrationId },
        });
      });
    }

    it("runs under the new id, and without one", async () => {
      const { registry, handle } = await mounted();
      handle.redefine(withActions({ apply: act({ description: "Other.", execute: () => "new" }) }));
      for (const token of [{}, { registrationId: handle.registrationId }]) {
        expect(outputOf(await registry.invoke({ ...call("apply"), ...token }))).to.equal("new");
      }
    });

    it("does not run on an approval of what it was", async () => {
      const { registry, handle } = await mounted({ ask: asking() });
      const confirmationId = questionId(await registry.invoke(call("ask")));
      registry.confirmations.resolve(confirmationId, { approved: true });
      handle.redefine(withActions({ ask: asking({ description: "Deletes all." }) }));
      expect(outcome(await registry.invoke({ ...call("ask"), confirmationId }))).to.equal(
        "CONFIRMATION_INVALID",
      );
    });
  });
});
