import { fromJsonSchema } from "./from-json-schema.js";
import type { AgentSchema } from "./types.js";

/** The closed empty object: for actions without input. */
export const emptyObjectSchema: AgentSchema<Record<string, never>> = /* @__PURE__ */ fromJsonSchema({
  type: "object",
  properties: {},
  additionalProperties: false,
});
