/** Runs one benchmark in this process or page. Gives its rows; none where it is for another engine. */
export async function runBenchmark(name, engine, quick) {
  const { run, engines } = await import(`../${name}.bench.mjs`);
  if (engines && !engines.includes(engine)) return [];
  return run({ quick, rounds: quick ? 8 : 40 });
}
