/** What the standalone bundles load when an agent first calls: the ten phases, and what acts on the page. */
export * from "./acting.js";
export { toContent } from "../../src/exposers/webmcp/result-content.js";
export { Pipeline } from "../../src/invocation/pipeline.js";
export { Caller } from "../../src/toolset/caller.js";
export { MetaCalls } from "../../src/toolset/meta-calls.js";
