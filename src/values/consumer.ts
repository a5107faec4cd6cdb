/** Who calls. Identity in the core is always that of a consumer, never of a transport. */
export interface AgentConsumer {
  /** Stable for one adapter instance, distinct from every other consumer of the registry. */
  id: string;
  kind: "embedded" | "webmcp" | "mcp-bridge" | "test" | "other";
  /** Free-form grants that the host's policies interpret. */
  grants?: string[];
}

export const anonymousConsumer: Readonly<AgentConsumer> = Object.freeze({
  id: "anonymous",
  kind: "embedded",
});

/** `kind:id`, under which repeated calls, rates and confirmations are kept (contract.md section 10). */
export function consumerKey(consumer: AgentConsumer): string {
  return `${consumer.kind}:${consumer.id}`;
}
