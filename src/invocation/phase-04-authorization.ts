/** Phase 4: may this consumer do this at all? No input is reachable here, by type. */
import type { AgentPolicyNext } from "../definition/policy.js";
import { runOnion } from "../policy/onion.js";
import { policyContext } from "../registry/availability.js";
import type { AgentInvocationResult } from "../values/invocation.js";
import type { Call } from "./call.js";

export function authorize(call: Call, next: AgentPolicyNext): Promise<AgentInvocationResult> {
  const { surface, capability, consumer } = call;
  const policies = call.policies.filter((policy) => policy.onAuthorize);
  if (policies.length === 0) return next();
  call.isLayered = true;
  const context = policyContext(surface, capability, consumer);
  return runOnion(
    policies.map((policy) => (inner) => policy.onAuthorize!(context, inner)),
    next,
  );
}
