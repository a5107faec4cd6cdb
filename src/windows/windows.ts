/** The windows of one registry: what an agent may operate right now, and in which version (windows.md). */
import type { AgentComponentDefinition } from "../definition/component.js";
import { catalogOf } from "../registry/catalog.js";
import type { LiveComponent, RegistryCatalog } from "../registry/catalog.js";
import type {
  AgentRegistrationHandle,
  AgentSurfaceRegistry,
  ComponentName,
  ComponentNews,
  OperabilitySource,
  Unsubscribe,
} from "../registry/types.js";
import { anonymousConsumer, checkConsumer } from "../values/consumer.js";
import type { AgentConsumer } from "../values/consumer.js";
import { componentOf, windowId } from "../values/ids.js";
import { describeWindow } from "./document.js";
import { Modals, pageId } from "./modals.js";
import type { Modal } from "./modals.js";
import { Notices } from "./notices.js";
import type {
  AgentModalDefinition,
  AgentWindow,
  AgentWindowDefinition,
  AgentWindowDescriptor,
  AgentWindows,
  AgentWindowsChange,
  AgentWindowsDocument,
} from "./types.js";
import { Versions } from "./versions.js";
import { OpenWindow } from "./window.js";
import type { WindowOwner } from "./window.js";

/** On the registry under a symbol, so that another copy of the library finds them. */
const windowsKey = Symbol.for("agent-tags/windows/1");

/**
 * The windows of a registry, which has one set of them: they are made at the first call. From then on every component of
 * it is a window, however it was registered.
 * @throws {TypeError} for an object that `createAgentSurfaceRegistry` did not make.
 */
export function createWindows(registry: AgentSurfaceRegistry): AgentWindows {
  const known = windowsOf(registry);
  if (known) return known;
  const windows = new Windows(registry);
  Object.defineProperty(registry, windowsKey, { value: windows });
  registry.setOperability(windows.source);
  return windows;
}

/** The windows that were made for a registry, if any. */
export function windowsOf(registry: AgentSurfaceRegistry): AgentWindows | undefined {
  return (registry as unknown as Record<symbol, AgentWindows | undefined>)[windowsKey];
}

class Windows implements AgentWindows, WindowOwner {
  readonly #registry: AgentSurfaceRegistry;
  readonly #catalog: RegistryCatalog;
  readonly #modals: Modals;
  readonly #versions = new Versions();
  readonly #notices: Notices;
  readonly #listeners = new Set<(components: readonly ComponentName[]) => void>();
  /** The open ones that were opened here, by name; several where a duplicate was refused. */
  readonly #open = new Map<string, Set<OpenWindow>>();
  /** The dead ends that were reported. */
  readonly #reported = new WeakSet<Modal>();

  /** What the registry asks and tells. */
  readonly source: OperabilitySource = {
    blockedBy: (component) => (this.#modals.size === 0 ? [] : this.#modals.blockersOf(windowId(component))),
    versionOf: (component) => this.#catalog.component(component) && this.#versions.of(windowId(component)),
    offeredWith: (component) => {
      const owners = this.#modals.ownerIdsOf(windowId(component));
      return owners?.map((id) => componentOf(id)!.type);
    },
    subscribe: (listener) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
    heard: (what, component) => {
      this.#hear(what, windowId(component));
    },
  };

  constructor(registry: AgentSurfaceRegistry) {
    this.#registry = registry;
    const catalog = catalogOf(registry);
    this.#catalog = catalog;
    const find = (id: string) => this.#find(id);
    this.#modals = new Modals({
      isOpen: (id) => find(id) !== undefined,
      parentOf: (id) => {
        const parent = find(id)?.shape.parent;
        return parent && windowId(parent);
      },
      containedIn: (id) => catalog.containedIn(id).map(windowId),
      all: () => this.#ids(),
    });
    this.#notices = new Notices(
      {
        task: (callback) => {
          catalog.scheduler.task(callback);
        },
        report: catalog.report,
        isOpen: (id) => find(id) !== undefined,
        isOperable: (id) => this.isOperable(id),
      },
      this.#ids(),
    );
    registry.subscribe((event) => {
      if (event.type === "surface-changed") this.#reportDeadEnds();
      else if (event.type === "component-registered") this.#arrived(nameOf(event));
      else if (event.type === "component-unregistered") this.#left(nameOf(event));
    });
  }

  open(definition: AgentWindowDefinition): AgentWindow {
    return this.#keep(new OpenWindow(this, definition, undefined));
  }

  openModal(definition: AgentModalDefinition): AgentWindow {
    return this.#block(definition, false);
  }

  openAppModal(definition: AgentModalDefinition): AgentWindow {
    return this.#block(definition, true);
  }

  operableWindowIds(): string[] {
    return this.#ids().filter((id) => this.isOperable(id));
  }

  describe(options?: { consumer?: AgentConsumer }): AgentWindowsDocument;
  describe(options: { consumer?: AgentConsumer; id: string }): AgentWindowDescriptor | undefined;
  describe({ consumer = anonymousConsumer, id }: { consumer?: AgentConsumer; id?: string } = {}):
    AgentWindowsDocument | AgentWindowDescriptor | undefined {
    checkConsumer(consumer);
    const about = {
      catalog: this.#catalog,
      modals: this.#modals,
      versionOf: (one: string) => this.#versions.of(one),
    };
    if (id !== undefined) {
      const component = this.#find(id);
      return component && describeWindow(about, component, consumer);
    }
    const windows = this.#catalog.components().flatMap((one) => describeWindow(about, one, consumer) ?? []);
    return Object.freeze({
      surfaceId: this.#registry.surfaceId,
      surfaceVersion: this.#registry.getVersion(),
      operableWindowIds: Object.freeze(windows.filter(({ operable }) => operable).map((one) => one.id)),
      windows: Object.freeze(windows),
    });
  }

  subscribe(listener: (change: AgentWindowsChange) => void): Unsubscribe {
    return this.#notices.subscribe(listener);
  }

  register(definition: AgentComponentDefinition): AgentRegistrationHandle {
    return this.#registry.register(definition);
  }

  closed(window: OpenWindow): void {
    const { id, modal } = window;
    const others = this.#open.get(id);
    if (others?.delete(window) && others.size === 0) this.#open.delete(id);
    if (modal) {
      this.#change(this.#modals.affectedBy(modal), () => {
        this.#modals.remove(modal);
      });
    }
    if (!this.#find(id)) this.#closeModalsOf(id);
  }

  bump(id: string): void {
    this.#versions.bump(id);
    this.#notices.bumped(id);
  }

  versionOf(id: string): number {
    return this.#versions.of(id);
  }

  isOperable(id: string): boolean {
    return this.#modals.blockersOf(id).length === 0;
  }

  isDeadEnd(id: string): boolean {
    // What is over it is where an agent must go on.
    if (!this.isOperable(id)) return false;
    for (const one of this.#modals.within(id)) {
      const name = componentOf(one);
      if (name && this.#catalog.canAct(name)) return false;
    }
    return true;
  }

  readonly report = (error: unknown): void => {
    this.#catalog.report(error);
  };

  #block(definition: AgentModalDefinition, isApp: boolean): AgentWindow {
    const id = windowId({ instanceId: "default", ...definition });
    const wanted = isApp ? undefined : definition.owner;
    const modal: Modal = { id, isApp, wanted, owner: this.#modals.ownerFor({ id, wanted }) };
    let window: OpenWindow | undefined;
    // It blocks before anybody hears that it is there.
    this.#change(this.#modals.affectedBy(modal), () => {
      this.#modals.add(modal);
      try {
        window = this.#keep(new OpenWindow(this, definition, modal));
      } catch (error) {
        this.#modals.remove(modal);
        throw error;
      }
    });
    if (window!.status === "rejected") {
      this.report(new Error(`"${id}" was refused, but blocks "${modal.owner}" while it is open.`));
    }
    this.#reportCycle(modal);
    return window!;
  }

  #keep(window: OpenWindow): OpenWindow {
    const { id } = window;
    this.#open.set(id, (this.#open.get(id) ?? new Set()).add(window));
    return window;
  }

  #hear(what: ComponentNews, id: string): void {
    if (what === "settled") {
      if (this.#find(id)) this.bump(id);
      return;
    }
    if (what === "left") this.#versions.closed(id);
    if (what === "arrived" && this.#versions.opened(id)) this.#notices.bumped(id);
    this.#notices.touched(id);
  }

  /** A window arrived, or was redefined and may stand elsewhere now. */
  #arrived(id: string): void {
    if (this.#modals.size === 0) return;
    for (const modal of [...this.#modals]) {
      if (modal.wanted !== id || modal.owner === id) continue;
      const own = this.#modals.within(modal.id);
      const before = this.#modals.affectedBy(modal);
      const after = this.#modals.affectedBy({ ...modal, owner: id });
      this.#change(new Set([...own, ...before, ...after]), () => {
        this.#modals.settle(modal);
      });
      this.#reportCycle(modal);
    }
    this.#tell([...this.#modals.within(id)]);
  }

  #left(id: string): void {
    for (const window of [...(this.#open.get(id) ?? [])]) window.lost();
    if (this.#modals.size === 0 || this.#find(id)) return;
    this.#closeModalsOf(id);
    this.#tell(this.#catalog.containedIn(id).flatMap((one) => [...this.#modals.within(windowId(one))]));
  }

  #closeModalsOf(id: string): void {
    // The page is no window that closes.
    if (id === pageId) return;
    for (const modal of this.#modals.ownedBy(id)) {
      for (const window of this.#open.get(modal.id) ?? []) if (window.modal === modal) window.close();
    }
  }

  /** Tells the registry of those of these windows that are operable now and were not, or the other way round. */
  #change(ids: Iterable<string>, mutate: () => void): void {
    const before = Array.from(ids, (id) => [id, this.isOperable(id)] as const);
    mutate();
    this.#tell(before.filter(([id, was]) => this.isOperable(id) !== was).map(([id]) => id));
  }

  #tell(ids: readonly string[]): void {
    const components = ids.flatMap((id) => componentOf(id) ?? []);
    if (components.length === 0) return;
    for (const id of ids) this.#notices.touched(id);
    for (const listener of this.#listeners) listener(components);
  }

  #reportCycle({ id, wanted, owner }: Modal): void {
    if (wanted === undefined || wanted === owner || !this.#find(wanted)) return;
    this.report(
      new Error(`"${id}" cannot belong to "${wanted}", which belongs to it: it belongs to the page instead.`),
    );
  }

  #reportDeadEnds(): void {
    for (const modal of this.#modals) {
      if (!this.isDeadEnd(modal.id)) this.#reported.delete(modal);
      else if (!this.#reported.has(modal)) {
        this.#reported.add(modal);
        this.report(
          new Error(
            `"${modal.id}" is a dead end: an open modal in which an agent can do nothing. Let it offer "dismiss".`,
          ),
        );
      }
    }
  }

  #find(id: string): LiveComponent | undefined {
    const name = componentOf(id);
    return name && this.#catalog.component(name);
  }

  #ids(): string[] {
    return this.#catalog.components().map(({ shape }) => windowId(shape));
  }
}

function nameOf({ componentType, instanceId }: { componentType: string; instanceId: string }): string {
  return windowId({ type: componentType, instanceId });
}
