/** Schemas: what crosses to agents, described and validated. */
export { checkSchema } from "./check-schema.js";
export type { SchemaLimits } from "./compile.js";
export { emptyObjectSchema } from "./empty-object-schema.js";
export { fromJsonSchema } from "./from-json-schema.js";
export { fromStandardSchema } from "./from-standard-schema.js";
export type {
  AgentSchema,
  JsonSchema,
  StandardSchemaIssue,
  StandardSchemaProps,
  StandardSchemaResult,
  StandardSchemaV1,
} from "./types.js";
