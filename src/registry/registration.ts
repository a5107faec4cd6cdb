/** A live component and its live capabilities: the registry's own records, never handed out. */
import type { AgentComponentDefinition } from "../definition/component.js";
import type { AgentProcedureDescriptor } from "../definition/procedure.js";
import type { CapabilityShape, ComponentShape } from "../definition/shape.js";
import type { AgentActionDescriptor, AgentComponentDescriptor, AgentObservationDescriptor } from "./types.js";

export interface Registration {
  /** Changes with every redefinition. */
  id: string;
  status: "active" | "unregistered";
  /** Read at every call, so that a host may swap its handlers. */
  definition: AgentComponentDefinition;
  shape: ComponentShape;
  capabilities: LiveCapability[];
  enabled: boolean;
  /** Whether a `when`, a policy or a procedure must be asked before anybody can be told what it offers. */
  mustAsk: boolean;
  hasProcedures: boolean;
  /** The observations and actions with a `when`, which is asked whenever somebody looks. */
  asking: readonly LiveCapability[];
  /** Whether policies decide who may see its capabilities. */
  isGuarded: boolean;
  /** The last descriptor that was handed out, while nothing in it changed; and the one without what is unavailable. */
  descriptor: AgentComponentDescriptor | undefined;
  offered: AgentComponentDescriptor | undefined;
  /** Whether `descriptor` is what everybody sees now, as far as no `when` says otherwise. */
  isDescribed: boolean;
}

export interface LiveCapability {
  shape: CapabilityShape;
  registration: Registration;
  /** The registration at this capability's last structural change: what evidence and old tokens are held against. */
  sinceId: string;
  /** Nothing of it runs any more: unregistered, or replaced by a redefinition. */
  isGone: boolean;
  override: { readonly available: boolean; readonly reason: string | undefined } | undefined;
  descriptor: AgentObservationDescriptor | AgentActionDescriptor | AgentProcedureDescriptor | undefined;
  /** Calls between their start and their end; absent while there are none. */
  calls: Set<RunningCall> | undefined;
}

/** What the registry must tell a running call. */
export interface RunningCall {
  /** The capability is gone, or replaced by another one of the same name, its heir. */
  unmounted(heir: LiveCapability | undefined): void;
}

export function capabilityNamed(registration: Registration, name: string): LiveCapability | undefined {
  return registration.capabilities.find((capability) => capability.shape.name === name);
}

/** For `asking`; shared, since most have none. */
export const noneAsks: readonly LiveCapability[] = Object.freeze([]);

export function live(shape: CapabilityShape, registration: Registration): LiveCapability {
  return {
    shape,
    registration,
    sinceId: registration.id,
    isGone: false,
    override: undefined,
    descriptor: undefined,
    calls: undefined,
  };
}

/** As far as the host said: predicates and policies are asked when somebody looks. */
export function isOffered({ registration, override }: LiveCapability): boolean {
  return registration.enabled && override?.available !== false;
}
