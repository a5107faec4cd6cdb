import { AgentSurfaceError } from "../../src/values/errors.js";
import { whenIdle } from "../element/when-idle.js";

import type * as Acting from "../acting/acting.js";

/** Loads it while the page is idle, so that the first call comes without delay. */
export function prefetchActing(): void {
  whenIdle(load);
}

/**
 * The code that acts and reads, loaded once.
 * @throws {AgentSurfaceError} where it cannot be loaded: nothing was done then.
 */
export async function loadActing(): Promise<typeof Acting> {
  try {
    return await load();
  } catch (cause) {
    throw new AgentSurfaceError(
      {
        code: "EXECUTION_FAILED",
        message: "NOT EXECUTED: a part of the page's code could not be loaded. Try again.",
        retry: "after-delay",
        details: { reason: "transport", transient: true, retryAfterMs: 1_000 },
      },
      { cause },
    );
  }
}

function load(): Promise<typeof Acting> {
  return import("../acting/acting.js");
}
