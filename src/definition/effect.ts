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

const mutating: EffectDefaults = {
  idempotent: false,
  reversible: false,
  confirmation: "optional",
  audit: "metadata",
};

const dangerous: EffectDefaults = { ...mutating, confirmation: "required", audit: "full" };

/** A query leaves nothing behind that would have to be reverted. */
export const serverDefaults: Readonly<Record<AgentServerEffect, EffectDefaults>> = {
  "server-query": { ...changing, idempotent: true },
  "server-mutation": mutating,
  "external-side-effect": dangerous,
  destructive: dangerous,
};

/** What only procedures have. */
export const serverEffects: readonly unknown[] = Object.keys(serverDefaults);

/** A call to these is refused where the surface is not the one that the caller has seen (contract.md section 7). */
export function isDangerous(effect: AgentEffect): boolean {
  return effect === "destructive" || effect === "external-side-effect";
}
