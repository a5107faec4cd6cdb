/**
 * The state of one surface, shared by the registry that changes it and the pipeline that runs calls on it. Everything
 * here is internal: hosts see it through `AgentSurfaceRegistry` alone.
 */
import { auditPayload } from "../audit/payload.js";
import { consoleAuditSink } from "../audit/console-sink.js";
import { memoryAuditSink } from "../audit/memory-sink.js";
import type { AuditEvent, AuditSink } from "../audit/sink.js";
import { Confirmations } from "../confirmation/confirmations.js";
import type { ConfirmationNotice, ConfirmationRecord } from "../confirmation/confirmations.js";
import type { AgentEnvironment, AgentPolicy } from "../definition/policy.js";
import type { CapabilityShape } from "../definition/shape.js";
import type { AgentProcedureExecutor } from "../procedure/executor.js";
import { attempt, isThenable, observed } from "../values/attempt.js";
import { isoTime } from "../values/iso-time.js";
import { parseCapabilityId } from "../values/ids.js";
import { RandomIds } from "../values/random-ids.js";
import { limitsFrom } from "../values/limits.js";
import type { AgentSurfaceLimits } from "../values/limits.js";
import { createScheduler } from "../values/scheduler.js";
import type { Scheduler } from "../values/scheduler.js";
import { EventHub } from "./event-hub.js";
import { checkOptions, reportIdle, reportUnknown } from "./options.js";
import { ProcedureIndex } from "./procedure-index.js";
import type { LiveCapability } from "./registration.js";
import { RegistrationIndex } from "./registration-index.js";
import { Tombstones } from "./tombstones.js";
import { Handlers } from "./handlers.js";
import { anyInScope, inScope } from "./scope.js";
import type { ComponentName, ComponentNews, OperabilitySource, RegistryOptions } from "./types.js";

export class Surface {
  readonly ids = new RandomIds();
  readonly id = this.ids.next("srf_", 22);
  readonly options: Readonly<RegistryOptions>;
  /** For the operator's eyes: what a host's own function threw. */
  readonly report = (error: unknown): void => {
    if (this.environment !== "production") console.error("agent-tags:", error);
  };
  readonly environment: AgentEnvironment;
  readonly limits: Readonly<AgentSurfaceLimits>;
  readonly policies: readonly AgentPolicy[];
  /** Whether a policy of the registry decides who may see what. */
  readonly isGuarded: boolean;
  readonly scheduler: Scheduler;
  readonly index = new RegistrationIndex();
  readonly tombstones: Tombstones;
  readonly events: EventHub;
  readonly confirmations: Confirmations;
  readonly procedures = new ProcedureIndex();
  executor: AgentProcedureExecutor | undefined;
  /** The procedures that the executor knows. */
  paths: ReadonlySet<string> = new Set();
  operability: OperabilitySource | undefined;
  /** Whether every look must ask what is operable: the source tells of no change. */
  asksOperability = false;
  readonly handlers = new Handlers();
  /** The keys of the consumers that policies showed a capability to; most have none. */
  readonly seenBy = new WeakMap<LiveCapability, Set<string>>();
  disposed = false;
  /** How often a host said that everything is to be looked at again. */
  epoch = 0;
  readonly #sinks: readonly AuditSink[];
  #version = 0;
  #announced = true;
  #timeTold = { at: NaN, text: "" };

  constructor(options: RegistryOptions) {
    checkOptions(options);
    this.options = options;
    this.environment = options.environment ?? "production";
    this.limits = limitsFrom(options.limits);
    this.policies = Object.freeze([...(options.policies ?? [])]);
    if (this.environment !== "production") {
      reportUnknown(options, this.report);
      reportIdle(this.policies, this.report);
    }
    this.isGuarded = this.policies.some((policy) => policy.onDiscovery);
    this.scheduler = options.schedule ?? createScheduler();
    this.events = new EventHub(this.report);
    const now = () => this.now();
    this.tombstones = new Tombstones(this.limits.tombstoneSize, this.limits.tombstoneTtlMs, now);
    this.confirmations = new Confirmations({
      scheduler: this.scheduler,
      ids: this.ids,
      now,
      ttlMs: this.limits.confirmationTtlMs,
      maxPending: this.limits.maxPendingConfirmations,
      notify: (notice, record) => {
        this.#announceConfirmation(notice, record);
      },
      report: this.report,
    });
    const inDevelopment = this.environment === "development" ? [consoleAuditSink()] : [];
    this.#sinks = options.audit ? [options.audit] : [memoryAuditSink(), ...inDevelopment];
  }

  get version(): string {
    return String(this.#version);
  }

  now(): number {
    const now = attempt(() => this.options.now?.(), this.report);
    return typeof now === "number" ? now : Date.now();
  }

  disposedError(): Error {
    return new Error("This surface was disposed.");
  }

  /** The next version, told to listeners once in this microtask. */
  changed(): void {
    this.#version += 1;
    if (!this.#announced) return;
    this.#announced = false;
    queueMicrotask(() => {
      this.#announced = true;
      if (!this.disposed) this.events.emit({ type: "surface-changed", surfaceVersion: this.version });
    });
  }

  /** The whole chain around a capability, outermost first: registry, component, capability. */
  policiesOf({ policies }: CapabilityShape): readonly AgentPolicy[] {
    return this.policies.length === 0 ? policies : [...this.policies, ...policies];
  }

  /** The live capabilities under an id, in all instances or in one. */
  capabilities(capabilityId: string, instanceId: string | undefined): LiveCapability[] {
    const parsed = parseCapabilityId(capabilityId);
    if (!parsed) return [];
    const { plane, type, name } = parsed;
    return plane === "domain"
      ? this.procedures.find(capabilityId, instanceId)
      : this.index.capabilities(type, name, instanceId);
  }

  /** The windows that block a capability; `undefined` where that cannot be asked. */
  blockedBy(capability: LiveCapability): readonly string[] | undefined {
    const { operability, report } = this;
    if (!operability) return [];
    const windows = attempt(() => operability.blockedBy(this.windowOf(capability)), report);
    return Array.isArray(windows) ? windows : undefined;
  }

  /** The component whose window a capability belongs to: a procedure follows its context. */
  windowOf({ shape, registration }: LiveCapability): ComponentName {
    const context = shape.procedure?.context;
    return (context && this.index.instance(context.type, context.instanceId)?.shape) ?? registration.shape;
  }

  /** Whether a component is offered within a scope of prefixes. */
  inScope(component: ComponentName, scope: readonly string[] | undefined): boolean {
    return inScope(component.type, scope) || anyInScope(this.scopeTypes(component), scope);
  }

  /** The types in whose scope a component is offered; `undefined`: in any. */
  scopeTypes(component: ComponentName): readonly string[] | undefined {
    const own = [component.type];
    const { operability } = this;
    if (!operability?.offeredWith) return own;
    try {
      const others = operability.offeredWith(component);
      return others && [...own, ...others];
    } catch (error) {
      this.report(error);
      return own;
    }
  }

  /** Tells the windows. */
  tell(what: ComponentNews, component: ComponentName): void {
    if (this.operability) attempt(() => this.operability?.heard?.(what, component), this.report);
  }

  /** `undefined` outside of windows, `null` where that cannot be asked. */
  windowVersionOf(capability: LiveCapability): number | null | undefined {
    try {
      const version = observed(this.operability?.versionOf(this.windowOf(capability)), this.report);
      return version === undefined || typeof version === "number" ? version : null;
    } catch (error) {
      this.report(error);
      return null;
    }
  }

  /** The host's context; one that throws or is not there yet is an empty one. */
  host(): Readonly<Record<string, unknown>> {
    const host = attempt(() => this.options.context?.(), this.report);
    return isThenable(host) ? {} : (host ?? {});
  }

  audit(event: Omit<AuditEvent, "at">): void {
    const at = this.#timestamp();
    for (const sink of this.#sinks) {
      attempt<unknown>(() => sink.record({ at, ...event }), this.report);
    }
  }

  /** The time as ISO 8601; written once for all events of a millisecond. */
  #timestamp(): string {
    const at = this.now();
    if (at !== this.#timeTold.at) this.#timeTold = { at, text: isoTime(at) };
    return this.#timeTold.text;
  }

  #announceConfirmation(notice: ConfirmationNotice, { question, audit }: ConfirmationRecord): void {
    const { confirmationId, capabilityId, registrationId, input, sensitive } = question;
    if (audit.level !== "none") {
      this.audit({
        type: `confirmation-${notice}`,
        capabilityId,
        registrationId,
        consumerId: audit.consumerId,
        ...(audit.level === "full" && {
          payload: auditPayload(input, sensitive, undefined, this.limits.maxOutputBytes),
        }),
      });
    }
    if (notice === "requested") {
      this.events.emit({
        type: "confirmation-requested",
        confirmationId,
        capabilityId,
        expiresAt: question.expiresAt,
      });
    } else if (notice !== "consumed") {
      this.events.emit({ type: "confirmation-resolved", confirmationId, outcome: notice });
    }
  }
}
