/**
 * Keeps one registration in step with a window and the capabilities inside it. Used by `<agent-window>` and by the
 * implicit window `page`.
 */
import { AgentSurfaceDefinitionError, createWindows } from "../../src/index.js";
import type {
  AgentModalDefinition,
  AgentSurfaceRegistry,
  AgentWindow,
  AgentWindowKind,
} from "../../src/index.js";
import { catalogOf } from "../../src/registry/catalog.js";
import { componentOf, viewCapabilityId } from "../../src/values/ids.js";
import type { Problem } from "../element/problem.js";
import { nameOf } from "../element/problem.js";
import { claimsOf } from "./claims.js";
import { choose, compose, problemOf, withoutFaults } from "./definition.js";
import type { Described } from "./definition.js";
import type { Committing } from "./settle-queue.js";
import { ToldAvailability } from "./told-availability.js";
import type { Capability, WindowHost } from "./window-host.js";

export interface ComponentSourceOptions {
  /** The element of the window, for the order in the document; for the implicit one what holds it. */
  readonly element: Node;
  readonly queue: { addCommit(item: Committing): void };
  registry(): AgentSurfaceRegistry | undefined;
  /** The component without its capabilities, or `undefined` while it cannot be registered. */
  describe(): Described | undefined;
  /** Whether it is registered while nothing is in it. */
  readonly keepEmpty: boolean;
  /** Its name, also while it is not registered. Default: what `describe` says. */
  identity?(): { type: string; instanceId: string } | undefined;
  /** How it is opened. Default: as a window. */
  kind?(): AgentWindowKind;
  /** Stays usable while it is not shown. Default: no. */
  background?(): boolean;
  /** The window around it. */
  parent?(): WindowHost | undefined;
  /** Why everything in it cannot be used now, or `undefined`. */
  unavailableReason?(): string | undefined;
  /** It was closed by somebody else: with its owner. */
  closed?(): void;
  /** Told after each change what is wrong with the window, or `undefined`. */
  refuse(problem: Problem | undefined): void;
}

/** The place in a registry that this window holds or waits for. */
interface Claim {
  readonly registry: AgentSurfaceRegistry;
  readonly key: string;
}

/** The window of capabilities that stand in none. */
export const pageWindow = {
  type: "page",
  description: "What belongs to the whole page.",
};

/** As deep as modals stand over each other in one commit, at most. */
const patience = 9;

export class ComponentSource implements WindowHost, Committing {
  readonly #options: ComponentSourceOptions;
  readonly #capabilities = new Map<Element, Capability>();
  #offered = new Map<string, Capability>();
  #told = new ToldAvailability();
  #claim: Claim | undefined;
  #window: AgentWindow | undefined;
  /** The windows in this one. */
  readonly #inner = new Set<{ recheckAll(): void }>();
  #structureChanged = false;
  /** How often it may still wait for an owner that is to come back, since its own closed it. */
  #patience = 0;
  /** Whose availability is to be looked at; everyone's where the window itself changed. */
  readonly #recheck = new Set<Element>();

  constructor(options: ComponentSourceOptions) {
    this.#options = options;
  }

  get element(): Node {
    return this.#options.element;
  }

  get registry(): AgentSurfaceRegistry | undefined {
    return this.#options.registry();
  }

  get identity(): { type: string; instanceId: string } | undefined {
    if (this.#options.identity) return this.#options.identity();
    const described = this.#options.describe();
    return described && { type: described.type, instanceId: described.instanceId ?? "default" };
  }

  get background(): boolean {
    return this.#options.background?.() ?? false;
  }

  get inModal(): boolean {
    return this.#kind !== "window" || (this.#options.parent?.()?.inModal ?? false);
  }

  /** The window that it opened, while it is open. */
  get window(): AgentWindow | undefined {
    return this.#window?.status === "unregistered" ? undefined : this.#window;
  }

  get #kind(): AgentWindowKind {
    return this.#options.kind?.() ?? "window";
  }

  edited(): void {
    this.window?.touch();
  }

  unavailableReason(): string | undefined {
    // A modal stands over what holds it.
    const outer = this.#kind === "window" ? this.#options.parent?.()?.unavailableReason() : undefined;
    return outer ?? this.#options.unavailableReason?.();
  }

  follow(inner: { recheckAll(): void }): () => void {
    this.#inner.add(inner);
    return () => this.#inner.delete(inner);
  }

  offer(capability: Capability): void {
    this.#capabilities.set(capability.element, capability);
    this.changed();
  }

  withdraw(element: Element): void {
    if (this.#capabilities.delete(element)) this.changed();
  }

  recheck(element: Element): void {
    this.#recheck.add(element);
    this.#options.queue.addCommit(this);
  }

  /** The window itself, or what is in it, is another one now. */
  changed(): void {
    this.#structureChanged = true;
    this.#options.queue.addCommit(this);
  }

  /** Every availability is looked at again: the window was shown, hidden, enabled or disabled. */
  recheckAll(): void {
    for (const inner of this.#inner) inner.recheckAll();
    for (const element of this.#capabilities.keys()) this.#recheck.add(element);
    this.#options.queue.addCommit(this);
  }

  /** Called by the claims when the holder of this name left. */
  commit(): void {
    if (this.#structureChanged) {
      this.#structureChanged = false;
      this.#commitStructure();
      for (const element of this.#capabilities.keys()) this.#recheck.add(element);
    }
    this.#tellAvailability();
  }

  end(): void {
    this.#leave();
  }

  #commitStructure(): void {
    const problems = new Map<Capability, Problem>();
    const offered = choose(this.#capabilities.values(), this.#offered, problems);
    this.#options.refuse(this.#place(offered, problems));
    for (const capability of this.#capabilities.values()) capability.refuse(problems.get(capability));
  }

  /** Brings the registration in step; gives what keeps the window itself from being registered. */
  #place(offered: Map<string, Capability>, problems: Map<Capability, Problem>): Problem | undefined {
    const { registry } = this;
    const described = this.#options.describe();
    if (!described || !registry || (offered.size === 0 && !this.#options.keepEmpty)) {
      this.#leave();
      return undefined;
    }
    if (!("setOperability" in registry)) {
      return {
        code: "old-core",
        message: "its registry is of an older release; load the newest agent-tags first.",
      };
    }
    const key = `${described.type}@${described.instanceId ?? "default"}`;
    const isOther = this.#claim?.registry !== registry || this.#claim.key !== key;
    if (isOther || this.window?.kind !== this.#kind) this.#leave();
    if (this.#waitsFor(described.owner, registry)) return undefined;
    this.#claim = { registry, key };
    if (claimsOf(registry).claim(key, this)) {
      // What blocked its owner under a name that was taken has the name now.
      if (this.window?.status === "rejected") this.#close();
      return this.#register(registry, described, offered, problems);
    }
    // It is on the screen all the same.
    if (this.#kind !== "window" && !this.window) this.#register(registry, described, new Map(), problems);
    return {
      code: "duplicate",
      message: `another window is "${key}" already; give this one an instance of its own, such as instance="second".`,
    };
  }

  #register(
    registry: AgentSurfaceRegistry,
    described: Described,
    offered: Map<string, Capability>,
    problems: Map<Capability, Problem>,
  ): Problem | undefined {
    this.#offered = offered;
    this.#told.keep(offered);
    try {
      const definition: AgentModalDefinition = {
        ...compose(described, offered, (capability) => this.#liveReason(capability)),
        onClose: () => {
          if (!this.#window) return;
          this.#patience = patience;
          this.changed();
        },
      };
      if (this.window) this.window.redefine(definition);
      else this.#window = open(registry, this.#kind, definition);
    } catch (error) {
      if (!(error instanceof AgentSurfaceDefinitionError)) {
        return { code: "bad-value", message: (error as Error).message };
      }
      const sound = withoutFaults(described, offered, problems);
      if (sound.size < offered.size) return this.#register(registry, described, sound, problems);
      this.#leave();
      return problemOf(error);
    }
    if (this.#window?.status !== "rejected") return undefined;
    if (this.#kind === "window") this.#close();
    return {
      code: "duplicate",
      message: `the registry refused it: a script registered it, or the guard says no.`,
    };
  }

  /** It was closed with its owner: for good, unless that is there again, or another one, when all has settled. */
  #waitsFor(owner: string | undefined, registry: AgentSurfaceRegistry): boolean {
    if (this.#patience === 0) return false;
    const name = componentOf(owner);
    if (!name || catalogOf(registry).component(name)) {
      this.#patience = 0;
      return false;
    }
    this.#patience -= 1;
    if (this.#patience > 0) this.changed();
    else this.#options.closed?.();
    return true;
  }

  #leave(): void {
    this.#close();
    if (this.#claim) claimsOf(this.#claim.registry).release(this.#claim.key, this);
    this.#claim = undefined;
  }

  #close(): void {
    const window = this.#window;
    this.#window = undefined;
    this.#told = new ToldAvailability();
    window?.close();
  }

  #reason(capability: Capability, ofWindow: string | undefined): string | undefined {
    try {
      return ofWindow ?? capability.unavailableReason();
    } catch (error) {
      console.error(`${nameOf(capability.element)}: its availability could not be asked.`, error);
      return "when-error";
    }
  }

  /** Asked by the core at each list and call: what nothing told of is told to everybody then. */
  #liveReason(capability: Capability): string | undefined {
    const reason = this.#reason(capability, this.unavailableReason());
    if (this.#told.seen(capability.name, reason)) this.recheck(capability.element);
    return reason;
  }

  /**
   * The core's `when` is the truth, and what is told is only that it says something else: what was pushed as unavailable
   * would not be asked again (the core joins pushed and `when` by "and"), and stay so where no signal says otherwise.
   */
  #tellAvailability(): void {
    const elements = [...this.#recheck];
    this.#recheck.clear();
    if (elements.length === 0 || this.window?.status !== "active") return;
    const { type, instanceId } = componentOf(this.window.id)!;
    const changed: string[] = [];
    const ofWindow = this.unavailableReason();
    for (const element of elements) {
      const capability = this.#capabilities.get(element);
      if (!capability || this.#offered.get(capability.name) !== capability) continue;
      const { name } = capability;
      if (this.#told.tell(name, this.#reason(capability, ofWindow)))
        changed.push(viewCapabilityId(type, name));
    }
    if (changed.length > 0) catalogOf(this.#claim!.registry).availabilityChanged(changed, instanceId);
  }
}

function open(registry: AgentSurfaceRegistry, kind: AgentWindowKind, definition: AgentModalDefinition) {
  const windows = createWindows(registry);
  if (kind === "window") return windows.open(definition);
  return kind === "modal" ? windows.openModal(definition) : windows.openAppModal(definition);
}
