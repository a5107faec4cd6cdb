/** One component comes and goes again. */
import { race } from "./lib/race.mjs";
import { component, noticesOf, spread, surfaceOf, toolsetOf } from "./lib/surface.mjs";

const ops = 100;

/** Newcomers that stand between the `count` that are there, in the order of snapshots. */
function newcomersTo(count) {
  return spread(count, ops).map((number) => {
    const definition = component(number);
    return { ...definition, instanceId: `${definition.instanceId}-new` };
  });
}

function alone(count) {
  const { registry } = surfaceOf(count);
  const newcomers = newcomersTo(count);
  return {
    ops,
    run() {
      for (const newcomer of newcomers) registry.register(newcomer).unregister();
    },
  };
}

function withToolset(count) {
  const { registry } = surfaceOf(count);
  const newcomers = newcomersTo(count);
  const notice = noticesOf(toolsetOf(registry));
  return {
    ops,
    async run() {
      for (const newcomer of newcomers) {
        const handle = registry.register(newcomer);
        await notice();
        handle.unregister();
        await notice();
      }
    },
  };
}

export async function run({ rounds }) {
  const times = await race(
    {
      few: alone(100),
      many: alone(10_000),
      fewTold: withToolset(100),
      manyTold: withToolset(10_000),
    },
    { rounds },
  );
  return [
    { figure: "Register and unregister; 100 mounted", value: times.median("few"), unit: "µs" },
    {
      figure: "The same; 10,000 mounted",
      value: times.median("many"),
      unit: "µs",
      baseline: "with 100",
      ratio: times.ratio("many", "few"),
      maxRatio: 2,
    },
    {
      figure: "Register, notice, unregister, notice of a toolset; 100 mounted",
      value: times.median("fewTold"),
      unit: "µs",
    },
    {
      figure: "The same; 10,000 mounted",
      value: times.median("manyTold"),
      unit: "µs",
      baseline: "with 100",
      ratio: times.ratio("manyTold", "fewTold"),
      maxRatio: 2,
    },
  ];
}
