/**
 * `npm run size`: what a page loads, brotli-compressed, against the budgets (1 kB is 1,000 bytes). The bundles must
 * load nothing else by themselves, and no template engine: elements that only declare need none.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { cache, root } from "./lib/root.mjs";
import { runNode } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** The core was meant to be 17 kB, the compiler of schemas 4 kB, and are not: these gates hold them where they are. */
const kilobytes = {
  "schema compiler with its check": 5.65,
  core: 32.7,
  "registry and validator": 26.95,
  "agent-tags.js": 32,
  "agent-tags.classic.js": 32,
};

const problems = [];

function measure(name, code) {
  const size = brotliCompressSync(code).length / 1000;
  const budget = kilobytes[name];
  const isOver = budget !== undefined && size > budget;
  console.log(`${name}: ${size.toFixed(2)} kB${budget === undefined ? "" : ` of ${budget} kB`}`);
  if (isOver) problems.push(`${name} is ${(size - budget).toFixed(2)} kB over its budget`);
}

function readDist(name) {
  return readFileSync(join(root, "dist", name), "utf8");
}

/** What an application gets that imports these names of these modules: bundled and minified. */
async function bundle(names, ...modules) {
  const { build } = await import("vite");
  const entry = join(cache, "size-entry.js");
  mkdirSync(cache, { recursive: true });
  const lines = modules.map((name) => `export ${names} from ${JSON.stringify(join(root, "src", name))};`);
  writeFileSync(entry, lines.join("\n"));
  const result = await build({
    configFile: false,
    logLevel: "warn",
    root,
    build: {
      write: false,
      target: "es2022",
      lib: { entry, formats: ["es"] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [{ output }] = /** @type {any} */ (result);
  return output[0].code;
}

await setUp();
if ((await runNode(["scripts/build.mjs", "--if-stale"])) !== 0) process.exit(1);

measure("core", await bundle("*", "core.ts", "policy/index.ts", "toolset/create-toolset.ts"));
const least = "{ action, createAgentSurfaceRegistry, fromJsonSchema, observation }";
measure("registry and validator", await bundle(least, "core.ts"));
measure("core and windows", await bundle("*", "index.ts"));
const compiler = await bundle("{ checkSchema, fromJsonSchema }", "schema/index.ts");
measure("schema compiler with its check", compiler);
for (const name of ["agent-tags.js", "agent-tags.classic.js"]) {
  const code = readDist(name);
  measure(name, code);
  if (/^import\b/.test(code)) problems.push(`${name} imports another file statically`);
  if (code.includes("litHtmlVersions")) problems.push(`${name} contains the template engine`);
}
const parts = readDist("agent-tags.js").matchAll(/import\(new URL\(["'`]\.\/([^"'`]+)/g);
for (const name of new Set(Array.from(parts, ([, part = ""]) => part))) {
  if (existsSync(join(root, "dist", name))) measure(name, readDist(name));
  else problems.push(`agent-tags.js loads ${name}, which is not there`);
}

for (const name of [
  "agent-tags.policies.js",
  "agent-tags.toolset.js",
  "agent-tags.procedures.js",
  "agent-tags.standard-schema.js",
  "agent-tags.activity.js",
])
  measure(name, readDist(name));

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
