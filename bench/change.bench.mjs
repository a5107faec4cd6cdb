/** One capability is made unavailable, and everybody hears of it. */
import { race } from "./lib/race.mjs";
import { noticesOf, spread, surfaceOf, toolsetOf } from "./lib/surface.mjs";

const ops = 50;

function pageOf(count) {
  const { registry, handles } = surfaceOf(count);
  const toolset = toolsetOf(registry);
  const notice = noticesOf(toolset);
  const chosen = spread(count, ops).map((number) => handles[number]);
  const offer = async (handle, available) => {
    handle.update({ availability: { toggle: { available } } });
    await notice();
  };
  return {
    toolset,
    chosen,
    offer,
    change: {
      ops,
      async run() {
        for (const handle of chosen) await offer(handle, false);
      },
      async after() {
        for (const handle of chosen) await offer(handle, true);
      },
    },
  };
}

export async function run({ rounds }) {
  const few = pageOf(100);
  const many = pageOf(10_000);
  const list = many.toolset.tools();
  const kept = [];
  const times = await race(
    {
      few: few.change,
      many: many.change,
      tools: {
        ops,
        async run(time) {
          for (const handle of many.chosen) {
            await many.offer(handle, false);
            time(() => (kept[0] = many.toolset.tools()));
          }
        },
        after: many.change.after,
      },
      copy: {
        ops,
        async run(time) {
          for (const handle of many.chosen) {
            await many.offer(handle, false);
            time(() => (kept[1] = list.slice()));
          }
        },
        after: many.change.after,
      },
    },
    { rounds },
  );
  return [
    {
      figure: "A capability made unavailable, with its notice; 100 mounted",
      value: times.median("few"),
      unit: "µs",
      maxValue: 50,
    },
    {
      figure: "The same; 10,000 mounted",
      value: times.median("many"),
      unit: "µs",
      maxValue: 50,
      baseline: "with 100",
      ratio: times.ratio("many", "few"),
      maxRatio: 2,
    },
    {
      figure: "The next `toolset.tools()`; 10,000 mounted",
      value: times.median("tools"),
      unit: "µs",
      baseline: "one copy of the list",
      ratio: times.ratio("tools", "copy"),
      // At most one copy; the rest is for noise.
      maxRatio: 1.25,
    },
  ];
}
