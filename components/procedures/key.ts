import type * as Check from "../../src/definition/check-procedure.js";
import type * as Descriptors from "../../src/registry/procedure-descriptors.js";
import type * as Lint from "../../src/registry/suffix-lint.js";
import { version } from "../element/version.js";

/** Work on the registry's own state, so the bundle and they are of one version. */
export type Procedures = Pick<typeof Check, "checkProcedures"> &
  Pick<typeof Descriptors, "describeProcedures"> &
  Pick<typeof Lint, "lintPaths" | "lintSuffixes" | "tellCollisions">;

/** Where the bundles find them, on the global object. */
export const proceduresKey = Symbol.for(`agent-tags/procedures/${version}`);
