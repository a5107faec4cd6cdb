/** Phase 10: is the output what the capability declares, and small enough to travel? Then the call is told and recorded. */
import { auditPayload } from "../audit/payload.js";
import { observed } from "../values/attempt.js";
import { byteSize } from "../values/byte-size.js";
import { isAgentSchemaError } from "../values/errors.js";
import { deepFreeze } from "../values/freeze.js";
import type { AgentInvocationResult } from "../values/invocation.js";
import { copyJson, NotJsonError } from "../values/json.js";
import type { JsonValue } from "../values/json.js";
import type { Call } from "./call.js";
import { failure } from "./failure.js";
import { readFailure } from "./foreign-failure.js";
import { bumpWindow } from "./phase-09-execution.js";
import type { Outcome } from "./phase-09-execution.js";

export function seal(call: Call, outcome: Outcome): AgentInvocationResult {
  // Frozen before policies get to see it.
  return deepFreeze("failure" in outcome ? call.failed(outcome.failure) : checked(call, outcome.output));
}

/** A result that a policy gave, as the answer to this very call; what is no result is the policy's failure. */
export function adopt(call: Call, given: unknown): AgentInvocationResult {
  if (call.sealed && given === call.sealed) return call.sealed;
  try {
    const { status, error, output } = given as { status?: unknown; error?: unknown; output?: unknown };
    if (status === "ok") return checked(call, output);
    const refusal = status === "error" && readFailure(error);
    if (refusal) return call.failed(refusal);
  } catch (cause) {
    call.surface.report(cause);
  }
  return call.failed(failure.handlerFailed(call.capability.shape.id, call.dispatched));
}

function checked(call: Call, given: unknown): AgentInvocationResult {
  const { id, output: schema } = call.capability.shape;
  const { maxOutputBytes } = call.surface.limits;
  let output: JsonValue | undefined;
  try {
    if (schema) output = copyJson(observed(schema.parse(copyJson(given)), call.surface.report));
    else if (given !== undefined) output = copyJson(given);
  } catch (error) {
    call.surface.report(
      new Error(`"${id}" gave a result that it may not give: ${explain(error)}.`, { cause: error }),
    );
    return call.failed(failure.outputInvalid(id));
  }
  if (output !== undefined) {
    const bytes = byteSize(JSON.stringify(output));
    if (bytes > maxOutputBytes) return call.failed(failure.outputTooLarge(id, bytes, maxOutputBytes));
  }
  const isOwn = call.dispatched && !call.sealed && !call.hasEnded();
  if (isOwn && call.capability.shape.kind !== "observation") bumpWindow(call);
  return call.succeeded(output);
}

/** Tells operators that a call began, once and as far as they want to know. */
export function recordStart(call: Call): void {
  if (call.recorded) return;
  call.recorded = true;
  const { audit: level = "metadata" } = call.found?.shape ?? {};
  if (level !== "none") call.surface.audit({ type: "invocation-started", ...namesOf(call) });
}

/** Tells operators and listeners; exactly once a call, whatever they do. */
export function announce(call: Call, result: AgentInvocationResult): void {
  const { surface, request, found } = call;
  recordStart(call);
  const durationMs = surface.now() - call.startedAt;
  const code = result.status === "error" ? result.error.code : undefined;
  const output = result.status === "ok" ? result.output : undefined;
  const { audit: level = "metadata", sensitive = [] } = found?.shape ?? {};
  if (level !== "none") {
    surface.audit({
      type: "invocation-settled",
      ...namesOf(call),
      status: result.status,
      ...(code && { code }),
      durationMs,
      ...(call.queueWaitMs !== undefined && { queueWaitMs: call.queueWaitMs }),
      ...(call.executionMs !== undefined && { executionMs: call.executionMs }),
      ...(level === "full" && {
        payload: auditPayload(call.effectiveInput, sensitive, output, surface.limits.maxOutputBytes),
      }),
    });
  }
  surface.events.emit({
    type: "invocation-settled",
    invocationId: request.invocationId,
    capabilityId: request.capabilityId,
    status: result.status,
    ...(code && { code }),
    durationMs,
  });
}

function namesOf({ request, consumer, found }: Call) {
  return {
    capabilityId: request.capabilityId,
    ...(found && { registrationId: found.registration.id }),
    invocationId: request.invocationId,
    consumerId: consumer.id,
  };
}

function explain(error: unknown): string {
  if (error instanceof NotJsonError) return `${error.path} ${error.message}`;
  return isAgentSchemaError(error) ? error.message : "it does not fit its schema";
}
