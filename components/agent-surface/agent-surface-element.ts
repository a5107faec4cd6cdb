import { createAgentSurfaceRegistry } from "../../src/index.js";
import type {
  AgentEnvironment,
  AgentPolicy,
  AgentSurfaceLimits,
  AgentSurfaceRegistry,
  AuditSink,
  RegistryOptions,
} from "../../src/index.js";
import { presentQuestions } from "../context/confirmation-loader.js";
import { registryContext, windowContext } from "../context/keys.js";
import { ComponentSource, pageWindow } from "../context/component-source.js";
import { Provider } from "../context/provider.js";
import type { WindowHost } from "../context/window-host.js";
import { AgentElement } from "../element/agent-element.js";
import type { Providers } from "../element/agent-element.js";
import type { Problem } from "../element/problem.js";
import { block } from "../element/slot-root.js";
import { readWord } from "../element/words.js";
import { toDomEvent } from "./events.js";
import { text, valueOnly } from "../element/properties.js";
import type { Properties } from "../element/properties.js";

const environments: readonly AgentEnvironment[] = ["production", "development", "test"];
const confirmations = ["auto", "none"];

/**
 * @summary The scope of one registry. A simple page needs none: without it everything meets at the document's default surface.
 *
 * Options are read when the registry is first needed; what is set later is the problem `too-late`.
 *
 * @slot - The part of the page that belongs to this surface.
 * @attr environment - `production` (default), `development` or `test`.
 * @attr confirmation - `auto` (default): a confirmation element is put in place when one is first needed. `none`: the page asks by itself.
 * @event agent-surface-changed - What agents are offered changed: `surfaceVersion`.
 * @event agent-invocation-started - An agent calls something: `invocationId`, `capabilityId`, `consumerId`.
 * @event agent-invocation-settled - A call ended: `invocationId`, `capabilityId`, `status`, `code`, `durationMs`.
 * @event agent-problem - Something about the markup is wrong, or was mended.
 * @cssstate invalid - It has a problem.
 *
 * @example
 * ```html
 * <agent-surface environment="development">
 *   <agent-window type="shop.cart" label="Cart">…</agent-window>
 * </agent-surface>
 * ```
 */
export class AgentSurfaceElement extends AgentElement {
  static override css = block;
  static override properties: Properties = {
    environment: text,
    confirmation: text,
    policies: valueOnly,
    context: valueOnly,
    limits: valueOnly,
    audit: valueOnly,
    guard: valueOnly,
    route: valueOnly,
    duplicateSuffixPolicy: valueOnly,
  };

  declare environment: string | undefined;
  declare confirmation: string | undefined;
  /** The outermost policies of every capability inside. */
  declare policies: AgentPolicy[] | undefined;
  /** What policies and handlers get as `host`. */
  declare context: RegistryOptions["context"];
  declare limits: Partial<AgentSurfaceLimits> | undefined;
  declare audit: AuditSink | undefined;
  /** Asked before a registration is accepted. */
  declare guard: RegistryOptions["onRegister"];
  declare route: RegistryOptions["route"];
  declare duplicateSuffixPolicy: RegistryOptions["duplicateSuffixPolicy"];

  #registry: AgentSurfaceRegistry | undefined;
  #stop: (() => void) | undefined;
  #isTooLate = false;
  readonly #page = new ComponentSource({
    element: this,
    queue: { addCommit: (item) => this.house.commit(item) },
    registry: () => this.registry,
    describe: () => (this.isConnected ? pageWindow : undefined),
    keepEmpty: false,
    refuse: () => undefined,
  });
  readonly #provider = new Provider(this, registryContext, () => this.registry);
  readonly #windowProvider = new Provider<WindowHost>(this, windowContext, () => this.#page);

  /** The registry of this surface: your own if you set one before it was needed, else one made from the options. */
  get registry(): AgentSurfaceRegistry {
    if (!this.#registry) {
      this.#registry = this.#create();
      this.#listen();
    }
    return this.#registry;
  }

  set registry(registry: AgentSurfaceRegistry) {
    if (registry === this.#registry) return;
    const isFirst = this.#registry === undefined;
    this.#registry = registry;
    if (isFirst) this.#present(registry);
    this.#listen();
    this.#provider.changed();
    this.#page.changed();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#page.changed();
    this.#listen();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#page.changed();
    this.#listen();
  }

  protected override propertyChanged(name: string): void {
    super.propertyChanged(name);
    if (this.#registry && name !== "confirmation") this.#isTooLate = true;
  }

  protected override get providers(): Providers {
    return [this.#provider, this.#windowProvider];
  }

  protected settle(): void {
    const tooLate: Problem = {
      code: "too-late",
      message: "its registry was made already; set this option before the surface is connected.",
    };
    this.report(
      this.#environment.problem ??
        readWord("confirmation", this.confirmation, confirmations, "auto").problem ??
        (this.#isTooLate ? tooLate : undefined),
    );
  }

  get #environment() {
    return readWord("environment", this.environment, environments, "production");
  }

  #create(): AgentSurfaceRegistry {
    const { policies, context, limits, audit, guard, route, duplicateSuffixPolicy } = this;
    const registry = createAgentSurfaceRegistry({
      environment: this.#environment.word ?? "production",
      ...(policies && { policies }),
      ...(context && { context }),
      ...(limits && { limits }),
      ...(audit && { audit }),
      ...(guard && { onRegister: guard }),
      ...(route && { route }),
      ...(duplicateSuffixPolicy && { duplicateSuffixPolicy }),
    });
    this.#present(registry);
    return registry;
  }

  /** Nobody holds on to an element that left. */
  #listen(): void {
    this.#stop?.();
    this.#stop = this.isConnected
      ? this.#registry?.subscribe((told) => {
          const event = toDomEvent(told);
          if (event) this.dispatchEvent(event);
        })
      : undefined;
  }

  #present(registry: AgentSurfaceRegistry): void {
    if (this.confirmation !== "none") presentQuestions(this.ownerDocument, registry);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "agent-surface": AgentSurfaceElement;
  }
}
