/** `agent-tags`: the core, free of the DOM. */
export * from "./core.js";
// With the dialects, which the exposers do without.
export { createAgentToolset, schemaFor } from "./dialect/index.js";
export type { AgentSchemaDialect } from "./dialect/index.js";
export * from "./policy/index.js";
export * from "./windows/index.js";
