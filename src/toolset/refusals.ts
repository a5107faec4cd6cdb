/** What tools answer by themselves, where the registry is not asked or does not answer any more. */
import { cut } from "../values/describe-value.js";
import type { AgentCapabilityErrorPayload, AgentSchemaIssue } from "../values/errors.js";
import { deepFreeze } from "../values/freeze.js";
import type { AgentInvocationResult } from "../values/invocation.js";

/** The frame of an answer. */
export interface Asked {
  readonly invocationId: string;
  readonly capabilityId: string;
  readonly surfaceVersion: string;
}

const maxMessage = 300;

/** A call that never reached its handler. */
export function notExecuted(asked: Asked, retry: "yes" | "no", why: string): AgentInvocationResult {
  return refusal(asked, {
    code: "CANCELLED",
    message: `NOT EXECUTED: "${asked.capabilityId}" was cancelled, ${why}.`,
    retry,
    details: { dispatched: false },
  });
}

export function invalidInput(asked: Asked, issues: readonly AgentSchemaIssue[]): AgentInvocationResult {
  const sentences = issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  return refusal(asked, {
    code: "INVALID_INPUT",
    message: `The input of "${asked.capabilityId}" is not valid: ${sentences.join("; ")}.`,
    retry: "with-changes",
    details: { issues: issues.map(({ path, message }) => ({ path, message })) },
  });
}

function refusal(asked: Asked, { message, ...error }: AgentCapabilityErrorPayload): AgentInvocationResult {
  return deepFreeze({ status: "error", ...asked, error: { ...error, message: cut(message, maxMessage) } });
}
