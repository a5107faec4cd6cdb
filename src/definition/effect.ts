/** What a capability does to the world, and what follows from it by default (contract.md section 2). */

export type AgentViewEffect = "local-state" | "navigation";
export type AgentServerEffect = "server-query" | "server-mutation" | "external-side-effect" | "destructive";
export type AgentEffect = "read" | AgentViewEffect | AgentServerEffect;

export type AgentConfirmationLevel = "never" | "optional" | "required";
export type AgentAuditLevel = "none" | "metadata" | "full";

export interface EffectDefaults {
  readonly idempotent: boolean;
  readonly reversible: boolean;
  readonly confirmation: AgentConfirmationLevel;
  readonly audit: AgentAuditLevel;
}

export const effectDefaults: Readonly<Record<AgentEffect, EffectDefaults>> = {
  read: { idempotent: true, reversible: true, confirmation: "never", audit: "none" },
  "local-state": { idempotent: false, reversible: true, confirmation: "never", audit: "metadata" },
  navigation: { idempotent: false, reversible: true, confirmation: "never", audit: "metadata" },
  "server-query": { idempotent: true, reversible: true, confirmation: "never", audit: "metadata" },
  "server-mutation": { idempotent: false, reversible: false, confirmation: "optional", audit: "metadata" },
  "external-side-effect": { idempotent: false, reversible: false, confirmation: "required", audit: "full" },
  destructive: { idempotent: false, reversible: false, confirmation: "required", audit: "full" },
};

const strictness: readonly AgentConfirmationLevel[] = ["never", "optional", "required"];

/** The stricter of two levels: floors are only ever raised. */
export function stricterConfirmation(
  one: AgentConfirmationLevel,
  other: AgentConfirmationLevel,
): AgentConfirmationLevel {
  return strictness.indexOf(one) < strictness.indexOf(other) ? other : one;
}
