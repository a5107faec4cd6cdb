import type { AgentInvocationResult } from "../../src/values/invocation.js";

/** The answer to a call whose code could not be loaded: nothing of it ran. */
export function notLoaded(
  error: unknown,
  asked: { invocationId: string; capabilityId: string; surfaceVersion: string },
): AgentInvocationResult {
  console.error("agent-tags: a part could not be loaded, so nothing can be called:", error);
  const message = `NOT EXECUTED: a script of the page could not be loaded, so "${asked.capabilityId}" did not run. Try again.`;
  return {
    status: "error",
    ...asked,
    error: {
      code: "EXECUTION_FAILED",
      message,
      retry: "after-delay",
      details: { reason: "transport", transient: true, retryAfterMs: 1_000 },
    },
  };
}
