import { deepFreeze } from "../values/freeze.js";
import type { JsonSchema } from "./types.js";

/** The closed empty object, as agents read it. */
export const emptyJsonSchema: JsonSchema = /* @__PURE__ */ deepFreeze({
  type: "object",
  properties: {},
  additionalProperties: false,
});
