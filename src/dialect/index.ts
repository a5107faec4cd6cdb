/** The toolset with dialects: the core's own in the package, a file beside the bundle for pages without a build. */
export { createAgentToolset } from "./create-toolset.js";
export { schemaFor } from "./schema-for.js";
export type { AgentSchemaDialect } from "./schema-for.js";
