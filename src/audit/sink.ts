/** Where the registry reports what happened, for operators (contract.md section 12). */
import type { AgentCapabilityErrorCode } from "../values/errors.js";
import type { JsonValue } from "../values/json.js";

export type AuditEventType =
  | "registration"
  | "unregistration"
  | "registration-rejected"
  | "invocation-started"
  | "invocation-settled"
  | "confirmation-requested"
  | "confirmation-approved"
  | "confirmation-denied"
  | "confirmation-expired"
  | "confirmation-consumed"
  | "late-settlement"
  | "collision-suspected";

export interface AuditEvent {
  /** ISO 8601, by the registry's clock. */
  at: string;
  type: AuditEventType;
  capabilityId?: string;
  registrationId?: string;
  invocationId?: string;
  consumerId?: string;
  status?: "ok" | "error";
  code?: AgentCapabilityErrorCode;
  durationMs?: number;
  queueWaitMs?: number;
  executionMs?: number;
  /** At the level "full" only. */
  payload?: { input?: JsonValue; output?: JsonValue };
}

/** Must not block. The registry swallows what it throws. */
export interface AuditSink {
  record(event: AuditEvent): void;
}
