/** Phase 2: which live capability is meant, among those that this consumer may see (contract.md section 7). */
import { availabilityFor } from "../registry/availability.js";
import type { LiveCapability } from "../registry/registration.js";
import { parseCapabilityId } from "../values/ids.js";
import type { Call } from "./call.js";
import { failure } from "./failure.js";
import type { Failure } from "./failure.js";

export function resolve(call: Call): Failure | undefined {
  const { surface, request, consumer } = call;
  const { capabilityId, instanceId, registrationId } = request;
  const parsed = parseCapabilityId(capabilityId);
  if (parsed?.plane !== "view") return failure.notFound(capabilityId);
  const { type, name } = parsed;
  const live = surface.index.capabilities(type, name, instanceId);
  const visible = live.filter((one) => availabilityFor(surface, one, consumer).is !== "hidden");

  if (request.surfaceId !== undefined && request.surfaceId !== surface.id) {
    return failure.stale(capabilityId, "surface-reloaded", visible[0]?.registration.id);
  }
  if (visible.length === 0) {
    // What lives but is hidden must look as if it had never been there.
    if (live.length > 0) return failure.notFound(capabilityId);
    const stone =
      registrationId === undefined
        ? surface.tombstones.find(type, name, instanceId)
        : surface.tombstones.get(registrationId);
    return stone ? failure.unmounted(capabilityId, "resolve") : failure.notFound(capabilityId);
  }
  if (registrationId !== undefined) {
    const meant = visible.find((one) => surface.index.means(registrationId, one));
    if (!meant) return replaced(call, registrationId, visible);
    call.found = meant;
    return undefined;
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
  call.found = visible[0]!;
  return undefined;
}

function replaced(call: Call, registrationId: string, [live]: LiveCapability[]): Failure {
  const { index, tombstones } = call.surface;
  const known =
    tombstones.get(registrationId) ?? index.formerly(registrationId) ?? index.byId(registrationId);
  return failure.stale(
    call.request.capabilityId,
    known ? "registration-replaced" : "surface-reloaded",
    live?.registration.id,
  );
}
