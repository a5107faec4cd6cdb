/**
 * `npm run build`: dist/ from nothing. With `--if-stale` only when a source is newer than the last build.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache, root } from "./lib/root.mjs";
import { runNode } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const inputs = [
  "src",
  "components",
  "vite.config.ts",
  "package-lock.json",
  "tsconfig.base.json",
  "tsconfig.build.json",
];
const stamp = join(cache, "built");
const dist = join(root, "dist");

/** Folders count too: theirs is the time that changes when a file is removed. */
function newestChange(path) {
  const stat = statSync(path);
  const inside = stat.isDirectory() ? readdirSync(path).map((name) => newestChange(join(path, name))) : [];
  return Math.max(stat.mtimeMs, ...inside);
}

function isCurrent() {
  if (!existsSync(stamp) || !existsSync(dist)) return false;
  return inputs.every((input) => newestChange(join(root, input)) < statSync(stamp).mtimeMs);
}

async function build() {
  const started = Date.now();
  rmSync(dist, { recursive: true, force: true });
  rmSync(stamp, { force: true });
  const code =
    (await runNode(["node_modules/vite/bin/vite.js", "build", "--app", "--logLevel", "warn"])) ||
    (await runNode(["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"]));
  if (code !== 0) return code;
  // Not at the top: before the first `npm ci` there is no minifier.
  const { minifyFile } = await import("./lib/minify.mjs");
  for (const name of readdirSync(dist).filter((file) => /^agent-tags\..*js$/.test(file))) {
    await minifyFile(join(dist, name), { module: name !== "agent-tags.classic.js" });
  }
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, "");
  // A source saved while we built is newer than what we read.
  utimesSync(stamp, started / 1000, started / 1000);
  console.log(`built dist/ in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return 0;
}

await setUp();
if (process.argv.includes("--if-stale") && isCurrent()) console.log("dist/ is up to date");
else process.exitCode = await build();
