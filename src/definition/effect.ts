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

const changing: EffectDefaults = {
  idempotent: false,
  reversible: true,
  confirmation: "never",
  audit: "metadata",
};

export const viewDefaults: Readonly<Record<"read" | AgentViewEffect, EffectDefaults>> = {
  read: { ...changing, idempotent: true, audit: "none" },
  "local-state": changing,
  navigation: changing,
};

/** What only procedures have. */
export const serverEffects: readonly unknown[] = [
  "server-query",
  "server-mutation",
  "external-side-effect",
  "destructive",
] satisfies AgentServerEffect[];
