/** The ten phases in their fixed order; the first failure wins (contract.md section 4). One file a phase. */
import type { Surface } from "../registry/surface.js";
import type { RunningInvocation } from "../registry/types.js";
import { deepFreeze } from "../values/freeze.js";
import type { AgentInvocation, AgentInvocationResult, InvokeOptions } from "../values/invocation.js";
import { ActionSlots } from "./action-slots.js";
import { Call } from "./call.js";
import { failure } from "./failure.js";
import type { Failure } from "./failure.js";
import { toldBy } from "./foreign-failure.js";
import { ObservationGate } from "./observation-gate.js";
import { Identities, isSame, readRequest } from "./phase-01-identity.js";
import { resolve } from "./phase-02-resolution.js";
import { checkAvailability } from "./phase-03-availability.js";
import { authorize } from "./phase-04-authorization.js";
import { buildEffectiveInput } from "./phase-05-effective-input.js";
import { applyInvocationPolicies, confirm } from "./phase-06-confirmation.js";
import { checkPrecondition } from "./phase-07-precondition.js";
import { admit } from "./phase-08-admission.js";
import type { Admission } from "./phase-08-admission.js";
import { execute } from "./phase-09-execution.js";
import { adopt, announce, recordStart, seal } from "./phase-10-settlement.js";

export class Pipeline {
  readonly #surface: Surface;
  readonly #identities: Identities;
  readonly #admission: Admission;
  readonly #running = new Set<Call>();

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#identities = new Identities(surface);
    this.#admission = {
      actions: new ActionSlots(surface.limits.actionQueueDepth),
      observations: new ObservationGate(surface.limits),
    };
  }

  /** Rejects after `dispose` and for options that cannot be used, and never otherwise. */
  invoke(raw: AgentInvocation, options: InvokeOptions = {}): Promise<AgentInvocationResult> {
    try {
      if (this.#surface.disposed) throw this.#surface.disposedError();
      return this.#begin(raw, options);
    } catch (error) {
      const reason = error as Error;
      return Promise.reject(reason);
    }
  }

  /** A repeated call gets the promise of the running one. */
  #begin(raw: AgentInvocation, options: InvokeOptions): Promise<AgentInvocationResult> {
    const surface = this.#surface;
    const issued = readRequest(raw, surface.ids);
    const call = new Call(surface, issued, options, (ended, result) => {
      this.#running.delete(ended);
      this.#identities.ended(ended, result);
      announce(ended, result);
    });
    const { invocationId, capabilityId } = call.request;

    const known = this.#identities.find(call.key);
    if (known && !isSame(known instanceof Call ? known.issued : known.request, issued)) {
      return Promise.resolve(deepFreeze(call.failed(failure.conflict(capabilityId, invocationId))));
    }
    if (known) return known instanceof Call ? join(call, known) : Promise.resolve(known.result);

    this.#identities.started(call);
    this.#running.add(call);
    surface.events.emit({
      type: "invocation-started",
      invocationId,
      capabilityId,
      consumerId: call.consumer.id,
    });
    const early =
      issued.issues.length > 0
        ? failure.invalidInput(capabilityId, issued.issues)
        : runChecks(call, [resolve, checkAvailability]);
    recordStart(call);
    if (early) call.end(call.failed(early));
    // A listener, or what these phases asked of the page, may have ended it.
    if (!call.hasEnded()) this.#run(call);
    return call.settlement;
  }

  running(): RunningInvocation[] {
    return Array.from(this.#running, (call) => ({
      invocationId: call.request.invocationId,
      capabilityId: call.request.capabilityId,
      consumerKey: call.consumerKey,
      get registrationId() {
        return call.found?.registration.id;
      },
      get label() {
        return call.found?.shape.label;
      },
      cancel: () => call.cancel(),
    }));
  }

  /** The surface is ending: everything that runs is cancelled. */
  dispose(): void {
    for (const call of [...this.#running]) call.cancel(true);
  }

  #run(call: Call): void {
    const { capability, options } = call;
    call.heed(options.signal);
    if (call.hasEnded()) return;
    void this.#phases(call).then((result) => call.end(result));
    // A handler that is done already needs no clock, unless a policy around it may go on for ever.
    if (call.hasEnded() || (call.handlerSettled && !call.isLayered)) return;
    const { timeoutMs } = options;
    const isTime = typeof timeoutMs === "number" && timeoutMs > 0;
    call.watch(isTime ? timeoutMs : capability.shape.timeoutMs);
  }

  /** Phases 4 to 10. Policies stand around those behind them, hence the nesting. */
  async #phases(call: Call): Promise<AgentInvocationResult> {
    try {
      const given = await authorize(call, () =>
        unlessEnded(call, () => {
          const invalid = buildEffectiveInput(call);
          if (invalid) return call.failed(invalid);
          return applyInvocationPolicies(call, () => unlessEnded(call, () => this.#confirmAndExecute(call)));
        }),
      );
      return call.isLayered ? adopt(call, given) : given;
    } catch (error) {
      const told = toldBy(error);
      if (told) return call.failed(told);
      this.#surface.report(error);
      return call.failed(failure.handlerFailed(call.capability.shape.id, call.dispatched));
    }
  }

  /** Phases 6 to 10, behind every policy. */
  async #confirmAndExecute(call: Call): Promise<AgentInvocationResult> {
    // While policies took their time the state may have become another one.
    const first = call.isLayered
      ? [checkAvailability, confirm, checkPrecondition]
      : [confirm, checkPrecondition];
    const refused = runChecks(call, first);
    if (call.hasEnded()) return call.settlement;
    if (refused) return call.failed(refused);
    const admitted = admit(call, this.#admission);
    if (isPromise(admitted)) {
      const since = this.#surface.now();
      await admitted;
      call.queueWaitMs = this.#surface.now() - since;
      const changed = runChecks(call, [checkAvailability, checkPrecondition]);
      if (call.hasEnded()) return call.settlement;
      if (changed) return call.failed(changed);
    } else if (admitted) {
      return call.failed(admitted);
    }
    call.sealed = seal(call, await execute(call));
    return call.sealed;
  }
}

type CheckOfCall = (call: Call) => Failure | undefined;

/** The first refusal. What these checks ask of the page may end the call itself: then nothing more is asked. */
function runChecks(call: Call, checks: readonly CheckOfCall[]): Failure | undefined {
  for (const check of checks) {
    const refused = call.hasEnded() ? undefined : check(call);
    if (refused) return refused;
  }
  return undefined;
}

/**
 * Goes on, unless the call was interrupted while a policy held it: then nothing runs any more. What policies stand
 * around ends for them when the call does, also where a handler never ends.
 */
async function unlessEnded(
  call: Call,
  next: () => AgentInvocationResult | Promise<AgentInvocationResult>,
): Promise<AgentInvocationResult> {
  if (call.hasEnded()) return call.settlement;
  return call.isLayered ? Promise.race([next(), call.settlement]) : next();
}

/** The shared run, left by this caller alone when its own signal aborts. */
function join(call: Call, shared: Call): Promise<AgentInvocationResult> {
  const { signal } = call.options;
  if (!signal) return shared.settlement;
  return new Promise((resolve) => {
    const leave = () => {
      const { found, dispatched, request } = shared;
      const isIdempotent = found?.shape.idempotent ?? false;
      resolve(call.failed(failure.cancelled(request.capabilityId, dispatched, isIdempotent)));
    };
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    void shared.settlement.then((result) => {
      signal.removeEventListener("abort", leave);
      resolve(result);
    });
  });
}

function isPromise(value: Failure | Promise<void> | undefined): value is Promise<void> {
  return value instanceof Promise;
}
