import type { AgentPolicy, AgentPolicyContext, DiscoveryDecision } from "../definition/policy.js";
import { AgentSurfaceError } from "../values/errors.js";
import type { AgentCapabilityErrorPayload } from "../values/errors.js";
import { demandThat } from "./options.js";

/** What discovery shows of what a consumer may not use. */
export interface GateOptions {
  /** "hide" (default): as if it were not there. "disable": there, with a reason. "expose": there, and a call is refused. */
  discovery?: "hide" | "disable" | "expose";
}

export interface Refusal {
  /** Why it is disabled, in a few words. */
  readonly reason: string;
  readonly payload: Omit<AgentCapabilityErrorPayload, "message">;
  /** What the caller of a capability is told. */
  message(capabilityId: string): string;
}

/** A policy that lets through or refuses, by the same test at discovery and at the call. */
export function gate(
  name: string,
  allows: (context: AgentPolicyContext) => boolean,
  { reason, payload, message }: Refusal,
  { discovery = "hide" }: GateOptions = {},
): AgentPolicy {
  demandThat(
    ["hide", "disable", "expose"].includes(discovery),
    `${name}: discovery is "hide", "disable" or "expose".`,
  );
  const otherwise: DiscoveryDecision =
    discovery === "disable" ? { decision: discovery, reason } : { decision: discovery };
  return {
    name,
    // One that throws hides: the core sees to it, and reports it.
    onDiscovery: (context) => (allows(context) ? { decision: "expose" } : otherwise),
    onAuthorize: (context, next) =>
      isAllowed(allows, context)
        ? next()
        : Promise.reject(new AgentSurfaceError({ ...payload, message: message(context.capabilityId) })),
  };
}

function isAllowed(allows: (context: AgentPolicyContext) => boolean, context: AgentPolicyContext): boolean {
  try {
    return allows(context);
  } catch {
    return false;
  }
}

/** Says nothing about what was missing: the name of a permission is the host's business. */
export const notAuthorized: Refusal = {
  reason: "not permitted",
  payload: {
    code: "NOT_AUTHORIZED",
    retry: "no",
    details: { origin: "client" },
  },
  message: (id) => `NOT EXECUTED: the person of this page may not use "${id}". Do not try again.`,
};
