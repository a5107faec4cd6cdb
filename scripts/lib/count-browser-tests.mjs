import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "./root.mjs";

function countSuite(suite, path, counts) {
  for (const { name, skipped, passed, error } of suite.tests) {
    if (skipped) counts.skipped++;
    else if (passed) counts.passed++;
    else {
      counts.failed++;
      counts.failures.push([[...path, name].join(" > "), error?.message].filter(Boolean).join("\n"));
    }
  }
  for (const inner of suite.suites) countSuite(inner, [...path, inner.name], counts);
}

function countSession({ testFile, testResults, passed, errors }) {
  const file = relative(root, testFile);
  const counts = { passed: 0, failed: 0, skipped: 0, failures: /** @type {string[]} */ ([]) };
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
      const total = { name, passed: 0, failed: 0, skipped: 0, failures: /** @type {string[]} */ ([]) };
      for (const session of sessions.filter((session) => session.browser === browser)) {
        const { failures, ...counts } = countSession(session);
        for (const key of Object.keys(counts)) total[key] += counts[key];
        total.failures.push(...failures);
      }
      return total;
    });
    writeFileSync(file, JSON.stringify(runners));
  };
  // When the run is over, and again at the end: the runner may exit before it has told every reporter to stop.
  return { onTestRunFinished: write, stop: write };
}
