/** `agent-tags.procedures.js`: what the standalone bundles need for procedures, for the pages that have some. */
import { checkProcedures } from "../../src/definition/check-procedure.js";
import { describeProcedures } from "../../src/registry/procedure-descriptors.js";
import { ProcedureIndex } from "../../src/registry/procedure-index.js";
import { lintPaths, lintSuffixes, tellCollisions } from "../../src/registry/suffix-lint.js";
import { extras } from "./extras.js";

extras().procedures = {
  checkProcedures,
  describeProcedures,
  lintPaths,
  lintSuffixes,
  ProcedureIndex,
  tellCollisions,
};
