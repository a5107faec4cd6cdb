/**
 * The standalone bundles, for pages without a build: every everyday element registered, everything exported but for the
 * built-in policies, which are a file of their own (`agent-tags.policies.js`).
 */
import "./all.js";

export * from "./index.js";
export * from "../src/core.js";
export * from "../src/windows/index.js";
export * from "../src/exposers/webmcp/index.js";
