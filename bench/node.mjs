/** `node --expose-gc bench/node.mjs NAME [--quick]`: one benchmark in Node. Its rows go to the parent, or are printed. */
import { runBenchmark } from "./lib/run.mjs";

const [name, ...flags] = process.argv.slice(2);
const rows = await runBenchmark(name, "Node", flags.includes("--quick"));
if (process.send) process.send(rows, () => process.disconnect());
else console.table(rows, ["figure", "value", "unit", "ratio", "baseline"]);
