/**
 * A policy's demand that a person approves a call. It hangs on the policy under a symbol, so that the core finds it in
 * phase 6 whatever copy of the library made the policy.
 */
import type { AgentConfirmationLevel } from "../definition/effect.js";
import type { AgentInvocationPolicyContext, AgentPolicy } from "../definition/policy.js";

export const demandKey: unique symbol = Symbol.for("agent-tags/confirmation-demand/1");

export interface Demand {
  /** Whether this very call must be approved; anything but `false`, and throwing, says yes. Absent: each call. */
  if?(context: AgentInvocationPolicyContext): boolean;
  /** What the person is asked, in one sentence. */
  summary?(context: AgentInvocationPolicyContext): string;
}

/** The demands in a chain, in its order. */
export function demandsOf(policies: readonly AgentPolicy[]): Demand[] {
  return policies.flatMap((policy) => (policy as { readonly [demandKey]?: Demand })[demandKey] ?? []);
}

/** The level as it can be told before there is an input: what depends on the input is "optional". */
export function levelWith(demands: readonly Demand[], level: AgentConfirmationLevel): AgentConfirmationLevel {
  if (demands.some((demand) => !demand.if)) return "required";
  return demands.length > 0 && level === "never" ? "optional" : level;
}
