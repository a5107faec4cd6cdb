import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";
import { run } from "./run.mjs";

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** npm leaves a copy of the lock beside what it installed: compared by version, file times mislead after a checkout. */
function packagesAreCurrent() {
  const wanted = readLock("package-lock.json");
  const installed = readLock("node_modules/.package-lock.json");
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.optional || installed[path]?.version === entry.version,
  );
}

/** Installs what package-lock.json asks for, unless it is there. */
export async function installPackages() {
  if (packagesAreCurrent()) return;
  console.log("Installing packages (npm ci) ...");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const code = await run(npm, ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    shell: process.platform === "win32",
  });
  if (code !== 0) throw new Error("npm ci failed; see above. Is the npm registry reachable?");
}
