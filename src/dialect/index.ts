/** The toolset with dialects: in the package it is the core's own, for pages without a build a file beside the bundle. */
export { createAgentToolset } from "./create-toolset.js";
export { schemaFor } from "./schema-for.js";
export type { AgentSchemaDialect } from "./schema-for.js";
