/**
 * `npm run conformance:mutants`: breaks the sources in one place at a time, never on disk, and requires that the test of
 * the rule that the place is about fails. `test/conformance/AREA.mutants.mjs` names the places. Arguments are areas.
 */
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { conformanceFiles } from "./lib/node-core/files.mjs";
import { root, cache } from "./lib/root.mjs";
import { setUp } from "./setup.mjs";

/**
 * @typedef {object} Mutant
 * @property {string} rule The exact title of a test of the area.
 * @property {string} file In `src`, `src/registry/snapshot.ts` for instance.
 * @property {string} find Occurs exactly once in the file.
 * @property {string} replace
 * @property {string} [note]
 */

/** @typedef {Mutant & { area: string, test: string, verdict?: string }} Run */

/** In milliseconds. A test that goes on for ever has noticed as well. */
const patience = 20_000;

const areas = process.argv.slice(2);
/** @type {Run[]} */
const mutants = [];
for (const test of conformanceFiles()) {
  const area = basename(test, ".test.ts");
  const list = join(root, test.replace(".test.ts", ".mutants.mjs"));
  if ((areas.length > 0 && !areas.includes(area)) || !existsSync(list)) continue;
  const { default: own } = await import(pathToFileURL(list).href);
  for (const mutant of own) mutants.push({ ...mutant, area, test });
}

await setUp();
// Not at the top: before the first `npm ci` there is no bundler.
const { bundle, idOf } = await import("./lib/node-core/bundle.mjs");
const { runModules } = await import("./lib/node-core/run.mjs");

/** Whether the text to replace is there, once. */
function isFound({ file, find }) {
  const path = join(root, file);
  return existsSync(path) && readFileSync(path, "utf8").split(find).length === 2;
}

/** @param {Mutant} mutant @returns {import("vite").Plugin} */
function mutation({ file, find, replace }) {
  return {
    name: "mutation",
    enforce: "pre",
    transform: {
      filter: { id: idOf(file) },
      handler: (code) => ({ code: code.replace(find, () => replace), map: null }),
    },
  };
}

/** The status of the test of a rule, alone, in sources that `plugins` may have changed. */
async function statusOf(test, rule, name, plugins = []) {
  const modules = await bundle([test], join(cache, "mutants", name), { plugins, sourcemap: false });
  const report = join(cache, "mutants", `${name}.json`);
  const tests = await runModules(modules, { report, env: { AGENT_TAGS_ONLY: rule }, timeout: patience });
  if (!tests) return "no report";
  return tests.find(({ title }) => title === rule)?.status ?? "no such test";
}

/** @param {Run} mutant */
async function judge(mutant, index) {
  if (!isFound(mutant)) return "not found once";
  const before = untouched.get(mutant.test)?.get(mutant.rule) ?? "no such test";
  if (before !== "passed") return before;
  try {
    const status = await statusOf(mutant.test, mutant.rule, String(index), [mutation(mutant)]);
    return status === "passed" ? "survived" : status === "no such test" ? "does not load" : "killed";
  } catch {
    return "does not build";
  }
}

/** By file: what comes of each test while nothing is broken. @type {Map<string, Map<string, string>>} */
const untouched = new Map();
const files = [...new Set(mutants.map(({ test }) => test))];
const modules = await bundle(files, join(cache, "mutants", "untouched"));
const whole = {
  report: join(cache, "mutants", "untouched.json"),
  options: ["--enable-source-maps", "--test"],
};
for (const { file, title, status } of (await runModules(modules, whole)) ?? []) {
  if (!untouched.has(file)) untouched.set(file, new Map());
  untouched.get(file)?.set(title, status);
}

/** Shared by the workers: each takes the next one. */
const queue = mutants.entries();
async function work() {
  for (const [index, mutant] of queue) mutant.verdict = await judge(mutant, index);
}
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));

const width = Math.max(...mutants.map(({ area }) => area.length));
for (const { area, rule, file, verdict = "" } of mutants) {
  console.log(`${verdict.padEnd(8)}  ${area.padEnd(width)}  ${rule}  (${file})`);
}
const killed = mutants.filter(({ verdict }) => verdict === "killed").length;
console.log(`${killed} killed, ${mutants.length - killed} survived`);
process.exitCode = killed < mutants.length || killed === 0 ? 1 : 0;
