import type { ComponentShape } from "../definition/shape.js";
import { catalogOf } from "../registry/catalog.js";
import type { CatalogEntry, RegistryCatalog } from "../registry/catalog.js";
import { SortedList } from "../registry/sorted-list.js";
import type { AgentSurfaceEvent, AgentSurfaceRegistry } from "../registry/types.js";
import { attempt } from "../values/attempt.js";
import { checkConsumer } from "../values/consumer.js";
import { Caller } from "./caller.js";
import { lazyList } from "./lazy-list.js";
import { createMetaToolset } from "./meta-toolset.js";
import { buildTool } from "./tool.js";
import type { AgentTool, AgentToolChanges, AgentToolset, AgentToolsetOptions } from "./types.js";
import { ToolNames } from "./tool-names.js";

/**
 * The surface as tools for one consumer. The catalog is incremental: a change costs what changed, and a tool stays the
 * same object while it would act the same.
 * In the mode "meta" it is three tools instead, whatever is mounted: `surface_discover`, `surface_read`, `surface_act`.
 * Schemas are given as they are: what knows the other dialects is `src/dialect`, which stands on this.
 * @throws {TypeError} for a consumer without id or kind, for an unknown `mode`, for another `dialect`, and where neither
 * `topology` nor `confirmations` is given: there is no safe default for both kinds of loop.
 */
export function createAgentToolset(
  registry: AgentSurfaceRegistry,
  options: AgentToolsetOptions,
): AgentToolset {
  const { mode = "direct", topology, confirmations, dialect = "full" } = options;
  checkConsumer(options.consumer);
  if (topology === undefined && confirmations === undefined) {
    throw new TypeError("A toolset needs a topology, or confirmations.");
  }
  if (dialect !== "full") {
    throw new TypeError('The dialect of a toolset is "full" here. See agent-tags.dialects.js.');
  }
  if (mode === "meta") return createMetaToolset(registry, options);
  if ((mode as string) !== "direct") throw new TypeError('The mode of a toolset is "direct" or "meta".');
  return new Toolset(registry, options);
}

type Listener = (tools: AgentTool[], changes: AgentToolChanges) => void;

/** The tools of one registration, in the order of its capabilities. */
interface Held {
  readonly owner: ComponentShape;
  readonly tools: readonly AgentTool[];
}

class Toolset implements AgentToolset {
  readonly #registry: AgentSurfaceRegistry;
  readonly #catalog: RegistryCatalog;
  readonly #options: AgentToolsetOptions;
  readonly #caller: Caller;
  readonly #names = new ToolNames();
  readonly #listeners = new Set<Listener>();
  readonly #unsubscribe: () => void;
  /** By registration. */
  readonly #held = new Map<string, Held>();
  readonly #list = new SortedList<AgentTool>();
  /** Registrations that changed since the last refresh. Those that left are before those that came in their place. */
  readonly #dirty = new Set<string>();
  /** The registry's epoch as of the last refresh; none yet. */
  #epoch = -1;

  constructor(registry: AgentSurfaceRegistry, options: AgentToolsetOptions) {
    this.#registry = registry;
    this.#catalog = catalogOf(registry);
    this.#options = options;
    this.#caller = new Caller(registry, options);
    this.#refresh();
    this.#caller.saw(registry.getVersion());
    this.#unsubscribe = registry.subscribe((event) => {
      this.#hear(event);
    });
  }

  tools(): AgentTool[] {
    this.#tell(this.#refresh());
    this.#caller.saw(this.#registry.getVersion());
    return this.#list.toArray();
  }

  subscribe(listener: Listener): () => void {
    // A wrapper of its own: the same function subscribed twice is two subscriptions.
    const own: Listener = (tools, changes) => listener(tools, changes);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  dispose(): void {
    this.#unsubscribe();
    this.#caller.dispose();
    this.#listeners.clear();
  }

  #hear(event: AgentSurfaceEvent): void {
    if (event.type === "surface-changed") {
      this.#tell(this.#refresh());
    } else if ("registrationId" in event) {
      this.#dirty.add(event.registrationId);
    }
  }

  /** Looks at what changed, and only at that. */
  #refresh(): AgentToolChanges | undefined {
    const epoch = this.#catalog.epoch();
    if (epoch !== this.#epoch) for (const id of this.#catalog.registrationIds()) this.#dirty.add(id);
    this.#epoch = epoch;
    if (this.#dirty.size === 0) return undefined;
    const before = new Map<string, AgentTool>();
    for (const id of this.#dirty) {
      const held = this.#held.get(id);
      for (const tool of held?.tools ?? []) before.set(targetOf(tool.capabilityId, held!.owner), tool);
    }
    const changes: AgentToolChanges = { added: [], removed: [], changed: [] };
    for (const id of this.#dirty) this.#refreshOne(id, before, changes);
    this.#dirty.clear();
    for (const tool of before.values()) {
      changes.removed.push(tool);
      this.#names.release(tool.name);
    }
    const { added, removed, changed } = changes;
    return added.length + removed.length + changed.length > 0 ? changes : undefined;
  }

  /** Takes out of `before` what stays. */
  #refreshOne(id: string, before: Map<string, AgentTool>, changes: AgentToolChanges): void {
    const { consumer, scope, includeUnavailable = true, confirmOptional = false } = this.#options;
    const tools: AgentTool[] = [];
    let owner = this.#held.get(id)?.owner;
    for (const entry of this.#catalog.entries(id, consumer)) {
      const { shape, component } = entry;
      if (!this.#catalog.inScope(component, scope) || !(includeUnavailable || entry.available)) continue;
      owner = component;
      const target = targetOf(shape.id, component);
      const former = before.get(target);
      before.delete(target);
      if (former && actsTheSame(former, entry)) {
        tools.push(former);
        continue;
      }
      const name = former?.name ?? this.#names.take(shape.id, component);
      const asks = this.#catalog.asks(shape, confirmOptional);
      const tool = buildTool(entry, name, asks, this.#caller);
      tools.push(tool);
      (former ? changes.changed : changes.added).push(tool);
    }
    if (!owner) return;
    this.#list.set(owner, tools);
    if (tools.length > 0) this.#held.set(id, { owner, tools });
    else this.#held.delete(id);
  }

  #tell(changes: AgentToolChanges | undefined): void {
    if (!changes || this.#listeners.size === 0) return;
    this.#caller.saw(this.#registry.getVersion());
    const tools = lazyList(() => this.#list.toArray());
    for (const listener of [...this.#listeners]) {
      attempt<unknown>(() => listener(tools, changes), console.error);
    }
  }
}

/** The same as long as it is the same thing on the page. A procedure's id does not name the component that brought it. */
function targetOf(capabilityId: string, { type, instanceId }: ComponentShape): string {
  return `${capabilityId} ${instanceId} ${type}`;
}

function actsTheSame(tool: AgentTool, entry: CatalogEntry): boolean {
  return (
    tool.registrationId === entry.registrationId &&
    tool.available === entry.available &&
    tool.unavailableReason === entry.unavailableReason
  );
}
