import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "./root.mjs";

/** Milliseconds. A third of what a test has: on a busier machine it might not be enough. */
const slowFrom = 3_000;

function countSuite(suite, path, counts) {
  for (const { name, skipped, passed, error, duration = 0 } of suite.tests) {
    if (duration >= slowFrom) counts.slow.push(`${[...path, name].join(" > ")}: ${duration} ms`);
    if (skipped) counts.skipped++;
    else if (passed) counts.passed++;
    else {
      counts.failed++;
      counts.failures.push([[...path, name].join(" > "), error?.message].filter(Boolean).join("\n"));
    }
  }
  for (const inner of suite.suites) countSuite(inner, [...path, inner.name], counts);
}

/** @returns {{ passed: number, failed: number, skipped: number, failures: string[], slow: string[] }} */
function newCounts() {
  return { passed: 0, failed: 0, skipped: 0, failures: [], slow: [] };
}

function countSession({ testFile, testResults, passed, errors }) {
  const file = relative(root, testFile);
  const counts = newCounts();
  if (testResults) countSuite(testResults, [file], counts);
  // A file that could not be loaded, or that threw outside its tests, fails without a failed test.
  if (!passed && counts.failed === 0) {
    counts.failed = 1;
    const why = errors.map(({ message, stack }) => stack ?? message);
    counts.failures.push([`${file}, outside its tests`, ...why].join("\n"));
  }
  return counts;
}

/** A reporter that writes the counts of each engine to the file that AGENT_TAGS_COUNTS names. */
export function countReporter(browsers) {
  const file = process.env.AGENT_TAGS_COUNTS;
  const write = ({ sessions }) => {
    if (!file) return;
    const runners = Object.entries(browsers).map(([name, browser]) => {
      const total = { name, ...newCounts() };
      for (const session of sessions.filter((session) => session.browser === browser)) {
        const { failures, slow, ...counts } = countSession(session);
        for (const key of Object.keys(counts)) total[key] += counts[key];
        total.failures.push(...failures);
        total.slow.push(...slow);
      }
      return total;
    });
    writeFileSync(file, JSON.stringify(runners));
  };
  // When the run is over, and again at the end: the runner may exit before it has told every reporter to stop.
  return { onTestRunFinished: write, stop: write };
}
