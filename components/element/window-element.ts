import type {
  AgentModalDefinition,
  AgentPolicy,
  AgentSurfaceRegistry,
  AgentWindow,
  AgentWindowKind,
  JsonValue,
} from "../../src/index.js";
import { componentOf } from "../../src/values/ids.js";
import { unusableReason } from "../binding/visibility.js";
import { ComponentSource, pageWindow } from "../context/component-source.js";
import { Consumer } from "../context/consumer.js";
import { registryContext, windowContext } from "../context/keys.js";
import { Provider } from "../context/provider.js";
import type { WindowHost } from "../context/window-host.js";
import { AgentElement } from "./agent-element.js";
import type { Providers } from "./agent-element.js";
import { ownerId } from "./owner.js";
import { noDescription } from "./problem.js";
import type { Problem } from "./problem.js";
import { watchTarget } from "./target-watch.js";
import { number, paths, relaxing, text, tightening, valueOnly } from "./properties.js";
import type { Properties } from "./properties.js";

export type WindowDescription = Omit<AgentModalDefinition, "observations" | "actions" | "onClose">;

/** What `<agent-window>` and `<agent-modal>` share: a component of the registry, kept in step with the markup. */
export class WindowElement extends AgentElement {
  static override properties: Properties = {
    type: text,
    instance: text,
    label: text,
    description: text,
    disabled: tightening,
    disabledReason: text,
    priority: number,
    origin: text,
    background: relaxing,
    owner: text,
    sensitive: paths,
    state: valueOnly,
    policies: valueOnly,
    meta: valueOnly,
    internal: valueOnly,
  };

  declare type: string | undefined;
  declare instance: string | undefined;
  declare label: string | undefined;
  declare description: string | undefined;
  declare disabled: boolean;
  declare disabledReason: string | undefined;
  declare priority: number | undefined;
  declare origin: string | undefined;
  declare background: boolean;
  declare owner: string | undefined;
  declare sensitive: readonly string[] | undefined;
  /**
   * What the window is about, for agents: any JSON value. With it there is an observation `readState`, and each value that
   * says something else than the one before is a new version.
   */
  declare state: JsonValue | undefined;
  /** Around everything inside. */
  declare policies: AgentPolicy[] | undefined;
  /** Agent-visible, 2 kB at most. */
  declare meta: Record<string, JsonValue> | undefined;
  /** For policies and audit only. */
  declare internal: Record<string, unknown> | undefined;

  readonly #registry = new Consumer(this, registryContext, () => {
    this.planSettling();
  });
  readonly #parent = new Consumer(this, windowContext, () => {
    this.planSettling();
  });
  readonly #source = new ComponentSource({
    element: this,
    queue: { addCommit: (item) => this.house.commit(item) },
    registry: () => this.#registry.value,
    describe: () => (this.isConnected && !this.ownProblem() ? this.describe() : undefined),
    keepEmpty: true,
    kind: () => this.kind,
    identity: () => this.identity,
    background: () => this.background,
    parent: () => this.#parent.value,
    unavailableReason: () => this.#unavailableReason(),
    closed: () => {
      this.closedByOwner();
    },
    refuse: (problem) => {
      this.#refusal = problem;
      // What was refused may be what names them.
      if (problem) this.#sensitive = undefined;
      this.reportAll();
    },
  });
  readonly #provider = new Provider<WindowHost>(this, windowContext, () => this.#source);
  #unwatch: (() => void) | undefined;
  #unfollow: (() => void) | undefined;
  /** As it was registered: a state that has other secrets must not be there before they are named. */
  #sensitive: readonly string[] | undefined;
  /** What kept it from being registered. */
  #refusal: Problem | undefined;

  /** The registry that this window belongs to. */
  get registry(): AgentSurfaceRegistry | undefined {
    return this.#registry.value;
  }

  /** `type@instance`, as agents see it. */
  get windowId(): string {
    return `${this.type ?? ""}@${this.instance || "default"}`;
  }

  /** Grows with each change of what an agent may have read; 0 while it is not registered. */
  get version(): number {
    return this.#source.window?.version ?? 0;
  }

  /** Whether it is registered and no modal blocks it. */
  get operable(): boolean {
    return this.#source.window?.operable ?? false;
  }

  /** Says that something about it changed that the library cannot see: the next version. */
  touch(): void {
    this.#source.window?.touch();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#registry.connect();
    this.#parent.connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#registry.disconnect();
    this.#parent.disconnect();
  }

  protected override get providers(): Providers {
    return [this.#provider];
  }

  protected settle(): void {
    this.#unfollow?.();
    this.#unfollow = this.isConnected ? this.#parent.value?.follow(this.#source) : undefined;
    this.#unwatch?.();
    this.#unwatch = this.isConnected
      ? watchTarget(this.getRootNode(), {
          id: undefined,
          target: () => this,
          inside: false,
          targetChanged: () => undefined,
          stateChanged: () => {
            this.stateChanged();
          },
        })
      : undefined;
    this.#source.changed();
  }

  /** A modal closes with the window that it belongs to. */
  protected closedByOwner(): void {
    // Other windows are not closed by anybody else.
  }

  /** It may be shown, or usable, differently. */
  protected stateChanged(): void {
    this.#source.recheckAll();
  }

  /** Its name, also while it is not open. */
  protected get identity(): { type: string; instanceId: string } | undefined {
    if (!this.type || this.ownProblem()) return undefined;
    return { type: this.type, instanceId: this.instance || "default" };
  }

  protected get kind(): AgentWindowKind {
    return "window";
  }

  /** As it is open now. */
  protected get window(): AgentWindow | undefined {
    return this.#source.window;
  }

  /** What holds what is in it, on the screen. */
  protected get holder(): Element {
    return this;
  }

  /** Tells its author what is wrong with it now. */
  protected reportAll(): void {
    this.report(this.#refusal ?? this.ownProblem() ?? this.notice() ?? this.#fostered());
  }

  protected override propertyChanged(name: string): void {
    super.propertyChanged(name);
    // A version is there at once, whoever looks.
    if (name !== "state" || this.state === undefined || this.sensitive !== this.#sensitive) return;
    try {
      this.#source.window?.setState(this.state);
    } catch {
      // Reported when it settles.
    }
  }

  /** Something to mend that does not keep it from being registered. */
  protected notice(): Problem | undefined {
    return undefined;
  }

  protected ownProblem(): Problem | undefined {
    if (!this.isConnected) return undefined;
    if (!this.type) {
      return { code: "no-window-type", message: 'it needs a type, such as type="shop.cart".' };
    }
    if (!this.description?.trim() && !this.label?.trim()) {
      return noDescription;
    }
    return undefined;
  }

  /** The window around it: by its attribute, else by the DOM. */
  protected get outer(): { type: string; instanceId: string } | undefined {
    const outer = this.owner ? componentOf(ownerId(this.owner)) : this.#parent.value?.identity;
    return outer?.type === pageWindow.type ? undefined : outer;
  }

  /** The window without its capabilities; `undefined` while it is not there for agents. */
  protected describe(): WindowDescription | undefined {
    return this.describeWindow();
  }

  protected describeWindow(): WindowDescription {
    const { type, instance, label, description, origin, priority, policies, meta, internal } = this;
    const { state, sensitive } = this;
    this.#sensitive = sensitive;
    const parent = this.kind === "window" ? this.outer : undefined;
    return {
      type: type!,
      description: (description?.trim() ? description : label)!,
      ...(instance && { instanceId: instance }),
      ...(label && { label }),
      ...(parent && { parent }),
      state,
      ...(sensitive && { sensitive: [...sensitive] }),
      ...(Number.isFinite(priority) && { priority: priority! }),
      ...(origin && { origin }),
      ...(policies && { policies }),
      ...(meta && { meta }),
      ...(internal && { internal }),
    };
  }

  /** A parser moves it out of a table, and leaves the rows that it was around. */
  #fostered(): Problem | undefined {
    if (this.state !== undefined || this.textContent.trim() || this.firstElementChild) return undefined;
    if (this.nextElementSibling?.localName !== "table") return undefined;
    return {
      code: "foster-parented",
      message:
        "it is empty, before a table: HTML takes it out of the rows. Put it around the table, or into a cell.",
    };
  }

  #unavailableReason(): string | undefined {
    if (this.disabled) return this.disabledReason || "component-disabled";
    // Inert counts as not shown: a person could not use it either.
    return this.background || !unusableReason(this.holder) ? undefined : "not-shown";
  }
}
