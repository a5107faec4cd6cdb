/**
 * The closing line of .ci/run. Takes the exit codes of `npm test`, `npm run check` and the demo, in that order; the
 * counts of the first two are what they left in the cache. A command that failed without saying so counts as one.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./lib/root.mjs";

function countsOf(file, code) {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = { ...counts, ...JSON.parse(readFileSync(join(cache, file), "utf8")) };
  } catch {
    code ||= 1;
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

const [test = 1, check = 1, demo = 1] = process.argv.slice(2).map(Number);
const results = [
  countsOf("test.json", test),
  countsOf("check.json", check),
  // 77: the demo had no browser to show itself in.
  { passed: demo === 0 ? 1 : 0, failed: demo === 0 || demo === 77 ? 0 : 1, skipped: demo === 77 ? 1 : 0 },
];
const sum = (key) => results.reduce((total, counts) => total + counts[key], 0);
const [passed, failed, skipped] = [sum("passed"), sum("failed"), sum("skipped")];
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 ? 1 : 0;
