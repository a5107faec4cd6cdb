import { expect } from "@open-wc/testing";
import type { AgentInvocation, AgentPolicy } from "../../src/index.js";
import { act, cart, errorOf, outcome, outputOf } from "../helpers/surface.js";
import { openBusyShop, openShop, reasonOf } from "./shop.js";

const minutes = 60_000;
const unknown = { registrationId: "reg_9_unknown" };

describe("staleness (contract 0 and 7; core API, Versioning, staleness enforcement)", () => {
  describe("a registrationId", () => {
    it("that is the live target's proceeds", async () => {
      const { call, handle } = openShop();
      expect(outcome(await call({ registrationId: handle.registrationId }))).to.equal("ok");
    });

    it("of an unexpired tombstone is registration-replaced where a live target exists, with its id", async () => {
      const { registry, call, handle, definition } = openShop();
      handle.unregister();
      const { registrationId } = registry.register(definition);
      expect(errorOf(await call({ registrationId: handle.registrationId }))).to.deep.include({
        code: "STALE_CAPABILITY",
        details: { reason: "registration-replaced", liveRegistrationId: registrationId },
      });
    });

    it("that was never here is surface-reloaded where a live target exists, with its id", async () => {
      const { call, handle } = openShop();
      expect(errorOf(await call(unknown)).details).to.deep.equal({
        reason: "surface-reloaded",
        liveRegistrationId: handle.registrationId,
      });
    });

    it("of an expired tombstone is surface-reloaded where a live target exists", async () => {
      const { registry, call, handle, definition, time } = openShop();
      handle.unregister();
      registry.register(definition);
      await time.advance(5 * minutes);
      expect(reasonOf(await call({ registrationId: handle.registrationId }))).to.equal("surface-reloaded");
    });

    it("of an unexpired tombstone is COMPONENT_UNMOUNTED where no target is live", async () => {
      const { call, handle } = openShop();
      handle.unregister();
      expect(errorOf(await call({ registrationId: handle.registrationId }))).to.deep.include({
        code: "COMPONENT_UNMOUNTED",
        details: { phase: "resolve" },
      });
    });

    it("that was never here is CAPABILITY_NOT_FOUND where no target is live", async () => {
      const { call, handle } = openShop();
      handle.unregister();
      expect(outcome(await call(unknown))).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("of an expired tombstone is CAPABILITY_NOT_FOUND where no target is live", async () => {
      const { call, handle, time } = openShop();
      handle.unregister();
      await time.advance(5 * minutes);
      expect(outcome(await call({ registrationId: handle.registrationId }))).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("of another live instance is stale for the instance that is named", async () => {
      const { registry, call, handle, definition } = openShop();
      const other = registry.register({ ...definition, instanceId: "b" });
      const result = await call({ instanceId: "default", registrationId: other.registrationId });
      expect(errorOf(result).details).to.deep.include({ liveRegistrationId: handle.registrationId });
    });

    it("that is stale runs nothing", async () => {
      const { call, ran } = openShop();
      await call(unknown);
      expect(ran).to.deep.equal([]);
    });

    it("never gives a hidden target's id as the live one", async () => {
      const hide: AgentPolicy = { name: "hide", onDiscovery: () => ({ decision: "hide" }) };
      const { call, handle } = openShop({ policies: [hide] });
      const result = await call(unknown);
      expect(outcome(result)).to.equal("CAPABILITY_NOT_FOUND");
      expect(JSON.stringify(result)).not.to.contain(handle.registrationId);
    });
  });

  describe("without a registrationId and without a candidate", () => {
    it("an unexpired tombstone that had the capability gives COMPONENT_UNMOUNTED", async () => {
      const { call, handle } = openShop();
      handle.unregister();
      expect(outcome(await call())).to.equal("COMPONENT_UNMOUNTED");
    });

    it("a tombstone that had other capabilities gives CAPABILITY_NOT_FOUND", async () => {
      const { registry, handle } = openShop();
      handle.unregister();
      const result = await registry.invoke({ capabilityId: "view:shop.cart.other" });
      expect(outcome(result)).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("a tombstone of another instance than the named one gives CAPABILITY_NOT_FOUND", async () => {
      const { call, handle } = openShop();
      handle.unregister();
      expect(outcome(await call({ instanceId: "b" }))).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("a tombstone past its 5 minutes counts for nothing even if it was not pruned yet", async () => {
      const { call, handle, time } = openShop();
      handle.unregister();
      await time.advance(5 * minutes - 1);
      expect(outcome(await call())).to.equal("COMPONENT_UNMOUNTED");
      await time.advance(1);
      expect(outcome(await call())).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("a new mount under the same name is simply used", async () => {
      const { registry, call, handle, definition } = openShop();
      handle.unregister();
      registry.register(definition);
      expect(outcome(await call())).to.equal("ok");
    });
  });

  describe("a surfaceId", () => {
    it("of this surface proceeds", async () => {
      const { registry, call } = openShop();
      expect(outcome(await call({ surfaceId: registry.surfaceId }))).to.equal("ok");
    });

    it("of another surface is STALE_CAPABILITY {surface-reloaded}", async () => {
      const { call, handle, ran } = openShop();
      expect(errorOf(await call({ surfaceId: "srf_another" }))).to.deep.include({
        code: "STALE_CAPABILITY",
        retry: "after-refresh",
        details: { reason: "surface-reloaded", liveRegistrationId: handle.registrationId },
      });
      expect(ran).to.deep.equal([]);
    });

    it("of another surface is stale even with the live registrationId", async () => {
      const { call, handle } = openShop();
      const result = await call({ surfaceId: "srf_another", registrationId: handle.registrationId });
      expect(reasonOf(result)).to.equal("surface-reloaded");
    });
  });

  describe("a surfaceVersion", () => {
    const effects = [["local-state"], ["navigation"]] as const;
    for (const [effect] of effects) {
      it(`that differs does not stop a call with the effect ${effect}`, async () => {
        const { call } = openShop({ action: { effect } });
        expect(outcome(await call({ surfaceVersion: "0" }))).to.equal("ok");
      });
    }

    it("that differs does not stop an observation", async () => {
      expect(outcome(await openShop().look({ surfaceVersion: "0" }))).to.equal("ok");
    });

    it("is carried by every result as the current one when the call settled", async () => {
      const { registry, call, runs } = openBusyShop();
      const result = call();
      registry.register(cart({ type: "other" }));
      runs[0]!.resolve(null);
      expect((await result).surfaceVersion).to.equal("2");
      expect((await registry.invoke({ capabilityId: "view:none.here" })).surfaceVersion).to.equal("2");
    });

    it("that moved during the call is told as surfaceChanged", async () => {
      const { registry, call, runs } = openBusyShop();
      const result = call();
      registry.register(cart({ type: "other" }));
      runs[0]!.resolve(null);
      expect((await result).surfaceChanged).to.equal(true);
    });

    it("that stayed during the call is not told as surfaceChanged", async () => {
      expect(await openShop().call()).not.to.have.property("surfaceChanged");
    });

    it("does not move by a window's own version", async () => {
      const { registry, call } = openShop();
      let windowVersion = 1;
      registry.setOperability({ blockedBy: () => [], versionOf: () => windowVersion++ });
      await call();
      expect(registry.getVersion()).to.equal("1");
    });
  });

  describe("an expectedVersion", () => {
    const inVersion = (version: number | undefined, own: Partial<AgentInvocation> = {}) => {
      const shop = openShop();
      shop.registry.setOperability({ blockedBy: () => [], versionOf: () => version });
      return shop.call({ expectedVersion: 3, ...own });
    };

    it("that the window has proceeds", async () => {
      expect(outcome(await inVersion(3))).to.equal("ok");
    });

    it("that the window has not is STALE_CAPABILITY {stale_state} with the current one", async () => {
      expect(errorOf(await inVersion(4))).to.deep.include({
        code: "STALE_CAPABILITY",
        retry: "after-refresh",
        details: { reason: "stale_state", currentVersion: 4 },
      });
    });

    it("means nothing where the component is in no window", async () => {
      expect(outcome(await inVersion(undefined))).to.equal("ok");
    });

    it("is held against the window of the component that is called", async () => {
      const { registry, call } = openShop();
      registry.register(cart({ instanceId: "b", actions: { apply: act({ execute: () => "b" }) } }));
      const versions = new Map([
        ["default", 1],
        ["b", 2],
      ]);
      registry.setOperability({
        blockedBy: () => [],
        versionOf: ({ instanceId }) => versions.get(instanceId),
      });
      expect(outputOf(await call({ instanceId: "b", expectedVersion: 2 }))).to.equal("b");
      expect(reasonOf(await call({ instanceId: "default", expectedVersion: 2 }))).to.equal("stale_state");
    });

    it("gives way to unavailability: what is disabled is not called stale", async () => {
      const { registry, call, handle } = openShop();
      registry.setOperability({ blockedBy: () => [], versionOf: () => 4 });
      handle.update({ enabled: false });
      expect(outcome(await call({ expectedVersion: 3 }))).to.equal("CAPABILITY_NOT_AVAILABLE");
    });

    it("is answered with the window's version in the result", async () => {
      expect((await inVersion(3)).windowVersion).to.equal(3);
      expect((await inVersion(4)).windowVersion).to.equal(4);
    });
  });
});
