import { writeFileSync } from "node:fs";

function countSuite(suite, counts) {
  for (const test of suite.tests) {
    if (test.skipped) counts.skipped++;
    else if (test.passed) counts.passed++;
    else counts.failed++;
  }
  for (const inner of suite.suites) countSuite(inner, counts);
}

function countSession(session) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  if (session.testResults) countSuite(session.testResults, counts);
  // A file that could not be loaded, or that threw outside its tests, fails without a failed test.
  if (!session.passed && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** A reporter that writes the counts of each engine to the file that AGENT_TAGS_COUNTS names. */
export function countReporter(browsers) {
  const file = process.env.AGENT_TAGS_COUNTS;
  const write = ({ sessions }) => {
    if (!file) return;
    const runners = Object.entries(browsers).map(([name, browser]) => {
      const total = { name, passed: 0, failed: 0, skipped: 0 };
      for (const session of sessions.filter((session) => session.browser === browser)) {
        const counts = countSession(session);
        for (const key of Object.keys(counts)) total[key] += counts[key];
      }
      return total;
    });
    writeFileSync(file, JSON.stringify(runners));
  };
  // When the run is over, and again at the end: the runner may exit before it has told every reporter to stop.
  return { onTestRunFinished: write, stop: write };
}
