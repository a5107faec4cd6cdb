import { emptyJsonSchema } from "./empty-json-schema.js";
import { fromJsonSchema } from "./from-json-schema.js";
import type { AgentSchema } from "./types.js";

/** The closed empty object: for actions without input. */
export const emptyObjectSchema: AgentSchema<Record<string, never>> =
  /* @__PURE__ */ fromJsonSchema(emptyJsonSchema);
