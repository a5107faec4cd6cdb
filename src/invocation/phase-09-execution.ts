/** Phase 9: spends the evidence and runs the handler that the definition has now. */
import type { AgentActionDefinition, AgentObservationDefinition } from "../definition/component.js";
import { definitionOf } from "../registry/availability.js";
import { isThenable } from "../values/attempt.js";
import type { JsonValue } from "../values/json.js";
import type { Call } from "./call.js";
import { actionContext, callInfo, readContext } from "./context.js";
import { failure } from "./failure.js";
import type { Failure } from "./failure.js";
import { toldBy } from "./foreign-failure.js";

export type Outcome = { readonly output: unknown } | { readonly failure: Failure };

export async function execute(call: Call): Promise<Outcome> {
  const { shape } = call.capability;
  // Before anything is spent.
  if (shape.procedure && !call.surface.executor) return { failure: failure.noExecutor(shape.id) };
  if (call.evidence) call.surface.confirmations.consume(call.evidence);
  // Whoever is told of it may have ended the call.
  if (call.hasEnded()) return { failure: failure.cancelled(shape.id, false, shape.idempotent) };
  call.dispatched = true;
  const since = call.surface.now();
  const { handlers } = call.surface;
  if (shape.kind !== "observation") handlers.began(call);
  try {
    const returned = handlers.during(call, () => start(call));
    const output: unknown = isThenable(returned) ? await returned : returned;
    // What took effect is a new version, also where nobody waits for the result any more.
    if (call.hasEnded() && shape.kind !== "observation") bumpWindow(call);
    return { output };
  } catch (error) {
    const told = toldBy(error);
    if (told) return { failure: told };
    // The operator learns the cause, the agent a fixed sentence. A handler that heeded its signal did not fail.
    if (!call.hasEnded()) console.error(`agent-tags: "${shape.id}" failed.`, error);
    return {
      failure: shape.procedure ? failure.transportFailed(shape.id) : failure.handlerFailed(shape.id, true),
    };
  } finally {
    handlers.ended(call);
    if (call.hasEnded()) reportLate(call);
    call.executionMs = call.surface.now() - since;
    call.handlerSettled = true;
  }
}

function start(call: Call): unknown {
  const { kind, procedure } = call.capability.shape;
  if (procedure) {
    const { path } = procedure;
    return call.surface.executor!.execute({ path, input: call.effectiveInput, info: callInfo(call) });
  }
  const definition = definitionOf(call.capability);
  if (kind === "observation") {
    return (definition as AgentObservationDefinition<JsonValue>).read(readContext(call));
  }
  return (definition as AgentActionDefinition<JsonValue>).execute(call.effectiveInput, actionContext(call));
}

/** An action of its window succeeded. */
export function bumpWindow({ surface, capability }: Call): void {
  if (surface.operability) surface.tell("settled", surface.windowOf(capability));
}

/** The call ended before its handler did; the loser is only noted. */
function reportLate(call: Call): void {
  const { id, audit } = call.capability.shape;
  if (audit === "none") return;
  call.surface.audit({
    type: "late-settlement",
    capabilityId: id,
    invocationId: call.request.invocationId,
    consumerId: call.consumer.id,
  });
}
