import { capabilityNameRule, isCapabilityName } from "../../src/values/ids.js";
import { AgentSurfaceError } from "../../src/index.js";
import type { AgentPolicy, JsonValue } from "../../src/index.js";
import { own } from "../binding/own.js";
import { Consumer } from "../context/consumer.js";
import { claimsOf } from "../context/claims.js";
import { windowContext } from "../context/keys.js";
import type { Capability, WindowHost } from "../context/window-host.js";
import { AgentElement } from "./agent-element.js";
import { isParsed } from "./parsed.js";
import { ownerId } from "./owner.js";
import { nameOf, noDescription, unclosed } from "./problem.js";
import type { Problem } from "./problem.js";
import { byId, watchTarget } from "./target-watch.js";
import { number, text, tightening, valueOnly } from "./properties.js";
import type { Properties } from "./properties.js";

/** What actions and observations share: a name, words, something of the page behind `for`, and a place in a window. */
export abstract class CapabilityElement extends AgentElement {
  static override properties: Properties = {
    name: text,
    label: text,
    description: text,
    for: text,
    owner: text,
    disabled: tightening,
    disabledReason: text,
    timeout: number,
    policies: valueOnly,
    meta: valueOnly,
    available: valueOnly,
  };

  declare name: string | undefined;
  declare label: string | undefined;
  declare description: string | undefined;
  /** The id of an element of the same tree. */
  declare for: string | undefined;
  /** The id of the window that it belongs to, where the DOM does not say it, as in portals. */
  declare owner: string | undefined;
  declare disabled: boolean;
  declare disabledReason: string | undefined;
  /** Milliseconds. */
  declare timeout: number | undefined;
  declare policies: AgentPolicy[] | undefined;
  /** Agent-visible, 2 kB at most. */
  declare meta: Record<string, JsonValue> | undefined;
  /** Whether it can be used now, asked at every list and call: `false`, or a sentence that says why not, disables. */
  declare available: (() => boolean | string) | undefined;

  readonly #window = new Consumer(this, windowContext, () => {
    this.planSettling();
  });
  /** Where it is offered now. */
  #host: WindowHost | undefined;
  #unfollow: (() => void) | undefined;
  /** Its owner was looked for already. */
  #isOwnerLate = false;
  #target: Element | undefined;
  #unwatch: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#window.connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#window.disconnect();
  }

  /** What is behind `for`, as it was last looked up. */
  protected get target(): Element | undefined {
    return this.#target;
  }

  /** Whether its window stays usable while it is not shown. */
  protected get inBackground(): boolean {
    return this.#host?.background ?? false;
  }

  /** Whether it stands in a modal, which it usually ends. */
  protected get inModal(): boolean {
    return this.#host?.inModal ?? false;
  }

  /** What the subclass adds to the capability; a problem where it cannot be offered, `undefined` while it cannot yet. */
  protected abstract describe(): Pick<Capability, "kind" | "definition"> | Problem | undefined;

  /** Why the page itself does not let it be used now, or `undefined`. */
  protected abstract pageReason(): string | undefined;

  /** Whether what is inside the target shapes the capability. */
  protected get bindsInside(): boolean {
    return false;
  }

  /** The thing behind `for` is another one, or gone. */
  protected abstract bind(target: Element | undefined): void;

  protected unavailableReason(): string | undefined {
    if (this.disabled) return this.disabledReason || "disabled";
    const said = this.available?.();
    if (said === false) return "Currently unavailable";
    if (typeof said === "string") return said;
    if (this.for && this.#target && !own(this.#target, "isConnected"))
      return `"${this.for}" is not on the page now`;
    return this.pageReason();
  }

  /** What is behind `for` may come later, and in parts. */
  protected override isParsed(): boolean {
    const target = byId(this.getRootNode(), this.for || undefined);
    return super.isParsed() && (!this.for || (target !== undefined && isParsed(target)));
  }

  protected settle(): void {
    const host = this.#findHost();
    const isElsewhere = this.#host !== host;
    if (isElsewhere) this.#host?.withdraw(this);
    this.#host = host;
    this.#follow(isElsewhere);
    if (!host) {
      this.report(this.#ownerProblem());
      return;
    }
    const wrong = this.#commonProblem() ?? this.#offer(host);
    if (!wrong) return;
    host.withdraw(this);
    this.report(wrong);
  }

  /** After a call the page may have changed in ways that no observer tells. */
  protected recheck(): void {
    this.#host?.recheck(this);
  }

  /** What an agent is told where neither a handler, a listener nor a binding is there. */
  protected unanswered(ways: string): AgentSurfaceError {
    return new AgentSurfaceError({
      code: "EXECUTION_FAILED",
      message: `Nothing on the page answers ${nameOf(this)}: its author must set ${ways}, or bind it with for.`,
      retry: "no",
      details: { reason: "handler-error" },
    });
  }

  /** The window that `owner` names, else the one around it. */
  #findHost(): WindowHost | undefined {
    this.#unfollow?.();
    this.#unfollow = undefined;
    const around = this.isConnected ? this.#window.value : undefined;
    const owner = ownerId(this.owner);
    if (!owner || !around?.registry) return around;
    const claims = claimsOf(around.registry);
    this.#unfollow = claims.follow(owner, () => {
      this.planSettling();
    });
    return claims.holder(owner);
  }

  /** Windows take their names when all elements of a task have settled. */
  #ownerProblem(): Problem | undefined {
    const isMissing = this.isConnected && !!this.owner;
    if (isMissing && this.#isOwnerLate) {
      return {
        code: "no-target",
        message: `owner="${this.owner}" names no window that is there; give the type, or type@instance, of one.`,
      };
    }
    if (isMissing) this.planSettling();
    this.#isOwnerLate = isMissing;
    return undefined;
  }

  #offer(host: WindowHost): Problem | undefined {
    const described = this.describe();
    if (!described) host.withdraw(this);
    if (!described || "code" in described) return described;
    host.offer({
      ...described,
      element: this,
      name: this.name!,
      unavailableReason: () => this.unavailableReason(),
      refuse: (problem) => {
        this.report(problem ?? this.notice() ?? unclosed(this));
      },
    } as Capability);
    return undefined;
  }

  /** Something to mend that does not keep it from being offered. */
  protected notice(): Problem | undefined {
    return undefined;
  }

  #commonProblem(): Problem | undefined {
    const { name, description } = this;
    if (!isCapabilityName(name)) {
      const given = name ? `the name "${name}" is not valid` : "it needs a name";
      return { code: "bad-id", message: `${given}: ${capabilityNameRule}.` };
    }
    if (!description?.trim()) {
      return noDescription;
    }
    if (this.for && !this.#target) {
      return {
        code: "no-target",
        message: `for="${this.for}" points at nothing; give an element of the same tree that id.`,
      };
    }
    return undefined;
  }

  #follow(isElsewhere: boolean): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    const root = this.getRootNode();
    const id = this.for || undefined;
    const target = this.isConnected ? byId(root, id) : undefined;
    // What was there before and is gone is unavailable, not undeclared: a re-render may bring it back.
    const next = target ?? (this.isConnected && id !== undefined ? this.#target : undefined);
    if (next !== this.#target || isElsewhere) {
      this.#target = next;
      this.bind(next);
    }
    if (!this.isConnected) return;
    this.#unwatch = watchTarget(root, {
      id,
      target: () => target,
      inside: this.bindsInside,
      targetChanged: () => {
        this.planSettling();
      },
      stateChanged: () => {
        this.recheck();
      },
      edited: () => {
        this.#host?.edited();
      },
    });
  }
}
