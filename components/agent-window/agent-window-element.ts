import type { AgentPolicy, AgentSurfaceRegistry, JsonValue } from "../../src/index.js";
import { unusableReason } from "../binding/visibility.js";
import { ComponentSource } from "../context/component-source.js";
import { Consumer } from "../context/consumer.js";
import { registryContext, windowContext } from "../context/keys.js";
import { Provider } from "../context/provider.js";
import type { WindowHost } from "../context/window-host.js";
import { AgentElement } from "../element/agent-element.js";
import { noDescription } from "../element/problem.js";
import type { Problem } from "../element/problem.js";
import { block } from "../element/slot-root.js";
import { watchTarget } from "../element/target-watch.js";
import { number, relaxing, text, tightening, valueOnly } from "../element/properties.js";
import type { Properties } from "../element/properties.js";

/**
 * @summary One part of the page that an agent may read and act on: it groups observations and actions.
 *
 * A window that is not shown is unavailable with the reason `not-shown`, unless it works in the background.
 *
 * @slot - The part of the page, with its capabilities anywhere inside.
 * @attr type - Component type, lower-case words joined by dots. Required.
 * @attr instance - Tells several windows of a type apart; from data, never from order.
 * @attr label - For people.
 * @attr description - For agents. The label where it is missing.
 * @attr disabled - Nothing inside can be used.
 * @attr disabled-reason - Why, for agents.
 * @attr priority - Higher comes first in lists.
 * @attr origin - Who brings this part of the page.
 * @attr background - Stays usable while it is not shown.
 * @event agent-problem - Something about the markup is wrong, or was mended.
 * @cssstate invalid - It has a problem.
 *
 * @example
 * ```html
 * <agent-window type="shop.cart" label="Cart" description="The visitor's shopping cart">
 *   <button id="pay">Check out</button>
 *   <agent-action name="checkOut" description="Start the payment" for="pay" confirm></agent-action>
 * </agent-window>
 * ```
 */
export class AgentWindowElement extends AgentElement {
  static override css = block;
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
    describe: () => this.#describe(),
    keepEmpty: true,
    background: () => this.background,
    parent: () => this.#parent.value,
    unavailableReason: () => this.#unavailableReason(),
    refuse: (problem) => {
      this.report(problem ?? this.#ownProblem());
    },
  });
  readonly #provider = new Provider<WindowHost>(this, windowContext, () => this.#source);
  #unwatch: (() => void) | undefined;
  #unfollow: (() => void) | undefined;

  /** The registry that this window belongs to. */
  get registry(): AgentSurfaceRegistry | undefined {
    return this.#registry.value;
  }

  /** `type@instance`, as agents see it. */
  get windowId(): string {
    return `${this.type ?? ""}@${this.instance ?? "default"}`;
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

  protected override upgraded(): void {
    this.#provider.announce();
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
            this.#source.recheckAll();
          },
        })
      : undefined;
    this.#source.changed();
  }

  #ownProblem(): Problem | undefined {
    if (!this.isConnected) return undefined;
    if (!this.type) {
      return { code: "no-window-type", message: 'it needs a type, such as type="shop.cart".' };
    }
    if (!this.description?.trim() && !this.label?.trim()) {
      return noDescription;
    }
    return undefined;
  }

  #describe() {
    if (!this.isConnected || this.#ownProblem()) return undefined;
    const { type, instance, label, description, origin, priority, policies, meta, internal } = this;
    const parent = this.#parent.value?.identity;
    return {
      type: type!,
      description: (description?.trim() ? description : label)!,
      ...(instance && { instanceId: instance }),
      ...(label && { label }),
      ...(parent && parent.type !== "page" && { parent }),
      ...(Number.isFinite(priority) && { priority: priority! }),
      ...(origin && { origin }),
      ...(policies && { policies }),
      ...(meta && { meta }),
      ...(internal && { internal }),
    };
  }

  #unavailableReason(): string | undefined {
    if (this.disabled) return this.disabledReason || "component-disabled";
    // Inert counts as not shown: a person could not use it either.
    return this.background || !unusableReason(this) ? undefined : "not-shown";
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "agent-window": AgentWindowElement;
  }
}
