/**
 * `npm run bench`: what the core costs, in Node and in Chromium, against the targets. It reports and is no gate. A
 * complete run rewrites the table in docs/performance.md; `--only NAME` and `--quick` (fewer rounds) only print.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromiumFlags, findEngine } from "./lib/browsers.mjs";
import { cache, root } from "./lib/root.mjs";
import { runNode, start } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/**
 * @typedef {object} Row
 * @property {string} figure
 * @property {number} value
 * @property {string} unit
 * @property {number} [maxValue] The target.
 * @property {string[]} [targetIn] The engines for which `maxValue` is a target. Default: all.
 * @property {string} [baseline] What it is compared with, in the same run.
 * @property {number} [ratio]
 * @property {number} [maxRatio] The target.
 */

/** In the order of the report. Each is a file of its own, bench/NAME.bench.mjs; the last is `npm run size`. */
const names = [
  "change",
  "registration",
  "resolution",
  "snapshot",
  "invocation",
  "input",
  "schema",
  "catalog",
  "windows",
  "elements",
  "memory",
  "retention",
  "size",
];

const { values: options } = parseArgs({
  options: { only: { type: "string" }, quick: { type: "boolean", default: false } },
});
if (options.only !== undefined && !names.includes(options.only)) {
  console.error(`--only takes ${names.join(", ")}; not "${options.only}".`);
  process.exit(2);
}

/** A process for each, so that none inherits another one's heap or compiled code. @returns {Promise<Row[]>} */
function runInNode(name) {
  return new Promise((resolve) => {
    const { child } = start(
      process.execPath,
      ["--expose-gc", "bench/node.mjs", name, ...(options.quick ? ["--quick"] : [])],
      { stdio: ["ignore", "inherit", "inherit", "ipc"] },
    );
    /** @type {Row[]} */
    let rows = [];
    child.on("message", (message) => (rows = /** @type {any} */ (message)));
    child.once("close", () => {
      resolve(rows);
    });
  });
}

async function launchChromium() {
  const engine = findEngine("chromium");
  if (!engine) return undefined;
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath: engine.browser,
    args: [...chromiumFlags, "--js-flags=--expose-gc"],
  });
}

const address = "http://localhost/bench/page.html";
const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript" };

/** Isolated from other origins: else its clock has steps of 100 microseconds. */
const headers = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/**
 * A page for a benchmark that asks for a content security policy: its one script has all of the packages in it, since
 * an import map would be a script in the page.
 */
async function strictPage(name) {
  const file = join(root, "bench", `${name}.bench.mjs`);
  if (!readFileSync(file, "utf8").includes("export const contentSecurityPolicy")) return undefined;
  const { build } = await import("vite");
  const { contentSecurityPolicy } = await import(pathToFileURL(file).href);
  const entry = join(cache, "bench-entry.js");
  mkdirSync(cache, { recursive: true });
  writeFileSync(
    entry,
    `import * as benchmark from ${JSON.stringify(file)};
    import { runModule } from ${JSON.stringify(join(root, "bench/lib/run-module.mjs"))};
    globalThis.runBenchmark = (_, engine, quick) => runModule(benchmark, engine, quick);`,
  );
  const result = await build({
    configFile: false,
    logLevel: "warn",
    root,
    resolve: { alias: { "agent-tags": join(root, "dist/index.js") } },
    build: { write: false, minify: false, target: "es2022", lib: { entry, formats: ["es"] } },
  });
  const [{ output }] = /** @type {any} */ (result);
  return {
    headers: { ...headers, "content-security-policy": contentSecurityPolicy },
    "/bench/page.html": '<!doctype html><script type="module" src="/bench/bundle.js"></script>',
    "/bench/bundle.js": output[0].code,
  };
}

/** The same in a page of its own. No server: the browser is handed the files of the repository. @returns {Promise<Row[]>} */
async function runInChromium(browser, name) {
  const context = await browser.newContext();
  const strict = await strictPage(name);
  try {
    await context.route("**/*", async (route) => {
      const path = new URL(route.request().url()).pathname;
      const body = strict?.[path];
      if (body !== undefined) {
        await route.fulfill({ body, contentType: types[extname(path)], headers: strict?.headers });
        return;
      }
      const type = types[extname(path)];
      if (!type || !/^\/(bench|dist|node_modules\/(@lit|lit[a-z-]*))\//.test(path))
        await route.fulfill({ status: 404 });
      else await route.fulfill({ path: join(root, path), contentType: type, headers });
    });
    const page = await context.newPage();
    page.on("pageerror", (error) => console.error(`${name} in Chromium: ${error}`));
    await page.goto(address);
    return await page.evaluate(
      ([benchmark, quick]) => /** @type {any} */ (globalThis).runBenchmark(benchmark, "Chromium", quick),
      [name, options.quick],
    );
  } finally {
    await context.close();
  }
}

/** What `npm run size` says of the core. @returns {Promise<Row[]>} */
function measureSize() {
  return new Promise((resolve) => {
    const { child } = start(process.execPath, ["scripts/size.mjs"], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout?.on("data", (data) => (text += data));
    child.once("close", () => {
      const sizeOf = (name) => Number(text.match(new RegExp(`^${name}: ([\\d.]+) kB`, "m"))?.[1] ?? NaN);
      const row = (figure, name) => ({
        figure,
        value: sizeOf(name),
        unit: "kB",
        maxValue: 17,
        baseline: "what a page loads that declares",
        ratio: sizeOf(name) / sizeOf("agent-tags\\.js"),
      });
      resolve([
        row("The whole core, minified and brotli", "core"),
        row("The same; what a registry and the validator need of it", "registry and validator"),
      ]);
    });
  });
}

function digits(number) {
  if (number === 0) return "0";
  const magnitude = Math.floor(Math.log10(Math.abs(number)));
  return number.toLocaleString("en", { maximumFractionDigits: Math.min(Math.max(1 - magnitude, 0), 3) });
}

function targetOf({ maxValue, unit, maxRatio }) {
  const value = maxValue !== undefined && `${maxValue} ${unit}`.trim();
  return [value, maxRatio !== undefined && `×${maxRatio}`].filter(Boolean).join(", ");
}

/** The figure, its ratio, and whether it meets its targets where it has any. @param {Row | undefined} row */
function cell(row, engine) {
  if (!row) return "";
  const { value, unit, ratio = NaN, maxValue, maxRatio, targetIn = [engine] } = row;
  const met = [
    ...(maxValue !== undefined && targetIn.includes(engine) ? [value <= maxValue] : []),
    ...(maxRatio !== undefined ? [ratio <= maxRatio] : []),
  ];
  const verdict = met.length === 0 ? "" : met.includes(false) ? " **over**" : " ok";
  const compared = Number.isNaN(ratio) ? "" : `, ×${digits(ratio)}`;
  return `${digits(value)} ${unit}`.trim() + compared + verdict;
}

function tableOf(results) {
  const engines = ["Node", "Chromium"];
  const lines = ["| figure | compared with | target | Node | Chromium |", "| --- | --- | --- | --- | --- |"];
  for (const rows of results) {
    const figures = rows.Node.length > 0 ? rows.Node : rows.Chromium;
    figures.forEach((row, index) => {
      const cells = engines.map((engine) => cell(rows[engine][index], engine));
      lines.push(`| ${[row.figure, row.baseline ?? "", targetOf(row), ...cells].join(" | ")} |`);
    });
  }
  return lines.join("\n");
}

async function writeReport(text) {
  const { format, resolveConfig } = await import("prettier");
  const file = join(root, "docs/performance.md");
  const before = readFileSync(file, "utf8");
  const [start, end] = ["<!-- bench:start -->", "<!-- bench:end -->"];
  const [head, rest = ""] = before.split(start);
  const [, tail = ""] = rest.split(end);
  const after = `${head}${start}\n\n${text}\n\n${end}${tail}`;
  writeFileSync(file, await format(after, { ...(await resolveConfig(file)), filepath: file }));
  console.log("docs/performance.md is rewritten.");
}

// An exit runs the handlers that end what we started; a signal alone would not.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

await setUp(["chromium"]);
if ((await runNode(["scripts/build.mjs", "--if-stale"])) !== 0) process.exit(1);

const browser = await launchChromium();
const results = [];
for (const name of options.only === undefined ? names : [options.only]) {
  console.log(`${name} ...`);
  if (name === "size") results.push({ Node: await measureSize(), Chromium: [] });
  else {
    results.push({
      Node: await runInNode(name),
      Chromium: browser ? await runInChromium(browser, name) : [],
    });
  }
}
const machine =
  `${cpus().length} cores (${process.arch}), Node ${process.versions.node}` +
  (browser ? `, Chromium ${browser.version()}` : "");
await browser?.close();

const report = `Measured on ${machine}.\n\n${tableOf(results)}`;
console.log(`\n${report}\n`);
if (browser && options.only === undefined && !options.quick) await writeReport(report);
