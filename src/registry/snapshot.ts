import { attempt } from "../values/attempt.js";
import { anonymousConsumer } from "../values/consumer.js";
import type { AgentConsumer } from "../values/consumer.js";
import { byteSize } from "../values/byte-size.js";
import { copyJson } from "../values/json.js";
import { describeComponent } from "./descriptors.js";
import { inScope } from "./scope.js";
import type { Surface } from "./surface.js";
import type {
  AgentComponentDescriptor,
  AgentRouteInfo,
  AgentSurfaceSnapshot,
  SnapshotContext,
} from "./types.js";

type Components = readonly AgentComponentDescriptor[];

/** What a consumer may see now: a catalog, never a dump of state. Runs no handler (004, "Snapshot"). */
export class Snapshots {
  readonly #surface: Surface;
  /** The list that was made last, and what it was made for. */
  #last: { readonly key: string; readonly components: Components } | undefined;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  take(context: SnapshotContext = {}): AgentSurfaceSnapshot {
    const surface = this.#surface;
    const { consumer = anonymousConsumer, scope, includeUnavailable = true, budget } = context;
    const all = this.#describeAll(consumer, scope, includeUnavailable);
    const components = budget ? cut(all, budget) : all;
    const droppedComponents = all.length - components.length;
    const route = currentRoute(surface);
    return Object.freeze({
      surfaceId: surface.id,
      surfaceVersion: surface.version,
      capturedAt: new Date(surface.now()).toISOString(),
      ...(route && { route }),
      components: components as AgentComponentDescriptor[],
      procedures: Object.freeze([]) as never[],
      ...(droppedComponents > 0 && { truncated: Object.freeze({ droppedComponents }) }),
    });
  }

  #describeAll(
    consumer: AgentConsumer,
    scope: readonly string[] | undefined,
    includeUnavailable: boolean,
  ): Components {
    const surface = this.#surface;
    const { index, version } = surface;
    // With nothing to ask every consumer sees the same, and only a new version changes it.
    const isSettled = index.asking === 0 && !surface.operability && !surface.disposed;
    const key = [version, includeUnavailable, ...(scope ?? [])].join(" ");
    if (isSettled && this.#last?.key === key) return this.#last.components;
    const components: AgentComponentDescriptor[] = [];
    for (const registration of index.sorted()) {
      if (scope && !inScope(registration.shape.type, scope)) continue;
      const descriptor = describeComponent(surface, registration, consumer, includeUnavailable);
      if (descriptor) components.push(descriptor);
    }
    Object.freeze(components);
    this.#last = isSettled ? { key, components } : undefined;
    return components;
  }
}

/** Drops from the end, which is the lowest priority, until the budget holds. */
function cut(
  components: Components,
  { maxComponents = Infinity, maxBytes = Infinity }: { maxComponents?: number; maxBytes?: number },
): Components {
  let kept = 0;
  let bytes = 0;
  while (kept < components.length && kept < maxComponents) {
    if (maxBytes !== Infinity) bytes += byteSize(JSON.stringify(components[kept]));
    if (bytes > maxBytes) break;
    kept += 1;
  }
  return kept === components.length ? components : Object.freeze(components.slice(0, kept));
}

/** The host's route as a copy: what it hands out is its own object. */
function currentRoute(surface: Surface): AgentRouteInfo | undefined {
  return attempt(() => {
    const route = surface.options.route?.();
    return route && (copyJson(route) as unknown as AgentRouteInfo);
  }, surface.report);
}
