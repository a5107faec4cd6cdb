/**
 * A reporter of Node's test runner that gives the tests as JSON, in their order.
 *
 * @typedef {object} TestResult
 * @property {string} file The module that was run.
 * @property {string[]} suites From the outside in.
 * @property {string} title
 * @property {"passed" | "failed" | "skipped"} status
 * @property {string} [error] With its stack.
 */
import { basename } from "node:path";
import { inspect } from "node:util";

export default async function* collect(events) {
  /** @type {TestResult[]} */
  const tests = [];
  /** By file: why one could not be loaded is only printed. @type {Map<string, string>} */
  const printed = new Map();
  /** @type {string[]} The names around the running test. */
  const names = [];
  for await (const { type, data } of events) {
    if (type === "test:stderr") printed.set(data.file, (printed.get(data.file) ?? "") + data.message);
    if (type === "test:start") names[data.nesting] = data.name;
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { error, type: kind } = data.details;
    const isContainer = kind === "suite" || isFile(data);
    // A suite or a file is told of only where it failed by itself: in a hook, or because it could not be loaded.
    if (isContainer && (type === "test:pass" || error?.failureType === "subtestsFailed")) continue;
    const status = type === "test:fail" ? "failed" : data.skip || data.todo ? "skipped" : "passed";
    const suites = names.slice(0, data.nesting).filter((name) => !isFile({ name, file: data.file }));
    const { file, name: title } = data;
    tests.push({ file, suites, title, status, ...(status === "failed" && { error: explain(error) }) });
  }
  for (const test of tests) {
    const text = printed.get(test.file);
    if (test.title === test.file && text) test.error = text;
  }
  yield JSON.stringify(tests);
}

/** Node 20 also reports each file as a test. */
function isFile({ name, file }) {
  return basename(name) === basename(file ?? "");
}

function explain(error) {
  const { cause = error } = error ?? {};
  return typeof cause?.stack === "string" ? cause.stack : inspect(cause);
}
