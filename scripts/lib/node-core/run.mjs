/** Runs tests of the core in plain Node and tells what came of each. */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cache, root } from "../root.mjs";
import { bundle } from "./bundle.mjs";

/** @typedef {import("./collect.mjs").TestResult} TestResult */

const here = "./scripts/lib/node-core";

/**
 * One Node process over finished modules: each in a process of its own with `--test` among the options.
 * @param {readonly string[]} modules
 * @param {{ report: string, options?: string[], env?: Record<string, string>, timeout?: number }} how `timeout` in ms.
 * @returns {Promise<TestResult[] | undefined>} `undefined` where it left no report.
 */
export function runModules(modules, { report, options = [], env = {}, timeout = 120_000 }) {
  rmSync(report, { force: true });
  const reporting = [`--test-reporter=${here}/collect.mjs`, `--test-reporter-destination=${report}`];
  const loading = ["--import", `${here}/globals.mjs`];
  const child = spawn(process.execPath, [...loading, ...options, ...reporting, ...modules], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "ignore",
    timeout,
  });
  return new Promise((resolve) => {
    const end = () => {
      try {
        resolve(JSON.parse(readFileSync(report, "utf8")).map(withSource));
      } catch {
        resolve(undefined);
      }
    };
    child.once("error", end);
    child.once("close", end);
  });
}

/** A test names the module that it is in, or with source maps the source: here always the source, relative to the root. */
function withSource(test) {
  return { ...test, file: test.file.replaceAll("\\", "/").replace(/^.*\/(test\/.*)\.(mjs|ts)$/, "$1.ts") };
}

/**
 * @param {readonly string[]} files Relative to the root.
 * @returns {Promise<TestResult[]>}
 */
export async function runCore(files, name = "node-core") {
  const modules = await bundle(files, join(cache, name));
  const tests = await runModules(modules, {
    report: join(cache, `${name}-tests.json`),
    options: ["--enable-source-maps", "--test", "--test-concurrency=2"],
  });
  if (!tests) throw new Error("Node's test runner left no report.");
  return tests;
}

/** The failed tests in words, without the runner's own frames; those that passed are not worth a line. */
export function printFailures(tests) {
  for (const { file, suites, title, error } of tests.filter(({ status }) => status === "failed")) {
    const why = error.replace(/\n +at .*(node:internal|node:async_hooks|<anonymous>\)$).*/gm, "");
    console.error(`\n${file}\n${[...suites, title].join(" > ")}\n${why}`);
  }
}

export function countTests(tests) {
  const count = (status) => tests.filter((test) => test.status === status).length;
  const failures = tests
    .filter(({ status }) => status === "failed")
    .map(({ file, suites, title, error }) => [file, ...suites, `${title}\n${error}`].join(" > "));
  return { passed: count("passed"), failed: failures.length, skipped: count("skipped"), failures };
}
