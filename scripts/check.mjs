/**
 * `npm run check`: everything but the tests. All steps run, so that one run names all that is wrong.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const steps = [
  // First: tests that use the package by its name are linted and checked against what was built.
  ["build", "--", "--if-stale"],
  ["lint"],
  ["lint:deps"],
  ["format:check"],
  ["typecheck"],
  ["size"],
  ["conformance", "--", "--check"],
  ["conformance:mutants"],
];

await setUp();
const failed = [];
for (const [name = "", ...rest] of steps) {
  console.log(`\n${name}`);
  const code = await run("npm", ["run", "--silent", name, ...rest], { shell: process.platform === "win32" });
  if (code !== 0) failed.push(name);
}

const failures = failed.map((name) => `npm run ${name}`);
const counts = { passed: steps.length - failed.length, failed: failed.length, failures };
mkdirSync(cache, { recursive: true });
writeFileSync(join(cache, "check.json"), JSON.stringify(counts));
console.log(failed.length === 0 ? "\nAll checks passed." : `\nFailed: ${failed.join(", ")}.`);
process.exitCode = failed.length > 0 ? 1 : 0;
