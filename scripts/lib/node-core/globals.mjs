/**
 * What tests find in a browser's runner, for Node: Mocha's words, and `fetch` for files. Preloaded by `--import`. Asking
 * for something that only pages have fails the file, unless a package asks: chai looks for elements.
 */
import { readFile } from "node:fs/promises";
import * as runner from "node:test";
import { pageGlobals } from "./page-globals.mjs";

/** Where something of ours asked. */
const touched = new Set();
for (const name of pageGlobals) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      const [, , caller = ""] = (new Error().stack ?? "").split("\n");
      if (/\/src\//.test(caller)) touched.add(`${name} ${caller.trim()}`);
      return undefined;
    },
  });
}

const { fetch } = globalThis;
globalThis.fetch = async (resource, options) => {
  const url = String(resource);
  return url.startsWith("file:") ? new Response(await readFile(new URL(url))) : fetch(resource, options);
};

const { describe, it, before, after, beforeEach, afterEach } = runner;
Object.assign(globalThis, { describe, it, before, after, beforeEach, afterEach });

/** Runs one test of a file alone. */
const only = process.env.AGENT_TAGS_ONLY;
if (only !== undefined) {
  const one = (title, run) => (title === only ? it(title, run) : undefined);
  Object.assign(globalThis, { it: Object.assign(one, { skip: () => undefined }) });
}

after(() => {
  if (touched.size > 0)
    throw new Error(`The core asked for what only pages have: ${[...touched].join(", ")}`);
});
