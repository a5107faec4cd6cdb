/**
 * Stands for procedures in the standalone bundles. A page that has some loads `agent-tags.procedures.js` first:
 * registering answers at once, so that nothing can be loaded meanwhile. Without that file there are none to describe.
 */
import type * as Index from "../../src/registry/procedure-index.js";
import type { LiveCapability } from "../../src/registry/registration.js";
import type { ComponentName } from "../../src/registry/types.js";
import { AgentSurfaceDefinitionError } from "../../src/values/errors.js";
import { asOurs, extras, importBefore } from "./extras.js";
import type { Procedures } from "./extras.js";

/** Nothing is registered as a procedure before the file is there. */
export class ProcedureIndex implements Pick<Index.ProcedureIndex, "add" | "remove" | "linkedTo" | "find"> {
  #index: Index.ProcedureIndex | undefined;

  get size(): number {
    return this.#index?.size ?? 0;
  }

  add(capabilities: readonly LiveCapability[]): void {
    const { procedures } = extras();
    if (procedures) (this.#index ??= new procedures.ProcedureIndex()).add(capabilities);
  }

  remove(capabilities: readonly LiveCapability[]): void {
    this.#index?.remove(capabilities);
  }

  linkedTo(component: ComponentName): Iterable<LiveCapability> {
    return this.#index?.linkedTo(component) ?? [];
  }

  find(id: string, instanceId?: string): LiveCapability[] {
    return this.#index?.find(id, instanceId) ?? [];
  }
}

function demanded<T>(run: (procedures: Procedures) => T): T {
  const { procedures } = extras();
  if (!procedures)
    throw new AgentSurfaceDefinitionError("PLANE_VIOLATION", `Procedures ${importBefore("procedures")}.`);
  return asOurs(() => run(procedures));
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
