/** The frozen descriptors that snapshots hand out, shared between snapshots while nothing in them changed. */
import type { CapabilityShape } from "../definition/shape.js";
import { emptyObjectSchema } from "../schema/empty-object-schema.js";
import { hidden } from "./availability.js";
import type { Availability } from "./availability.js";
import type { LiveCapability, Registration } from "./registration.js";
import type { AgentActionDescriptor, AgentComponentDescriptor, AgentObservationDescriptor } from "./types.js";

type CapabilityDescriptor = AgentObservationDescriptor | AgentActionDescriptor;

/** A component as one consumer sees it, or `undefined` where policies hide all that it has, or it has procedures alone. */
export function describeComponent(
  registration: Registration,
  stateOf: (capability: LiveCapability) => Availability,
  includeUnavailable: boolean,
): AgentComponentDescriptor | undefined {
  const observations: AgentObservationDescriptor[] = [];
  const actions: AgentActionDescriptor[] = [];
  let views = 0;
  let withheld = 0;
  for (const capability of registration.capabilities) {
    if (capability.shape.kind === "procedure") continue;
    views += 1;
    const state = stateOf(capability);
    if (state === hidden) withheld += 1;
    if (state === hidden || (state !== undefined && !includeUnavailable)) continue;
    const descriptor = describeCapability(capability, state);
    if (capability.shape.kind === "observation") observations.push(descriptor as AgentObservationDescriptor);
    else actions.push(descriptor as AgentActionDescriptor);
  }
  // Nothing of it is to be seen here. One that has nothing at all is.
  if (registration.capabilities.length > 0 && withheld === views) return undefined;
  const former = registration.descriptor;
  if (former && sameItems(former.observations, observations) && sameItems(former.actions, actions))
    return former;
  const { shape } = registration;
  registration.descriptor = Object.freeze({
    type: shape.type,
    instanceId: shape.instanceId,
    registrationId: registration.id,
    description: shape.description,
    ...(shape.parent && { parent: shape.parent }),
    ...(shape.meta && { meta: shape.meta }),
    observations: Object.freeze(observations) as AgentObservationDescriptor[],
    actions: Object.freeze(actions) as AgentActionDescriptor[],
  });
  return registration.descriptor;
}

function describeCapability(capability: LiveCapability, reason: string | undefined): CapabilityDescriptor {
  const available = reason === undefined;
  const former = capability.descriptor as CapabilityDescriptor | undefined;
  if (former?.available === available && former.unavailableReason === reason) return former;
  const { shape } = capability;
  const descriptor = Object.freeze({
    capabilityId: shape.id,
    name: shape.name,
    description: shape.description,
    ...schemasAndEffect(shape),
    available,
    ...(reason !== undefined && { unavailableReason: reason }),
    ...(shape.meta && { meta: shape.meta }),
  }) as CapabilityDescriptor;
  capability.descriptor = descriptor;
  return descriptor;
}

function schemasAndEffect(shape: CapabilityShape): object {
  if (shape.kind === "observation") {
    return { ...(shape.inputSchema && { inputSchema: shape.inputSchema }), outputSchema: shape.outputSchema };
  }
  return {
    inputSchema: shape.inputSchema ?? emptyObjectSchema.jsonSchema,
    ...(shape.outputSchema && { outputSchema: shape.outputSchema }),
    effect: shape.effect,
    idempotent: shape.idempotent,
    reversible: shape.reversible,
    confirmation: shape.confirmation,
  };
}

function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
