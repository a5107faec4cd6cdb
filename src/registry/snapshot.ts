import { attempt } from "../values/attempt.js";
import { anonymousConsumer } from "../values/consumer.js";
import { copyJson } from "../values/json.js";
import type { AgentProcedureDescriptor } from "../definition/procedure.js";
import { availabilityFor } from "./availability.js";
import { Budget } from "./budget.js";
import { describeComponent } from "./descriptors.js";
import { describeProcedures } from "./procedure-descriptors.js";
import type { LiveCapability } from "./registration.js";
import { inScope } from "./scope.js";
import type { Surface } from "./surface.js";
import type {
  AgentComponentDescriptor,
  AgentRouteInfo,
  AgentSurfaceSnapshot,
  SnapshotContext,
} from "./types.js";

const none: readonly AgentProcedureDescriptor[] = [];

/** What a consumer may see now: a catalog, never a dump of state. Runs no handler (004, "Snapshot"). */
export function takeSnapshot(surface: Surface, context: SnapshotContext = {}): AgentSurfaceSnapshot {
  const { consumer = anonymousConsumer, scope, includeUnavailable = true, budget } = context;
  const components: AgentComponentDescriptor[] = [];
  const procedures: AgentProcedureDescriptor[] = [];
  const left = budget && new Budget(budget);
  const stateOf = (capability: LiveCapability) => availabilityFor(surface, capability, consumer);
  for (const registration of surface.index.sorted()) {
    if (!inScope(registration.shape.type, scope)) continue;
    const component = describeComponent(registration, stateOf, includeUnavailable);
    // Procedures are the last of a component's capabilities.
    const own = registration.capabilities.at(-1)?.shape.procedure
      ? describeProcedures(surface, registration, stateOf, includeUnavailable)
      : none;
    if ((!component && own.length === 0) || left?.refuses(component, own)) continue;
    if (component) components.push(component);
    procedures.push(...own);
  }
  const droppedComponents = left?.refused ?? 0;
  const route = currentRoute(surface);
  return Object.freeze({
    surfaceId: surface.id,
    surfaceVersion: surface.version,
    capturedAt: new Date(surface.now()).toISOString(),
    ...(route && { route }),
    components: Object.freeze(components) as AgentComponentDescriptor[],
    procedures: Object.freeze(procedures) as AgentProcedureDescriptor[],
    ...(droppedComponents > 0 && { truncated: Object.freeze({ droppedComponents }) }),
  });
}

/** The host's route as a copy: what it hands out is its own object. */
function currentRoute(surface: Surface): AgentRouteInfo | undefined {
  return attempt(() => {
    const route = surface.options.route?.();
    return route && (copyJson(route) as unknown as AgentRouteInfo);
  }, surface.report);
}
