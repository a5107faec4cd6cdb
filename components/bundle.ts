/**
 * The standalone bundles, for pages without a build: every everyday element registered, everything exported but for the
 * built-in policies and the toolset with dialects, which are files of their own (`agent-tags.policies.js`,
 * `agent-tags.dialects.js`).
 */
import "./all.js";

export * from "./index.js";
export * from "../src/core.js";
export * from "../src/windows/index.js";
export * from "../src/exposers/webmcp/index.js";
