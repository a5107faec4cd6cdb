/** `agent-tags`: the core, free of the DOM. */
export * from "./core.js";
// In place of the toolset without dialects, which is what the standalone bundles and the exposers have.
export { createAgentToolset, schemaFor } from "./dialect/index.js";
export type { AgentSchemaDialect } from "./dialect/index.js";
export * from "./policy/index.js";
export * from "./windows/index.js";
