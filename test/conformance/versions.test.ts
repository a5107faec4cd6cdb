import { expect } from "@open-wc/testing";
import type { AgentRegistrationHandle } from "../../src/index.js";
import { act, cart, createSurface, deferred, errorOf, eventsOf, look, outcome } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const read = { capabilityId: "view:shop.cart.read" };

/** How far the version moves by a change of a mounted cart. */
function moved(
  change: (handle: AgentRegistrationHandle) => void,
  own: Parameters<typeof cart>[0] = {},
): number {
  const { registry } = createSurface();
  const handle = registry.register(cart(own));
  const before = Number(registry.getVersion());
  change(handle);
  return Number(registry.getVersion()) - before;
}

describe("versions (core API, Versioning; contract 5, 17)", () => {
  it("starts at 0 on an empty registry", () => {
    const { registry } = createSurface();
    expect(registry.getVersion()).to.equal("0");
    expect(registry.snapshot().surfaceVersion).to.equal("0");
  });

  it("is a decimal text", () => {
    const { registry } = createSurface();
    for (let index = 0; index < 12; index++) registry.register(cart({ instanceId: `i${index}` }));
    expect(registry.getVersion()).to.equal("12");
  });

  describe("what takes a version", () => {
    it("moves by 1 with register", () => {
      const { registry } = createSurface();
      registry.register(cart());
      expect(registry.getVersion()).to.equal("1");
    });

    it("moves by 1 with unregister", () => {
      expect(
        moved((handle) => {
          handle.unregister();
        }),
      ).to.equal(1);
    });

    it("moves by 1 where a registration replaces another", () => {
      const { registry } = createSurface({ onDuplicateInstance: "replace" });
      registry.register(cart());
      registry.register(cart());
      expect(registry.getVersion()).to.equal("2");
    });

    it("moves by 1 with an update of enabled", () => {
      expect(
        moved((handle) => {
          handle.update({ enabled: false });
        }),
      ).to.equal(1);
    });

    it("moves by 1 with an update of availability", () => {
      expect(
        moved((handle) => {
          handle.update({ availability: { apply: { available: false } } });
        }),
      ).to.equal(1);
    });

    it("moves by 1 with an update of several things at once", () => {
      const availability = { apply: { available: false }, read: { available: false, reason: "x" } };
      expect(
        moved((handle) => {
          handle.update({ enabled: false, availability });
        }),
      ).to.equal(1);
    });

    it("moves by 1 where only the reason of an override changed", () => {
      const pushed = (reason: string) => ({ availability: { apply: { available: false, reason } } });
      expect(
        moved((handle) => {
          handle.update(pushed("a"));
          handle.update(pushed("b"));
        }),
      ).to.equal(2);
    });

    it("moves by 1 with invalidate, although nothing changed", () => {
      expect(
        moved((handle) => {
          handle.invalidate();
        }),
      ).to.equal(1);
    });
  });

  describe("what takes none", () => {
    it("does not move with a swapped handler", () => {
      const definition = cart();
      const { registry } = createSurface();
      registry.register(definition);
      definition.actions!["apply"]!.execute = () => "other";
      registry.snapshot();
      expect(registry.getVersion()).to.equal("1");
    });

    it("does not move with what when says", async () => {
      const { registry, events } = createSurface();
      let open = true;
      registry.register(cart({ actions: { apply: act({ when: () => open }) } }));
      registry.snapshot();
      await turn();
      events.length = 0;
      open = false;
      registry.snapshot();
      await turn();
      expect(registry.getVersion()).to.equal("1");
      expect(events).to.deep.equal([]);
    });

    it("does not move with a snapshot or a call", async () => {
      const { registry } = createSurface();
      registry.register(cart());
      registry.snapshot();
      await registry.invoke(apply);
      await registry.invoke(read);
      expect(registry.getVersion()).to.equal("1");
    });

    it("does not move with a rejected registration", () => {
      const { registry } = createSurface();
      registry.register(cart());
      registry.register(cart());
      expect(registry.getVersion()).to.equal("1");
    });

    it("does not move with an update of what is so already", () => {
      expect(
        moved((handle) => {
          handle.update({});
          handle.update({ enabled: true });
          handle.update({ availability: { apply: { available: true } } });
        }),
      ).to.equal(0);
    });

    it("does not move with an override that is pushed again", () => {
      const pushed = () => ({ availability: { apply: { available: false, reason: "busy" } } });
      expect(
        moved((handle) => {
          handle.update(pushed());
          handle.update(pushed());
        }),
      ).to.equal(1);
    });

    it("does not move with the version of a window", async () => {
      const { registry, events } = createSurface();
      registry.register(cart());
      await turn();
      events.length = 0;
      registry.setOperability({ blockedBy: () => [], versionOf: () => 7 });
      const result = await registry.invoke(apply);
      expect(result)
        .to.include({ windowVersion: 7, surfaceVersion: "1" })
        .and.not.have.property("surfaceChanged");
      expect(eventsOf(events, "surface-changed")).to.deep.equal([]);
    });
  });

  describe("where it is told", () => {
    it("is in every snapshot, as of that moment", () => {
      const { registry } = createSurface();
      const handle = registry.register(cart());
      const before = registry.snapshot();
      handle.invalidate();
      expect([before.surfaceVersion, registry.snapshot().surfaceVersion]).to.deep.equal(["1", "2"]);
    });

    it("is in every result, ok or error", async () => {
      const { registry } = createSurface();
      registry.register(cart());
      const results = [
        await registry.invoke(apply),
        await registry.invoke({ capabilityId: "view:none.none" }),
      ];
      expect(results.map(({ surfaceVersion }) => surfaceVersion)).to.deep.equal(["1", "1"]);
    });

    it("is in a result as of the time when the call settled, with surfaceChanged", async () => {
      const { registry } = createSurface();
      const running = deferred<void>();
      const handle = registry.register(cart({ actions: { apply: act({ execute: () => running.promise }) } }));
      const call = registry.invoke(apply);
      await turn();
      handle.invalidate();
      running.resolve();
      expect(await call).to.include({ surfaceVersion: "2", surfaceChanged: true });
    });

    it("is without surfaceChanged where the surface did not change during the call", async () => {
      const { registry } = createSurface();
      registry.register(cart());
      expect(await registry.invoke(apply)).not.to.have.property("surfaceChanged");
    });

    it("counts a change that the handler itself caused", async () => {
      const { registry } = createSurface();
      const execute = () => void registry.register(cart({ instanceId: "b" }));
      registry.register(cart({ actions: { apply: act({ execute }) } }));
      expect(await registry.invoke(apply)).to.include({ surfaceVersion: "2", surfaceChanged: true });
    });

    it("gives each mutation of one task its own version at once", () => {
      const { registry } = createSurface();
      const versions = ["a", "b", "c"].map((instanceId) => {
        registry.register(cart({ instanceId }));
        return registry.getVersion();
      });
      expect(versions).to.deep.equal(["1", "2", "3"]);
    });
  });

  describe("what a call may bring", () => {
    it("lets a view action run with the surfaceVersion of an earlier state", async () => {
      const { registry } = createSurface();
      const handle = registry.register(cart());
      const { surfaceVersion } = registry.snapshot();
      handle.invalidate();
      expect(outcome(await registry.invoke({ ...apply, surfaceVersion }))).to.equal("ok");
    });

    it("lets an observation run with the surfaceVersion of an earlier state", async () => {
      const { registry } = createSurface();
      registry.register(cart({ observations: { read: look() } })).invalidate();
      expect(outcome(await registry.invoke({ ...read, surfaceVersion: "0" }))).to.equal("ok");
    });

    it("refuses a version under the id of another surface as a page that was loaded again", async () => {
      const { registry } = createSurface();
      registry.register(cart());
      const { surfaceId, surfaceVersion } = createSurface().registry.snapshot();
      const error = errorOf(await registry.invoke({ ...apply, surfaceId, surfaceVersion }));
      expect(error).to.deep.include({ code: "STALE_CAPABILITY", retry: "after-refresh" });
      expect(error.details!["reason"]).to.equal("surface-reloaded");
    });
  });
});
