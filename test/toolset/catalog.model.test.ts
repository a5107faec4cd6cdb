import { expect } from "@open-wc/testing";
import fc from "fast-check";
import {
  createAgentToolset,
  type AgentComponentDefinition,
  type AgentRegistrationHandle,
  type AgentTool,
} from "../../src/index.js";
import { act, cart, consumer, createSurface } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { isWhole, runs } from "../helpers/runs.js";

const consumerOf = { consumer: consumer("me"), topology: "remote" } as const;

/** Which of two actions it has, and with which text: 16 variants of one component. */
function variant(instanceId: string, n: number): AgentComponentDefinition {
  const description = n & 4 ? "Does it otherwise." : "Does a thing.";
  return cart({
    instanceId,
    description: n & 8 ? "Another cart." : "The cart.",
    observations: {},
    actions: { ...(n & 1 && { apply: act({ description }) }), ...(n & 2 && { clear: act() }) },
  });
}

type Step =
  | { do: "register" | "redefine"; instanceId: string; n: number }
  | { do: "unregister" | "toggle"; instanceId: string }
  | { do: "turn" };

const instance = fc.constantFrom("default", "b", "c");
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom("register", "redefine"), instanceId: instance, n: fc.nat(15) }),
  fc.record({ do: fc.constantFrom("unregister", "toggle"), instanceId: instance }),
  fc.record({ do: fc.constant("turn") }),
);

describe("the incremental catalog, against one built anew", () => {
  it("has the same tools after every sequence of changes, and its differences add up to them", async () => {
    const reached = { added: 0, removed: 0, changed: 0, kept: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30, size: "max" }), async (steps) => {
        const { registry } = createSurface();
        const toolset = createAgentToolset(registry, consumerOf);
        const held = new Map<string, AgentTool>();
        toolset.subscribe((_tools, { added, removed, changed }) => {
          for (const tool of removed) {
            expect(held.has(tool.name), `removed ${tool.name}`).to.equal(true);
            held.delete(tool.name);
          }
          for (const tool of added) {
            expect(held.has(tool.name), `added ${tool.name}`).to.equal(false);
            held.set(tool.name, tool);
          }
          for (const tool of changed) {
            expect(held.get(tool.name), `changed ${tool.name}`).not.to.equal(tool);
            held.set(tool.name, tool);
          }
          reached.added += added.length;
          reached.removed += removed.length;
          reached.changed += changed.length;
        });
        const handles = new Map<string, AgentRegistrationHandle>();
        const off = new Set<string>();
        for (const one of steps) {
          if (one.do === "turn") {
            await turn();
            reached.kept += toolset.tools().length;
            const fresh = createAgentToolset(registry, consumerOf);
            // A held tool may still carry the id of an earlier registration that means the same.
            const text = (tools: AgentTool[]) =>
              tools.map((tool) => JSON.stringify({ ...tool, registrationId: "" }));
            expect(text(toolset.tools())).to.deep.equal(text(fresh.tools()));
            expect(held.size).to.equal(toolset.tools().length);
            for (const tool of toolset.tools()) expect(held.get(tool.name)).to.equal(tool);
            fresh.dispose();
            continue;
          }
          const handle = handles.get(one.instanceId);
          if (one.do === "register" && !handle) {
            handles.set(one.instanceId, registry.register(variant(one.instanceId, one.n)));
          } else if (one.do === "redefine") {
            handle?.redefine({ ...variant(one.instanceId, one.n), enabled: !off.has(one.instanceId) });
          } else if (one.do === "unregister") {
            handle?.unregister();
            handles.delete(one.instanceId);
            off.delete(one.instanceId);
          } else if (one.do === "toggle" && handle) {
            if (!off.delete(one.instanceId)) off.add(one.instanceId);
            handle.update({ enabled: !off.has(one.instanceId) });
          }
        }
      }),
      { numRuns: runs(150) },
    );
    if (!isWhole) return;
    for (const [state, count] of Object.entries(reached)) expect(count, state).to.be.greaterThan(20);
  });
});
