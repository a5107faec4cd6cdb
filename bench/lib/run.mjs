import { runModule } from "./run-module.mjs";

/** Runs one benchmark in this process or page. */
export async function runBenchmark(name, engine, quick) {
  return runModule(await import(`../${name}.bench.mjs`), engine, quick);
}
