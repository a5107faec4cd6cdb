/** Stands for the rewriting of converted schemas in the standalone bundles: it comes with `agent-tags.standard-schema.js`. */
import { refuse } from "../../src/schema/compile.js";
import type { JsonSchema } from "../../src/schema/types.js";
import { extras, importBefore } from "./extras.js";

export function normalizePlace(place: JsonSchema): void {
  const { normalizePlace: normalize } = extras();
  if (!normalize) refuse("", `Standard Schemas ${importBefore("standard-schema")}`);
  normalize(place);
}
