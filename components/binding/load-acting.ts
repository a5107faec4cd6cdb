import { AgentSurfaceError } from "../../src/values/errors.js";
import { importActing } from "../element/lazy-parts.js";

/**
 * The code that acts and reads.
 * @throws {AgentSurfaceError} where it cannot be loaded: nothing was done then.
 */
export async function loadActing(): ReturnType<typeof importActing> {
  try {
    return await importActing();
  } catch (cause) {
    throw new AgentSurfaceError(
      {
        code: "EXECUTION_FAILED",
        message: "NOT EXECUTED: the page's code could not be loaded. Try again.",
        retry: "after-delay",
        details: { reason: "transport" },
      },
      { cause },
    );
  }
}
