/**
 * `npm run conformance`: runs the conformance suite in Node and rewrites docs/conformance.md, where each of its titles is
 * a rule. With `--check` it changes nothing and fails where the page is not what it would write.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { conformanceFiles } from "./lib/node-core/files.mjs";
import { countTests, printFailures, runCore } from "./lib/node-core/run.mjs";
import { root } from "./lib/root.mjs";
import { setUp } from "./setup.mjs";

/** @typedef {import("./lib/node-core/collect.mjs").TestResult} TestResult */

const page = join(root, "docs/conformance.md");

/** `it.skip("a rule (step D)")`: which step brings it. */
function laterStep({ status, title }) {
  const [, rule = title, step] = /^(.*) \(([^()]*)\)$/.exec(title) ?? [];
  return status === "skipped" && step ? { rule, step } : undefined;
}

function row(test, areaSuites) {
  const later = laterStep(test);
  const rule = later?.rule ?? test.title;
  const within = test.suites.slice(areaSuites).join(", ");
  const status = later?.step ?? (test.status === "passed" ? "passes" : test.status);
  return [within ? `${within}: ${rule}` : rule, status];
}

function cell(text) {
  return text.replace(/[\\|<>*_`{}[\]]/g, "\\$&");
}

/** @param {TestResult[]} tests */
function section(file, tests) {
  const heading = tests[0]?.suites[0] ?? file;
  const [, area = heading, source] = /^(.*?) \((.*)\)$/.exec(heading) ?? [];
  return [
    `## ${area}`,
    ...(source ? [`From: ${source}.`] : []),
    [
      "| rule | test | status |",
      "| --- | --- | --- |",
      ...tests.map((test) => {
        const [rule, status] = row(test, 1);
        return `| ${cell(rule)} | [${file.replace(/^.*\//, "")}](../${file}) | ${status} |`;
      }),
    ].join("\n"),
  ];
}

/** @param {TestResult[]} tests */
async function pageOf(tests) {
  const { passed, skipped } = countTests(tests);
  const areas = conformanceFiles().map((file) => ({
    file,
    tests: tests.filter((test) => test.file === file),
  }));
  const text = [
    "# Conformance",
    `What the core promises, rule by rule: ${tests.length} rules in ${areas.length} areas. ${passed} pass${
      skipped > 0 ? `, ${skipped} wait for a later step` : ""
    }.`,
    `Each rule is the title of one test, which uses nothing but the public API. \`npm run conformance\` runs them in Node and
writes this page; \`npm run check\` fails where it is out of date. \`npm test\` runs the same files in Chromium, Firefox,
WebKit and Node. \`npm run conformance:mutants\` breaks the sources on purpose, one place at a time, and requires that the
test of the rule notices. How to add a rule: [Contributing](../CONTRIBUTING.md#the-conformance-suite).`,
    `| area | rules | status |\n| --- | --- | --- |\n${areas
      .map(({ tests: own }) => {
        const [heading = ""] = own[0]?.suites ?? [];
        const area = heading.replace(/ \(.*$/, "");
        const counts = countTests(own);
        const anchor = area.toLowerCase().replaceAll(" ", "-");
        return `| [${area}](#${anchor}) | ${own.length} | ${counts.passed} pass${counts.skipped > 0 ? `, ${counts.skipped} later` : ""} |`;
      })
      .join("\n")}`,
    ...areas.flatMap(({ file, tests: own }) => section(file, own)),
  ].join("\n\n");
  const { format, resolveConfig } = await import("prettier");
  return format(text, { ...(await resolveConfig(page)), parser: "markdown" });
}

/** Every title is a rule, so it stands once in the whole suite. */
function repeatedTitles(tests) {
  const titles = tests.map(({ title }) => title);
  return titles.filter((title, index) => titles.indexOf(title) !== index);
}

function written() {
  try {
    return readFileSync(page, "utf8");
  } catch {
    return "";
  }
}

await setUp();
const tests = await runCore(conformanceFiles(), "conformance");
const problems = repeatedTitles(tests).map((title) => `Two rules have the title "${title}".`);
const unexplained = tests.filter((test) => test.status === "skipped" && !laterStep(test));
problems.push(
  ...unexplained.map(({ title }) => `"${title}" is skipped without naming its step: "... (step D)".`),
);
printFailures(tests);
const { passed, failed, skipped } = countTests(tests);
if (failed === 0 && passed > 0) {
  const text = await pageOf(tests);
  if (!process.argv.includes("--check")) writeFileSync(page, text);
  else if (text !== written())
    problems.push("docs/conformance.md is out of date: run `npm run conformance`.");
}
for (const problem of problems) console.error(problem);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 || passed === 0 || problems.length > 0 ? 1 : 0;
