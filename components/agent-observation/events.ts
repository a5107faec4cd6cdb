import type { AgentConsumer, JsonValue } from "../../src/index.js";

/** An agent reads an observation. A listener may answer with `respondWith`; otherwise what is behind `for` is read. */
export class AgentReadEvent extends Event {
  readonly input: JsonValue;
  readonly consumer: AgentConsumer;
  #answer: { readonly value: unknown } | undefined;

  constructor(input: JsonValue, consumer: AgentConsumer) {
    super("agent-read", { bubbles: true, composed: true });
    this.input = input;
    this.consumer = consumer;
  }

  /** Answers with a JSON value, or a promise of one. The first answer counts. */
  respondWith(value: unknown): void {
    this.#answer ??= { value };
  }

  /** The answer there is. */
  get answer(): { readonly value: unknown } | undefined {
    return this.#answer;
  }
}

declare global {
  interface HTMLElementEventMap {
    "agent-read": AgentReadEvent;
  }
}
