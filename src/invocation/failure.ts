/** The sentences that agents read when a call does not run: what happened, to what, what to do next (contract.md section 6). */
import type { DenialCause, PendingConfirmation } from "../confirmation/types.js";
import type {
  AgentCapabilityErrorCode,
  AgentCapabilityErrorPayload,
  AgentErrorRetry,
} from "../values/errors.js";
import type { AgentSchemaIssue } from "../values/errors.js";
import { cut } from "../values/describe-value.js";
import type { JsonValue } from "../values/json.js";

export type Failure = AgentCapabilityErrorPayload;
type Details = Record<string, JsonValue>;

/** One of several that a call could mean: told apart by the description of its component, procedures by their context. */
export type Candidate = { instanceId: string; registrationId: string } & (
  { description: string } | { context: { type: string; instanceId: string } }
);

const maxMessage = 300;
/** Ids come from agents: long ones are cut before they are repeated, and so is a long list of issues. */
const maxId = 80;
const maxIssues = 100;
/** After how long a full queue is worth another try, and a full list of questions, in milliseconds. */
const queueRetryMs = 250;
export const confirmationRetryMs = 1_000;

export const failure = {
  /** @param instances Those that there are instead of the one that was named. */
  notFound(capabilityId: string, nearest?: string, instances: readonly string[] = []): Failure {
    const hint =
      instances.length > 0
        ? ` with that instanceId. There are: ${instances.map((id) => `"${id}"`).join(", ")}.`
        : `.${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`;
    return make(
      "CAPABILITY_NOT_FOUND",
      "after-refresh",
      `There is no capability "${cut(capabilityId, maxId)}"${hint} Discover the surface again.`,
    );
  },

  notAvailable(capabilityId: string, reason: string, blockedBy: readonly string[]): Failure {
    const isBlocked = blockedBy.length > 0;
    const next = isBlocked
      ? `Close ${blockedBy.map((id) => `"${id}"`).join(", ")} first`
      : "Discover the surface again";
    return make(
      "CAPABILITY_NOT_AVAILABLE",
      "after-refresh",
      `"${capabilityId}" is not available now: ${reason}. ${next}.`,
      {
        reason,
        ...(isBlocked && { blockedBy: [...blockedBy] }),
      },
    );
  },

  ambiguous(capabilityId: string, candidates: Candidate[]): Failure {
    const instances = candidates.map(({ instanceId }) => instanceId);
    const names = instances.map((id) => `"${id}"`).join(", ");
    // Procedures of different components may have the same instance.
    const telling =
      new Set(instances).size === instances.length ? `an instanceId: ${names}` : "a registrationId";
    return make(
      "AMBIGUOUS_INSTANCE",
      "with-changes",
      `"${capabilityId}" exists several times. Call it again with ${telling}.`,
      { instances, candidates },
    );
  },

  unmounted(capabilityId: string, phase: "resolve" | "mid-flight", dispatched = false): Failure {
    const what = dispatched
      ? `The component of "${capabilityId}" left the page while the call ran, which may have taken effect in part`
      : `NOT EXECUTED: the component of "${capabilityId}" left the page`;
    return make("COMPONENT_UNMOUNTED", "after-refresh", `${what}. Discover the surface again.`, { phase });
  },

  stale(
    capabilityId: string,
    reason: "registration-replaced" | "surface-reloaded" | "surface-version-mismatch",
    liveRegistrationId?: string,
  ): Failure {
    const what = {
      "registration-replaced": "was replaced since you discovered it",
      "surface-reloaded": "belongs to a page that was loaded again",
      "surface-version-mismatch": "is dangerous, and the surface changed since you discovered it",
    }[reason];
    return make(
      "STALE_CAPABILITY",
      "after-refresh",
      `NOT EXECUTED: "${capabilityId}" ${what}. Discover the surface again.`,
      {
        reason,
        ...(liveRegistrationId !== undefined && { liveRegistrationId }),
      },
    );
  },

  staleState(capabilityId: string, expectedVersion: number, currentVersion: number): Failure {
    return make(
      "STALE_CAPABILITY",
      "after-refresh",
      `NOT EXECUTED: the window of "${capabilityId}" is at version ${currentVersion}, not ${expectedVersion}. Read it again first.`,
      { reason: "stale_state", currentVersion },
    );
  },

  conflict(capabilityId: string, invocationId: string): Failure {
    return make(
      "INVOCATION_CONFLICT",
      "with-changes",
      `NOT EXECUTED: the invocationId "${cut(invocationId, maxId)}" of "${cut(capabilityId, maxId)}" was used for another request. Use a new one.`,
      { reason: "id-reused-with-different-request" },
    );
  },

  invalidInput(capabilityId: string, issues: readonly AgentSchemaIssue[]): Failure {
    const told = issues.slice(0, maxIssues).map(({ path, message }) => ({ path, message }));
    const left = issues.length - told.length;
    if (left > 0) told.push({ path: "", message: `and ${left} more` });
    const sentences = told
      .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
      .join("; ");
    return make(
      "INVALID_INPUT",
      "with-changes",
      `Correct the input of "${cut(capabilityId, maxId)}", it is not valid: ${sentences}.`,
      { issues: told },
    );
  },

  lockedInput(capabilityId: string, lockedFields: string[]): Failure {
    const names = lockedFields.map((name) => `"${cut(name, maxId)}"`).join(", ");
    return make(
      "INVALID_INPUT",
      "with-changes",
      `The page itself gives ${names} to "${capabilityId}". Call it again without.`,
      { lockedFields },
    );
  },

  bindingFailed(capabilityId: string): Failure {
    return make(
      "PRECONDITION_FAILED",
      "after-refresh",
      `"${capabilityId}" did not run: what the page gives to it is not there or not valid now. Discover the surface again.`,
      { reason: "binding-failed" },
    );
  },

  precondition(message: string, details: Details | undefined): Failure {
    return make("PRECONDITION_FAILED", "with-changes", message, details);
  },

  confirmationRequired(question: PendingConfirmation): Failure {
    const { capabilityId, confirmationId, summary, expiresAt, effect } = question;
    return make(
      "CONFIRMATION_REQUIRED",
      "with-confirmation",
      `NOT EXECUTED: a person must approve "${capabilityId}" first. Call again with the same input and confirmationId "${confirmationId}" to go on.`,
      { confirmationId, summary, expiresAt, effect, origin: "client" },
    );
  },

  confirmationInvalid(
    capabilityId: string,
    reason: "denied" | "expired" | "consumed" | "mismatch",
    cause?: DenialCause,
  ): Failure {
    const what = {
      denied: `${cause === "cannot-ask" ? "nobody could be asked for approval" : "the person did not approve it"}; go on without it`,
      expired: "the time to approve it ran out; call again without a confirmationId",
      consumed: "that approval was used already; call again without a confirmationId",
      mismatch: "that approval is for another request; call again without a confirmationId",
    }[reason];
    return make(
      "CONFIRMATION_INVALID",
      reason === "expired" ? "with-confirmation" : "no",
      `NOT EXECUTED: "${capabilityId}" did not run, ${what}.`,
      { reason, ...(cause && { cause }) },
    );
  },

  queueFull(capabilityId: string, retryAfterMs = queueRetryMs): Failure {
    return make(
      "RATE_LIMITED",
      "after-delay",
      `NOT EXECUTED: too many calls wait for "${capabilityId}". Try again in ${retryAfterMs} ms.`,
      {
        reason: "queue-full",
        retryAfterMs,
      },
    );
  },

  timeout(capabilityId: string, timeoutMs: number, idempotent: boolean, dispatched: boolean): Failure {
    const next = !dispatched
      ? "NOT EXECUTED. Read the state before you go on."
      : idempotent
        ? "It is safe to call it again."
        : "It may have taken effect. Read the state before you go on.";
    return make(
      "TIMEOUT",
      idempotent ? "yes" : "no",
      `"${capabilityId}" did not finish within ${timeoutMs} ms. ${next}`,
      {
        timeoutMs,
        idempotent,
      },
    );
  },

  cancelled(capabilityId: string, dispatched: boolean, idempotent: boolean, disposed = false): Failure {
    const retry = disposed || (dispatched && !idempotent) ? "no" : "yes";
    const id = cut(capabilityId, maxId);
    const what = dispatched
      ? `"${id}" was cancelled while it ran, which may have taken effect in part`
      : `NOT EXECUTED: "${id}" was cancelled`;
    return make("CANCELLED", retry, `${what}. Read the state before you go on.`, { dispatched });
  },

  /** @param dispatched Whether the handler was called; else a policy failed. */
  handlerFailed(capabilityId: string, dispatched: boolean): Failure {
    return make(
      "EXECUTION_FAILED",
      "no",
      dispatched
        ? `"${capabilityId}" failed in the page. Read the state before you go on.`
        : `NOT EXECUTED: a rule of the page about "${capabilityId}" failed. Do not try again.`,
      {
        reason: "handler-error",
      },
    );
  },

  noExecutor(capabilityId: string): Failure {
    return make(
      "EXECUTION_FAILED",
      "no",
      `"${capabilityId}" did not run: the page has no connection to its server. Discover the surface again.`,
      { reason: "transport" },
    );
  },

  transportFailed(capabilityId: string): Failure {
    return make(
      "EXECUTION_FAILED",
      "no",
      `"${capabilityId}" failed on the way to its server or there. Read the state before you go on.`,
      { reason: "transport" },
    );
  },

  outputInvalid(capabilityId: string): Failure {
    return make(
      "EXECUTION_FAILED",
      "no",
      `"${capabilityId}" ran, but its result is not what it declares. Read the state before you go on.`,
      { reason: "output-invalid" },
    );
  },

  outputTooLarge(capabilityId: string, bytes: number, limit: number): Failure {
    return make(
      "EXECUTION_FAILED",
      "no",
      `"${capabilityId}" ran, but its result has ${bytes} bytes, over the limit of ${limit}. Ask for less.`,
      { reason: "output-too-large" },
    );
  },
};

/** A failure as it travels: its sentence is bounded. */
export function make(
  code: AgentCapabilityErrorCode,
  retry: AgentErrorRetry,
  message: string,
  details?: Details,
): AgentCapabilityErrorPayload {
  return { code, message: cut(message, maxMessage), retry, ...(details && { details }) };
}
