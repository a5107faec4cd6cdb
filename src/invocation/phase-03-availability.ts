/**
 * Phase 3: can it be used now, is its window operable, and is its window in the version that the caller has seen? Asked
 * again when a slot is granted: what waited never acts on a state that its caller has not seen.
 */
import { availabilityFor, blockedByModal, hidden, isVisibleWindow } from "../registry/availability.js";
import type { Call } from "./call.js";
import { failure } from "./failure.js";
import type { Failure } from "./failure.js";

export function checkAvailability(call: Call): Failure | undefined {
  const { surface, capability, consumer } = call;
  const { capabilityId, expectedVersion } = call.request;
  if (capability.isGone) return failure.unmounted(capabilityId, "mid-flight");
  const state = availabilityFor(surface, capability, consumer);
  if (state === hidden) return failure.notFound(capabilityId);
  if (state !== undefined) {
    const isBlocked = state === blockedByModal;
    const blockedBy = isBlocked ? (surface.blockedBy(capability) ?? []) : [];
    const visible = blockedBy.filter((id) => isVisibleWindow(surface, id, consumer));
    return failure.notAvailable(capabilityId, state, visible);
  }
  if (expectedVersion === undefined) return undefined;
  const version = surface.windowVersionOf(capability);
  if (version === null) return failure.notAvailable(capabilityId, "when-error", []);
  if (version !== undefined && version !== expectedVersion) {
    return failure.staleState(capabilityId, expectedVersion, version);
  }
  return undefined;
}
