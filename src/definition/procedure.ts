/** The domain plane: a reference to a server procedure that a component brings to the surface (contract.md section 11). */
import type { JsonSchema } from "../schema/types.js";
import type { AgentSchema } from "../schema/types.js";
import type { JsonValue } from "../values/json.js";
import type { AgentServerEffect } from "./effect.js";
import type { AgentPolicy } from "./policy.js";

export interface AgentProcedureBinding<TIn extends JsonValue, TOut extends JsonValue> {
  kind: "procedure-binding";
  ref: {
    /** `domain:` and the procedure's path. */
    id: string;
    path: string;
    description: string;
    inputSchema: AgentSchema<TIn>;
    outputSchema?: AgentSchema<TOut>;
    effect: AgentServerEffect;
    requiresApproval?: boolean;
  };
  config: {
    when?: () => boolean;
    unavailableReason?: string | (() => string);
    /** Values of the input that the page fixes, read at every call; top-level keys only. */
    bind?(): object;
    /** Bound keys that a caller may still set. */
    overridableFields?: string[];
    confirmation?: "optional" | "required";
    policies?: AgentPolicy[];
    /** What the reference means here and now, apart from its stable description. */
    describe?(): string;
    meta?: Record<string, JsonValue>;
  };
  contextLink?: { type: string; instanceId: string };
}

export interface AgentProcedureDescriptor {
  procedureId: string;
  description: string;
  contextualNote?: string;
  /** Without the locked fields. */
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  effect: AgentServerEffect;
  confirmation: "never" | "optional" | "required";
  available: boolean;
  unavailableReason?: string;
  boundFields: { path: string; locked: boolean; source: "ui-state" }[];
  registrationId: string;
  context?: { type: string; instanceId: string };
  meta?: Record<string, JsonValue>;
}
