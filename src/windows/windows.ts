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
import { DeadEnds } from "./dead-ends.js";
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
import { idOf, OpenWindow } from "./window.js";
import type { WindowOwner } from "./window.js";

export class Windows implements AgentWindows, WindowOwner {
  readonly #registry: AgentSurfaceRegistry;
  readonly #catalog: RegistryCatalog;
  readonly #modals: Modals;
  readonly #versions = new Versions();
  readonly #notices: Notices;
  readonly #listeners = new Set<(components: readonly ComponentName[]) => void>();
  /** The open ones that were opened here, by name; several where a duplicate was refused. */
  readonly #open = new Map<string, Set<OpenWindow>>();
  /** The windows that were blocked when the registry was told last. */
  readonly #blocked = new Set<string>();
  /** Windows that came, went or stand elsewhere, and what else that moved: not told yet. */
  readonly #shifted = new Set<string>();
  readonly #reowned = new Set<Modal>();

  /** What the registry asks and tells. */
  readonly source: OperabilitySource = {
    blockedBy: (component) => this.#modals.blockersOf(windowId(component)),
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
    this.#notices = new Notices({
      task: (callback) => {
        catalog.scheduler.task(callback);
      },
      report: catalog.report,
      isOpen: (id) => find(id) !== undefined,
      isBlocked: (id) => this.#blocked.has(id),
    });
    const deadEnds = new DeadEnds((modal) => this.isDeadEnd(modal.id), catalog.report);
    registry.subscribe((event) => {
      if (event.type === "surface-changed") deadEnds.look(this.#modals);
      else if ("componentType" in event) this.#settle(event);
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
      this.#modals.remove(modal);
      this.#look(this.#modals.affectedBy(modal));
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
    const id = idOf(definition);
    const wanted = isApp ? undefined : definition.owner;
    const modal: Modal = { id, isApp, wanted, owner: this.#modals.ownerFor({ id, wanted }) };
    const former = this.#modals.named(id);
    this.#reportCycle(modal);
    let window: OpenWindow;
    // It blocks before anybody hears that it is there.
    this.#modals.add(modal);
    try {
      window = this.#keep(new OpenWindow(this, definition, modal));
    } catch (error) {
      this.#modals.remove(modal);
      this.#modals.refused(modal, former);
      throw error;
    }
    if (window.status === "rejected") {
      this.#modals.refused(modal, former);
      this.report(
        new Error(
          `"${id}" was refused, but blocks "${isApp ? "everything" : modal.owner}" while it is open.`,
        ),
      );
    }
    this.#look(this.#modals.affectedBy(modal));
    // Who heard of it may have closed its owner.
    if (modal.owner !== pageId && !this.#find(modal.owner)) window.close();
    return window;
  }

  #keep(window: OpenWindow): OpenWindow {
    const { id, status } = window;
    if (status !== "unregistered") this.#open.set(id, (this.#open.get(id) ?? new Set()).add(window));
    return window;
  }

  /** In the middle of a change: what counts from now on. Nothing is told yet. */
  #hear(what: ComponentNews, id: string): void {
    if (what === "settled") {
      if (this.#find(id)) this.bump(id);
      return;
    }
    const hadModals = this.#modals.size > 0;
    if (what === "left") {
      this.#versions.closed(id);
      this.#notices.changes(id, !this.#blocked.delete(id));
      for (const { status, modal } of this.#open.get(id) ?? []) {
        if (modal && status === "unregistered") this.#modals.remove(modal);
      }
    } else if (what === "arrived") {
      if (this.#versions.opened(id)) this.#notices.bumped(id);
      this.#notices.changes(id, false);
    }
    if (!hadModals) return;
    for (const modal of this.#modals) {
      const isOther = this.#modals.settle(modal);
      if (isOther) this.#reowned.add(modal);
      if (isOther || (modal.wanted === id && what === "arrived")) this.#reportCycle(modal);
    }
    if (what === "arrived" && !this.isOperable(id)) this.#blocked.add(id);
    this.#shifted.add(id);
  }

  /** What followed from windows that came, went or moved. */
  #settle(event: { componentType: string; instanceId: string }): void {
    const id = windowId({ type: event.componentType, instanceId: event.instanceId });
    for (const window of [...(this.#open.get(id) ?? [])]) window.lost();
    if (!this.#find(id)) this.#closeModalsOf(id);
    for (const one of this.#shifted) {
      this.#shifted.delete(one);
      const [own, ...below] = this.#modals.within(one);
      this.#look([own!]);
      // Also in whose scope they are may be something else.
      this.#look(below, true);
    }
    for (const modal of this.#reowned) {
      this.#reowned.delete(modal);
      for (const one of [pageId, modal.owner]) this.#look(this.#modals.within(one, false));
      this.#look(this.#modals.within(modal.id), true);
    }
  }

  #closeModalsOf(id: string): void {
    // The page is no window that closes.
    if (id === pageId) return;
    for (const modal of this.#modals.ownedBy(id)) {
      for (const window of this.#open.get(modal.id) ?? []) if (window.modal === modal) window.close();
    }
  }

  /** Tells the registry which of these windows are blocked now and were not, or the other way round. */
  #look(ids: Iterable<string>, tellsAll = false): void {
    const components: ComponentName[] = [];
    for (const id of [...ids]) {
      const component = this.#find(id)?.shape;
      if (!component) continue;
      const was = this.#blocked.has(id);
      const isSame = this.isOperable(id) !== was;
      if (!isSame) {
        this.#notices.changes(id, !was);
        if (was) this.#blocked.delete(id);
        else this.#blocked.add(id);
      }
      if (!isSame || tellsAll) components.push(component);
    }
    if (components.length > 0) for (const listener of this.#listeners) listener(components);
  }

  #reportCycle({ id, wanted, owner }: Modal): void {
    if (wanted === undefined || wanted === owner || !this.#find(wanted)) return;
    this.report(
      new Error(`"${id}" cannot belong to "${wanted}", which belongs to it: it belongs to the page instead.`),
    );
  }

  #find(id: string): LiveComponent | undefined {
    const name = componentOf(id);
    return name && this.#catalog.component(name);
  }

  #ids(): string[] {
    return this.#catalog.components().map(({ shape }) => windowId(shape));
  }
}
