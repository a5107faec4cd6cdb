import { expect } from "@open-wc/testing";
import fc from "fast-check";
import type {
  AgentPolicy,
  AgentRegistrationHandle,
  AgentSurfaceRegistry,
  SnapshotContext,
} from "../../src/index.js";
import { act, cart, consumer, createSurface, look } from "../helpers/surface.js";
import { isWhole, runs } from "../helpers/runs.js";

type Kind = "plain" | "asking" | "guarded";

/** What a host has said of one component so far. */
interface Said {
  readonly kind: Kind;
  text: string;
  open: boolean;
  enabled: boolean;
  offered: boolean;
}

const names = ["a", "c.d"] as const;
type Name = (typeof names)[number];

type Step =
  | { do: "register"; name: Name; kind: Kind }
  | { do: "unregister" | "open" | "enable" | "offer" | "redefine"; name: Name }
  | { do: "look"; who: "owner" | "guest"; scope: readonly string[] | undefined; all: boolean };

const name = fc.constantFrom(...names);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("register"),
      name,
      kind: fc.constantFrom<Kind>("plain", "asking", "guarded"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("unregister", "enable", "offer", "redefine"), name }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("open"), name }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("look"),
      who: fc.constantFrom("owner", "guest"),
      scope: fc.constantFrom(undefined, undefined, ["c"] as const),
      all: fc.boolean(),
    }),
  },
);

const owned: AgentPolicy = {
  name: "owned",
  onDiscovery: ({ consumer: { id } }) => ({ decision: id === "owner" ? "expose" : "hide" }),
};

function definitionOf(type: Name, said: Said) {
  return cart({
    type,
    description: said.text,
    observations: { read: look() },
    actions: { apply: act(said.kind === "asking" ? { when: () => said.open } : {}) },
    ...(said.kind === "guarded" && { policies: [owned] }),
  });
}

function push(handle: AgentRegistrationHandle, { enabled, offered }: Said): void {
  handle.update({ enabled, availability: { apply: { available: offered, reason: "sold out" } } });
}

function seen(registry: AgentSurfaceRegistry, context: SnapshotContext) {
  return registry.snapshot(context).components.map((one) => ({ ...one, registrationId: "" }));
}

describe("snapshots that share what did not change, against a surface built anew", () => {
  it("show the same after every sequence of changes, to every consumer", () => {
    const reached = { same: 0, empty: 0, unavailable: 0, looks: 0 };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: "max" }), (steps) => {
        const { registry } = createSurface();
        const live = new Map<Name, { handle: AgentRegistrationHandle; said: Said }>();
        let before: unknown;
        for (const one of steps) {
          if (one.do === "look") {
            const context: SnapshotContext = {
              consumer: consumer(one.who),
              includeUnavailable: one.all,
              ...(one.scope && { scope: [...one.scope] }),
            };
            const anew = createSurface().registry;
            for (const [type, { said }] of live) push(anew.register(definitionOf(type, said)), said);
            const expected = seen(anew, context);
            expect(seen(registry, context)).to.deep.equal(expected);
            const { components } = registry.snapshot(context);
            reached.looks += 1;
            if (components === before) reached.same += 1;
            if (components.length === 0) reached.empty += 1;
            if (expected.some(({ actions }) => actions.some(({ available }) => !available)))
              reached.unavailable += 1;
            before = components;
            continue;
          }
          const known = live.get(one.name);
          if (one.do === "register" && !known) {
            const said: Said = { kind: one.kind, text: "A.", open: true, enabled: true, offered: true };
            live.set(one.name, { handle: registry.register(definitionOf(one.name, said)), said });
          }
          if (!known) continue;
          const { handle, said } = known;
          if (one.do === "unregister") {
            handle.unregister();
            live.delete(one.name);
          }
          if (one.do === "open") said.open = !said.open;
          if (one.do === "enable") said.enabled = !said.enabled;
          if (one.do === "offer") said.offered = !said.offered;
          if (one.do === "enable" || one.do === "offer") push(handle, said);
          if (one.do === "redefine") {
            said.text += "A";
            handle.redefine(definitionOf(one.name, said));
          }
        }
      }),
      { numRuns: runs(300) },
    );
    if (!isWhole) return;
    for (const [state, count] of Object.entries(reached)) expect(count, state).to.be.greaterThan(20);
  });
});
