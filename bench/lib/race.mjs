/**
 * Measures by comparing: the contestants run in turn, round after round, so that what slows the machine slows all of
 * them alike. Figures are medians over the rounds, ratios are medians of the rounds' own ratios.
 */

/**
 * @typedef {object} Contestant
 * @property {number} ops Operations in one run.
 * @property {(time: (body: () => unknown) => void) => unknown} run Runs them. Counts whole, unless it calls `time`:
 * then only what stands in there counts.
 * @property {() => unknown} [before] Not counted.
 * @property {() => unknown} [after] Not counted.
 */

/** @param {Record<string, Contestant>} contestants */
export async function race(contestants, { rounds, warmUp = Math.ceil(rounds / 4) }) {
  /** @type {Record<string, number>[]} Microseconds for one operation, by contestant. */
  const laps = [];
  for (let round = -warmUp; round < rounds; round++) {
    const lap = {};
    for (const [name, contestant] of Object.entries(contestants)) lap[name] = await timeOnce(contestant);
    if (round >= 0) laps.push(lap);
    await nextTask();
  }
  return {
    /** The median of a contestant in microseconds, or of what is made of the times of a round. */
    median(figure) {
      return median(laps.map(typeof figure === "string" ? (lap) => lap[figure] : figure));
    },
    /** How many times as long one takes as the other. */
    ratio(one, other) {
      return median(laps.map((lap) => lap[one] / lap[other]));
    },
  };
}

async function timeOnce({ ops, run, before, after }) {
  await before?.();
  let inner;
  const time = (body) => {
    const since = performance.now();
    body();
    inner = (inner ?? 0) + performance.now() - since;
  };
  const since = performance.now();
  const running = run(time);
  if (running instanceof Promise) await running;
  const whole = performance.now() - since;
  await after?.();
  return ((inner ?? whole) * 1_000) / ops;
}

export function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Lets timers and ports have their turn. */
export function nextTask() {
  return new Promise((resolve) => setTimeout(resolve));
}
