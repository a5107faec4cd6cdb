import type { AgentInvocationPolicyContext, AgentPolicy } from "../definition/policy.js";
import { demandKey } from "./demand.js";
import type { Demand } from "./demand.js";
import { demandThat, isFunction } from "./options.js";

export interface RequireConfirmationOptions {
  /** Whether this very call must be approved, by its complete input. Anything but `false`, and throwing, says yes. Default: each call. */
  if?(context: AgentInvocationPolicyContext): boolean;
  /**
   * What the person is asked, 300 characters at most; the agent reads it too, so its `effectiveInput` has every sensitive
   * value masked. Default, and where it throws or gives no text: the description and the input.
   */
  summary?(context: AgentInvocationPolicyContext): string;
}

/** A person must approve the call. Policies only ever raise the confirmation; observations never ask. */
export function requireConfirmation(options: RequireConfirmationOptions = {}): AgentPolicy {
  for (const name of ["if", "summary"] as const) {
    const given = options[name];
    demandThat(given === undefined || isFunction(given), `requireConfirmation: ${name} is a function.`);
  }
  const policy: AgentPolicy & { readonly [demandKey]: Demand } = {
    name: "require-confirmation",
    [demandKey]: options,
  };
  return policy;
}
