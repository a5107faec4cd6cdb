/** One action is found among all that is mounted, and runs. */
import { race } from "./lib/race.mjs";
import { capabilityId, consumer, spread, surfaceOf } from "./lib/surface.mjs";

const ops = 100;

function callsOn(count) {
  const { registry, handles } = surfaceOf(count);
  const options = { consumer };
  const callAll = (tokensOf) => {
    const targets = spread(count, ops).map((number) => ({
      capabilityId: capabilityId(number, "toggle"),
      input: {},
      ...tokensOf(number),
    }));
    return {
      ops,
      async run() {
        for (const target of targets) await registry.invoke(target, options);
      },
    };
  };
  return {
    byInstance: callAll((number) => ({ instanceId: `n${number}` })),
    byRegistration: callAll((number) => ({ registrationId: handles[number].registrationId })),
  };
}

export async function run({ rounds }) {
  const few = callsOn(100);
  const many = callsOn(10_000);
  const times = await race(
    {
      few: few.byInstance,
      many: many.byInstance,
      fewByRegistration: few.byRegistration,
      manyByRegistration: many.byRegistration,
    },
    { rounds },
  );
  return [
    { figure: "Resolve and invoke by instance; 100 mounted", value: times.median("few"), unit: "µs" },
    {
      figure: "The same; 10,000 mounted",
      value: times.median("many"),
      unit: "µs",
      baseline: "with 100",
      ratio: times.ratio("many", "few"),
      maxRatio: 2,
    },
    {
      figure: "Resolve and invoke by registration alone; 100 mounted",
      value: times.median("fewByRegistration"),
      unit: "µs",
    },
    {
      figure: "The same; 10,000 mounted",
      value: times.median("manyByRegistration"),
      unit: "µs",
      baseline: "with 100",
      ratio: times.ratio("manyByRegistration", "fewByRegistration"),
      maxRatio: 2,
    },
  ];
}
