/** What a consumer may see of 10,000 components: again, and after one of them changed. */
import { race } from "./lib/race.mjs";
import { consumer, spread, surfaceOf } from "./lib/surface.mjs";

const count = 10_000;
const ops = 10;
const kept = [];

function pageOf(whenOf) {
  const { registry, handles } = surfaceOf(count, whenOf);
  const take = () => registry.snapshot({ consumer });
  const { components } = take();
  const chosen = spread(count, ops).map((number) => handles[number]);
  let available = true;
  return {
    take,
    handles,
    unchanged: {
      ops,
      before: take,
      run() {
        for (let op = 0; op < ops; op++) kept[0] = take();
      },
    },
    changed: {
      ops,
      run(time) {
        available = !available;
        for (const handle of chosen) {
          handle.update({ availability: { toggle: { available } } });
          time(() => (kept[0] = take()));
        }
      },
    },
    copy: {
      ops,
      run() {
        for (let op = 0; op < ops; op++) kept[1] = components.slice();
      },
    },
  };
}

/** How many components one change gives a new descriptor. */
function rebuiltByOne({ take, handles }) {
  const before = new Set(take().components);
  handles[0].update({ availability: { read: { available: false } } });
  return take().components.filter((one) => !before.has(one)).length;
}

export async function run({ rounds }) {
  const plain = pageOf();
  const isOpen = () => true;
  const predicates = [];
  const asking = pageOf((number) => {
    if (number % 10 !== 0) return undefined;
    // One function each, as closures in a page are.
    const when = () => isOpen();
    predicates.push(when);
    return when;
  });
  const times = await race(
    {
      unchanged: plain.unchanged,
      changed: plain.changed,
      copy: plain.copy,
      asking: asking.changed,
      copyAndAsk: {
        ops,
        run() {
          asking.copy.run();
          for (let op = 0; op < ops; op++) kept[2] = predicates.every((when) => when());
        },
      },
    },
    { rounds },
  );
  return [
    {
      figure: "Snapshot of 10,000, nothing changed",
      value: times.median("unchanged"),
      unit: "µs",
      maxValue: 10,
      baseline: "one copy of the list",
      ratio: times.ratio("unchanged", "copy"),
    },
    {
      figure: "Snapshot of 10,000 after one change; no `when`",
      value: times.median("changed"),
      unit: "µs",
      baseline: "one copy of the list",
      ratio: times.ratio("changed", "copy"),
    },
    {
      figure: "The same; 10 % of the capabilities have a `when`",
      value: times.median("asking"),
      unit: "µs",
      baseline: "one copy, and each `when` called",
      ratio: times.ratio("asking", "copyAndAsk"),
    },
    {
      figure: "Components described again after one change",
      value: rebuiltByOne(plain),
      unit: "",
      maxValue: 1,
    },
  ];
}
