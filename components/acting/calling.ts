/** What the standalone bundles load when an agent first calls: the ten phases, and what acts on the page. */
export * from "./acting.js";
export { Confirmations } from "../../src/confirmation/confirmations.js";
export { Pipeline } from "../../src/invocation/pipeline.js";
