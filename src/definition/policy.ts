/** What a policy is (contract.md section 8). The chain that runs them and the built-ins live in `policy/`. */
import type { AgentConsumer } from "../values/consumer.js";
import type { AgentPlane } from "../values/ids.js";
import type { AgentInvocationResult } from "../values/invocation.js";
import type { JsonValue } from "../values/json.js";
import type { AgentEffect } from "./effect.js";

export type AgentEnvironment = "development" | "production" | "test";
export type AgentCapabilityKind = "observation" | "action" | "procedure";

export type DiscoveryDecision =
  { decision: "expose" } | { decision: "disable"; reason: string } | { decision: "hide" };

export interface AgentPolicyContext {
  readonly capabilityId: string;
  readonly plane: AgentPlane;
  readonly kind: AgentCapabilityKind;
  readonly effect: AgentEffect;
  readonly registrationId: string;
  readonly consumer: AgentConsumer;
  /** What `RegistryOptions.context()` gives now. */
  readonly host: Readonly<Record<string, unknown>>;
  readonly meta: {
    readonly component?: Readonly<Record<string, JsonValue>>;
    readonly capability?: Readonly<Record<string, JsonValue>>;
  };
  readonly internal: Readonly<Record<string, unknown>>;
  /** The registry's clock, in milliseconds. */
  now(): number;
  readonly environment: AgentEnvironment;
}

/** No agent input is reachable at this stage, by type. */
export type AgentAuthorizationContext = AgentPolicyContext;

export interface AgentInvocationPolicyContext extends AgentAuthorizationContext {
  readonly invocationId: string;
  /** The complete, validated input that the handler will get. */
  readonly effectiveInput: JsonValue;
  /** Paths of the input that its author marked as sensitive: what is logged masks them. */
  readonly sensitive: readonly string[];
}

export type AgentPolicyNext = () => Promise<AgentInvocationResult>;

export interface AgentPolicy {
  name: string;
  /** Synchronous, cheap and pure; asked at every snapshot and again at every call. Throwing hides. */
  onDiscovery?(context: AgentPolicyContext): DiscoveryDecision;
  /** May the caller do this at all? Runs before the input is looked at. */
  onAuthorize?(context: AgentAuthorizationContext, next: AgentPolicyNext): Promise<AgentInvocationResult>;
  /** May the caller do this with this input? Runs around confirmation and execution. */
  onInvoke?(context: AgentInvocationPolicyContext, next: AgentPolicyNext): Promise<AgentInvocationResult>;
}
