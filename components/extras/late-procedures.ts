/**
 * Stands for procedures in the standalone bundles. A page that has some loads `agent-tags.procedures.js` first:
 * registering answers at once, so that nothing can be loaded meanwhile. Without that file there are none to describe.
 */
import { AgentSurfaceDefinitionError } from "../../src/values/errors.js";
import { extras, importBefore } from "./extras.js";
import type { Procedures } from "./extras.js";

type Definition = Pick<AgentSurfaceDefinitionError, "code" | "reason" | "path">;

/** Its refusals become errors of this copy's class. */
function demanded<T>(run: (procedures: Procedures) => T): T {
  const { procedures } = extras();
  if (!procedures)
    throw new AgentSurfaceDefinitionError("PLANE_VIOLATION", `Procedures ${importBefore("procedures")}.`);
  try {
    return run(procedures);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "AgentSurfaceDefinitionError") throw error;
    const { code, message, ...at } = error as Error & Definition;
    throw new AgentSurfaceDefinitionError(code, message, at);
  }
}

export const checkProcedures: Procedures["checkProcedures"] = (...given) =>
  demanded((procedures) => procedures.checkProcedures(...given));

export const describeProcedures: Procedures["describeProcedures"] = (...given) =>
  extras().procedures?.describeProcedures(...given) ?? [];

export const lintPaths: Procedures["lintPaths"] = (surface, paths) =>
  [...paths].length > 0 ? demanded((procedures) => procedures.lintPaths(surface, paths)) : [];

export const lintSuffixes: Procedures["lintSuffixes"] = (...given) =>
  extras().procedures ? demanded((procedures) => procedures.lintSuffixes(...given)) : [];

export const tellCollisions: Procedures["tellCollisions"] = (...given) => {
  extras().procedures?.tellCollisions(...given);
};
