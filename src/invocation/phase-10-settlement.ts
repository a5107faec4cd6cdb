/** Phase 10: is the output what the capability declares, and small enough to travel? Then the call is told and recorded. */
import { byteSize } from "../values/byte-size.js";
import { isAgentSchemaError } from "../values/errors.js";
import type { AgentInvocationResult } from "../values/invocation.js";
import { copyJson, NotJsonError } from "../values/json.js";
import type { JsonValue } from "../values/json.js";
import type { Call } from "./call.js";
import { failure } from "./failure.js";
import type { Outcome } from "./phase-09-execution.js";

export function seal(call: Call, outcome: Outcome): AgentInvocationResult {
  if ("failure" in outcome) return call.failed(outcome.failure);
  const { id, output: schema } = call.capability.shape;
  const { maxOutputBytes } = call.surface.limits;
  let output: JsonValue | undefined;
  try {
    if (schema) output = copyJson(schema.parse(copyJson(outcome.output)));
    else if (outcome.output !== undefined) output = copyJson(outcome.output);
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
  return call.succeeded(output);
}

/** Tells operators and listeners; exactly once a call, whatever they do. */
export function announce(call: Call, result: AgentInvocationResult): void {
  const { surface, request, consumer } = call;
  const durationMs = surface.now() - call.startedAt;
  const code = result.status === "error" ? result.error.code : undefined;
  const level = call.found?.shape.audit ?? "metadata";
  if (level !== "none") {
    surface.audit({
      type: "invocation-settled",
      capabilityId: request.capabilityId,
      invocationId: request.invocationId,
      consumerId: consumer.id,
      status: result.status,
      ...(code && { code }),
      durationMs,
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

function explain(error: unknown): string {
  return error instanceof NotJsonError || isAgentSchemaError(error)
    ? error.message
    : "it does not fit its schema";
}
