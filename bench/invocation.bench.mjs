/** Calls that do nothing: what the ten phases cost by themselves. */
import {
  action,
  createAgentSurfaceRegistry,
  defineAgentComponent,
  emptyObjectSchema,
  fromJsonSchema,
  observation,
} from "agent-tags";
import { race } from "./lib/race.mjs";
import { consumer } from "./lib/surface.mjs";

const ops = 500;

const pass = (name) => ({ name, onAuthorize: async (_context, next) => next() });

const doNothing = {
  description: "Does nothing.",
  input: emptyObjectSchema,
  effect: "local-state",
  execute: () => undefined,
};

const idle = defineAgentComponent({
  type: "bench.idle",
  description: "Does nothing.",
  observations: {
    look: observation({
      description: "Reads nothing.",
      output: fromJsonSchema({ type: "null" }),
      read: () => null,
    }),
  },
  actions: {
    act: action(doNothing),
    actGuarded: action({ ...doNothing, policies: [pass("first"), pass("second")] }),
  },
});

export async function run({ rounds }) {
  const registry = createAgentSurfaceRegistry();
  registry.register(idle);
  const options = { consumer };
  const calls = (name) => ({
    ops,
    async run() {
      for (let op = 0; op < ops; op++) {
        const result = await registry.invoke({ capabilityId: `view:bench.idle.${name}`, input: {} }, options);
        if (result.status !== "ok") throw new Error(result.error.message);
      }
    },
  });
  const bare = async () => undefined;
  const times = await race(
    {
      act: calls("act"),
      look: calls("look"),
      guarded: calls("actGuarded"),
      bare: {
        ops,
        async run() {
          for (let op = 0; op < ops; op++) await bare();
        },
      },
    },
    { rounds },
  );
  const row = (figure, name, maxValue) => ({
    figure,
    value: times.median(name),
    unit: "µs",
    maxValue,
    targetIn: ["Node"],
    baseline: "awaiting an empty async function",
    ratio: times.ratio(name, "bare"),
  });
  return [
    row("A no-op action through `invoke`", "act", 10),
    row("An observation", "look", 8),
    row("A no-op action behind two asynchronous `onAuthorize`", "guarded", 20),
  ];
}
