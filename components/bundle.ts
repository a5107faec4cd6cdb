/** The standalone bundles, for pages without a build: every everyday element registered, everything exported. */
import "./all.js";

export * from "./index.js";
export * from "../src/index.js";
export * from "../src/exposers/webmcp/index.js";
