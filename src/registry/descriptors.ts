/** The frozen descriptors that snapshots hand out, shared between snapshots while nothing in them changed. */
import type { CapabilityShape } from "../definition/shape.js";
import { demandsOf, levelWith } from "../policy/demand.js";
import { emptyJsonSchema } from "../schema/empty-json-schema.js";
import type { AgentConsumer } from "../values/consumer.js";
import { availabilityFor, hidden, isHiddenComponent, stateOf } from "./availability.js";
import type { LiveCapability, Registration } from "./registration.js";
import type { Surface } from "./surface.js";
import type { AgentActionDescriptor, AgentComponentDescriptor, AgentObservationDescriptor } from "./types.js";

type CapabilityDescriptor = AgentObservationDescriptor | AgentActionDescriptor;

/** A component as one consumer sees it, or `undefined` where policies hide all that it has, or it has procedures alone. */
export function describeComponent(
  surface: Surface,
  registration: Registration,
  consumer: AgentConsumer,
  includeUnavailable: boolean,
): AgentComponentDescriptor | undefined {
  const isOrphan = surface.index.guarded > 0 && hidesParent(surface, registration, consumer);
  const isForAll = includeUnavailable && !registration.isGuarded && !surface.asksOperability && !isOrphan;
  if (
    isForAll &&
    registration.isDescribed &&
    registration.asking.every((one) => isAsDescribed(one, stateOf(surface, one)))
  ) {
    return registration.descriptor;
  }
  const observations: AgentObservationDescriptor[] = [];
  const actions: AgentActionDescriptor[] = [];
  let views = 0;
  let withheld = 0;
  for (const capability of registration.capabilities) {
    if (capability.shape.kind === "procedure") continue;
    views += 1;
    const state = availabilityFor(surface, capability, consumer);
    if (state === hidden) withheld += 1;
    if (state === hidden || (state !== undefined && !includeUnavailable)) continue;
    const descriptor = describeCapability(surface, capability, state);
    if (capability.shape.kind === "observation") observations.push(descriptor as AgentObservationDescriptor);
    else actions.push(descriptor as AgentActionDescriptor);
  }
  // Nothing of it is to be seen here. One that has nothing at all is.
  if (registration.capabilities.length > 0 && withheld === views) return undefined;
  // Not kept: others may know of the parent.
  if (isOrphan) return describe(registration, undefined, observations, actions);
  const kept = includeUnavailable ? "descriptor" : "offered";
  const former = registration[kept];
  const isSame = former && sameItems(former.observations, observations) && sameItems(former.actions, actions);
  if (!isSame) registration[kept] = describe(registration, registration.shape.parent, observations, actions);
  if (isForAll) registration.isDescribed = true;
  return registration[kept];
}

function hidesParent(surface: Surface, { shape }: Registration, consumer: AgentConsumer): boolean {
  return shape.parent !== undefined && isHiddenComponent(surface, shape.parent, consumer);
}

function describe(
  { id, shape }: Registration,
  parent: AgentComponentDescriptor["parent"],
  observations: AgentObservationDescriptor[],
  actions: AgentActionDescriptor[],
): AgentComponentDescriptor {
  return Object.freeze({
    type: shape.type,
    instanceId: shape.instanceId,
    registrationId: id,
    description: shape.description,
    ...(parent && { parent }),
    ...(shape.meta && { meta: shape.meta }),
    observations: Object.freeze(observations) as AgentObservationDescriptor[],
    actions: Object.freeze(actions) as AgentActionDescriptor[],
  });
}

function isAsDescribed({ descriptor }: LiveCapability, reason: string | undefined): boolean {
  return descriptor?.available === (reason === undefined) && descriptor.unavailableReason === reason;
}

function describeCapability(
  surface: Surface,
  capability: LiveCapability,
  reason: string | undefined,
): CapabilityDescriptor {
  if (isAsDescribed(capability, reason)) return capability.descriptor as CapabilityDescriptor;
  const { shape } = capability;
  capability.registration.isDescribed = false;
  const descriptor = Object.freeze({
    capabilityId: shape.id,
    name: shape.name,
    description: shape.description,
    ...schemasAndEffect(surface, shape),
    available: reason === undefined,
    ...(reason !== undefined && { unavailableReason: reason }),
    ...(shape.meta && { meta: shape.meta }),
  }) as CapabilityDescriptor;
  capability.descriptor = descriptor;
  return descriptor;
}

function schemasAndEffect(surface: Surface, shape: CapabilityShape): object {
  if (shape.kind === "observation") {
    return { ...(shape.inputSchema && { inputSchema: shape.inputSchema }), outputSchema: shape.outputSchema };
  }
  return {
    inputSchema: shape.inputSchema ?? emptyJsonSchema,
    ...(shape.outputSchema && { outputSchema: shape.outputSchema }),
    effect: shape.effect,
    idempotent: shape.idempotent,
    reversible: shape.reversible,
    confirmation: levelWith(demandsOf(surface.policiesOf(shape)), shape.confirmation),
  };
}

function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
