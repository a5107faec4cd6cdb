import type { AgentConsumer, AgentInvocationResult, JsonValue } from "../../src/index.js";

export interface AgentInvokeDetail {
  readonly input: JsonValue;
  readonly signal: AbortSignal;
  readonly invocationId: string;
  readonly consumer: AgentConsumer;
  readonly confirmation: { id: string; approvedAt: string } | undefined;
}

export const tooLate =
  "respondWith() must be called while agent-invoke is dispatched; hand it a promise for later.";

/**
 * An agent called an action. A listener answers with `respondWith`, or prevents the default to say that it did all there
 * is to do; otherwise the action's binding runs.
 */
export class AgentInvokeEvent extends Event implements AgentInvokeDetail {
  readonly input: JsonValue;
  /** Aborted when the call is cancelled, runs out of time, or loses its element. */
  readonly signal: AbortSignal;
  readonly invocationId: string;
  readonly consumer: AgentConsumer;
  /** Present exactly where a person approved this call. */
  readonly confirmation: { id: string; approvedAt: string } | undefined;
  #answer: { readonly value: unknown } | undefined;
  #dispatching = true;
  readonly #onLate: () => void;

  constructor(detail: AgentInvokeDetail, onLate: () => void) {
    super("agent-invoke", { bubbles: true, composed: true, cancelable: true });
    this.input = detail.input;
    this.signal = detail.signal;
    this.invocationId = detail.invocationId;
    this.consumer = detail.consumer;
    this.confirmation = detail.confirmation;
    this.#onLate = onLate;
  }

  /**
   * Answers the call with a JSON value, or a promise of one. The first answer counts.
   * @throws {Error} after the event was dispatched: the action has run by then, and would run twice.
   */
  respondWith(value: unknown): void {
    if (!this.#dispatching) {
      this.#onLate();
      throw new Error(tooLate);
    }
    this.#answer ??= { value };
  }

  /** Ends the time for answers and gives the one there is. */
  finish(): { readonly value: unknown } | undefined {
    this.#dispatching = false;
    return this.#answer ?? (this.defaultPrevented ? { value: undefined } : undefined);
  }
}

/** An action's call has ended. */
export class AgentInvokedEvent extends Event {
  readonly invocationId: string;
  readonly status: AgentInvocationResult["status"];
  constructor(invocationId: string, status: AgentInvocationResult["status"]) {
    super("agent-invoked", { bubbles: true, composed: true });
    this.invocationId = invocationId;
    this.status = status;
  }
}

declare global {
  interface HTMLElementEventMap {
    "agent-invoke": AgentInvokeEvent;
    "agent-invoked": AgentInvokedEvent;
  }
}
