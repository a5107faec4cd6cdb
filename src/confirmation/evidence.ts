/** What a `confirmationId` is worth for an operation (contract.md section 9). */
import { canonicalJson } from "../values/canonical-json.js";
import type { JsonValue } from "../values/json.js";
import type { ConfirmationRecord } from "./confirmations.js";
import type { DenialCause } from "./types.js";

/** What exactly is being approved. Evidence matches on the whole of it, never on a hash alone. */
export interface Operation {
  readonly surfaceId: string;
  /** The capability's last structural change: an approval outlives a redefinition that did not touch it. */
  readonly registrationId: string;
  readonly capabilityId: string;
  readonly consumerKey: string;
  readonly effectiveInput: JsonValue;
  readonly effect: string;
}

export type Evidence =
  | { is: "approved" | "pending"; record: ConfirmationRecord }
  | { is: "invalid"; reason: "denied" | "expired" | "consumed" | "mismatch"; cause?: DenialCause };

export function operationText(operation: Operation): string {
  return canonicalJson(operation as unknown as JsonValue);
}

/** @param now In milliseconds: an approval has its time too. */
export function evidenceOf(record: ConfirmationRecord | undefined, operation: string, now: number): Evidence {
  const matches = record?.operation === operation;
  switch (record?.state) {
    case "pending":
      return matches ? { is: "pending", record } : { is: "invalid", reason: "mismatch" };
    case "approved":
      if (now >= record.deadline) return { is: "invalid", reason: "expired" };
      if (record.reserved) return { is: "invalid", reason: "consumed" };
      return matches ? { is: "approved", record } : { is: "invalid", reason: "mismatch" };
    case "denied":
      return { is: "invalid", reason: "denied", ...(record.cause && { cause: record.cause }) };
    default:
      return { is: "invalid", reason: record?.state ?? "mismatch" };
  }
}
