import { expect } from "@open-wc/testing";
import type { AgentPolicy } from "../../src/index.js";
import { act, cart, consumer, createSurface, errorOf, look, outcome } from "../helpers/surface.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const minutes = 60_000;

describe("a call after the unmount", () => {
  it("learns that the component unmounted, with and without its registration id", async () => {
    const { registry } = createSurface();
    const handle = registry.register(cart());
    handle.unregister();
    for (const token of [{}, { registrationId: handle.registrationId }, { instanceId: "default" }]) {
      expect(errorOf(await registry.invoke({ ...apply, ...token }))).to.deep.include({
        code: "COMPONENT_UNMOUNTED",
        retry: "after-refresh",
        details: { phase: "resolve" },
      });
    }
  });

  it("is CAPABILITY_NOT_FOUND for a capability or an instance that was never there", async () => {
    const { registry } = createSurface();
    registry.register(cart()).unregister();
    for (const other of [
      { capabilityId: "view:shop.cart.none" },
      { capabilityId: "view:shop.none.apply" },
      { ...apply, instanceId: "other" },
      { ...apply, registrationId: "reg_9_unknown" },
    ]) {
      expect(outcome(await registry.invoke(other)), JSON.stringify(other)).to.equal("CAPABILITY_NOT_FOUND");
    }
  });

  it("finds the new registration where it brings no token", async () => {
    const { registry } = createSurface();
    registry.register(cart()).unregister();
    registry.register(cart());
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
  });
});

describe("a tombstone", () => {
  it("counts for 5 minutes", async () => {
    const { registry, time } = createSurface();
    const handle = registry.register(cart());
    const { registrationId } = handle;
    handle.unregister();
    await time.advance(5 * minutes - 1);
    expect(outcome(await registry.invoke(apply))).to.equal("COMPONENT_UNMOUNTED");
    expect(outcome(await registry.invoke({ ...apply, registrationId }))).to.equal("COMPONENT_UNMOUNTED");
    await time.advance(1);
    expect(outcome(await registry.invoke(apply))).to.equal("CAPABILITY_NOT_FOUND");
    expect(outcome(await registry.invoke({ ...apply, registrationId }))).to.equal("CAPABILITY_NOT_FOUND");
  });

  it("counts for limits.tombstoneTtlMs", async () => {
    const { registry, time } = createSurface({ limits: { tombstoneTtlMs: 10 } });
    registry.register(cart()).unregister();
    await time.advance(10);
    expect(outcome(await registry.invoke(apply))).to.equal("CAPABILITY_NOT_FOUND");
  });

  it("is one of 100; the oldest go first", async () => {
    const { registry } = createSurface();
    const call = (instanceId: string) => registry.invoke({ ...apply, instanceId });
    for (let index = 0; index <= 100; index++)
      registry.register(cart({ instanceId: `i${index}` })).unregister();
    expect(outcome(await call("i0"))).to.equal("CAPABILITY_NOT_FOUND");
    expect(outcome(await call("i1"))).to.equal("COMPONENT_UNMOUNTED");
    expect(outcome(await call("i100"))).to.equal("COMPONENT_UNMOUNTED");
  });

  it("is one of limits.tombstoneSize", async () => {
    const { registry } = createSurface({ limits: { tombstoneSize: 1 } });
    for (const instanceId of ["a", "b"]) registry.register(cart({ instanceId })).unregister();
    expect(outcome(await registry.invoke({ ...apply, instanceId: "a" }))).to.equal("CAPABILITY_NOT_FOUND");
    expect(outcome(await registry.invoke({ ...apply, instanceId: "b" }))).to.equal("COMPONENT_UNMOUNTED");
  });
});

describe("a registration id that is not the live one's", () => {
  it("is STALE_CAPABILITY registration-replaced where it is remembered", async () => {
    const { registry } = createSurface();
    const old = registry.register(cart());
    old.unregister();
    const live = registry.register(cart());
    const error = errorOf(await registry.invoke({ ...apply, registrationId: old.registrationId }));
    expect(error).to.deep.include({
      code: "STALE_CAPABILITY",
      retry: "after-refresh",
      details: { reason: "registration-replaced", liveRegistrationId: live.registrationId },
    });
  });

  it("is STALE_CAPABILITY surface-reloaded where it is not, or no more", async () => {
    const { registry, time } = createSurface();
    const old = registry.register(cart());
    old.unregister();
    const live = registry.register(cart());
    await time.advance(5 * minutes);
    for (const registrationId of [old.registrationId, "reg_1_other", ""]) {
      expect(errorOf(await registry.invoke({ ...apply, registrationId })).details).to.deep.equal({
        reason: "surface-reloaded",
        liveRegistrationId: live.registrationId,
      });
    }
  });

  it("is surface-reloaded where it is another live component's: no tombstone has it", async () => {
    const { registry } = createSurface();
    const { registrationId } = registry.register(cart());
    const other = registry.register(cart({ type: "shop.list" }));
    const call = { capabilityId: "view:shop.list.apply", registrationId };
    expect(errorOf(await registry.invoke(call)).details).to.deep.equal({
      reason: "surface-reloaded",
      liveRegistrationId: other.registrationId,
    });
  });

  it("tells instances apart where it is the live one's", async () => {
    const { registry } = createSurface();
    const ran: string[] = [];
    const handles = ["a", "b"].map((instanceId) =>
      registry.register(
        cart({ instanceId, actions: { apply: act({ execute: () => void ran.push(instanceId) }) } }),
      ),
    );
    await registry.invoke({ ...apply, registrationId: handles[1]!.registrationId });
    expect(ran).to.deep.equal(["b"]);
    const wrong = { ...apply, instanceId: "a", registrationId: handles[1]!.registrationId };
    expect(outcome(await registry.invoke(wrong))).to.equal("STALE_CAPABILITY");
  });
});

describe("the surface of a call", () => {
  it("is STALE_CAPABILITY surface-reloaded where it is another one", async () => {
    const { registry } = createSurface();
    registry.register(cart());
    const { surfaceId } = createSurface().registry;
    const error = errorOf(await registry.invoke({ ...apply, surfaceId }));
    expect(error.code).to.equal("STALE_CAPABILITY");
    expect(error.details!["reason"]).to.equal("surface-reloaded");
    expect(outcome(await registry.invoke({ ...apply, surfaceId: registry.surfaceId }))).to.equal("ok");
  });

  it("that is another one names a live registration only where it is the only one", async () => {
    const { registry } = createSurface();
    const call = { ...apply, surfaceId: "srf_another" };
    const a = registry.register(cart({ instanceId: "a" }));
    for (const token of [{}, { registrationId: a.registrationId }, { registrationId: "reg_9_unknown" }]) {
      expect(errorOf(await registry.invoke({ ...call, ...token })).details).to.deep.equal({
        reason: "surface-reloaded",
        liveRegistrationId: a.registrationId,
      });
    }
    registry.register(cart({ instanceId: "b" }));
    for (const token of [{}, { registrationId: a.registrationId }, { registrationId: "reg_9_unknown" }]) {
      expect(errorOf(await registry.invoke({ ...call, ...token })).details).to.deep.equal({
        reason: "surface-reloaded",
      });
    }
    expect(errorOf(await registry.invoke({ ...call, instanceId: "a" })).details).to.deep.equal({
      reason: "surface-reloaded",
      liveRegistrationId: a.registrationId,
    });
  });

  it("that is another one is CAPABILITY_NOT_FOUND where there is no such capability, or no more", async () => {
    const { registry } = createSurface();
    const handle = registry.register(cart());
    handle.unregister();
    registry.register(cart({ type: "shop.list" }));
    for (const capabilityId of [
      "view:shop.cart.apply",
      "view:shop.list.none",
      "view:shop.none.apply",
      "none",
    ]) {
      for (const token of [{}, { registrationId: handle.registrationId }, { instanceId: "default" }]) {
        const error = errorOf(await registry.invoke({ capabilityId, ...token, surfaceId: "srf_another" }));
        expect(error.code, capabilityId).to.equal("CAPABILITY_NOT_FOUND");
        expect(error).not.to.have.property("details");
      }
    }
  });

  it("may have moved on for a view action: an old surfaceVersion still runs", async () => {
    const { registry } = createSurface();
    registry.register(cart());
    const { surfaceVersion } = registry.snapshot();
    registry.register(cart({ instanceId: "b", type: "other" }));
    expect(outcome(await registry.invoke({ ...apply, surfaceVersion }))).to.equal("ok");
  });
});

describe("the instance of a call", () => {
  it("may be left out where exactly one is live", async () => {
    const { registry } = createSurface();
    registry.register(cart({ instanceId: "only" }));
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
  });

  it("is AMBIGUOUS_INSTANCE where several are live, with those to choose from", async () => {
    const { registry } = createSurface();
    const a = registry.register(cart({ instanceId: "a", description: "Cart A." }));
    const b = registry.register(cart({ instanceId: "b", description: "Cart B." }));
    const error = errorOf(await registry.invoke(apply));
    expect(error).to.deep.include({ code: "AMBIGUOUS_INSTANCE", retry: "with-changes" });
    expect(error.details!["instances"]).to.have.members(["a", "b"]);
    expect(error.details!["candidates"]).to.have.deep.members([
      { instanceId: "a", registrationId: a.registrationId, description: "Cart A." },
      { instanceId: "b", registrationId: b.registrationId, description: "Cart B." },
    ]);
    expect(error.message).to.contain("instanceId");
    expect(outcome(await registry.invoke({ ...apply, instanceId: "b" }))).to.equal("ok");
  });

  it("that there is not is answered with those that there are, as far as the caller may see them", async () => {
    const policies: AgentPolicy[] = [
      {
        name: "mine",
        onDiscovery: ({ consumer: { id } }) => ({ decision: id === "me" ? "expose" : "hide" }),
      },
    ];
    const { registry } = createSurface();
    registry.register(cart({ instanceId: "a" }));
    registry.register(cart({ instanceId: "b" }));
    registry.register(cart({ instanceId: "hers", policies }));
    registry.register(cart({ instanceId: "bare", actions: { clear: act() } }));
    const messageFor = async (id: string) => {
      const error = errorOf(await registry.invoke({ ...apply, instanceId: "c" }, { consumer: consumer(id) }));
      expect(error.code).to.equal("CAPABILITY_NOT_FOUND");
      expect(error).not.to.have.property("details");
      return error.message;
    };
    expect(await messageFor("you"))
      .to.contain('"a", "b".')
      .and.not.to.match(/hers|bare|Did you mean/);
    expect(await messageFor("me")).to.contain('"a", "b", "hers".');
  });

  it("that there is not is answered with nothing where the caller may see none", async () => {
    const { registry } = createSurface({
      policies: [{ name: "hide", onDiscovery: () => ({ decision: "hide" }) }],
    });
    registry.register(cart({ instanceId: "a" }));
    const { message } = errorOf(await registry.invoke({ ...apply, instanceId: "c" }));
    expect(message).to.equal('There is no capability "view:shop.cart.apply". Discover the surface again.');
  });

  it("of hundreds gives a bounded answer, where it is missing and where it is ambiguous", async () => {
    const { registry } = createSurface();
    for (let n = 0; n < 300; n++) registry.register(cart({ instanceId: `i${n}` }));
    const missing = errorOf(await registry.invoke({ ...apply, instanceId: "c" }));
    expect(missing.message.length).to.be.at.most(300);
    const ambiguous = errorOf(await registry.invoke(apply));
    expect(ambiguous.details!["instances"]).to.have.length(50);
    expect(ambiguous.details!["candidates"]).to.have.length(50);
  });

  it("counts only where it has the capability", async () => {
    const { registry } = createSurface();
    registry.register(cart({ instanceId: "a" }));
    registry.register(cart({ instanceId: "b", actions: { clear: act() } }));
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
  });
});

describe("a capability id", () => {
  it("that is nearly right is answered with the nearest one", async () => {
    const { registry } = createSurface();
    registry.register(cart({ actions: { applyCoupon: act() }, observations: { readCart: look() } }));
    const error = errorOf(await registry.invoke({ capabilityId: "view:shop.cart.aplyCoupon" }));
    expect(error.code).to.equal("CAPABILITY_NOT_FOUND");
    expect(error.message).to.contain("view:shop.cart.applyCoupon");
    expect(error).not.to.have.property("details");
  });

  for (const capabilityId of [
    "",
    "apply",
    "shop.cart.apply",
    "view:",
    "view:apply",
    "view:shop.cart.",
    "x:a.b",
    "domain:",
  ]) {
    it(`such as ${JSON.stringify(capabilityId)} is CAPABILITY_NOT_FOUND`, async () => {
      const { registry } = createSurface();
      registry.register(cart());
      expect(errorOf(await registry.invoke({ capabilityId }))).to.include({
        code: "CAPABILITY_NOT_FOUND",
        retry: "after-refresh",
      });
    });
  }

  it("of any length gives a message of 300 characters at most", async () => {
    const { registry } = createSurface();
    const { message } = errorOf(await registry.invoke({ capabilityId: `view:${"x".repeat(5_000)}.y` }));
    expect(message.length).to.be.at.most(300);
  });
});
