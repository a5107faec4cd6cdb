/** Phase 6: policies that see the input and, inside them, the question whether a person must approve it. */
import type { AgentPolicyNext } from "../definition/policy.js";
import { runOnion } from "../policy/onion.js";
import { policyContext } from "../registry/availability.js";
import type { Operation } from "../confirmation/confirmations.js";
import { emptyObjectSchema } from "../schema/empty-object-schema.js";
import type { AgentInvocationResult } from "../values/invocation.js";
import type { Call } from "./call.js";
import { confirmationRetryMs, failure } from "./failure.js";
import type { Failure } from "./failure.js";

export function applyInvocationPolicies(call: Call, next: AgentPolicyNext): Promise<AgentInvocationResult> {
  const { surface, capability, consumer } = call;
  const policies = [...surface.policies, ...capability.shape.policies].filter((policy) => policy.onInvoke);
  if (policies.length === 0) return next();
  call.isLayered = true;
  const context = Object.defineProperties(
    { invocationId: call.request.invocationId, effectiveInput: call.effectiveInput },
    Object.getOwnPropertyDescriptors(policyContext(surface, capability, consumer)),
  ) as Parameters<NonNullable<(typeof policies)[number]["onInvoke"]>>[0];
  return runOnion(
    policies.map((policy) => (inner) => policy.onInvoke!(context, inner)),
    next,
  );
}

/** Asks, or checks the evidence that came along and reserves it. It is spent at the dispatch, not here. */
export function confirm(call: Call): Failure | undefined {
  const { surface, request } = call;
  const { shape, registration } = call.capability;
  if (shape.kind === "observation" || shape.confirmation !== "required") return undefined;
  const operation = operationOf(call);
  if (request.confirmationId !== undefined) {
    const evidence = surface.confirmations.check(request.confirmationId, operation);
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
  const record = surface.confirmations.request(
    operation,
    call.capability,
    { level: shape.audit, consumerId: call.consumer.id },
    {
      capabilityId: shape.id,
      registrationId: registration.id,
      consumerKey: call.consumerKey,
      effect: shape.effect,
      reversible: shape.reversible,
      summary: summaryOf(call),
      ...(shape.label !== undefined && { label: shape.label }),
      ...(registration.shape.label !== undefined && { windowLabel: registration.shape.label }),
      input: call.effectiveInput,
      inputSchema: shape.inputSchema ?? emptyObjectSchema.jsonSchema,
      sensitive: shape.sensitive,
    },
  );
  return record
    ? failure.confirmationRequired(record.question)
    : failure.queueFull(shape.id, confirmationRetryMs);
}

function operationOf(call: Call): Operation {
  return {
    surfaceId: call.surface.id,
    registrationId: call.capability.sinceId,
    capabilityId: call.capability.shape.id,
    consumerKey: call.consumerKey,
    effectiveInput: call.effectiveInput,
    effect: call.capability.shape.effect,
  };
}

const maxSummary = 300;

function summaryOf({ capability, effectiveInput }: Call): string {
  const { description, sensitive } = capability.shape;
  const input = JSON.stringify(effectiveInput);
  // A sensitive value never travels in a summary; which part of the input it is does not matter here.
  const text = input !== "{}" && sensitive.length === 0 ? `${description} ${input}` : description;
  return text.length > maxSummary ? `${text.slice(0, maxSummary - 1)}…` : text;
}
