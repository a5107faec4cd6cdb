import type { AgentPolicyContext } from "../definition/policy.js";

/** For the operator's eyes: what a function of the host failed with. Nothing in production. */
export function reporterIn({ environment }: AgentPolicyContext): (error: unknown) => void {
  return (error) => {
    if (environment !== "production") console.error("agent-tags:", error);
  };
}
