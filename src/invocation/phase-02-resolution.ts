/** Phase 2: which live capability is meant, among those that this consumer may see (contract.md section 7). */
import { isDangerous } from "../definition/effect.js";
import { isVisible } from "../registry/availability.js";
import type { LiveCapability } from "../registry/registration.js";
import { parseCapabilityId } from "../values/ids.js";
import { withinScope } from "../values/invocation.js";
import type { Call } from "./call.js";
import { failure } from "./failure.js";
import type { Candidate, Failure } from "./failure.js";
import { nearestTo } from "./nearest.js";

export function resolve(call: Call): Failure | undefined {
  const { surface, request, consumerKey } = call;
  const { capabilityId, instanceId, registrationId } = request;
  const parsed = parseCapabilityId(capabilityId);
  if (!parsed) return notFound(call);
  const { type, name } = parsed;
  const isProcedure = parsed.plane === "domain";
  const scope = call.options[withinScope];
  const late = isProcedure
    ? { type: undefined, name: capabilityId, instanceId, consumerKey, scope }
    : { type, name, instanceId, consumerKey, scope };
  const isOfThisSurface = request.surfaceId === undefined || request.surfaceId === surface.id;
  if (registrationId !== undefined && isOfThisSurface) {
    const meant = surface.index.meant(registrationId, capabilityId, instanceId);
    if (meant && inReach(meant, call)) {
      call.calls(meant);
      return checkVersion(call, meant);
    }
  }
  // Nothing is found by its registration alone: what follows looks at every instance.
  const visible = surface.capabilities(capabilityId, instanceId).filter((one) => inReach(one, call));
  const [first] = visible;

  /** The only one that can have been meant. */
  const only = visible.length === 1 ? first?.registration.id : undefined;
  if (!isOfThisSurface && first) return failure.stale(capabilityId, "surface-reloaded", only);
  /** The given registration, and the one that it had become before it went. */
  const given = registrationId === undefined ? [] : [registrationId, surface.index.latest(registrationId)];
  if (!first) {
    const { tombstones } = surface;
    const wasThere =
      isOfThisSurface &&
      (registrationId === undefined ? tombstones.anyHad(late) : given.some((id) => tombstones.had(id, late)));
    // What lives but is hidden does not count.
    return wasThere ? failure.unmounted(capabilityId, "resolve") : notFound(call);
  }
  if (registrationId !== undefined) {
    // Of a registration that was redefined very often the index has forgotten the way from its early ids.
    const unchanged = visible.find(({ sinceId }) => sinceId === registrationId);
    if (unchanged) {
      call.calls(unchanged);
      return checkVersion(call, unchanged);
    }
    const latest = surface.index.latest(registrationId);
    const successor = visible.find(({ registration }) => registration.id === latest);
    const isGone = given.some((id) => surface.tombstones.has(id, consumerKey));
    const reason = isGone || successor ? "registration-replaced" : "surface-reloaded";
    return failure.stale(capabilityId, reason, successor?.registration.id ?? only);
  }
  if (visible.length > 1) {
    return failure.ambiguous(capabilityId, visible.slice(0, maxNamed).map(candidateOf));
  }
  call.calls(first);
  return checkVersion(call, first);
}

/** How many instances an answer names. */
const maxNamed = 50;

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

/** Whether this consumer may know of it, within the scope that its adapter keeps to. */
function inReach(capability: LiveCapability, { surface, consumer, options }: Call): boolean {
  const isWithin = surface.inScope(capability.registration.shape, options[withinScope]);
  return isWithin && isVisible(surface, capability, consumer);
}

function notFound(call: Call): Failure {
  const { surface, request } = call;
  const named = surface.capabilities(request.capabilityId, undefined).filter((one) => inReach(one, call));
  const instances = named.slice(0, maxNamed).map(({ registration }) => registration.shape.instanceId);
  const nearest = nearestTo(request.capabilityId, surface, (one) => inReach(one, call));
  return failure.notFound(request.capabilityId, nearest, instances);
}
