/**
 * Stands for the reading of inputs in the standalone bundles: it loads once an action takes some, which is then offered
 * as soon as it is there.
 */
import type { Problem } from "../element/problem.js";
import type * as Inputs from "../element/inputs.js";
import { importInputs } from "../element/lazy-parts.js";
import { extras } from "./extras.js";

export const formSchema: typeof Inputs.formSchema = (fields, later) =>
  inputs(later)?.formSchema(fields, later);

export const readParams: typeof Inputs.readParams = (params, context) =>
  inputs(context.later)?.readParams(params, context);

function inputs(later?: (problem?: Problem) => void): typeof Inputs | undefined {
  const { inputs: part } = extras();
  if (part) return part;
  importInputs().then(
    (loaded) => {
      extras().inputs = loaded;
      later?.();
    },
    () => {
      later?.({ code: "not-loaded", message: "what reads its form or its params could not be loaded." });
    },
  );
  return undefined;
}
