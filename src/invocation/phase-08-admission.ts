/**
 * Phase 8: when may it run? Actions wait for their slot, observations for a place; neither waits without bound.
 * Procedures do not wait: their server governs what runs at once.
 */
import type { ActionSlots } from "./action-slots.js";
import type { Call } from "./call.js";
import { failure } from "./failure.js";
import type { Failure } from "./failure.js";
import type { ObservationGate } from "./observation-gate.js";

export interface Admission {
  readonly actions: ActionSlots;
  readonly observations: ObservationGate;
}

/** `undefined` where the call may go on at once, a promise where it must wait; an interrupted wait never ends. */
export function admit(call: Call, { actions, observations }: Admission): Failure | Promise<void> | undefined {
  const { kind, id } = call.capability.shape;
  if (kind === "procedure") return undefined;
  const admitted = kind === "observation" ? observations.enter(call) : actions.enter(call);
  return admitted === "full" ? failure.queueFull(id) : admitted;
}
