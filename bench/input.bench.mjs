/** Calls with an input of 32 kB: what its checks and copies cost, over a call with none. */
import { action, createAgentSurfaceRegistry, defineAgentComponent, fromJsonSchema } from "agent-tags";
import { race } from "./lib/race.mjs";
import { consumer } from "./lib/surface.mjs";

const ops = 5;
const size = 32_000;

function records() {
  const items = [];
  for (let number = 0; JSON.stringify({ items }).length < size; number++) {
    items.push({ id: number, title: `Item number ${number}`, price: number * 1.25, sold: number % 2 === 0 });
  }
  return { items };
}

const text = { text: "The quick brown fox jumps over the lazy dog. ".repeat(size / 45) };

const item = {
  type: "object",
  properties: {
    id: { type: "integer" },
    title: { type: "string" },
    price: { type: "number" },
    sold: { type: "boolean" },
  },
  required: ["id", "title", "price", "sold"],
  additionalProperties: false,
};

const importer = defineAgentComponent({
  type: "bench.importer",
  description: "Takes anything, does nothing.",
  actions: {
    take: action({
      description: "Takes items or a text.",
      input: fromJsonSchema({
        type: "object",
        properties: { items: { type: "array", items: item }, text: { type: "string" } },
        additionalProperties: false,
      }),
      effect: "local-state",
      execute: () => undefined,
    }),
  },
});

export async function run({ rounds }) {
  const registry = createAgentSurfaceRegistry();
  registry.register(importer);
  const options = { consumer };
  const calls = (input) => ({
    ops,
    async run() {
      for (let op = 0; op < ops; op++) {
        const result = await registry.invoke({ capabilityId: "view:bench.importer.take", input }, options);
        if (result.status !== "ok") throw new Error(result.error.message);
      }
    },
  });
  let kept;
  const roundTrips = (input) => ({
    ops,
    run() {
      for (let op = 0; op < ops; op++) kept = JSON.parse(JSON.stringify(input));
      return kept;
    },
  });
  const items = records();
  const times = await race(
    {
      empty: calls({}),
      items: calls(items),
      itemsAsJson: roundTrips(items),
      text: calls(text),
      textAsJson: roundTrips(text),
    },
    { rounds },
  );
  const row = (figure, name, json) => ({
    figure,
    value: times.median((lap) => lap[name] - lap.empty),
    unit: "µs",
    baseline: "`JSON.parse(JSON.stringify(input))`",
    ratio: times.median((lap) => (lap[name] - lap.empty) / lap[json]),
    maxRatio: 3,
  });
  return [
    row("An input of 32 kB over none; many small values", "items", "itemsAsJson"),
    row("The same; one long text", "text", "textAsJson"),
  ];
}
