import { expect } from "@open-wc/testing";
import type { AgentInvocation, AgentPolicy, RegistryOptions } from "../../src/index.js";
import { act, cart, consumer, createSurface, errorOf, look, outcome, outputOf } from "../helpers/surface.js";
import { apply, openShop } from "./shop.js";

const guest = { consumer: consumer("guest") };

/** Hides from everybody but the owner. */
const owned: AgentPolicy = {
  name: "owned",
  onDiscovery: ({ consumer: { id } }) => ({ decision: id === "owner" ? "expose" : "hide" }),
};

/** Carts that say which one they are. */
function carts(instances: string[], options: RegistryOptions = {}) {
  const surface = createSurface(options);
  const handles = instances.map((instanceId) =>
    surface.registry.register(
      cart({
        instanceId,
        description: `The cart ${instanceId}.`,
        observations: {},
        actions: { apply: act({ execute: () => instanceId }) },
      }),
    ),
  );
  const call = (own: Partial<AgentInvocation> = {}) =>
    surface.registry.invoke({ capabilityId: apply, ...own });
  return { ...surface, handles, call };
}

describe("resolution (contract 0, 1, 3 and 7; core API, Invocation, instance resolution)", () => {
  describe("instances", () => {
    it("uses the one live instance where no instanceId is given", async () => {
      expect(outputOf(await carts(["a"]).call())).to.equal("a");
    });

    it("uses the instance that is named", async () => {
      expect(outputOf(await carts(["a", "b"]).call({ instanceId: "b" }))).to.equal("b");
    });

    it("is CAPABILITY_NOT_FOUND where none is live", async () => {
      expect(outcome(await carts([]).call())).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("is CAPABILITY_NOT_FOUND where the named instance was never there", async () => {
      expect(outcome(await carts(["a"]).call({ instanceId: "b" }))).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("is AMBIGUOUS_INSTANCE where more than one is live and none is named", async () => {
      expect(outcome(await carts(["a", "b"]).call())).to.equal("AMBIGUOUS_INSTANCE");
    });

    it("lists the instances and describes each candidate with its registration", async () => {
      const { call, handles } = carts(["a", "b"]);
      expect(errorOf(await call()).details).to.deep.equal({
        instances: ["a", "b"],
        candidates: [
          { instanceId: "a", registrationId: handles[0]!.registrationId, description: "The cart a." },
          { instanceId: "b", registrationId: handles[1]!.registrationId, description: "The cart b." },
        ],
      });
    });

    it("is not ambiguous where a registrationId tells them apart", async () => {
      const { call, handles } = carts(["a", "b"]);
      expect(outputOf(await call({ registrationId: handles[1]!.registrationId }))).to.equal("b");
    });

    it("counts only the instances that have the capability", async () => {
      const { registry, call } = carts(["a"]);
      registry.register(cart({ instanceId: "b", actions: {} }));
      expect(outputOf(await call())).to.equal("a");
    });

    it("counts an unavailable instance: what is disabled is disclosed, not absent", async () => {
      const { call, handles } = carts(["a", "b"]);
      handles[1]!.update({ enabled: false });
      expect(outcome(await call())).to.equal("AMBIGUOUS_INSTANCE");
      expect(outcome(await call({ instanceId: "b" }))).to.equal("CAPABILITY_NOT_AVAILABLE");
    });

    it("is unambiguous again when the other instance has left", async () => {
      const { call, handles } = carts(["a", "b"]);
      handles[0]!.unregister();
      expect(outputOf(await call())).to.equal("b");
    });
  });

  describe("ids", () => {
    it("reads as the name of a view capability what follows the last dot", async () => {
      const { registry } = createSurface();
      registry.register(cart({ type: "shop.cart.rows", actions: { apply: act({ execute: () => "rows" }) } }));
      registry.register(cart({ type: "shop.cart", actions: { apply: act({ execute: () => "cart" }) } }));
      expect(outputOf(await registry.invoke({ capabilityId: "view:shop.cart.rows.apply" }))).to.equal("rows");
      expect(outputOf(await registry.invoke({ capabilityId: apply }))).to.equal("cart");
    });

    it("does not look for a capability in other types", async () => {
      const { registry } = openShop();
      const result = await registry.invoke({ capabilityId: "view:shop.list.apply" });
      expect(outcome(result)).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("finds observations and actions alike", async () => {
      const { call, look: observe } = openShop();
      expect([outcome(await call()), outcome(await observe())]).to.deep.equal(["ok", "ok"]);
    });

    it("does not find a name that only an object's prototype has", async () => {
      const { registry } = openShop();
      for (const name of ["toString", "constructor", "hasOwnProperty"]) {
        const result = await registry.invoke({ capabilityId: `view:shop.cart.${name}` });
        expect(outcome(result), name).to.equal("CAPABILITY_NOT_FOUND");
      }
    });

    it("is CAPABILITY_NOT_FOUND for ids outside the grammar", async () => {
      const { registry } = openShop();
      const ids = ["", "shop.cart.apply", "view:", "view:apply", "view:shop.cart.", "VIEW:shop.cart.apply"];
      for (const capabilityId of [...ids, "view:Shop.cart.apply", "domain:", `view:${"a".repeat(130)}.b`]) {
        expect(outcome(await registry.invoke({ capabilityId })), capabilityId).to.equal(
          "CAPABILITY_NOT_FOUND",
        );
      }
    });

    it("is CAPABILITY_NOT_FOUND for a procedure that nobody declared", async () => {
      const { registry } = openShop();
      expect(outcome(await registry.invoke({ capabilityId: "domain:cart.pay" }))).to.equal(
        "CAPABILITY_NOT_FOUND",
      );
    });

    it("runs nothing and leaves no question where it finds nothing", async () => {
      const { registry, ran } = openShop({ action: { confirmation: "required" } });
      await registry.invoke({ capabilityId: "view:shop.cart.aply" });
      expect(ran).to.deep.equal([]);
      expect(registry.confirmations.pending()).to.deep.equal([]);
    });
  });

  describe("what is hidden", () => {
    const told = async (surface: ReturnType<typeof openShop>, own: Partial<AgentInvocation> = {}) =>
      errorOf(await surface.call({ invocationId: "one", ...own }, guest));
    const never = async () =>
      errorOf(await createSurface().registry.invoke({ capabilityId: apply, invocationId: "one" }, guest));

    it("is CAPABILITY_NOT_FOUND without details, as what was never registered", async () => {
      const error = await told(openShop({ policies: [owned] }));
      expect(error).to.deep.equal(await never());
      expect(error).not.to.have.property("details");
    });

    it("is indistinguishable from what was never registered while it is disabled", async () => {
      const shop = openShop({ policies: [owned] });
      shop.handle.update({ enabled: false });
      expect(await told(shop)).to.deep.equal(await never());
    });

    it("is indistinguishable from what was never registered after it has gone", async () => {
      const shop = openShop({ policies: [owned] });
      shop.handle.unregister();
      expect(await told(shop)).to.deep.equal(await never());
    });

    it("is indistinguishable from what was never registered in several instances", async () => {
      const shop = openShop({ policies: [owned] });
      shop.registry.register({ ...shop.definition, instanceId: "b" });
      expect(await told(shop)).to.deep.equal(await never());
    });

    it("is indistinguishable from what was never registered by its registrationId", async () => {
      const shop = openShop({ policies: [owned] });
      expect(await told(shop, { registrationId: shop.handle.registrationId })).to.deep.equal(await never());
    });

    it("is COMPONENT_UNMOUNTED after it has gone for a consumer that could see it", async () => {
      const { registry, call, handle } = openShop({ policies: [owned] });
      const owner = { consumer: consumer("owner") };
      registry.snapshot(owner);
      handle.unregister();
      expect(outcome(await call({}, owner))).to.equal("COMPONENT_UNMOUNTED");
    });

    it("takes no part in ambiguity", async () => {
      const { registry } = createSurface();
      registry.register(cart({ instanceId: "a", policies: [owned] }));
      registry.register(cart({ instanceId: "b", actions: { apply: act({ execute: () => "b" }) } }));
      expect(outputOf(await registry.invoke({ capabilityId: apply }, guest))).to.equal("b");
    });

    it("is no candidate of an ambiguity among others", async () => {
      const { registry, call } = carts(["a", "b"]);
      registry.register(cart({ instanceId: "secret", policies: [owned] }));
      expect(errorOf(await call()).details!["instances"]).to.deep.equal(["a", "b"]);
    });

    it("is hidden by a policy of the registry, the component or the capability", async () => {
      const policies = [owned];
      for (const shop of [
        openShop({ policies }),
        openShop({ component: { policies } }),
        openShop({ action: { policies } }),
      ]) {
        expect(outcome(await shop.call({}, guest))).to.equal("CAPABILITY_NOT_FOUND");
        expect(outcome(await shop.call({}, { consumer: consumer("owner") }))).to.equal("ok");
      }
    });

    it("is decided anew at every call: nothing shown at discovery is trusted", async () => {
      let hides = false;
      const policy: AgentPolicy = {
        name: "switch",
        onDiscovery: () => ({ decision: hides ? "hide" : "expose" }),
      };
      const { registry, call, ran } = openShop({ policies: [policy] });
      expect(registry.snapshot().components).to.have.length(1);
      hides = true;
      expect(outcome(await call())).to.equal("CAPABILITY_NOT_FOUND");
      expect(ran).to.deep.equal([]);
    });

    it("is decided at a call by every policy with onDiscovery, whether or not it has other hooks", async () => {
      const asked: string[] = [];
      const noting = (name: string, own: Partial<AgentPolicy> = {}): AgentPolicy => ({
        name,
        onDiscovery: () => {
          asked.push(name);
          return { decision: "expose" };
        },
        ...own,
      });
      const { call } = openShop({
        policies: [noting("bare"), noting("layered", { onAuthorize: (_context, next) => next() })],
      });
      await call();
      expect(asked).to.include.members(["bare", "layered"]);
    });
  });

  describe("the nearest name", () => {
    it("is named where an id is misspelt by up to two letters in a row", async () => {
      const { registry } = openShop();
      const { message } = errorOf(await registry.invoke({ capabilityId: "view:shop.cart.aply" }));
      expect(message).to.contain(`"${apply}"`);
    });

    it("is not named where nothing is near", async () => {
      const { registry } = openShop();
      const { message } = errorOf(await registry.invoke({ capabilityId: "view:shop.cart.somethingElse" }));
      expect(message).not.to.contain("Did you mean");
    });

    it("is never one that is hidden from this consumer", async () => {
      const { registry } = openShop({ policies: [owned] });
      const result = await registry.invoke({ capabilityId: "view:shop.cart.aply" }, guest);
      expect(JSON.stringify(result)).not.to.contain(apply);
    });

    it("is in the message alone: the details stay absent", async () => {
      const { registry } = openShop();
      expect(errorOf(await registry.invoke({ capabilityId: "view:shop.cart.aply" }))).not.to.have.property(
        "details",
      );
    });
  });

  it("is phase 2: what is not there is not found, whatever its input and its authorization", async () => {
    const refuse: AgentPolicy = { name: "no", onAuthorize: () => Promise.reject(new Error("asked")) };
    const { registry } = createSurface({ policies: [refuse] });
    registry.register(cart({ observations: { read: look() }, actions: {} }));
    const result = await registry.invoke({ capabilityId: "view:shop.cart.none", input: "wrong" });
    expect(outcome(result)).to.equal("CAPABILITY_NOT_FOUND");
  });
});
