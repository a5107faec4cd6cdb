import type { AgentSurfaceRegistry } from "../../src/index.js";
import { createWebMcpExposer } from "../../src/exposers/webmcp/index.js";
import type { WebMcpExposer, WebMcpStatus } from "../../src/exposers/webmcp/index.js";
import { Consumer } from "../context/consumer.js";
import { registryContext } from "../context/keys.js";
import { AgentElement } from "../element/agent-element.js";
import { unclosed } from "../element/problem.js";
import type { Problem } from "../element/problem.js";
import { readWord } from "../element/words.js";
import { text } from "../element/properties.js";
import type { Properties } from "../element/properties.js";

const modes: readonly ("wait" | "two-phase")[] = ["wait", "two-phase"];

/**
 * @summary Offers the surface as tools in the browser's own model context (WebMCP).
 *
 * A browser without one is no error: `status` says `absent`, and the page works as it is.
 *
 * @attr scope - Component types to offer, with all below them, separated by spaces. Default: all.
 * @attr consumer - The id under which agents of this browser are known to policies and questions.
 * @attr confirmations - `wait` (default): a call lasts until the person has decided. `two-phase`: it is called again.
 * @event agent-problem - Something about the markup is wrong, or was mended.
 * @cssstate invalid - It has a problem.
 *
 * @example
 * ```html
 * <agent-webmcp scope="shop orders"></agent-webmcp>
 * ```
 */
export class AgentWebmcpElement extends AgentElement {
  static override properties: Properties = { scope: text, consumer: text, confirmations: text };

  declare scope: string | undefined;
  declare consumer: string | undefined;
  declare confirmations: string | undefined;

  readonly #registry = new Consumer(this, registryContext, () => {
    this.planSettling();
  });
  #exposer: WebMcpExposer | undefined;
  /** What the running exposer was made from. */
  #made: { registry: AgentSurfaceRegistry; options: string } | undefined;
  #clash: Problem | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#registry.connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#registry.disconnect();
  }

  get status(): WebMcpStatus {
    return this.#exposer?.status ?? { state: "stopped", message: "Not started." };
  }

  protected settle(): void {
    const registry = this.isConnected ? this.#registry.value : undefined;
    const options = [this.scope, this.consumer, this.confirmations].join("\n");
    if (this.#made?.registry !== registry || this.#made?.options !== options) {
      this.#exposer?.stop();
      this.#exposer = undefined;
      this.#made = registry && { registry, options };
      this.#clash = undefined;
      if (registry) this.#expose(registry);
    }
    this.#report();
  }

  #expose(registry: AgentSurfaceRegistry): void {
    const scope = this.scope?.trim() ? this.scope.trim().split(/\s+/) : undefined;
    this.#exposer = createWebMcpExposer(registry, {
      ...(scope && { scope }),
      ...(this.consumer && { consumer: this.consumer }),
      confirmations: this.#mode.word ?? "wait",
      document: this.ownerDocument,
      onProblem: (problem) => {
        this.#clash = problem;
        this.#report();
      },
    });
    this.#exposer.start();
  }

  #report(): void {
    this.report(this.#clash ?? this.#mode.problem ?? unclosed(this));
  }

  get #mode() {
    return readWord("confirmations", this.confirmations, modes, "wait");
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "agent-webmcp": AgentWebmcpElement;
  }
}
