import { expect } from "@open-wc/testing";
import type { AgentPolicy, OperabilitySource } from "../../src/index.js";
import { act, cart, createSurface, deferred, errorOf, eventsOf, outcome } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const apply = { capabilityId: "view:shop.cart.apply" };

function withWindow() {
  const surface = createSurface();
  const window = { blockedBy: [] as string[], version: 3 as number | undefined };
  const source: OperabilitySource = { blockedBy: () => window.blockedBy, versionOf: () => window.version };
  surface.registry.setOperability(source);
  return { ...surface, window };
}

describe("what windows say", () => {
  it("blocks: CAPABILITY_NOT_AVAILABLE blocked_by_modal, with the windows to close first", async () => {
    const { registry, window } = withWindow();
    registry.register(cart());
    window.blockedBy = ["win-2", "win-1"];
    expect(errorOf(await registry.invoke(apply))).to.deep.include({
      code: "CAPABILITY_NOT_AVAILABLE",
      retry: "after-refresh",
      details: { reason: "blocked_by_modal", blockedBy: ["win-2", "win-1"] },
    });
    expect(registry.snapshot().components[0]!.actions[0]).to.include({
      available: false,
      unavailableReason: "blocked_by_modal",
    });
    window.blockedBy = [];
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
  });

  it("is not to be used where that cannot be asked, and the call ends all the same", async () => {
    const { registry, events } = createSurface();
    registry.register(cart());
    registry.setOperability({
      blockedBy: () => {
        throw new Error("secret");
      },
      versionOf: () => {
        throw new Error("secret");
      },
    });
    expect(registry.snapshot().components[0]!.actions[0]).to.include({ unavailableReason: "when-error" });
    const error = errorOf(await registry.invoke({ ...apply, invocationId: "one" }));
    expect(error).to.deep.include({ code: "CAPABILITY_NOT_AVAILABLE", details: { reason: "when-error" } });
    expect(JSON.stringify(error)).not.to.include("secret");
    expect(eventsOf(events, "invocation-settled")).to.have.length(1);
    registry.setOperability(undefined);
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
  });

  it("names the windows that block only where they are why", async () => {
    const blockedBy = (result: Parameters<typeof errorOf>[0]) => errorOf(result).details!["blockedBy"];
    const { registry, window } = withWindow();
    const disabling: AgentPolicy = {
      name: "closed",
      onDiscovery: () => ({ decision: "disable", reason: "closed" }),
    };
    registry.register(cart({ actions: { apply: act({ policies: [disabling] }), other: act() } }));
    window.blockedBy = ["win-1"];
    const other = await registry.invoke({ capabilityId: "view:shop.cart.other" });
    expect(blockedBy(other)).to.deep.equal(["win-1"]);
    const result = await registry.invoke(apply);
    expect(errorOf(result).details).to.deep.equal({ reason: "closed" });
    expect(errorOf(result).message).not.to.contain("win-1");
  });

  it("refuses another expectedVersion as stale_state, with the current one", async () => {
    const { registry } = withWindow();
    registry.register(cart());
    expect(errorOf(await registry.invoke({ ...apply, expectedVersion: 2 }))).to.deep.include({
      code: "STALE_CAPABILITY",
      retry: "after-refresh",
      details: { reason: "stale_state", currentVersion: 3 },
    });
    const result = await registry.invoke({ ...apply, expectedVersion: 3 });
    expect(result).to.include({ status: "ok", windowVersion: 3 });
  });

  it("is asked again when a slot is granted", async () => {
    const { registry, window } = withWindow();
    const handler = deferred<void>();
    let runs = 0;
    const execute = () => {
      runs += 1;
      return handler.promise;
    };
    registry.register(cart({ actions: { apply: act({ execute }) } }));
    void registry.invoke(apply);
    const stale = registry.invoke({ ...apply, expectedVersion: 3 });
    const blocked = registry.invoke(apply);
    await turn();
    window.version = 4;
    window.blockedBy = ["win-1"];
    handler.resolve();
    expect(errorOf(await blocked).details!["reason"]).to.equal("blocked_by_modal");
    expect(errorOf(await stale).code).to.be.oneOf(["CAPABILITY_NOT_AVAILABLE", "STALE_CAPABILITY"]);
    expect(runs).to.equal(1);
  });

  it("never moves the surface version", async () => {
    const { registry, window } = withWindow();
    registry.register(cart());
    window.version = 9;
    await registry.invoke(apply);
    expect(registry.getVersion()).to.equal("1");
  });

  it("counts for nothing where there are no windows", async () => {
    const { registry } = createSurface();
    registry.register(cart());
    const result = await registry.invoke({ ...apply, expectedVersion: 2 });
    expect(outcome(result)).to.equal("ok");
    expect(result).not.to.have.property("windowVersion");
  });
});
