/**
 * What the standalone bundles do without until a page, or they themselves, import its file. It works on the bundle's own state, so both are
 * of one version.
 */
import type * as Check from "../../src/definition/check-procedure.js";
import type * as Descriptors from "../../src/registry/procedure-descriptors.js";
import type * as Index from "../../src/registry/procedure-index.js";
import type * as Lint from "../../src/registry/suffix-lint.js";
import type * as Standard from "../../src/schema/from-standard-schema.js";
import { AgentSurfaceDefinitionError } from "../../src/values/errors.js";
import type * as Inputs from "../element/inputs.js";
import { version } from "../element/version.js";

export type Procedures = Pick<typeof Check, "checkProcedures"> &
  Pick<typeof Descriptors, "describeProcedures"> &
  Pick<typeof Index, "ProcedureIndex"> &
  Pick<typeof Lint, "lintPaths" | "lintSuffixes" | "tellCollisions">;

export interface Extras {
  /** Of `agent-tags.procedures.js`. */
  procedures?: Procedures;
  /** Of `agent-tags.standard-schema.js`. */
  fromStandardSchema?: typeof Standard.fromStandardSchema;
  /** Of `agent-tags.inputs.js`. */
  inputs?: typeof Inputs;
}

const key = Symbol.for(`agent-tags/extras/${version}`);

/** On the global object, where the files put it and the bundles find it. */
export function extras(): Extras {
  const holder = globalThis as Record<symbol, Extras | undefined>;
  return (holder[key] ??= {});
}

/** What to do about one that is not there, as the end of a sentence. */
export function importBefore(file: string): string {
  return `need agent-tags.${file}.js, of the bundle's version: import it before`;
}

type Definition = Pick<AgentSurfaceDefinitionError, "code" | "reason" | "path">;

/** Its refusals become errors of this copy's class. */
export function asOurs<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "AgentSurfaceDefinitionError") throw error;
    const { code, message, ...at } = error as Error & Definition;
    throw new AgentSurfaceDefinitionError(code, message, at);
  }
}
