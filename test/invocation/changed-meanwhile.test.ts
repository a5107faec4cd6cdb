/** Policies that look a permission up take their time; the page goes on meanwhile. */
import { expect } from "@open-wc/testing";
import type { AgentPolicy, AgentSurfaceRegistry, OperabilitySource } from "../../src/index.js";
import { act, cart, createSurface, deferred, errorOf, eventsOf, look, outcome } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { binding, cancel, createDomain, order } from "../helpers/procedures.js";

interface Page {
  registry: AgentSurfaceRegistry;
  setEnabled(enabled: boolean): void;
  disable(): void;
  state: { open: boolean; version: number; blockedBy: string[]; shown: boolean };
}

/** What may change, and how a call that saw the state before is answered. */
const changes: [string, (page: Page) => void, string][] = [
  ["when says no", ({ state }) => (state.open = false), "CAPABILITY_NOT_AVAILABLE"],
  [
    "the component is disabled",
    (page) => {
      page.setEnabled(false);
    },
    "CAPABILITY_NOT_AVAILABLE",
  ],
  [
    "it is disabled by a push",
    (page) => {
      page.disable();
    },
    "CAPABILITY_NOT_AVAILABLE",
  ],
  ["a modal opens", ({ state }) => (state.blockedBy = ["win-2"]), "CAPABILITY_NOT_AVAILABLE"],
  ["its window has another version", ({ state }) => (state.version = 4), "STALE_CAPABILITY"],
  ["a policy hides it", ({ state }) => (state.shown = false), "CAPABILITY_NOT_FOUND"],
];

function setUp(stage: "onAuthorize" | "onInvoke", change: (page: Page) => void) {
  const state: Page["state"] = { open: true, version: 3, blockedBy: [], shown: true };
  const asked = deferred<void>();
  const slow: AgentPolicy = {
    name: "slow",
    onDiscovery: () => ({ decision: state.shown ? "expose" : "hide" }),
    async [stage](_context: unknown, next: () => Promise<never>) {
      await asked.promise;
      return next();
    },
  };
  const source: OperabilitySource = { blockedBy: () => state.blockedBy, versionOf: () => state.version };
  const when = () => state.open;
  /** Lets the page change while the policy is at work. */
  const during = async (page: Omit<Page, "state">) => {
    await turn();
    change({ ...page, state });
    asked.resolve();
  };
  return { slow, source, when, during };
}

for (const stage of ["onAuthorize", "onInvoke"] as const) {
  describe(`while ${stage} takes its time`, () => {
    for (const [title, change, code] of changes) {
      it(`${title}: neither an action nor an observation runs`, async () => {
        for (const name of ["apply", "read"]) {
          const { slow, source, when, during } = setUp(stage, change);
          const { registry, events } = createSurface({ policies: [slow] });
          let runs = 0;
          const run = () => {
            runs += 1;
            return null;
          };
          const handle = registry.register(
            cart({
              observations: { read: look({ read: run, when }) },
              actions: { apply: act({ execute: run, when }) },
            }),
          );
          registry.setOperability(source);
          const call = registry.invoke({ capabilityId: `view:shop.cart.${name}`, expectedVersion: 3 });
          await during({
            registry,
            setEnabled: (enabled) => {
              handle.update({ enabled });
            },
            disable: () => {
              handle.update({ availability: { [name]: { available: false } } });
            },
          });
          expect(outcome(await call), name).to.equal(code);
          expect(runs, name).to.equal(0);
          expect(eventsOf(events, "invocation-settled"), name).to.have.length(1);
        }
      });

      it(`${title}: no procedure is sent`, async () => {
        const { slow, source, when, during } = setUp(stage, change);
        const { registry, asked } = createDomain(undefined, { policies: [slow] });
        const handle = registry.register(order([binding({ when, bind: () => ({ orderId: "o-1" }) })]));
        registry.setOperability(source);
        const call = registry.invoke({ ...cancel, input: { reason: "late" }, expectedVersion: 3 });
        await during({
          registry,
          setEnabled: (enabled) => {
            handle.update({ enabled });
          },
          disable: () => {
            handle.update({ availability: { [cancel.capabilityId]: { available: false } } });
          },
        });
        expect(outcome(await call)).to.equal(code);
        expect(asked).to.deep.equal([]);
      });
    }

    it("no person is asked for what cannot run any more", async () => {
      const { slow, when, during } = setUp(stage, ({ state }) => (state.open = false));
      const { registry } = createSurface({ policies: [slow] });
      registry.register(cart({ actions: { apply: act({ confirmation: "required", when }) } }));
      const call = registry.invoke({ capabilityId: "view:shop.cart.apply" });
      await during({ registry, setEnabled: () => undefined, disable: () => undefined });
      expect(outcome(await call)).to.equal("CAPABILITY_NOT_AVAILABLE");
      expect(registry.confirmations.pending()).to.deep.equal([]);
    });
  });
}

describe("a version that cannot be asked", () => {
  it("refuses what expects one, and nothing else; neither is told why", async () => {
    for (const kind of ["action", "observation", "procedure"]) {
      const { registry, asked } = createDomain();
      let runs = 0;
      const run = () => {
        runs += 1;
        return null;
      };
      registry.register(
        cart({ observations: { read: look({ read: run }) }, actions: { apply: act({ execute: run }) } }),
      );
      registry.register(order());
      registry.setOperability({
        blockedBy: () => [],
        versionOf() {
          throw new Error("secret");
        },
      });
      const request =
        kind === "procedure"
          ? { ...cancel, input: { reason: "late" } }
          : { capabilityId: kind === "action" ? "view:shop.cart.apply" : "view:shop.cart.read" };
      const error = errorOf(await registry.invoke({ ...request, expectedVersion: 3 }));
      expect(error, kind).to.deep.include({
        code: "CAPABILITY_NOT_AVAILABLE",
        details: { reason: "when-error" },
      });
      expect(JSON.stringify(error)).not.to.contain("secret");
      expect(runs + asked.length, kind).to.equal(0);
      const result = await registry.invoke(request);
      expect(outcome(result), kind).to.equal("ok");
      expect(result).not.to.have.property("windowVersion");
    }
  });
});
