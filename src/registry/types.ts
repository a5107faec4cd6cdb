/** The registry's public face: options, handle, snapshot, events (004, "Registry" to "Events"). */
import type { AuditSink } from "../audit/sink.js";
import type { ConfirmationController } from "../confirmation/types.js";
import type { AgentComponentDefinition } from "../definition/component.js";
import type { AgentConfirmationLevel, AgentViewEffect } from "../definition/effect.js";
import type { AgentEnvironment, AgentPolicy } from "../definition/policy.js";
import type { AgentProcedureDescriptor } from "../definition/procedure.js";
import type { AgentProcedureExecutor } from "../procedure/executor.js";
import type { JsonSchema } from "../schema/types.js";
import type { AgentConsumer } from "../values/consumer.js";
import type { AgentCapabilityErrorCode } from "../values/errors.js";
import type { AgentInvocation, AgentInvocationResult, InvokeOptions } from "../values/invocation.js";
import type { JsonValue } from "../values/json.js";
import type { AgentSurfaceLimits } from "../values/limits.js";
import type { Scheduler } from "../values/scheduler.js";

export interface RegistryOptions {
  /** Default "production". */
  environment?: AgentEnvironment;
  /** Read at every policy and handler call: synchronous and cheap. What throws gives `{}`. */
  context?: () => Record<string, unknown>;
  /** The outermost layer around every capability. */
  policies?: AgentPolicy[];
  /** Default: the newest 1,000 events in memory, and on the console in development. */
  audit?: AuditSink;
  /** Asked before a registration is accepted. What throws rejects. */
  onRegister?: (candidate: RegistrationCandidate) => "accept" | "reject";
  /** What a second live registration of the same type and instance gets. Default "reject": the first stays. */
  onDuplicateInstance?: "reject" | "replace";
  /** What a view id with the suffix of a known procedure causes. Default "warn". */
  duplicateSuffixPolicy?: "off" | "warn" | "error";
  /** For snapshots: where the person is. */
  route?: () => AgentRouteInfo | undefined;
  limits?: Partial<AgentSurfaceLimits>;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?(): number;
  /** Tasks and timers. Default: MessageChannel and setTimeout. */
  schedule?: Scheduler;
}

export interface AgentRouteInfo {
  path: string;
  params?: Record<string, string>;
}

export interface RegistrationCandidate {
  definition: AgentComponentDefinition;
  /** Where `register` was called, for guards that care. */
  stack?: string;
}

export type Unsubscribe = () => void;

export interface AgentSurfaceRegistry {
  /** "srf_" and 22 random characters: tells page loads apart. */
  readonly surfaceId: string;
  /**
   * Makes a component live at once.
   * @throws {AgentSurfaceDefinitionError} for defects that the author must mend; never for duplicates or refusals, which give a handle with the status "rejected".
   */
  register(definition: AgentComponentDefinition): AgentRegistrationHandle;
  /** What a consumer may see now. Runs no handler and waits for nothing. */
  snapshot(context?: SnapshotContext): AgentSurfaceSnapshot;
  /** Runs a capability. Every outcome is a result; the promise rejects only after `dispose`. */
  invoke(request: AgentInvocation, options?: InvokeOptions): Promise<AgentInvocationResult>;
  subscribe(listener: (event: AgentSurfaceEvent) => void): Unsubscribe;
  /** The calls between their `invocation-started` and their `invocation-settled`, oldest first: for whoever shows or stops them. */
  running(): RunningInvocation[];
  readonly confirmations: ConfirmationController;
  /**
   * Says how procedures reach their server; `undefined` takes it away again. Registering procedures needs one.
   * @throws {AgentSurfaceDefinitionError} where `duplicateSuffixPolicy` is "error" and a path collides; the former one stays.
   */
  setProcedureExecutor(executor: AgentProcedureExecutor | undefined): void;
  /** The seam that windows use to say what is blocked and in which version. */
  setOperability(source: OperabilitySource | undefined): void;
  /** A decimal number that grows with every change of the surface; compare for equality only. */
  getVersion(): string;
  /** Ends everything: running calls are cancelled, questions expire, listeners are dropped. */
  dispose(): void;
}

/** A call that runs or waits, whoever made it. */
export interface RunningInvocation {
  readonly invocationId: string;
  readonly capabilityId: string;
  /** `kind:id`. With the invocation's id it tells running calls apart. */
  readonly consumerKey: string;
  /** `undefined` until the call has found its capability, and for good where it finds none. */
  readonly registrationId: string | undefined;
  /** The capability's, for people. */
  readonly label: string | undefined;
  /** Ends it as its caller's signal would: `CANCELLED`. Does nothing once it is settled or its handler is done. */
  cancel(): void;
}

/** A component by its name, which a redefinition and a new mount keep. */
export interface ComponentName {
  readonly type: string;
  readonly instanceId: string;
}

/** What windows tell the registry about a component, and hear from it (contract.md section 17). */
export interface OperabilitySource {
  /** Ids of the modals that block it, nearest first; empty where it is operable. */
  blockedBy(component: ComponentName): readonly string[];
  /** The version of its window. */
  versionOf(component: ComponentName): number | undefined;
  /** Types of other components in whose scope it is offered too, such as a modal's owner. `undefined`: in any scope. */
  offeredWith?(component: ComponentName): readonly string[] | undefined;
  /** Tells which components are operable now and were not, or the other way round. Without it all are asked at each look. */
  subscribe?(listener: (components: readonly ComponentName[]) => void): Unsubscribe;
  /** Hears what became of a component, at once; "settled": an action of it succeeded. */
  heard?(what: ComponentNews, component: ComponentName): void;
}

/** "moved": a redefinition gave it another parent. */
export type ComponentNews = "arrived" | "left" | "moved" | "settled";

export interface AgentRegistrationHandle {
  /** "reg_…": changes with `redefine`. */
  readonly registrationId: string;
  readonly status: "active" | "rejected" | "unregistered";
  update(patch: {
    enabled?: boolean;
    /** Availability by capability name, for a procedure its id; the key `reason` is told to agents. */
    availability?: Record<string, { available: boolean; reason?: string }>;
  }): void;
  /** Replaces the definition in one step; what did not change keeps its identity, calls and questions (contract.md section 16). */
  redefine(definition: AgentComponentDefinition): void;
  /** Counts as a change of the surface although nothing changed. */
  invalidate(): void;
  unregister(): void;
}

export interface SnapshotContext {
  /** Default: `{ id: "anonymous", kind: "embedded" }`. */
  consumer?: AgentConsumer;
  /** Prefixes of component types, by whole segments; a procedure is where its component is. Empty or absent: all. */
  scope?: string[];
  /** Default true. */
  includeUnavailable?: boolean;
  /** Experimental: drops components with their procedures, lowest priority first, and says so in `truncated`. */
  budget?: { maxComponents?: number; maxBytes?: number };
}

export interface AgentSurfaceSnapshot {
  surfaceId: string;
  surfaceVersion: string;
  /** ISO 8601. */
  capturedAt: string;
  route?: AgentRouteInfo;
  components: AgentComponentDescriptor[];
  /** In the order of their components, within one as it defines them. */
  procedures: AgentProcedureDescriptor[];
  truncated?: { droppedComponents: number };
}

export interface AgentComponentDescriptor {
  type: string;
  instanceId: string;
  registrationId: string;
  description: string;
  parent?: { type: string; instanceId: string };
  meta?: Record<string, JsonValue>;
  observations: AgentObservationDescriptor[];
  actions: AgentActionDescriptor[];
}

export interface AgentObservationDescriptor {
  capabilityId: string;
  name: string;
  description: string;
  /** Where it takes an input. */
  inputSchema?: JsonSchema;
  outputSchema: JsonSchema;
  available: boolean;
  unavailableReason?: string;
  meta?: Record<string, JsonValue>;
}

export interface AgentActionDescriptor {
  capabilityId: string;
  name: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  effect: AgentViewEffect;
  idempotent: boolean;
  reversible: boolean;
  confirmation: AgentConfirmationLevel;
  available: boolean;
  unavailableReason?: string;
  meta?: Record<string, JsonValue>;
}

export type AgentSurfaceEvent =
  /** At most once a microtask, with the latest version. */
  | { type: "surface-changed"; surfaceVersion: string }
  | { type: "component-registered"; registrationId: string; componentType: string; instanceId: string }
  | { type: "component-unregistered"; registrationId: string; componentType: string; instanceId: string }
  | { type: "component-rejected"; componentType: string; instanceId: string; reason: "duplicate" | "guard" }
  | { type: "availability-changed"; registrationId: string; capabilityId: string; available: boolean }
  | { type: "collision-suspected"; viewCapabilityId: string; domainProcedureId: string }
  | { type: "invocation-started"; invocationId: string; capabilityId: string; consumerId: string }
  | {
      type: "invocation-settled";
      invocationId: string;
      capabilityId: string;
      status: "ok" | "error";
      code?: AgentCapabilityErrorCode;
      durationMs: number;
    }
  | { type: "confirmation-requested"; confirmationId: string; capabilityId: string; expiresAt: string }
  | { type: "confirmation-resolved"; confirmationId: string; outcome: "approved" | "denied" | "expired" };
