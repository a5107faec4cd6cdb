/** What authors write: the normative shapes of components, observations and actions (004, "Definitions"). */
import type { AgentSchema } from "../schema/types.js";
import type { AgentConsumer } from "../values/consumer.js";
import type { JsonValue } from "../values/json.js";
import type { AgentAuditLevel, AgentConfirmationLevel, AgentViewEffect } from "./effect.js";
import type { AgentPolicy } from "./policy.js";
import type { AgentProcedureBinding } from "./procedure.js";

export interface AgentComponentDefinition {
  /** Component type, "devices.table" for instance. */
  type: string;
  /** Tells simultaneous mounts of a type apart; from data, never from order. Default "default". */
  instanceId?: string;
  /** For agents: 500 characters at most, required. */
  description: string;
  /** For people. */
  label?: string;
  /** Containment, for consumers that care for hierarchy. */
  parent?: { type: string; instanceId?: string };
  /** Agent-visible, 2 kB at most. */
  meta?: Record<string, JsonValue>;
  /** For policies and audit only; never in a snapshot or a payload. */
  internal?: Record<string, unknown>;
  /** Around every capability of this component. */
  policies?: AgentPolicy[];
  /** Who registered it, as a claim. Default "first-party". */
  origin?: string;
  /** Higher comes first and survives budgets longer. Default 0. */
  priority?: number;
  /** `false`: every capability is shown as disabled with the reason "component-disabled". */
  enabled?: boolean;
  /** The state of the component's window. */
  state?(): JsonValue;
  /** Paths of `state` that never leave the page. */
  sensitive?: string[];

  // `any` is the normative text's: a record of capabilities with different types has no better one.
  /* eslint-disable @typescript-eslint/no-explicit-any */
  observations?: Record<string, AgentObservationDefinition<any>>;
  actions?: Record<string, AgentActionDefinition<any, any>>;
  procedures?: AgentProcedureBinding<any, any>[];
  /* eslint-enable @typescript-eslint/no-explicit-any */
}

export interface AgentObservationDefinition<TOut extends JsonValue> {
  /** For agents: 300 characters at most. */
  description: string;
  /** For people. */
  label?: string;
  /** What a reader may ask for, to page through long content for instance. Default: no input. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as in contract.md section 17
  input?: AgentSchema<any>;
  output: AgentSchema<TOut>;
  /** The output carries text that nobody here vouches for. */
  untrusted?: boolean;
  /** Reads the state there is now, without side effects; better synchronous. */
  read(context: AgentReadContext): TOut | Promise<TOut>;
  /** Asked at every snapshot and call; only `false` disables, throwing disables with "when-error". */
  when?: () => boolean;
  unavailableReason?: string | (() => string);
  policies?: AgentPolicy[];
  meta?: Record<string, JsonValue>;
  /** Default `limits.observationTimeoutMs`. */
  timeoutMs?: number;
}

export interface AgentActionDefinition<TIn extends JsonValue, TOut extends JsonValue | void = void> {
  /** For agents: 300 characters at most. */
  description: string;
  /** For people. */
  label?: string;
  input: AgentSchema<TIn>;
  output?: AgentSchema<Exclude<TOut, void>>;
  effect: AgentViewEffect;
  /** Default false. */
  idempotent?: boolean;
  /** Default true. */
  reversible?: boolean;
  /** Default "never". */
  confirmation?: AgentConfirmationLevel;
  /** Default "metadata". */
  audit?: AgentAuditLevel;
  /** Asked at every snapshot and call; only `false` disables, throwing disables with "when-error". */
  when?: () => boolean;
  unavailableReason?: string | (() => string);
  /** What the schema cannot say. Return or throw a failure to refuse with PRECONDITION_FAILED. */
  precondition?(input: TIn, context: AgentReadContext): void | PreconditionFailure;
  /** The output's type comes from `output` alone; the handler is checked against it. */
  execute(input: TIn, context: AgentActionContext): NoInfer<TOut> | Promise<NoInfer<TOut>>;
  policies?: AgentPolicy[];
  meta?: Record<string, JsonValue>;
  /** Default `limits.actionTimeoutMs`. */
  timeoutMs?: number;
  /** Which calls wait for each other. Default `{ mode: "instance" }`. */
  concurrency?: AgentConcurrency;
  /** Paths of the input that are masked wherever it is shown, logged or sent. */
  sensitive?: string[];
}

export type AgentConcurrency =
  | { mode: "instance" }
  | { mode: "capability" }
  | { mode: "key"; key: string }
  | { mode: "parallel"; max: number };

export interface PreconditionFailure {
  /** Safe for agents. */
  message: string;
  /** Safe for agents. */
  details?: Record<string, JsonValue>;
}

export interface AgentReadContext {
  capabilityId: string;
  registrationId: string;
  consumer: AgentConsumer;
  /** What `RegistryOptions.context()` gives: user, tenant and the like. */
  host: Readonly<Record<string, unknown>>;
  /** The validated input of an observation that declares one. */
  input?: JsonValue;
}

export interface AgentActionContext extends AgentReadContext {
  invocationId: string;
  /** Aborted on time-out, cancellation and unmount; heeding it is the handler's part. */
  signal: AbortSignal;
  /** Present exactly where a person approved this call. */
  confirmation?: { id: string; approvedAt: string };
  /** Says that this call opened a window, where the core cannot see it by itself. */
  opened(windowId: string): void;
  /** Says that the page is still busy with what this call started: its result is `settled: false`. */
  pending(): void;
}

/** Fixes the types of one entry in a record of observations. */
export function observation<TOut extends JsonValue>(
  definition: AgentObservationDefinition<TOut>,
): AgentObservationDefinition<TOut> {
  return definition;
}

/** Fixes the types of one entry in a record of actions. */
export function action<TIn extends JsonValue, TOut extends JsonValue | void = void>(
  definition: AgentActionDefinition<TIn, TOut>,
): AgentActionDefinition<TIn, TOut> {
  return definition;
}

/** Fixes the type of a component. Checks happen when it is registered. */
export function defineAgentComponent(definition: AgentComponentDefinition): AgentComponentDefinition {
  return definition;
}
