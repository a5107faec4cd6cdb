/** Phase 2: which live capability is meant, among those that this consumer may see (contract.md section 7). */
import { availabilityFor, hidden } from "../registry/availability.js";
import { parseCapabilityId } from "../values/ids.js";
import type { Call } from "./call.js";
import { failure } from "./failure.js";
import type { Failure } from "./failure.js";
import { nearestTo } from "./nearest.js";

export function resolve(call: Call): Failure | undefined {
  const { surface, request, consumer, consumerKey } = call;
  const { capabilityId, instanceId, registrationId } = request;
  const parsed = parseCapabilityId(capabilityId);
  if (parsed?.plane !== "view") return notFound(call);
  const { type, name } = parsed;
  const late = { type, name, instanceId, consumerKey };
  const live = surface.index.capabilities(type, name, instanceId);
  const visible = live.filter((one) => availabilityFor(surface, one, consumer) !== hidden);
  const [first] = visible;

  if (request.surfaceId !== undefined && request.surfaceId !== surface.id) {
    return failure.stale(capabilityId, "surface-reloaded", first?.registration.id);
  }
  /** Whether the given registration is gone, or what it had before a redefinition. */
  const isGone =
    registrationId !== undefined &&
    [registrationId, surface.index.latest(registrationId)].some((id) =>
      surface.tombstones.has(id, consumerKey),
    );
  if (!first) {
    const wasThere = registrationId === undefined ? surface.tombstones.anyHad(late) : isGone;
    // What lives but is hidden must look as if it had never been there.
    return wasThere && live.length === 0 ? failure.unmounted(capabilityId, "resolve") : notFound(call);
  }
  if (registrationId !== undefined) {
    call.found = visible.find((one) => surface.index.means(registrationId, one));
    if (call.found) return undefined;
    const wasRedefined = surface.index.latest(registrationId) === first.registration.id;
    const reason = isGone || wasRedefined ? "registration-replaced" : "surface-reloaded";
    return failure.stale(capabilityId, reason, first.registration.id);
  }
  if (visible.length > 1) {
    return failure.ambiguous(
      capabilityId,
      visible.map(({ registration }) => ({
        instanceId: registration.shape.instanceId,
        registrationId: registration.id,
        description: registration.shape.description,
      })),
    );
  }
  call.found = first;
  return undefined;
}

function notFound(call: Call): Failure {
  return failure.notFound(call.request.capabilityId, nearestTo(call));
}
