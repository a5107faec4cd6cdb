import type * as Calling from "./calling.js";

/** What the standalone bundles load when an agent first calls. */
export function importCalling(): Promise<typeof Calling> {
  return import("./calling.js");
}
