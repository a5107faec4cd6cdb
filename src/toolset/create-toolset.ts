import { catalogOf } from "../registry/catalog.js";
import type { CatalogEntry, RegistryCatalog } from "../registry/catalog.js";
import { inScope } from "../registry/scope.js";
import type { AgentSurfaceEvent, AgentSurfaceRegistry } from "../registry/types.js";
import { attempt } from "../values/attempt.js";
import { Caller } from "./caller.js";
import { buildTool } from "./tool.js";
import type { AgentTool, AgentToolChanges, AgentToolset, AgentToolsetOptions } from "./types.js";
import { ToolNames } from "./tool-names.js";

/**
 * The surface as tools for one consumer. The catalog is incremental: a change costs what changed, and a tool stays the
 * same object while it would act the same.
 * @throws {TypeError} where neither `topology` nor `confirmations` is given: there is no safe default for both kinds of loop.
 */
export function createAgentToolset(
  registry: AgentSurfaceRegistry,
  options: AgentToolsetOptions,
): AgentToolset {
  return new Toolset(registry, options);
}

type Listener = (tools: AgentTool[], changes: AgentToolChanges) => void;

interface Held {
  readonly tool: AgentTool;
  readonly entry: CatalogEntry;
}

class Toolset implements AgentToolset {
  readonly #registry: AgentSurfaceRegistry;
  readonly #catalog: RegistryCatalog;
  readonly #options: AgentToolsetOptions;
  readonly #caller: Caller;
  readonly #names = new ToolNames();
  readonly #listeners = new Set<Listener>();
  readonly #unsubscribe: () => void;
  /** By registration, in the order of its capabilities. */
  readonly #held = new Map<string, Held[]>();
  /** Registrations that changed since the last refresh. */
  readonly #dirty = new Set<string>();
  /** The surface's version as of the last refresh: what the tools are true of. */
  #version = "";
  /** The registry's epoch as of the last refresh; none yet. */
  #epoch = -1;
  /** The list as it was last handed out, while nothing changed. */
  #list: AgentTool[] | undefined;
  /** Where each tool stands in the list, once one had to be replaced. */
  #places: Map<string, number> | undefined;

  constructor(registry: AgentSurfaceRegistry, options: AgentToolsetOptions) {
    const { topology, confirmations } = options;
    if (topology === undefined && confirmations === undefined) {
      throw new TypeError("A toolset needs a topology, or confirmations.");
    }
    this.#registry = registry;
    this.#catalog = catalogOf(registry);
    this.#options = options;
    this.#caller = new Caller(registry, this.#catalog.scheduler, {
      consumer: options.consumer,
      wait: (confirmations ?? (topology === "embedded" ? "wait" : "two-phase")) === "wait",
      waitMs: options.waitMs,
      version: () => this.#version,
    });
    this.#refresh();
    this.#unsubscribe = registry.subscribe((event) => {
      this.#hear(event);
    });
  }

  tools(): AgentTool[] {
    this.#tell(this.#refresh());
    return [...this.#current()];
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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
    this.#version = this.#registry.getVersion();
    const epoch = this.#catalog.epoch();
    if (epoch !== this.#epoch) for (const id of this.#catalog.registrationIds()) this.#dirty.add(id);
    this.#epoch = epoch;
    if (this.#dirty.size === 0) return undefined;
    const before = new Map<string, Held>();
    for (const id of this.#dirty) {
      for (const held of this.#held.get(id) ?? []) before.set(held.tool.name, held);
      this.#held.delete(id);
    }
    const changes: AgentToolChanges = { added: [], removed: [], changed: [] };
    const kept = new Set<string>();
    const { consumer, scope, includeUnavailable = true } = this.#options;
    for (const id of this.#dirty) {
      const now: Held[] = [];
      for (const entry of this.#catalog.entries(id, consumer)) {
        if (!inScope(entry.type, scope) || !(includeUnavailable || entry.available)) continue;
        const name = this.#names.nameOf(entry);
        const former = before.get(name);
        const same = former !== undefined && actsTheSame(former.entry, entry);
        const tool = same ? former.tool : buildTool(entry, name, this.#caller);
        kept.add(name);
        now.push({ tool, entry });
        if (!former) changes.added.push(tool);
        else if (!same) changes.changed.push(tool);
      }
      if (now.length > 0) this.#held.set(id, now);
    }
    for (const [name, { tool }] of before) {
      if (kept.has(name)) continue;
      changes.removed.push(tool);
      this.#names.release(name);
    }
    this.#dirty.clear();
    const { added, removed, changed } = changes;
    if (added.length + removed.length > 0) this.#list = this.#places = undefined;
    else if (changed.length > 0) this.#replace(changed);
    else return undefined;
    return changes;
  }

  /** The same tools but for these: a list that was handed out stays as it is. */
  #replace(changed: readonly AgentTool[]): void {
    const list = [...this.#current()];
    this.#places ??= new Map(list.map(({ name }, place) => [name, place]));
    for (const tool of changed) list[this.#places.get(tool.name)!] = tool;
    this.#list = list;
  }

  #current(): AgentTool[] {
    this.#list ??= this.#catalog
      .registrationIds()
      .flatMap((id) => this.#held.get(id) ?? [])
      .map(({ tool }) => tool);
    return this.#list;
  }

  #tell(changes: AgentToolChanges | undefined): void {
    if (!changes || this.#listeners.size === 0) return;
    const tools = [...this.#current()];
    for (const listener of [...this.#listeners]) {
      attempt(() => {
        listener(tools, changes);
      }, console.error);
    }
  }
}

function actsTheSame(one: CatalogEntry, other: CatalogEntry): boolean {
  return (
    one.registrationId === other.registrationId &&
    one.available === other.available &&
    one.unavailableReason === other.unavailableReason
  );
}
