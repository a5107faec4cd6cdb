/** The surface as tools, for embedded assistants and for protocol exposers (004, "Toolset"; contract.md sections 13 and 17). */
import type { JsonSchema } from "../schema/types.js";
import type { AgentSurfaceRegistry } from "../registry/types.js";
import type { AgentConsumer } from "../values/consumer.js";
import type { AgentInvocationResult } from "../values/invocation.js";
import type { JsonValue } from "../values/json.js";

/** What a toolset is made from, for the exposers that stand on it. */
export type { AgentSurfaceRegistry };

export interface AgentToolsetOptions {
  /** Stable, and distinct from every other adapter's. */
  consumer: AgentConsumer;
  /** "direct" (default): one tool for each capability. "meta": three tools, which discover, read and act; see `createAgentToolset`. */
  mode?: "direct" | "meta";
  /** Where the assistant runs; gives the default of `confirmations`. One of the two must be given. */
  topology?: "embedded" | "remote";
  /** "wait" (default of "embedded"): a call lasts until the person has decided. "two-phase" (default of "remote"): it ends with CONFIRMATION_REQUIRED and is called again. */
  confirmations?: "wait" | "two-phase";
  /** In "wait": the longest wait for the person, in milliseconds; then the answer is CONFIRMATION_REQUIRED with the still pending id. Default: as long as the question lives. */
  waitMs?: number;
  /** Whether a person is asked too where the confirmation is "optional". Default false. */
  confirmOptional?: boolean;
  /** Prefixes of component types. Empty or absent: all. */
  scope?: string[];
  /** Default true. */
  includeUnavailable?: boolean;
  /** How much of JSON Schema the schemas of the tools use: "full" (default), or a copy for providers that refuse parts of it; see `schemaFor`. Inputs are held to the stored schema all the same. */
  dialect?: "full" | "strict" | "minimal";
  /** In "meta": what one `surface_discover` gives at most, in UTF-8 bytes of JSON and in components. Default: `limits.maxOutputBytes`. */
  budget?: { maxComponents?: number; maxBytes?: number };
}

export interface AgentToolAnnotations {
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  readonly destructive: boolean;
  /** The output carries text that nobody vouches for. */
  readonly untrusted: boolean;
  /** A person will be asked before it runs, or may be, by the input. */
  readonly confirms: boolean;
}

export interface AgentToolCall {
  /** Becomes the invocation's id: a repeated call runs once. */
  toolCallId?: string;
  signal?: AbortSignal;
  expectedVersion?: number;
  confirmationId?: string;
}

export interface AgentTool {
  /** Letters, digits, `_` and `-`, 64 characters at most; unique in the toolset. */
  readonly name: string;
  /** Stable text with a prefix such as `[view · local-state]`. */
  readonly description: string;
  /** For people. */
  readonly title?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** In "meta": the tool's name. */
  readonly capabilityId: string;
  readonly instanceId: string;
  /** In "meta": empty. */
  readonly registrationId: string;
  readonly annotations: AgentToolAnnotations;
  readonly available: boolean;
  readonly unavailableReason?: string;
  /** Runs the capability as it was discovered. Never throws: every outcome is a result. */
  execute(input: JsonValue, call?: AgentToolCall): Promise<AgentInvocationResult>;
}

export interface AgentToolChanges {
  added: AgentTool[];
  removed: AgentTool[];
  /** The tools as they are now. */
  changed: AgentTool[];
}

export interface AgentToolset {
  tools(): AgentTool[];
  /** Called once a microtask in which a held tool would act differently; never in "meta", whose three tools stay the same. */
  subscribe(listener: (tools: AgentTool[], changes: AgentToolChanges) => void): () => void;
  dispose(): void;
}
