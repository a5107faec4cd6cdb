/** The first direct catalog of a large page. */
import { median, nextTask } from "./lib/race.mjs";
import { capabilitiesEach, surfaceOf, toolsetOf } from "./lib/surface.mjs";

const count = 3_000;

function timeOf(body) {
  const since = performance.now();
  const given = body();
  return [performance.now() - since, given];
}

/** As many objects with as many fields, and nothing else. */
function plainObjects() {
  return Array.from({ length: count * capabilitiesEach }, (_, number) =>
    Object.freeze({
      name: `view_list__row__toggle_at_n${number}`,
      description: `[view · local-state] ${number}`,
      inputSchema: item,
      outputSchema: item,
      capabilityId: "view:list.row.toggle",
      instanceId: `n${number}`,
      registrationId: `reg_${number}`,
      annotations: Object.freeze({
        readOnly: true,
        idempotent: true,
        destructive: true,
        untrusted: true,
        confirms: true,
      }),
      available: true,
      execute: () => number,
    }),
  );
}

const item = Object.freeze({ type: "object" });

export async function run({ rounds }) {
  const times = [];
  const plainTimes = [];
  for (let round = 0; round < Math.max(rounds / 4, 5); round++) {
    const { registry } = surfaceOf(count);
    await nextTask();
    const [time, tools] = timeOf(() => toolsetOf(registry).tools());
    const [plainTime, objects] = timeOf(plainObjects);
    if (tools.length !== objects.length) throw new Error(`${tools.length} tools`);
    times.push(time);
    plainTimes.push(plainTime);
    registry.dispose();
  }
  const row = (figure, from, to) => ({
    figure,
    value: median(times.slice(from, to)),
    unit: "ms",
    maxValue: 40,
    baseline: "as many plain objects",
    ratio: median(times.slice(from, to).map((time, index) => time / plainTimes[from + index])),
  });
  return [
    row("First direct catalog of 3,000 components (12,000 tools)", 2),
    row("The same, the first in the process: code not yet optimized", 0, 1),
  ];
}
