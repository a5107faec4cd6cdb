import type { AgentCapabilityErrorCode, AgentSurfaceEvent } from "../../src/index.js";

/** What agents are offered changed; once a microtask at most. */
export interface AgentSurfaceChangedEvent extends Event {
  readonly surfaceVersion: string;
}

/** An agent calls something. */
export interface AgentInvocationStartedEvent extends Event {
  readonly invocationId: string;
  readonly capabilityId: string;
  readonly consumerId: string;
}

/** A call ended. */
export interface AgentInvocationSettledEvent extends Event {
  readonly invocationId: string;
  readonly capabilityId: string;
  readonly status: "ok" | "error";
  /** Of an error. */
  readonly code?: AgentCapabilityErrorCode;
  readonly durationMs: number;
}

const told = /^(?:surface-changed|invocation-(?:started|settled))$/;

/** What a registry told, as an event of its element; `undefined` for what stays between the registry and its subscribers. */
export function toDomEvent({ type, ...fields }: AgentSurfaceEvent): Event | undefined {
  if (!told.test(type)) return undefined;
  const event = new Event(`agent-${type}`);
  for (const [name, value] of Object.entries(fields)) {
    Object.defineProperty(event, name, { value, enumerable: true });
  }
  return event;
}

declare global {
  interface HTMLElementEventMap {
    "agent-surface-changed": AgentSurfaceChangedEvent;
    "agent-invocation-started": AgentInvocationStartedEvent;
    "agent-invocation-settled": AgentInvocationSettledEvent;
  }
}
