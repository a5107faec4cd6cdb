import { basename } from "node:path";

/** A reporter of Node's test runner that gives the counts as JSON, and what failed in words. */
export default async function* countNodeTests(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    const isSuite = data.details.type === "suite";
    // Node 20 also reports each file as a test: no test of ours unless the file itself could not be run.
    const isFile = data.nesting === 0 && basename(data.name) === basename(data.file ?? "");
    if (data.skip !== undefined || data.todo !== undefined) counts.skipped++;
    else if (type === "test:pass") counts.passed += isSuite || isFile ? 0 : 1;
    else if (!isSuite || data.details.error.failureType !== "subtestsFailed") {
      counts.failed++;
      failures.push(
        `${basename(data.file ?? "")} > ${data.name}\n${data.details.error.cause ?? data.details.error}`,
      );
    }
  }
  yield JSON.stringify({ ...counts, failures });
}
