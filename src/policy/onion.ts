import type { AgentPolicyNext } from "../definition/policy.js";
import type { AgentInvocationResult } from "../values/invocation.js";

/** A policy's layer around whatever comes next. */
export type Layer = (next: AgentPolicyNext) => Promise<AgentInvocationResult>;

/** Runs the layers outermost first around `core`. Calling `next` twice rejects: nothing may run twice. */
export function runOnion(
  layers: readonly Layer[],
  core: () => Promise<AgentInvocationResult>,
): Promise<AgentInvocationResult> {
  const enter = async (index: number): Promise<AgentInvocationResult> => {
    const layer = layers[index];
    if (!layer) return core();
    let entered = false;
    return layer(() => {
      if (entered) return Promise.reject(new Error("A policy called next() twice."));
      entered = true;
      return enter(index + 1);
    });
  };
  return enter(0);
}
