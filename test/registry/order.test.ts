import { expect } from "@open-wc/testing";
import fc from "fast-check";
import { createAgentToolset, type AgentRegistrationHandle } from "../../src/index.js";
import { act, cart, consumer, createSurface, look } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { isWhole, runs } from "../helpers/runs.js";

const me = consumer("me");

interface Step {
  readonly instanceId: string;
  readonly type: string;
  readonly priority: number;
  readonly capabilities: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  instanceId: fc.nat(60).map((number) => `n${number}`),
  type: fc.constantFrom("a", "a.b", "b"),
  priority: fc.constantFrom(0, 0, 0, -1, 0.5, 7),
  capabilities: fc.integer({ min: 0, max: 12 }),
});

function named(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, number) => [`do${number}`, act()]));
}

describe("the order of components, with so many that they are kept in several blocks", () => {
  it("is priority, type, instance in snapshots and toolsets, whatever comes, goes and changes", async () => {
    let most = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 100, maxLength: 400, size: "max" }), async (steps) => {
        const { registry } = createSurface();
        const toolset = createAgentToolset(registry, { consumer: me, topology: "remote" });
        const live = new Map<string, { handle: AgentRegistrationHandle; step: Step }>();
        for (const [index, one] of steps.entries()) {
          const key = `${one.type}@${one.instanceId}`;
          const { instanceId, type, priority, capabilities } = one;
          const definition = cart({
            instanceId,
            type,
            priority,
            observations: { read: look() },
            actions: named(capabilities),
          });
          const known = live.get(key);
          if (!known) live.set(key, { handle: registry.register(definition), step: one });
          else if (index % 3 === 0) {
            known.handle.redefine(definition);
            live.set(key, { handle: known.handle, step: one });
          } else {
            known.handle.unregister();
            live.delete(key);
          }
          if (index % 50 === 0) await turn();
        }
        const expected = [...live.values()]
          .map((entry) => entry.step)
          .sort(
            (a, b) =>
              b.priority - a.priority ||
              (a.type < b.type ? -1 : a.type > b.type ? 1 : a.instanceId < b.instanceId ? -1 : 1),
          );
        const names = expected.map(({ type, instanceId }) => `${type}@${instanceId}`);
        const { components } = registry.snapshot({ consumer: me });
        expect(components.map(({ type, instanceId }) => `${type}@${instanceId}`)).to.deep.equal(names);
        const tools = toolset.tools();
        const capabilities = expected.flatMap(({ type, instanceId, capabilities: count }) =>
          ["read", ...Object.keys(named(count))].map((name) => `view:${type}.${name}@${instanceId}`),
        );
        const told = tools.map(({ capabilityId, instanceId }) => `${capabilityId}@${instanceId}`);
        expect(told).to.deep.equal(capabilities);
        most = Math.max(most, tools.length);
      }),
      { numRuns: runs(20) },
    );
    if (!isWhole) return;
    // Blocks hold some hundred tools: fewer would not show what happens between them.
    expect(most).to.be.greaterThan(600);
  });
});
