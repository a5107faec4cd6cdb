/**
 * Brings a machine that has only Node and npm to where the other scripts can work: `npm run setup` for all engines.
 * Uses nothing but Node itself, since it runs before anything is installed.
 */
import { pathToFileURL } from "node:url";
import { engineNames, installEngines } from "./lib/browsers.mjs";
import { installPackages } from "./lib/packages.mjs";

/** Packages, then the given engines. Returns the names of the engines that this machine cannot have. */
export async function setUp(engines = []) {
  await installPackages();
  return installEngines(engines);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const missing = await setUp(engineNames);
  process.exitCode = missing.length > 0 ? 1 : 0;
}
