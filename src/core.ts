/** The core but for its toolsets and its built-in policies. */
export { consoleAuditSink } from "./audit/console-sink.js";
export { memoryAuditSink } from "./audit/memory-sink.js";
export type { MemoryAuditSink } from "./audit/memory-sink.js";
export type { AuditEvent, AuditEventType, AuditSink } from "./audit/sink.js";
export type {
  ConfirmationController,
  ConfirmationOutcome,
  DenialCause,
  PendingConfirmation,
  Presenter,
} from "./confirmation/types.js";
export { action, defineAgentComponent, observation } from "./definition/component.js";
export type {
  AgentActionContext,
  AgentActionDefinition,
  AgentComponentDefinition,
  AgentConcurrency,
  AgentObservationDefinition,
  AgentReadContext,
  PreconditionFailure,
} from "./definition/component.js";
export type {
  AgentAuditLevel,
  AgentConfirmationLevel,
  AgentEffect,
  AgentServerEffect,
  AgentViewEffect,
} from "./definition/effect.js";
export type {
  AgentAuthorizationContext,
  AgentCapabilityKind,
  AgentEnvironment,
  AgentInvocationPolicyContext,
  AgentPolicy,
  AgentPolicyContext,
  AgentPolicyNext,
  DiscoveryDecision,
} from "./definition/policy.js";
export type { AgentProcedureBinding, AgentProcedureDescriptor } from "./definition/procedure.js";
export type { AgentProcedureExecutor, ProcedureCallInfo } from "./procedure/executor.js";
export { createAgentSurfaceRegistry } from "./registry/create-registry.js";
export type {
  AgentActionDescriptor,
  AgentComponentDescriptor,
  AgentObservationDescriptor,
  AgentRegistrationHandle,
  AgentRouteInfo,
  AgentSurfaceEvent,
  AgentSurfaceRegistry,
  AgentSurfaceSnapshot,
  OperabilitySource,
  RegistrationCandidate,
  RegistryOptions,
  RunningInvocation,
  SnapshotContext,
  Unsubscribe,
} from "./registry/types.js";
export { emptyObjectSchema } from "./schema/empty-object-schema.js";
export { fromJsonSchema } from "./schema/from-json-schema.js";
export { fromStandardSchema } from "./schema/from-standard-schema.js";
export type { AgentSchema, JsonSchema } from "./schema/types.js";
export type {
  AgentTool,
  AgentToolAnnotations,
  AgentToolCall,
  AgentToolChanges,
  AgentToolset,
  AgentToolsetOptions,
} from "./toolset/types.js";
export type { AgentConsumer } from "./values/consumer.js";
export {
  AgentSchemaError,
  AgentSurfaceDefinitionError,
  AgentSurfaceError,
  isAgentSurfaceError,
} from "./values/errors.js";
export type {
  AgentCapabilityErrorCode,
  AgentCapabilityErrorPayload,
  AgentDefinitionErrorCode,
  AgentErrorRetry,
  AgentSchemaIssue,
} from "./values/errors.js";
export type { AgentInvocation, AgentInvocationResult, InvokeOptions } from "./values/invocation.js";
export type { JsonValue } from "./values/json.js";
export type { AgentSurfaceLimits } from "./values/limits.js";
export type { Scheduler } from "./values/scheduler.js";
