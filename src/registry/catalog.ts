/**
 * What adapters inside this package may see beyond a snapshot: one registration at a time, with the names for people and
 * the annotations. It hangs on the registry under a symbol, so that an adapter from another copy of the package finds it.
 */
import type { CapabilityShape, ComponentShape } from "../definition/shape.js";
import { demandsOf, levelWith } from "../policy/demand.js";
import type { AgentConsumer } from "../values/consumer.js";
import type { AgentSurfaceLimits } from "../values/limits.js";
import type { RandomIds } from "../values/random-ids.js";
import type { Scheduler } from "../values/scheduler.js";
import { availabilityFor, hidden, isHiddenComponent, stateOf } from "./availability.js";
import { tellAvailability } from "./operability.js";
import type { LiveCapability, Registration } from "./registration.js";
import type { Surface } from "./surface.js";
import type { AgentSurfaceRegistry, ComponentName } from "./types.js";

const catalogKey = Symbol.for("agent-tags/catalog/1");

export interface CatalogEntry {
  readonly shape: CapabilityShape;
  readonly component: ComponentShape;
  /** The registration at the capability's last structural change: the same tool while it stays. */
  readonly registrationId: string;
  readonly available: boolean;
  readonly unavailableReason: string | undefined;
}

export type LiveComponent = Readonly<Pick<Registration, "id" | "shape" | "definition">>;

export interface RegistryCatalog {
  /** The registry's own time, so that adapters stop with it under test. */
  readonly scheduler: Scheduler;
  now(): number;
  readonly ids: RandomIds;
  readonly limits: Readonly<AgentSurfaceLimits>;
  isDisposed(): boolean;
  /** Grows with each `invalidate()`: everything is to be looked at again. */
  epoch(): number;
  /** Whether a component is offered within a scope of prefixes. */
  inScope(component: ComponentName, scope: readonly string[] | undefined): boolean;
  /** The live component of this name. */
  component(name: ComponentName): LiveComponent | undefined;
  /** All live components, in the order of snapshots. */
  components(): readonly LiveComponent[];
  /** The components that name this window as their parent. */
  containedIn(windowId: string): ComponentName[];
  /** Tells that `when` says something else of these now. Nothing is pushed: it is asked again by whoever looks. */
  availabilityChanged(capabilityIds: readonly string[], instanceId: string): void;
  /** Whether a consumer may know of a component. */
  isVisible(component: ComponentName, consumer: AgentConsumer): boolean;
  /** Whether it has an action that can be used now, whoever asks. */
  canAct(component: ComponentName): boolean;
  /** For the operator's eyes. */
  report(error: unknown): void;
  /** The live registrations, in the order of snapshots. */
  registrationIds(): string[];
  /** What a consumer may see of one registration, hidden capabilities left out. Empty for one that is gone. */
  entries(registrationId: string, consumer: AgentConsumer): CatalogEntry[];
  /** What a consumer may see under one capability id, in all instances or in one. */
  find(capabilityId: string, instanceId: string | undefined, consumer: AgentConsumer): CatalogEntry[];
  /** Whether a person is asked before it runs; "sometimes" is by the input. */
  asks(shape: CapabilityShape, confirmOptional: boolean): "always" | "sometimes" | "never";
}

export function attachCatalog(registry: AgentSurfaceRegistry, surface: Surface): void {
  const visible = (capabilities: readonly LiveCapability[], consumer: AgentConsumer): CatalogEntry[] => {
    const entries: CatalogEntry[] = [];
    for (const capability of capabilities) {
      const state = availabilityFor(surface, capability, consumer);
      if (state === hidden) continue;
      entries.push({
        shape: capability.shape,
        component: capability.registration.shape,
        // The one of its last structural change: valid, and the same, while it stays the same tool.
        registrationId: capability.sinceId,
        available: state === undefined,
        unavailableReason: state,
      });
    }
    return entries;
  };
  const catalog: RegistryCatalog = {
    scheduler: surface.scheduler,
    now: () => surface.now(),
    limits: surface.limits,
    ids: surface.ids,
    isDisposed: () => surface.disposed,
    epoch: () => surface.epoch,
    inScope: (component, scope) => surface.inScope(component, scope),
    component: ({ type, instanceId }) => surface.index.instance(type, instanceId),
    components: () => surface.index.sorted(),
    containedIn: (id) => Array.from(surface.index.containedIn(id), ({ shape }) => shape),
    availabilityChanged: (capabilityIds, instanceId) => {
      surface.changed();
      tellAvailability(
        surface,
        capabilityIds.flatMap((id) => surface.capabilities(id, instanceId)),
      );
    },
    isVisible: (component, consumer) => !isHiddenComponent(surface, component, consumer),
    canAct: ({ type, instanceId }) =>
      surface.index
        .instance(type, instanceId)
        ?.capabilities.some((one) => one.shape.kind !== "observation" && !stateOf(surface, one)) ?? false,
    report: surface.report,
    registrationIds: () => surface.index.sorted().map(({ id }) => id),
    entries: (registrationId, consumer) =>
      visible(surface.index.byId(registrationId)?.capabilities ?? [], consumer),
    find: (capabilityId, instanceId, consumer) =>
      visible(surface.capabilities(capabilityId, instanceId), consumer),
    asks: (shape, confirmOptional) => asks(surface, shape, confirmOptional),
  };
  Object.defineProperty(registry, catalogKey, { value: catalog });
}

function asks(surface: Surface, shape: CapabilityShape, confirmOptional: boolean) {
  if (shape.kind === "observation") return "never";
  const demands = demandsOf(surface.policiesOf(shape));
  const isRaised = confirmOptional && shape.confirmation === "optional";
  if (isRaised || levelWith(demands, shape.confirmation) === "required") return "always";
  return demands.length > 0 ? "sometimes" : "never";
}

/** @throws {TypeError} for an object that `createAgentSurfaceRegistry` did not make. */
export function catalogOf(registry: AgentSurfaceRegistry): RegistryCatalog {
  const catalog = (registry as unknown as Record<symbol, RegistryCatalog | undefined>)[catalogKey];
  if (!catalog) throw new TypeError("Not a registry of createAgentSurfaceRegistry().");
  return catalog;
}
