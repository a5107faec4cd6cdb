import { expect } from "@open-wc/testing";
import type { AgentComponentDefinition, AgentInvocation, AgentPolicy, JsonValue } from "../../src/index.js";
import { act, consumer, errorOf, eventsOf, outcome } from "../helpers/surface.js";
import { binding, cancel, createDomain, order } from "../helpers/procedures.js";

const input = { reason: "late" };
const call = { ...cancel, input };

/** An order of its own: `row("a")` is bound to order "a". */
function row(instanceId: string, own: Partial<AgentComponentDefinition> = {}): AgentComponentDefinition {
  return order([binding({ bind: () => ({ orderId: instanceId }) })], { instanceId, ...own });
}

/** Which order the last call was about. */
const lastOrder = ({ asked }: ReturnType<typeof createDomain>) =>
  (asked.at(-1)!.input as Record<string, JsonValue>)["orderId"];

describe("a procedure's id", () => {
  it("means the one live reference, whatever component brought it", async () => {
    const domain = createDomain();
    domain.registry.register(row("a", { type: "anything.else" }));
    expect(outcome(await domain.registry.invoke(call))).to.equal("ok");
    expect(lastOrder(domain)).to.equal("a");
  });

  it("is ambiguous where several references are live, with what tells them apart", async () => {
    const { registry, asked } = createDomain();
    const handles = ["a", "b"].map((id) => registry.register(row(id)));
    const error = errorOf(await registry.invoke(call));
    expect(error).to.deep.include({ code: "AMBIGUOUS_INSTANCE", retry: "with-changes" });
    expect(error.details).to.deep.equal({
      instances: ["a", "b"],
      candidates: ["a", "b"].map((instanceId, index) => ({
        instanceId,
        registrationId: handles[index]!.registrationId,
        context: { type: "orders.detail", instanceId },
      })),
    });
    expect(asked).to.deep.equal([]);
  });

  it("is decided by a registrationId, or by an instanceId that distinguishes", async () => {
    const domain = createDomain();
    const handles = ["a", "b"].map((id) => domain.registry.register(row(id)));
    for (const [index, id] of ["a", "b"].entries()) {
      const { registrationId } = handles[index]!;
      for (const token of [{ registrationId }, { instanceId: id }, { registrationId, instanceId: id }]) {
        expect(outcome(await domain.registry.invoke({ ...call, ...token }))).to.equal("ok");
        expect(lastOrder(domain)).to.equal(id);
      }
    }
    expect(outcome(await domain.registry.invoke({ ...call, instanceId: "c" }))).to.equal(
      "CAPABILITY_NOT_FOUND",
    );
  });

  it("asks for a registrationId where the instances of two components are the same", async () => {
    const { registry } = createDomain();
    for (const type of ["orders.list", "orders.menu"]) registry.register(row("default", { type }));
    const error = errorOf(await registry.invoke({ ...call, instanceId: "default" }));
    expect(error.code).to.equal("AMBIGUOUS_INSTANCE");
    expect(error.message).to.contain("registrationId").and.not.to.contain("instanceId:");
  });

  it("is distinguished by the context that agents see too", async () => {
    const domain = createDomain();
    for (const id of ["a", "b"]) {
      const one = {
        ...binding({ bind: () => ({ orderId: id }) }),
        contextLink: { type: "orders", instanceId: `ctx-${id}` },
      };
      domain.registry.register(order([one], { instanceId: id }));
    }
    expect(outcome(await domain.registry.invoke({ ...call, instanceId: "ctx-b" }))).to.equal("ok");
    expect(lastOrder(domain)).to.equal("b");
  });

  it("is not found where nothing brought it, with the nearest one that this consumer may see", async () => {
    const { registry } = createDomain();
    registry.register(order());
    const error = errorOf(await registry.invoke({ capabilityId: "domain:orders.cancle" }));
    expect(error).to.include({ code: "CAPABILITY_NOT_FOUND" });
    expect(error.message).to.contain("domain:orders.cancel");
    for (const id of ["domain:", "domain", "domain:x", "orders.cancel", `domain:${"x".repeat(200)}`]) {
      expect(outcome(await registry.invoke({ capabilityId: id })), id).to.equal("CAPABILITY_NOT_FOUND");
    }
  });

  it("is COMPONENT_UNMOUNTED once its component is gone, by id and by token, until that is forgotten", async () => {
    const { registry, time } = createDomain();
    const handle = registry.register(order());
    const { registrationId } = handle;
    handle.unregister();
    for (const token of [{}, { registrationId }, { instanceId: "default" }]) {
      const error = errorOf(await registry.invoke({ ...call, ...token }));
      expect(error.details, JSON.stringify(token)).to.deep.equal({ phase: "resolve" });
    }
    expect(outcome(await registry.invoke({ ...call, instanceId: "b" }))).to.equal("CAPABILITY_NOT_FOUND");
    await time.advance(300_000);
    expect(outcome(await registry.invoke(call))).to.equal("CAPABILITY_NOT_FOUND");
  });

  it("under another token is STALE_CAPABILITY, and names the live one where there is just one", async () => {
    const { registry } = createDomain();
    const former = registry.register(row("a"));
    const { registrationId } = former;
    former.unregister();
    const { registrationId: liveRegistrationId } = registry.register(row("a"));
    const stale = async (id: string) =>
      errorOf(await registry.invoke({ ...call, registrationId: id })).details;
    expect(await stale(registrationId)).to.deep.equal({
      reason: "registration-replaced",
      liveRegistrationId,
    });
    expect(await stale("reg_9_x")).to.deep.equal({ reason: "surface-reloaded", liveRegistrationId });
    registry.register(row("b"));
    expect(await stale(registrationId), "which one, nobody knows").to.deep.equal({
      reason: "registration-replaced",
    });
  });
});

describe("a procedure that policies hide", () => {
  const owned: AgentPolicy = {
    name: "owned",
    onDiscovery: ({ consumer: { id }, plane, kind }) => ({
      decision: id === "owner" || plane !== "domain" || kind !== "procedure" ? "expose" : "hide",
    }),
  };
  const guest = { consumer: consumer("guest") };
  const owner = { consumer: consumer("owner") };

  it("is to a call as if it had never been there, whatever its state", async () => {
    const never = createDomain();
    const requests = (registrationId: string): AgentInvocation[] => [
      call,
      { ...call, instanceId: "default" },
      { ...call, registrationId },
      { ...call, surfaceVersion: "0" },
      { ...call, input: { orderId: "x" } },
    ];
    for (const layer of ["registry", "component", "capability"] as const) {
      for (const state of ["live", "disabled", "twice", "unmounted"]) {
        const policies = [owned];
        const config = { ...binding().config, ...(layer === "capability" && { policies }) };
        const domain = createDomain(undefined, layer === "registry" ? { policies } : {});
        const definition = order([binding(config)], layer === "component" ? { policies } : {});
        const handle = domain.registry.register(definition);
        const { registrationId } = handle;
        if (state === "disabled") handle.update({ enabled: false });
        if (state === "twice") domain.registry.register({ ...definition, instanceId: "b" });
        if (state === "unmounted") handle.unregister();
        expect(domain.registry.snapshot(guest).procedures).to.deep.equal([]);
        for (const [index, request] of requests(registrationId).entries()) {
          const error = errorOf(
            await domain.registry.invoke({ ...request, invocationId: `${index}` }, guest),
          );
          const expected = await never.registry.invoke({
            ...request,
            invocationId: `${layer} ${state} ${index}`,
          });
          expect(error, `${layer}, ${state}, ${index}`).to.deep.equal(errorOf(expected));
        }
        expect(domain.asked).to.deep.equal([]);
      }
    }
  });

  it("is there for the others, and takes no part in ambiguity", async () => {
    const domain = createDomain();
    domain.registry.register(row("a", { policies: [owned] }));
    domain.registry.register(row("b"));
    expect(outcome(await domain.registry.invoke(call, guest))).to.equal("ok");
    expect(lastOrder(domain)).to.equal("b");
    expect(outcome(await domain.registry.invoke(call, owner))).to.equal("AMBIGUOUS_INSTANCE");
    const near = await domain.registry.invoke({ capabilityId: "domain:orders.cance" }, guest);
    expect(errorOf(near).message).to.contain("domain:orders.cancel");
  });
});

describe("the version gate", () => {
  for (const [effect, isGated] of [
    ["server-query", false],
    ["server-mutation", false],
    ["external-side-effect", true],
    ["destructive", true],
  ] as const) {
    it(`${isGated ? "stops" : "lets pass"} ${effect} on another version than the caller's`, async () => {
      const { registry, asked } = createDomain();
      const { registrationId } = registry.register(order([binding(undefined, { effect })]));
      const seen = registry.getVersion();
      registry.register({ type: "shop.note", description: "A note." });
      for (const token of [{}, { registrationId }]) {
        const result = await registry.invoke({ ...call, ...token, surfaceVersion: seen });
        if (!isGated) expect(outcome(result)).to.equal("ok");
        else {
          expect(errorOf(result)).to.deep.include({
            code: "STALE_CAPABILITY",
            retry: "after-refresh",
            details: { reason: "surface-version-mismatch" },
          });
          expect(asked).to.deep.equal([]);
          expect(registry.confirmations.pending()).to.deep.equal([]);
        }
        const current = await registry.invoke({ ...call, surfaceVersion: registry.getVersion() });
        const without = await registry.invoke(call);
        const expected = isGated ? "CONFIRMATION_REQUIRED" : "ok";
        expect([outcome(current), outcome(without)]).to.deep.equal([expected, expected]);
        registry.confirmations.pending().forEach(({ confirmationId }) => {
          registry.confirmations.resolve(confirmationId, { approved: false });
        });
      }
    });
  }
});

describe("availability of a procedure", () => {
  it("is asked of when, and pushed by its id", async () => {
    let isOpen = true;
    const { registry, events } = createDomain();
    const config = { ...binding().config, when: () => isOpen, unavailableReason: "It is shipped." };
    const handle = registry.register(order([binding(config)], { actions: { note: act() } }));
    const state = async () => {
      const [{ available, unavailableReason }] = registry.snapshot().procedures as [
        ReturnType<typeof registry.snapshot>["procedures"][0],
      ];
      const result = await registry.invoke(call);
      if (available) expect(outcome(result)).to.equal("ok");
      else expect(errorOf(result).details).to.deep.equal({ reason: unavailableReason });
      return unavailableReason ?? available;
    };
    expect(await state()).to.equal(true);
    isOpen = false;
    expect(await state()).to.equal("It is shipped.");
    isOpen = true;
    const version = registry.getVersion();
    handle.update({ availability: { "domain:orders.cancel": { available: false, reason: "offline" } } });
    expect(await state()).to.equal("offline");
    expect(registry.getVersion()).not.to.equal(version);
    expect(eventsOf(events, "availability-changed").map(({ capabilityId }) => capabilityId)).to.deep.equal([
      "domain:orders.cancel",
    ]);
    handle.update({ availability: { "domain:orders.cancel": { available: true } } });
    expect(await state()).to.equal(true);
    handle.update({ enabled: false });
    expect(await state()).to.equal("component-disabled");
  });
});
