import { expect } from "@open-wc/testing";
import type { AgentInvocation, AgentPolicy } from "../../src/index.js";
import { act, cart, consumer, createSurface, errorOf, outcome } from "../helpers/surface.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const minute = 60_000;

/** A surface that `shop.cart` has left. */
function left(options: Parameters<typeof createSurface>[0] = {}) {
  const surface = createSurface(options);
  const handle = surface.registry.register(cart());
  handle.unregister();
  const code = async (own: Partial<AgentInvocation> = {}) =>
    outcome(await surface.registry.invoke({ ...apply, ...own }));
  return { ...surface, code, registrationId: handle.registrationId };
}

const instances = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `i${from + index}`);

describe("tombstones (core API, Registration lifecycle 5; contract 7)", () => {
  it("answers a late call with the registration id as COMPONENT_UNMOUNTED, phase resolve", async () => {
    const { registry, registrationId } = left();
    expect(errorOf(await registry.invoke({ ...apply, registrationId }))).to.deep.include({
      code: "COMPONENT_UNMOUNTED",
      retry: "after-refresh",
      details: { phase: "resolve" },
    });
  });

  it("answers a late call without a registration id as COMPONENT_UNMOUNTED", async () => {
    expect(await left().code()).to.equal("COMPONENT_UNMOUNTED");
  });

  it("answers a late call that names the instance as COMPONENT_UNMOUNTED", async () => {
    expect(await left().code({ instanceId: "default" })).to.equal("COMPONENT_UNMOUNTED");
  });

  it("answers a call for another instance than the gone one as CAPABILITY_NOT_FOUND", async () => {
    expect(await left().code({ instanceId: "other" })).to.equal("CAPABILITY_NOT_FOUND");
  });

  it("answers a call for what the gone component never had as CAPABILITY_NOT_FOUND", async () => {
    expect(await left().code({ capabilityId: "view:shop.cart.never" })).to.equal("CAPABILITY_NOT_FOUND");
  });

  it("answers a registration id that never was as CAPABILITY_NOT_FOUND", async () => {
    expect(await left().code({ registrationId: "reg_9_never" })).to.equal("CAPABILITY_NOT_FOUND");
  });

  it("lets a call without a registration id find the component that came back", async () => {
    const { registry, code } = left();
    registry.register(cart());
    expect(await code()).to.equal("ok");
  });

  it("makes the old id of a component that came back STALE_CAPABILITY registration-replaced", async () => {
    const { registry, registrationId } = left();
    const live = registry.register(cart());
    expect(errorOf(await registry.invoke({ ...apply, registrationId })).details).to.deep.equal({
      reason: "registration-replaced",
      liveRegistrationId: live.registrationId,
    });
  });

  it("remembers what was replaced by a duplicate", async () => {
    const { registry } = createSurface({ onDuplicateInstance: "replace" });
    const { registrationId } = registry.register(cart());
    registry.register(cart());
    const error = errorOf(await registry.invoke({ ...apply, registrationId }));
    expect(error.details!["reason"]).to.equal("registration-replaced");
  });

  it("remembers no registration that was rejected", async () => {
    const { registry } = createSurface();
    registry.register(cart());
    const { registrationId } = registry.register(cart());
    const error = errorOf(await registry.invoke({ ...apply, registrationId }));
    expect(error.details!["reason"]).to.equal("surface-reloaded");
  });

  it("counts for nothing past its time, even where it was not pruned yet", async () => {
    const { code, registrationId, time } = left();
    await time.advance(5 * minute - 1);
    expect(await code({ registrationId })).to.equal("COMPONENT_UNMOUNTED");
    await time.advance(1);
    expect(await code({ registrationId })).to.equal("CAPABILITY_NOT_FOUND");
    expect(await code()).to.equal("CAPABILITY_NOT_FOUND");
  });

  it("makes an old id past its time surface-reloaded where the component came back", async () => {
    const { registry, registrationId, time } = left();
    registry.register(cart());
    await time.advance(5 * minute);
    const error = errorOf(await registry.invoke({ ...apply, registrationId }));
    expect(error.details!["reason"]).to.equal("surface-reloaded");
  });

  it("forgets the oldest first where more left than it may remember", async () => {
    const { registry } = createSurface({ limits: { tombstoneSize: 3 } });
    for (const instanceId of instances(0, 5)) registry.register(cart({ instanceId })).unregister();
    const codes = [];
    for (const instanceId of instances(0, 5))
      codes.push(outcome(await registry.invoke({ ...apply, instanceId })));
    const [forgotten, known] = ["CAPABILITY_NOT_FOUND", "COMPONENT_UNMOUNTED"];
    expect(codes).to.deep.equal([forgotten, forgotten, known, known, known]);
  });

  it("waits with no timer", () => {
    expect(left().time.waiting).to.equal(0);
  });

  it("tells nobody of a gone component whom its policies hid it from", async () => {
    const owned: AgentPolicy = {
      name: "owned",
      onDiscovery: ({ consumer: { id } }) => ({ decision: id === "owner" ? "expose" : "hide" }),
    };
    const { registry } = createSurface();
    const handle = registry.register(cart({ policies: [owned], actions: { apply: act() } }));
    const owner = { consumer: consumer("owner") };
    registry.snapshot(owner);
    handle.unregister();
    expect(outcome(await registry.invoke(apply, owner))).to.equal("COMPONENT_UNMOUNTED");
    const guest = await registry.invoke(apply, { consumer: consumer("guest") });
    expect(outcome(guest)).to.equal("CAPABILITY_NOT_FOUND");
  });
});
