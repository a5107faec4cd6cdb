/** Phase 6: policies that see the input and, inside them, the question whether a person must approve it. */
import type { AgentInvocationPolicyContext, AgentPolicyNext } from "../definition/policy.js";
import { demandsOf } from "../policy/demand.js";
import type { Demand } from "../policy/demand.js";
import { runOnion } from "../policy/onion.js";
import { policyContext } from "../registry/availability.js";
import { evidenceOf, operationText } from "../confirmation/evidence.js";
import { emptyJsonSchema } from "../schema/empty-json-schema.js";
import { attempt } from "../values/attempt.js";
import { confirmOptional } from "../values/invocation.js";
import type { AgentInvocationResult } from "../values/invocation.js";
import { maskSensitive } from "../values/sensitive.js";
import type { Call } from "./call.js";
import { confirmationRetryMs, failure } from "./failure.js";
import type { Failure } from "./failure.js";

export function applyInvocationPolicies(call: Call, next: AgentPolicyNext): Promise<AgentInvocationResult> {
  const policies = call.policies.filter((policy) => policy.onInvoke);
  if (policies.length === 0) return next();
  call.isLayered = true;
  const context = invocationContext(call);
  return runOnion(
    policies.map((policy) => (inner) => policy.onInvoke!(context, inner)),
    next,
  );
}

function invocationContext(
  { surface, capability, consumer, request, effectiveInput }: Call,
  input = effectiveInput,
): AgentInvocationPolicyContext {
  return Object.assign(policyContext(surface, capability, consumer), {
    invocationId: request.invocationId,
    effectiveInput: input,
    sensitive: capability.shape.sensitive,
  });
}

/** The demands of policies that hold for this call, or `undefined` where nobody asks for it to be approved. */
function demandsFor(call: Call): readonly Demand[] | undefined {
  const { confirmation } = call.capability.shape;
  const all = demandsOf(call.policies);
  const context = all.length > 0 ? invocationContext(call) : undefined;
  const demands = all.filter((demand) => attempt(() => demand.if?.(context!), call.surface.report) !== false);
  const isRaised = confirmation === "optional" && call.options[confirmOptional] === true;
  return confirmation === "required" || isRaised || demands.length > 0 ? demands : undefined;
}

/** Asks, or checks the evidence that came along and reserves it. It is spent at the dispatch, not here. */
export function confirm(call: Call): Failure | undefined {
  const { surface, request } = call;
  const { shape, registration } = call.capability;
  const demands = shape.kind === "observation" ? undefined : demandsFor(call);
  // What was asked of the page may have ended the call, here and below: then nobody is asked.
  if (!demands || call.hasEnded()) return undefined;
  const operation = operationOf(call);
  if (request.confirmationId !== undefined) {
    const known = surface.confirmations.find(request.confirmationId);
    const evidence = evidenceOf(known, operation, surface.now());
    if (evidence.is === "pending") return failure.confirmationRequired(evidence.record.question);
    if (evidence.is === "invalid")
      return failure.confirmationInvalid(shape.id, evidence.reason, evidence.cause);
    const { record } = evidence;
    record.reserved = true;
    call.evidence = record;
    call.onEnd(() => {
      record.reserved = false;
    });
    return undefined;
  }
  const summary = summaryOf(call, demands);
  if (call.hasEnded()) return undefined;
  const { confirmations } = surface;
  const same = confirmations.asked(operation);
  if (same) return failure.confirmationRequired(same.question);
  if (confirmations.isFull()) return failure.queueFull(shape.id, confirmationRetryMs);
  const record = confirmations.ask(
    { operation, owner: call.capability, audit: { level: shape.audit, consumerId: call.consumer.id } },
    {
      capabilityId: shape.id,
      registrationId: registration.id,
      consumerKey: call.consumerKey,
      effect: shape.effect,
      reversible: shape.reversible,
      summary,
      ...(shape.label !== undefined && { label: shape.label }),
      ...(registration.shape.label !== undefined && { windowLabel: registration.shape.label }),
      input: call.effectiveInput,
      inputSchema: shape.procedure?.fullSchema ?? shape.inputSchema ?? emptyJsonSchema,
      sensitive: shape.sensitive,
    },
  );
  return failure.confirmationRequired(record.question);
}

function operationOf({ surface, capability, consumerKey, effectiveInput }: Call): string {
  return operationText({
    surfaceId: surface.id,
    registrationId: capability.sinceId,
    capabilityId: capability.shape.id,
    consumerKey,
    effectiveInput,
    effect: capability.shape.effect,
  });
}

const maxSummary = 300;

/** The first text that a policy composes, else the description and the input. It travels to the agent too. */
function summaryOf(call: Call, demands: readonly Demand[]): string {
  const { effectiveInput, surface } = call;
  const { description, sensitive } = call.capability.shape;
  const input = JSON.stringify(effectiveInput);
  // A sensitive value never travels in a summary; which part of the input it is does not matter here.
  let text = input !== "{}" && sensitive.length === 0 ? `${description} ${input}` : description;
  for (const demand of demands) {
    const masked = invocationContext(call, maskSensitive(effectiveInput, sensitive));
    const composed: unknown = attempt(() => demand.summary?.(masked), surface.report);
    if (typeof composed !== "string" || composed === "") continue;
    text = composed;
    break;
  }
  return text.length > maxSummary ? `${text.slice(0, maxSummary - 1)}…` : text;
}
