/**
 * `npm test`: every suite, in every engine. `npm test -- --browsers chromium,firefox` narrows the engines; other
 * arguments go to the browsers' test runner, which then runs alone: `npm test -- --files test/values/*.test.ts`.
 * The last line sums all runners; the same numbers are left in the cache for .ci/run.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browserTestFiles } from "./lib/browser-test-files.mjs";
import { engineNames, findEngine } from "./lib/browsers.mjs";
import { coreTestFiles } from "./lib/node-core/files.mjs";
import { countTests, runCore } from "./lib/node-core/run.mjs";
import { cache, root } from "./lib/root.mjs";
import { runNode } from "./lib/run.mjs";
import { startWebKitDriver } from "./lib/webkit-driver.mjs";
import { setUp } from "./setup.mjs";

const nodeSuites = { node: ["test/node", "test/package"], e2e: ["test/e2e"] };

const testRunner = "node_modules/@web/test-runner/dist/bin.js";
const none = { passed: 0, failed: 0, skipped: 0 };

function parseArguments([...rest]) {
  const at = rest.findIndex((argument) => /^--browsers(=|$)/.test(argument));
  if (at < 0) return { browsers: engineNames, rest };
  const isOneWord = rest[at].includes("=");
  const words = rest.splice(at, isOneWord ? 1 : 2);
  const browsers = (isOneWord ? words[0].split("=")[1] : (words[1] ?? "")).split(",");
  const unknown = browsers.filter((name) => !engineNames.includes(name));
  if (unknown.length > 0) {
    console.error(`--browsers takes ${engineNames.join(", ")}; not "${unknown.join(", ")}".`);
    process.exit(2);
  }
  return { browsers, rest };
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** A runner that ran no test, or that ended badly without naming a failed one, has failed all the same. */
function settle(counts, code = 0) {
  const isBad = code !== 0 || counts.passed + counts.failed === 0;
  if (counts.failed > 0 || !isBad) return counts;
  return failedRunner(counts, code === 0 ? "no test ran" : `ended with code ${code} although no test failed`);
}

function failedRunner(counts, why) {
  return { ...none, ...counts, failed: 1, failures: [why] };
}

async function startDriverFor(browsers) {
  if (!browsers.includes("webkit")) return undefined;
  try {
    return await startWebKitDriver(findEngine("webkit"));
  } catch (error) {
    // The engine then fails for want of tests; the others need not.
    console.error(`webkit: ${String(error)}`);
    return undefined;
  }
}

async function runInBrowsers(browsers, rest) {
  const file = join(cache, "browsers.json");
  rmSync(file, { force: true });
  const driver = await startDriverFor(browsers);
  const started = browsers.filter((name) => name !== "webkit" || driver);
  const env = {
    ...process.env,
    AGENT_TAGS_BROWSERS: started.join(","),
    AGENT_TAGS_WEBKIT_PORT: String(driver?.port),
    AGENT_TAGS_COUNTS: file,
  };
  const wanted = rest.length > 0 ? rest : ["--files", ...browserTestFiles()];
  const code = started.length > 0 ? await runNode([testRunner, ...wanted], { env }) : 1;
  driver?.stop();

  const counted = readCounts(file);
  if (!counted) console.error(`The browsers' runner ended with code ${code} and left no counts.`);
  const runners = browsers.map((name) =>
    settle({ name, ...none, ...counted?.find((runner) => runner.name === name) }),
  );
  const isUnexplained = code !== 0 && runners.every(({ failed }) => failed === 0);
  if (!isUnexplained) return runners;
  return [
    ...runners,
    failedRunner({ name: "web-test-runner" }, `ended with code ${code} although no test failed`),
  ];
}

function testFilesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.mjs"))
    .map((name) => join(folder, name));
}

async function runInNode(name, files) {
  const file = join(cache, `${name}.json`);
  rmSync(file, { force: true });
  const code = await runNode([
    "--test",
    // One file at a time: the end-to-end suites start browsers of their own.
    "--test-concurrency=1",
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    "--test-reporter=./scripts/lib/count-node-tests.mjs",
    `--test-reporter-destination=${file}`,
    ...files,
  ]);
  return settle({ name, ...(readCounts(file) ?? none) }, code);
}

/** What needs no page runs without one too, from the sources. */
async function runCoreInNode() {
  try {
    const tests = await runCore(coreTestFiles());
    return settle({ name: "node-core", ...countTests(tests) });
  } catch (error) {
    console.error(`node-core: ${String(error)}`);
    return failedRunner({ name: "node-core" }, String(error));
  }
}

/** These suites test what was built. */
async function runBuilt(browsers) {
  const suites = Object.entries(nodeSuites)
    .map(([name, folders]) => ({ name, files: folders.flatMap(testFilesIn) }))
    .filter(({ files }) => files.length > 0);
  if (suites.length === 0) return [];
  if ((await runNode(["scripts/build.mjs", "--if-stale"])) !== 0)
    return [failedRunner({ name: "build" }, "what is tested could not be built")];
  const runners = [];
  for (const { name, files } of suites) {
    const canRun = name !== "e2e" || browsers.includes("chromium");
    if (canRun) runners.push(await runInNode(name, files));
  }
  return runners;
}

function sum(runners) {
  const add = (key) => runners.reduce((total, runner) => total + runner[key], 0);
  return { passed: add("passed"), failed: add("failed"), skipped: add("skipped") };
}

function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

// An exit runs the handlers that end what we started; a signal alone would not.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

const { browsers, rest } = parseArguments(process.argv.slice(2));
const missing = await setUp(browsers);
const present = browsers.filter((name) => !missing.includes(name));
const summary = join(cache, "test.json");
mkdirSync(cache, { recursive: true });
rmSync(summary, { force: true });

const runners = missing.map((name) => ({ name, ...none, skipped: 1 }));
if (present.length > 0) runners.push(...(await runInBrowsers(present, rest)));
if (rest.length === 0) runners.push(await runCoreInNode(), ...(await runBuilt(present)));

const total = sum(runners);
const failures = runners.flatMap(({ name, failures = [] }) =>
  failures.map((failure) => `${name}: ${failure}`),
);
writeFileSync(summary, JSON.stringify({ ...total, failures, runners }, undefined, 2));
console.log();
for (const failure of failures) console.log(`Failed: ${failure}\n`);
for (const { name, slow = [] } of runners) for (const one of slow) console.log(`Slow: ${name}: ${one}`);
for (const runner of runners) console.log(`${runner.name}: ${describe(runner)}`);
console.log(describe(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
