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
  const isOfThisSurface = request.surfaceId === undefined || request.surfaceId === surface.id;
  if (registrationId !== undefined && isOfThisSurface) {
    const meant = surface.index.meant(registrationId, type, name, instanceId);
    if (meant && availabilityFor(surface, meant, consumer) !== hidden) {
      call.found = meant;
      return undefined;
    }
  }
  // Nothing is found by its registration alone: what follows looks at every instance.
  const live = surface.index.capabilities(type, name, instanceId);
  const visible = live.filter((one) => availabilityFor(surface, one, consumer) !== hidden);
  const [first] = visible;

  if (!isOfThisSurface) {
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
    // Of a registration that was redefined very often the index has forgotten the way from its early ids.
    call.found = visible.find(({ sinceId }) => sinceId === registrationId);
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
