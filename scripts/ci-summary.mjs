/**
 * The closing line of .ci/run. Takes the exit codes of `npm test`, `npm run check` and the demo, in that order; the
 * counts of the first two are what they left in the cache. A command that failed without saying so counts as one. What
 * failed is named once more, just before the counts: of a long output often only the end is kept.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./lib/root.mjs";

function countsOf(file, code) {
  let counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  try {
    counts = { ...counts, ...JSON.parse(readFileSync(join(cache, file), "utf8")) };
  } catch {
    code ||= 1;
  }
  if (code === 0 || counts.failed > 0) return counts;
  return {
    ...counts,
    failed: 1,
    failures: [`the command that leaves ${file} ended with code ${code} and named nothing`],
  };
}

const [test = 1, check = 1, demo = 1] = process.argv.slice(2).map(Number);
const results = [
  countsOf("test.json", test),
  countsOf("check.json", check),
  // 77: the demo had no browser to show itself in.
  {
    passed: demo === 0 ? 1 : 0,
    failed: demo === 0 || demo === 77 ? 0 : 1,
    skipped: demo === 77 ? 1 : 0,
    failures: [`the demo ended with code ${demo}`],
  },
];
for (const { failed, failures } of results)
  if (failed > 0) for (const failure of failures) console.log(`Failed: ${failure.slice(0, 2_000)}\n`);
const sum = (key) => results.reduce((total, counts) => total + counts[key], 0);
const [passed, failed, skipped] = [sum("passed"), sum("failed"), sum("skipped")];
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 ? 1 : 0;
