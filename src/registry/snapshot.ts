import { attempt } from "../values/attempt.js";
import { anonymousConsumer } from "../values/consumer.js";
import { byteSize } from "../values/byte-size.js";
import { copyJson } from "../values/json.js";
import { availabilityFor } from "./availability.js";
import { describeComponent } from "./descriptors.js";
import { inScope } from "./scope.js";
import type { Surface } from "./surface.js";
import type {
  AgentComponentDescriptor,
  AgentRouteInfo,
  AgentSurfaceSnapshot,
  SnapshotContext,
} from "./types.js";

/** What a consumer may see now: a catalog, never a dump of state. Runs no handler (004, "Snapshot"). */
export function takeSnapshot(surface: Surface, context: SnapshotContext = {}): AgentSurfaceSnapshot {
  const { consumer = anonymousConsumer, scope, includeUnavailable = true, budget } = context;
  const components: AgentComponentDescriptor[] = [];
  for (const registration of surface.index.sorted()) {
    if (!inScope(registration.shape.type, scope)) continue;
    const descriptor = describeComponent(
      registration,
      (capability) => availabilityFor(surface, capability, consumer),
      includeUnavailable,
    );
    if (descriptor) components.push(descriptor);
  }
  const droppedComponents = budget ? cut(components, budget) : 0;
  const route = currentRoute(surface);
  return Object.freeze({
    surfaceId: surface.id,
    surfaceVersion: surface.version,
    capturedAt: new Date(surface.now()).toISOString(),
    ...(route && { route }),
    components: Object.freeze(components) as AgentComponentDescriptor[],
    procedures: Object.freeze([]) as never[],
    ...(droppedComponents > 0 && { truncated: Object.freeze({ droppedComponents }) }),
  });
}

/** Drops from the end, which is the lowest priority, until the budget holds. Gives the number dropped. */
function cut(
  components: AgentComponentDescriptor[],
  { maxComponents = Infinity, maxBytes = Infinity }: { maxComponents?: number; maxBytes?: number },
): number {
  let kept = 0;
  let bytes = 0;
  while (kept < components.length && kept < maxComponents) {
    if (maxBytes !== Infinity) bytes += byteSize(JSON.stringify(components[kept]));
    if (bytes > maxBytes) break;
    kept += 1;
  }
  return components.splice(kept).length;
}

/** The host's route as a copy: what it hands out is its own object. */
function currentRoute(surface: Surface): AgentRouteInfo | undefined {
  return attempt(() => {
    const route = surface.options.route?.();
    return route && (copyJson(route) as unknown as AgentRouteInfo);
  }, surface.report);
}
