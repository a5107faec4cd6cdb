/** Whether a capability can be used now, and if not why (contract.md section 3). */
import type { AgentActionDefinition, AgentObservationDefinition } from "../definition/component.js";
import type { AgentPolicyContext, DiscoveryDecision } from "../definition/policy.js";
import type { AgentProcedureBinding } from "../definition/procedure.js";
import { decideDiscovery } from "../policy/discovery.js";
import { consumerKey } from "../values/consumer.js";
import type { AgentConsumer } from "../values/consumer.js";
import { isThenable, observed } from "../values/attempt.js";
import { cut } from "../values/describe-value.js";
import { componentOf } from "../values/ids.js";
import type { JsonValue } from "../values/json.js";
import type { LiveCapability } from "./registration.js";
import type { Surface } from "./surface.js";

/** Not to be seen by this consumer at all. */
export const hidden: unique symbol = Symbol("hidden");

export const blockedByModal = "blocked_by_modal";

/** Why it cannot be used now; `undefined` where it can. */
export type Availability = string | undefined | typeof hidden;

/** The state by itself, with one precedence: registration, blocked, enabled, override, when. */
export function stateOf(surface: Surface, capability: LiveCapability): string | undefined {
  const { registration, override, shape } = capability;
  if (capability.isGone) return "component-unregistered";
  const blockedBy = surface.blockedBy(capability);
  if (!blockedBy) return "when-error";
  if (blockedBy.length > 0) return blockedByModal;
  if (!registration.enabled) return "component-disabled";
  if (override && !override.available) return reasonOf(override.reason, "unavailable");
  try {
    const definition = definitionOf(capability);
    const offers: unknown = definition?.when?.();
    if (isThenable(offers)) {
      observed(offers, surface.report);
      throw new TypeError("when() gave a promise: it must answer at once.");
    }
    // Nothing but `false` disables: a predicate that forgets to return says nothing.
    if (offers !== false) return undefined;
    const { unavailableReason } = definition!;
    const reason = typeof unavailableReason === "function" ? unavailableReason() : unavailableReason;
    return reasonOf(observed(reason, surface.report), "Currently unavailable");
  } catch (error) {
    surface.report(new Error(`The availability of "${shape.id}" could not be asked.`, { cause: error }));
    return "when-error";
  }
}

const maxReason = 300;

/** A reason travels to agents: what is no text is none, and a long one is cut. */
function reasonOf(given: unknown, otherwise: string): string {
  return typeof given === "string" && given !== "" ? cut(given, maxReason) : otherwise;
}

/** Whether one consumer may know of it, whatever its state. */
export function isVisible(surface: Surface, capability: LiveCapability, consumer: AgentConsumer): boolean {
  return !isGuarded(surface, capability) || decisionFor(surface, capability, consumer).decision !== "hide";
}

function decisionFor(
  surface: Surface,
  capability: LiveCapability,
  consumer: AgentConsumer,
): DiscoveryDecision {
  const policies = surface.policiesOf(capability.shape);
  const decision = decideDiscovery(policies, policyContext(surface, capability, consumer), surface.report);
  if (decision.decision !== "hide") noteSeen(surface, capability, consumerKey(consumer));
  return decision;
}

/** The state as one consumer may see it. */
export function availabilityFor(
  surface: Surface,
  capability: LiveCapability,
  consumer: AgentConsumer,
): Availability {
  if (!isGuarded(surface, capability)) return stateOf(surface, capability);
  const decision = decisionFor(surface, capability, consumer);
  if (decision.decision === "hide") return hidden;
  return decision.decision === "disable"
    ? reasonOf(decision.reason, "unavailable")
    : stateOf(surface, capability);
}

/** Whether policies hide all that a component has from one consumer: then its very name is not told. */
export function isHiddenComponent(
  surface: Surface,
  { type, instanceId }: { readonly type: string; readonly instanceId: string },
  consumer: AgentConsumer,
): boolean {
  const registration = surface.index.instance(type, instanceId);
  if (!registration?.isGuarded) return false;
  return registration.capabilities.every((capability) => !isVisible(surface, capability, consumer));
}

/** Whether a consumer may be told of a window. One that is not registered, such as a refused duplicate, is nobody's secret. */
export function isVisibleWindow(surface: Surface, id: string, consumer: AgentConsumer): boolean {
  const component = componentOf(id);
  return !component || !isHiddenComponent(surface, component, consumer);
}

/** Whether any policy decides who may see it. */
export function isGuarded(surface: Surface, { shape }: LiveCapability): boolean {
  return surface.isGuarded || shape.policies.some((policy) => policy.onDiscovery);
}

type ProcedureConfig = AgentProcedureBinding<JsonValue, JsonValue>["config"] & { precondition?: never };

/** The author's own record of a capability, with the handlers it has now. */
export function definitionOf(
  capability: LiveCapability,
):
  | AgentObservationDefinition<JsonValue>
  | AgentActionDefinition<JsonValue, JsonValue | void>
  | ProcedureConfig
  | undefined {
  const { definition } = capability.registration;
  const { kind, name } = capability.shape;
  if (kind === "procedure") return bindingOf(capability)?.config;
  return kind === "observation" ? definition.observations?.[name] : definition.actions?.[name];
}

/** The author's own binding of a procedure, as it is now. */
export function bindingOf({
  registration,
  shape,
}: LiveCapability): AgentProcedureBinding<JsonValue, JsonValue> | undefined {
  const { procedures } = registration.definition;
  const usual = procedures?.[shape.procedure?.place ?? -1];
  return usual?.ref.id === shape.id ? usual : procedures?.find(({ ref }) => ref.id === shape.id);
}

/** What policies are told about a call or a discovery. */
export function policyContext(
  surface: Surface,
  { shape, registration }: LiveCapability,
  consumer: AgentConsumer,
): AgentPolicyContext {
  return {
    capabilityId: shape.id,
    plane: shape.kind === "procedure" ? "domain" : "view",
    kind: shape.kind,
    effect: shape.effect,
    registrationId: registration.id,
    consumer,
    get host() {
      return surface.host();
    },
    meta: {
      ...(registration.shape.meta && { component: registration.shape.meta }),
      ...(shape.meta && { capability: shape.meta }),
    },
    internal: registration.shape.internal,
    now: () => surface.now(),
    environment: surface.environment,
  };
}

/** Enough consumers for any page; the oldest is forgotten, who then learns less about what is gone. */
const maxSeenBy = 100;

/** Kept for the day it is gone: only who could see it may be told that it was there. */
function noteSeen({ seenBy: all }: Surface, capability: LiveCapability, key: string): void {
  const seenBy = all.get(capability) ?? new Set<string>();
  all.set(capability, seenBy);
  seenBy.delete(key);
  seenBy.add(key);
  if (seenBy.size > maxSeenBy) seenBy.delete(seenBy.values().next().value!);
}
