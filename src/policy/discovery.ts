import type { AgentPolicy, AgentPolicyContext, DiscoveryDecision } from "../definition/policy.js";
import { attempt } from "../values/attempt.js";

const expose: DiscoveryDecision = Object.freeze({ decision: "expose" });
const hide: DiscoveryDecision = Object.freeze({ decision: "hide" });

/** Any hide wins, else the first disable, else expose. A policy that throws hides: authority fails closed. */
export function decideDiscovery(
  policies: readonly AgentPolicy[],
  context: AgentPolicyContext,
  report: (error: unknown) => void,
): DiscoveryDecision {
  let decided = expose;
  for (const policy of policies) {
    if (!policy.onDiscovery) continue;
    const given = attempt(() => policy.onDiscovery!(context), report);
    // What is no decision hides too.
    if (given?.decision === "disable") decided = decided === expose ? given : decided;
    else if (given?.decision !== "expose") return hide;
  }
  return decided;
}
