/** The frozen descriptors of procedures: shared between snapshots while nothing in them changed. */
import type { AgentProcedureDescriptor } from "../definition/procedure.js";
import type { ProcedureShape } from "../definition/shape.js";
import { demandsOf, levelWith } from "../policy/demand.js";
import { attempt } from "../values/attempt.js";
import type { AgentConsumer } from "../values/consumer.js";
import { availabilityFor, bindingOf, hidden, isHiddenComponent } from "./availability.js";
import type { LiveCapability, Registration } from "./registration.js";
import type { Surface } from "./surface.js";

/** The procedures of one component as one consumer sees them, in the order of its definition. */
export function describeProcedures(
  surface: Surface,
  registration: Registration,
  consumer: AgentConsumer,
  includeUnavailable: boolean,
): AgentProcedureDescriptor[] {
  const described: AgentProcedureDescriptor[] = [];
  for (const capability of registration.capabilities) {
    const { procedure } = capability.shape;
    if (!procedure) continue;
    const state = availabilityFor(surface, capability, consumer);
    if (state === hidden || (state !== undefined && !includeUnavailable)) continue;
    const isLinked = !isHiddenComponent(surface, procedure.context, consumer);
    const descriptor = describeProcedure(surface, capability, procedure, state);
    described.push(isLinked ? descriptor : withoutContext(descriptor));
  }
  return described;
}

function describeProcedure(
  surface: Surface,
  capability: LiveCapability,
  { bound, overridable, context }: ProcedureShape,
  reason: string | undefined,
): AgentProcedureDescriptor {
  const { shape, registration } = capability;
  const contextualNote = noteOf(surface, capability);
  const available = reason === undefined;
  const former = capability.descriptor as AgentProcedureDescriptor | undefined;
  if (
    former?.available === available &&
    former.unavailableReason === reason &&
    former.contextualNote === contextualNote &&
    former.registrationId === registration.id
  ) {
    return former;
  }
  const fields = bound.map((path) =>
    Object.freeze({ path, locked: !overridable.includes(path), source: "ui-state" }),
  );
  const descriptor = Object.freeze({
    procedureId: shape.id,
    description: shape.description,
    ...(contextualNote !== undefined && { contextualNote }),
    inputSchema: shape.inputSchema,
    ...(shape.outputSchema && { outputSchema: shape.outputSchema }),
    effect: shape.effect,
    confirmation: levelWith(demandsOf(surface.policiesOf(shape)), shape.confirmation),
    available,
    ...(reason !== undefined && { unavailableReason: reason }),
    boundFields: Object.freeze(fields),
    registrationId: registration.id,
    context,
    ...(shape.meta && { meta: shape.meta }),
  }) as AgentProcedureDescriptor;
  capability.descriptor = descriptor;
  return descriptor;
}

/** For who may not know of the component that it belongs to. */
function withoutContext({ context: _context, ...rest }: AgentProcedureDescriptor): AgentProcedureDescriptor {
  return Object.freeze(rest);
}

/** What the reference means here and now. One that cannot be said is left out. */
function noteOf(surface: Surface, capability: LiveCapability): string | undefined {
  const config = bindingOf(capability)?.config;
  const note: unknown = attempt(
    () => config?.describe?.(),
    (cause) => {
      surface.report(new Error(`describe() of "${capability.shape.id}" failed.`, { cause }));
    },
  );
  return typeof note === "string" && note !== "" ? note : undefined;
}
