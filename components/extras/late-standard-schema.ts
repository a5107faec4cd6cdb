/** Stands for Standard Schemas in the standalone bundles: what takes them comes with `agent-tags.standard-schema.js`. */
import type * as Standard from "../../src/schema/from-standard-schema.js";
import { refuse } from "../../src/schema/compile.js";
import { asOurs, extras, importBefore } from "./extras.js";

export const fromStandardSchema: typeof Standard.fromStandardSchema = (...given) => {
  const { fromStandardSchema: real } = extras();
  if (!real) refuse("", `Standard Schemas ${importBefore("standard-schema")}`);
  return asOurs(() => real(...given));
};
