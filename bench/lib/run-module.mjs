/** Runs a benchmark that is loaded. Gives its rows; none where it is for another engine. */
export async function runModule({ run, engines }, engine, quick) {
  if (engines && !engines.includes(engine)) return [];
  return run({ quick, rounds: quick ? 8 : 40 });
}
