const kinds = ["embedded", "webmcp", "mcp-bridge", "test", "other"] as const;

/** Who calls. Identity in the core is always that of a consumer, never of a transport. */
export interface AgentConsumer {
  /** Stable for one adapter instance, distinct from every other consumer of the registry. */
  id: string;
  kind: (typeof kinds)[number];
  /** Free-form grants that the host's policies interpret. */
  grants?: string[];
}

export const anonymousConsumer: Readonly<AgentConsumer> = Object.freeze({
  id: "anonymous",
  kind: "embedded",
});

/** @throws {TypeError} for what cannot be told apart from others. */
export function checkConsumer(consumer: AgentConsumer | undefined): void {
  const { id, kind } = (consumer ?? {}) as Partial<Record<keyof AgentConsumer, unknown>>;
  if (typeof id === "string" && kinds.includes(kind as AgentConsumer["kind"])) return;
  throw new TypeError(`A consumer needs an id, a text, and a kind: ${kinds.join(", ")}.`);
}

/** `kind:id`, under which repeated calls, rates and confirmations are kept (contract.md section 10). */
export function consumerKey(consumer: AgentConsumer): string {
  return `${consumer.kind}:${consumer.id}`;
}
