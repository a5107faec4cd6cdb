/** What travels: a request to the surface and its one result (004, "Invocation"). */
import type { AgentConsumer } from "./consumer.js";
import type { AgentCapabilityErrorPayload } from "./errors.js";
import type { JsonValue } from "./json.js";

export interface AgentInvocation {
  /** Idempotency key, scoped to the consumer; adapters pass their tool-call id. Made up where absent. */
  invocationId?: string;
  /** `view:…` or `domain:…`. */
  capabilityId: string;
  /** Required where more than one instance of the component is live. */
  instanceId?: string;
  /** Staleness token from discovery: the registration that the caller has seen. */
  registrationId?: string;
  /** The surface that the caller has seen; another one is `STALE_CAPABILITY`. */
  surfaceId?: string;
  /** Version hint, enforced only for destructive and external effects. */
  surfaceVersion?: string;
  /** The version of the window that the caller has seen; another one is `STALE_CAPABILITY {stale_state}`. */
  expectedVersion?: number;
  input?: JsonValue;
  /** Evidence from a resolved confirmation. */
  confirmationId?: string;
}

/** A consumer's wish that a person approves what is "optional" to approve, from any copy of the library. */
export const confirmOptional: unique symbol = Symbol.for("agent-tags/confirm-optional/1");

/** The scope that an adapter keeps to, as prefixes of component types: what lies outside is as if it were not there. */
export const withinScope: unique symbol = Symbol.for("agent-tags/within-scope/1");

export interface InvokeOptions {
  /** Default: `{ id: "anonymous", kind: "embedded" }`. */
  consumer?: AgentConsumer;
  /** External cancellation: settles as `CANCELLED`. */
  signal?: AbortSignal;
  /** Milliseconds; overrides the capability's own and the default. */
  timeoutMs?: number;
  /** Set by toolsets: `AgentToolsetOptions.confirmOptional`. */
  [confirmOptional]?: boolean;
  [withinScope]?: readonly string[] | undefined;
}

interface Settled {
  invocationId: string;
  capabilityId: string;
  /** The version when the call settled. */
  surfaceVersion: string;
  /** Present and true where the surface changed during the call: discover again. */
  surfaceChanged?: boolean;
  /** The version of the capability's window, read after the call's own bump. */
  windowVersion?: number;
  /** The windows that opened while the handler ran. */
  openedWindowIds?: string[];
  /** `false` where the page was still busy with what the call started. */
  settled?: boolean;
}

export type AgentInvocationResult =
  | (Settled & { status: "ok"; output?: JsonValue })
  | (Settled & { status: "error"; error: AgentCapabilityErrorPayload });
