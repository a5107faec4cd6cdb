/**
 * Stands for the reading of params in the standalone bundles: it loads once an action has some, which is then offered
 * as soon as it is there.
 */
import type * as Reading from "../element/read-params.js";
import { importParams } from "../element/lazy-parts.js";
import { extras } from "./extras.js";

export const readParams: typeof Reading.readParams = (params, context) => {
  const { readParams: read } = extras();
  if (read) return read(params, context);
  importParams().then(
    (part) => {
      extras().readParams = part.readParams;
      context.later();
    },
    () => {
      context.later({ code: "not-loaded", message: "its params could not be loaded." });
    },
  );
  return undefined;
};
