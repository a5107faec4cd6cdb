/**
 * The standalone bundles, for pages without a build: every everyday element registered, everything exported but for the
 * built-in policies and the toolsets, which are files of their own (`agent-tags.policies.js`, `agent-tags.toolset.js`).
 * Two more add to the bundles what these need to take procedures and Standard Schemas (`agent-tags.procedures.js`,
 * `agent-tags.standard-schema.js`).
 */
import "./all.js";

export * from "./index.js";
export * from "../src/core.js";
export * from "../src/windows/index.js";
export * from "../src/exposers/webmcp/index.js";
