/** Phase 2: which live capability is meant, among those that this consumer may see (contract.md section 7). */
import { isDangerous } from "../definition/effect.js";
import { availabilityFor, hidden } from "../registry/availability.js";
import type { LiveCapability } from "../registry/registration.js";
import { parseCapabilityId } from "../values/ids.js";
import type { Call } from "./call.js";
import { failure } from "./failure.js";
import type { Candidate, Failure } from "./failure.js";
import { nearestTo } from "./nearest.js";

export function resolve(call: Call): Failure | undefined {
  const { surface, request, consumer, consumerKey } = call;
  const { capabilityId, instanceId, registrationId } = request;
  const parsed = parseCapabilityId(capabilityId);
  if (!parsed) return notFound(call);
  const { type, name } = parsed;
  const isProcedure = parsed.plane === "domain";
  const late = isProcedure
    ? { type: undefined, name: capabilityId, instanceId, consumerKey }
    : { type, name, instanceId, consumerKey };
  const isOfThisSurface = request.surfaceId === undefined || request.surfaceId === surface.id;
  if (registrationId !== undefined && isOfThisSurface) {
    const meant = surface.index.meant(registrationId, capabilityId, instanceId);
    if (meant && availabilityFor(surface, meant, consumer) !== hidden) {
      call.found = meant;
      return checkVersion(call, meant);
    }
  }
  // Nothing is found by its registration alone: what follows looks at every instance.
  const live = surface.capabilities(capabilityId, instanceId);
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
    if (call.found) return checkVersion(call, call.found);
    const latest = surface.index.latest(registrationId);
    const successor = visible.find(({ registration }) => registration.id === latest);
    const reason = isGone || successor ? "registration-replaced" : "surface-reloaded";
    // Of several only the one that was redefined is what was meant.
    const live = successor ?? (visible.length === 1 ? first : undefined);
    return failure.stale(capabilityId, reason, live?.registration.id);
  }
  if (visible.length > 1) {
    return failure.ambiguous(capabilityId, visible.map(candidateOf));
  }
  call.found = first;
  return checkVersion(call, first);
}

/** What is dangerous runs only on the very surface that its caller has seen. */
function checkVersion({ surface, request }: Call, { shape }: LiveCapability): Failure | undefined {
  const { surfaceVersion } = request;
  const isCurrent = surfaceVersion === undefined || surfaceVersion === surface.version;
  if (isCurrent || !isDangerous(shape.effect)) return undefined;
  return failure.stale(shape.id, "surface-version-mismatch");
}

function candidateOf({ shape, registration }: LiveCapability): Candidate {
  const { id: registrationId } = registration;
  if (!shape.procedure) {
    const { instanceId, description } = registration.shape;
    return { instanceId, registrationId, description };
  }
  const { context } = shape.procedure;
  return { instanceId: context.instanceId, registrationId, context };
}

function notFound(call: Call): Failure {
  return failure.notFound(call.request.capabilityId, nearestTo(call));
}
