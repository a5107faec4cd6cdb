import type { AgentProcedureDescriptor } from "../definition/procedure.js";
import { attempt, observed } from "../values/attempt.js";
import { isoTime } from "../values/iso-time.js";
import { anonymousConsumer } from "../values/consumer.js";
import { copyJson } from "../values/json.js";
import { Budget } from "./budget.js";
import { describeComponent } from "./descriptors.js";
import { describeProcedures } from "./procedure-descriptors.js";
import type { Surface } from "./surface.js";
import type {
  AgentComponentDescriptor,
  AgentRouteInfo,
  AgentSurfaceSnapshot,
  SnapshotContext,
} from "./types.js";

/** The changing part of a snapshot. */
interface Listing {
  readonly components: readonly AgentComponentDescriptor[];
  readonly procedures: readonly AgentProcedureDescriptor[];
  readonly droppedComponents: number;
}

const none: readonly AgentProcedureDescriptor[] = [];

/** What a consumer may see now: a catalog, never a dump of state. Runs no handler (004, "Snapshot"). */
export class Snapshots {
  readonly #surface: Surface;
  /** The listing that was made last, and what it was made for. */
  #last: { readonly key: string; readonly listing: Listing } | undefined;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  take(context: SnapshotContext = {}): AgentSurfaceSnapshot {
    const surface = this.#surface;
    const { components, procedures, droppedComponents } = this.#listing(context);
    const route = currentRoute(surface);
    return Object.freeze({
      surfaceId: surface.id,
      surfaceVersion: surface.version,
      capturedAt: isoTime(surface.now()),
      ...(route && { route }),
      components: components as AgentComponentDescriptor[],
      procedures: procedures as AgentProcedureDescriptor[],
      ...(droppedComponents > 0 && { truncated: Object.freeze({ droppedComponents }) }),
    });
  }

  #listing(context: SnapshotContext): Listing {
    const { index, version, asksOperability, disposed } = this.#surface;
    const { scope = [], includeUnavailable = true, budget } = context;
    // With nothing to ask every consumer sees the same, and only a new version changes it.
    const isSettled = index.asking === 0 && !asksOperability && !disposed && !budget;
    const key = JSON.stringify([version, includeUnavailable, scope]);
    if (isSettled && this.#last?.key === key) return this.#last.listing;
    const listing = this.#list(context);
    this.#last = isSettled ? { key, listing } : undefined;
    return listing;
  }

  #list({
    consumer = anonymousConsumer,
    scope,
    includeUnavailable = true,
    budget,
  }: SnapshotContext): Listing {
    const surface = this.#surface;
    const components: AgentComponentDescriptor[] = [];
    const procedures: AgentProcedureDescriptor[] = [];
    const left = budget && new Budget(budget);
    for (const registration of surface.index.sorted()) {
      if (scope && !surface.inScope(registration.shape, scope)) continue;
      const component = describeComponent(surface, registration, consumer, includeUnavailable);
      const own = registration.hasProcedures
        ? describeProcedures(surface, registration, consumer, includeUnavailable)
        : none;
      if ((!component && own.length === 0) || left?.refuses(component, own)) continue;
      if (component) components.push(component);
      procedures.push(...own);
    }
    Object.freeze(components);
    Object.freeze(procedures);
    return { components, procedures, droppedComponents: left?.refused ?? 0 };
  }
}

/** The host's route as a copy: what it hands out is its own object. */
function currentRoute(surface: Surface): AgentRouteInfo | undefined {
  return attempt(() => {
    const route = observed(surface.options.route?.(), surface.report);
    return route && (copyJson(route) as unknown as AgentRouteInfo);
  }, surface.report);
}
