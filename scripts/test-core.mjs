/**
 * `npm run test:core`: the tests of the core that need no page, in plain Node; seconds, where the browsers take minutes.
 * Arguments are parts of the files' names: `npm run test:core -- registry/ snapshot`.
 */
import { coreTestFiles } from "./lib/node-core/files.mjs";
import { countTests, printFailures, runCore } from "./lib/node-core/run.mjs";
import { setUp } from "./setup.mjs";

await setUp([]);
const parts = process.argv.slice(2);
const files = coreTestFiles().filter(
  (file) => parts.length === 0 || parts.some((part) => file.includes(part)),
);
if (files.length === 0) {
  console.error(`No test file of the core is named like ${parts.join(" or ")}.`);
  process.exit(2);
}
const tests = await runCore(files);
printFailures(tests);
const { passed, failed, skipped } = countTests(tests);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
