import { expect } from "@open-wc/testing";
import type { AgentPolicy, DiscoveryDecision, OperabilitySource, RegistryOptions } from "../../src/index.js";
import {
  act,
  cart,
  createSurface,
  errorOf,
  eventsOf,
  look,
  outcome,
  printedDuring,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const read = { capabilityId: "view:shop.cart.read" };
const never = () => false;
const broken = () => {
  throw new Error("cannot tell");
};

function mounted(own: Parameters<typeof act>[0] = {}, options: RegistryOptions = {}) {
  const surface = createSurface(options);
  const handle = surface.registry.register(cart({ actions: { apply: act(own) } }));
  /** The state of the action as a snapshot says it: "available", or the reason why not. */
  const state = () => {
    const { available, unavailableReason } = surface.registry.snapshot().components[0]!.actions[0]!;
    return available ? "available" : unavailableReason;
  };
  /** As a call finds it. */
  const called = async () => {
    const result = await surface.registry.invoke(apply);
    return result.status === "ok" ? "available" : result.error.details?.["reason"];
  };
  return { ...surface, handle, state, called };
}

const deciding = (decision: DiscoveryDecision): AgentPolicy => ({
  name: decision.decision,
  onDiscovery: () => decision,
});

const off = (reason?: string) => ({
  availability: { apply: { available: false, ...(reason !== undefined && { reason }) } },
});

describe("availability (core API, Availability; contract 3, 17)", () => {
  describe("what is unavailable", () => {
    it("stays in the snapshot with a reason", () => {
      const { registry } = mounted({ when: never });
      expect(registry.snapshot().components[0]!.actions[0]).to.include({
        available: false,
        unavailableReason: "Currently unavailable",
      });
    });

    it("is CAPABILITY_NOT_AVAILABLE to a call, with the reason of the snapshot", async () => {
      const { registry } = mounted({ when: never, unavailableReason: "The cart is empty." });
      expect(errorOf(await registry.invoke(apply))).to.deep.include({
        code: "CAPABILITY_NOT_AVAILABLE",
        retry: "after-refresh",
        details: { reason: "The cart is empty." },
      });
    });

    it("has no reason while it is available", () => {
      expect(mounted().registry.snapshot().components[0]!.actions[0]).not.to.have.property(
        "unavailableReason",
      );
    });

    it("runs no handler", async () => {
      let ran = 0;
      const { registry } = mounted({ when: never, execute: () => void (ran += 1) });
      await registry.invoke(apply);
      expect(ran).to.equal(0);
    });
  });

  describe("when", () => {
    it("disables by false alone", async () => {
      for (const value of [true, undefined, null, 0, ""] as never[]) {
        const { state, called } = mounted({ when: () => value });
        expect([state(), await called()]).to.deep.equal(["available", "available"]);
      }
    });

    it("counts as throwing where it gives a promise: it must answer at once", async () => {
      const { state, called } = mounted({ when: (() => Promise.resolve(true)) as never });
      expect([state(), await called()]).to.deep.equal(["when-error", "when-error"]);
    });

    it("gives the reason Currently unavailable where the author gives none", async () => {
      const { state, called } = mounted({ when: never });
      expect([state(), await called()]).to.deep.equal(["Currently unavailable", "Currently unavailable"]);
    });

    it("gives the author's reason, as a text or from a function", () => {
      expect(mounted({ when: never, unavailableReason: "Empty." }).state()).to.equal("Empty.");
      expect(mounted({ when: never, unavailableReason: () => "Still empty." }).state()).to.equal(
        "Still empty.",
      );
    });

    it("that throws disables with the reason when-error", async () => {
      const { state, called } = mounted({ when: broken });
      expect([state(), await called()]).to.deep.equal(["when-error", "when-error"]);
    });

    it("that throws is printed in development", async () => {
      const { registry } = mounted({ when: broken }, { environment: "development" });
      const printed = await printedDuring(() => registry.snapshot());
      expect(printed.join()).to.contain("view:shop.cart.apply").and.to.contain("cannot tell");
    });

    it("is asked at every snapshot", () => {
      let asked = 0;
      const { registry } = mounted({ when: () => (asked += 1) > 0 });
      registry.snapshot();
      registry.snapshot();
      expect(asked).to.equal(2);
    });

    it("is asked again at the call, whatever the snapshot said", async () => {
      let open = true;
      const { state, called } = mounted({ when: () => open, unavailableReason: "Closed." });
      expect(state()).to.equal("available");
      open = false;
      expect(await called()).to.equal("Closed.");
    });

    it("counts for observations too", async () => {
      const { registry } = createSurface();
      registry.register(
        cart({ observations: { read: look({ when: never, unavailableReason: "Loading." }) } }),
      );
      expect(errorOf(await registry.invoke(read)).details).to.deep.equal({ reason: "Loading." });
    });
  });

  describe("enabled", () => {
    it("false disables every capability with the reason component-disabled", () => {
      const { registry, handle } = mounted();
      handle.update({ enabled: false });
      const { observations, actions } = registry.snapshot().components[0]!;
      expect([...observations, ...actions].map((one) => one.unavailableReason)).to.deep.equal([
        "component-disabled",
        "component-disabled",
      ]);
    });

    it("false makes calls fail as CAPABILITY_NOT_AVAILABLE", async () => {
      const { called, handle } = mounted();
      handle.update({ enabled: false });
      expect(await called()).to.equal("component-disabled");
    });

    it("false may stand in the definition", () => {
      const { registry } = createSurface();
      registry.register(cart({ enabled: false }));
      expect(registry.snapshot().components[0]!.actions[0]!.unavailableReason).to.equal("component-disabled");
    });

    it("keeps the identity of the registration", () => {
      const { registry, handle } = mounted();
      const { registrationId } = registry.snapshot().components[0]!;
      handle.update({ enabled: false });
      handle.update({ enabled: true });
      expect(registry.snapshot().components[0]!.registrationId).to.equal(registrationId);
    });

    it("true again makes everything available that nothing else disables", async () => {
      const { state, called, handle } = mounted();
      handle.update({ enabled: false });
      handle.update({ enabled: true });
      expect([state(), await called()]).to.deep.equal(["available", "available"]);
    });
  });

  describe("a pushed override", () => {
    it("disables with its reason", async () => {
      const { state, called, handle } = mounted();
      handle.update(off("offline"));
      expect([state(), await called()]).to.deep.equal(["offline", "offline"]);
    });

    it("without a reason has the reason unavailable", async () => {
      const { state, called, handle } = mounted();
      handle.update(off());
      expect([state(), await called()]).to.deep.equal(["unavailable", "unavailable"]);
    });

    it("of available takes an earlier one back", () => {
      const { state, handle } = mounted();
      handle.update(off());
      handle.update({ availability: { apply: { available: true } } });
      expect(state()).to.equal("available");
    });

    it("of available does not overrule when", () => {
      const { state, handle } = mounted({ when: never });
      handle.update({ availability: { apply: { available: true } } });
      expect(state()).to.equal("Currently unavailable");
    });

    it("leaves the other capabilities as they are", () => {
      const { registry, handle } = mounted();
      handle.update(off());
      expect(registry.snapshot().components[0]!.observations[0]!.available).to.equal(true);
    });

    it("of an unknown capability changes nothing", async () => {
      const { registry, events, handle } = mounted();
      await turn();
      events.length = 0;
      for (const name of ["none", "toString", "__proto__"]) {
        handle.update({ availability: JSON.parse(`{"${name}": {"available": false}}`) as never });
      }
      await turn();
      expect(events).to.deep.equal([]);
      expect(registry.getVersion()).to.equal("1");
    });

    it("of an unknown capability is an error in development", async () => {
      const { handle } = mounted({}, { environment: "development" });
      const printed = await printedDuring(() => {
        handle.update({ availability: { none: { available: false } } });
      });
      expect(printed.join()).to.contain("none");
    });

    it("is told by availability-changed for what it changed alone", () => {
      const { events, handle } = mounted();
      events.length = 0;
      handle.update({ availability: { apply: { available: false }, read: { available: true } } });
      expect(eventsOf(events, "availability-changed")).to.deep.equal([
        {
          type: "availability-changed",
          registrationId: handle.registrationId,
          capabilityId: "view:shop.cart.apply",
          available: false,
        },
      ]);
    });

    it("is told by availability-changed as it holds after the whole update", () => {
      const { events, handle } = mounted();
      handle.update({ enabled: false });
      events.length = 0;
      handle.update({ enabled: true, ...off() });
      expect(
        eventsOf(events, "availability-changed").map(({ capabilityId, available }) => [
          capabilityId,
          available,
        ]),
      ).to.deep.equal([["view:shop.cart.read", true]]);
    });
  });

  describe("precedence", () => {
    const blocking: OperabilitySource = { blockedBy: () => ["win-1"], versionOf: () => undefined };
    const all = () => {
      const surface = mounted({ when: never, unavailableReason: "when" });
      surface.registry.setOperability(blocking);
      surface.handle.update({ enabled: false, ...off("override") });
      return surface;
    };

    it("puts a blocked window before a disabled component", async () => {
      const { state, called } = all();
      expect([state(), await called()]).to.deep.equal(["blocked_by_modal", "blocked_by_modal"]);
    });

    it("puts a disabled component before an override", () => {
      const { state, registry } = all();
      registry.setOperability(undefined);
      expect(state()).to.equal("component-disabled");
    });

    it("puts an override before when", () => {
      const { state, registry, handle } = all();
      registry.setOperability(undefined);
      handle.update({ enabled: true });
      expect(state()).to.equal("override");
    });

    it("does not ask when where something before it decides", () => {
      let asked = 0;
      const { state, handle } = mounted({ when: () => (asked += 1) > 0 });
      handle.update(off());
      state();
      expect(asked).to.equal(0);
    });

    it("puts a policy's reason in the place of the state's", async () => {
      const policies = [deciding({ decision: "disable", reason: "by policy" })];
      const { state, called, handle } = mounted({ policies });
      handle.update({ enabled: false });
      expect([state(), await called()]).to.deep.equal(["by policy", "by policy"]);
    });

    it("names the windows that block it, nearest first, to a call", async () => {
      const { registry } = mounted();
      registry.setOperability({ ...blocking, blockedBy: () => ["win-2", "win-1"] });
      expect(errorOf(await registry.invoke(apply)).details).to.deep.equal({
        reason: "blocked_by_modal",
        blockedBy: ["win-2", "win-1"],
      });
    });
  });

  describe("what is hidden", () => {
    const hiding = deciding({ decision: "hide" });

    it("is not in the snapshot at all", () => {
      const { registry } = mounted({ policies: [hiding] });
      expect(registry.snapshot().components[0]!.actions).to.deep.equal([]);
    });

    it("is hidden also while it is disabled", async () => {
      const { registry, handle } = mounted({ policies: [hiding] });
      handle.update({ enabled: false });
      expect(registry.snapshot().components[0]!.actions).to.deep.equal([]);
      expect(outcome(await registry.invoke(apply))).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("takes its component along where it is all that the component has", () => {
      const { registry } = createSurface();
      registry.register(cart({ policies: [hiding] }));
      expect(registry.snapshot().components).to.deep.equal([]);
    });

    it("leaves a component that never had a capability", () => {
      const { registry } = createSurface({ policies: [hiding] });
      registry.register({ type: "shop.note", description: "A note." });
      expect(registry.snapshot().components.map(({ type }) => type)).to.deep.equal(["shop.note"]);
    });
  });
});
