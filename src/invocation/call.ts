/** One call on its way through the phases: what was asked, what was found, and how it ends exactly once. */
import type { ConfirmationRecord } from "../confirmation/confirmations.js";
import type { AgentPolicy } from "../definition/policy.js";
import { isVisibleWindow } from "../registry/availability.js";
import type { Opener } from "../registry/handlers.js";
import type { LiveCapability, RunningCall } from "../registry/registration.js";
import type { Surface } from "../registry/surface.js";
import { anonymousConsumer, checkConsumer, consumerKey } from "../values/consumer.js";
import type { AgentConsumer } from "../values/consumer.js";
import type { AgentSchemaIssue } from "../values/errors.js";
import { deepFreeze } from "../values/freeze.js";
import { componentOf } from "../values/ids.js";
import type { AgentInvocationResult, InvokeOptions } from "../values/invocation.js";
import type { JsonValue } from "../values/json.js";
import { failure } from "./failure.js";
import type { Failure } from "./failure.js";
import { identityKey } from "./identity-key.js";

/** A request as it was issued, checked and copied: later changes by the caller change nothing. */
export interface IssuedRequest {
  readonly invocationId: string;
  readonly capabilityId: string;
  readonly instanceId: string | undefined;
  readonly registrationId: string | undefined;
  readonly surfaceId: string | undefined;
  readonly surfaceVersion: string | undefined;
  readonly expectedVersion: number | undefined;
  readonly input: JsonValue | undefined;
  readonly confirmationId: string | undefined;
}

export interface Issued {
  readonly request: IssuedRequest;
  /** What is wrong with it. */
  readonly issues: readonly AgentSchemaIssue[];
}

export class Call implements RunningCall, Opener {
  readonly surface: Surface;
  readonly issued: Issued;
  readonly options: InvokeOptions;
  readonly consumer: AgentConsumer;
  readonly consumerKey: string;
  /** Consumer and invocation id as one. */
  readonly key: string;
  readonly startedAt: number;
  readonly startVersion: string;
  /** Fulfilled once, with the first of: the pipeline's end, a time-out, a cancellation, an unmount. */
  readonly settlement: Promise<AgentInvocationResult>;

  /** Phase 2. */
  found: LiveCapability | undefined;
  /** Phase 2: the audit knows that it began. */
  recorded = false;
  /** Phases 4 and 6: a policy stands around what follows. */
  isLayered = false;
  /** Phase 5. */
  effectiveInput: JsonValue = {};
  /** Phase 6: approved evidence, held until the dispatch spends it. */
  evidence: ConfirmationRecord | undefined;
  /** Phase 8: how long it waited for its slot, where it had to. */
  queueWaitMs: number | undefined;
  /** Phase 9: how long the handler took. */
  executionMs: number | undefined;
  /** Phase 9: the handler was called. */
  dispatched = false;
  /** Phase 9: the handler is done. From here nothing interrupts any more. */
  handlerSettled = false;
  /** Phase 10: what the handler came to; policies around it may still be at work. */
  sealed: AgentInvocationResult | undefined;

  /** The windows that it opened. */
  opened: Set<string> | undefined;
  /** The page was still busy when the handler was done. */
  pending = false;

  readonly #onSettled: (call: Call, result: AgentInvocationResult) => void;
  #settle!: (result: AgentInvocationResult) => void;
  #settled = false;
  #controller: AbortController | undefined;
  #timer: unknown;
  readonly #cleanups: (() => void)[] = [];

  constructor(
    surface: Surface,
    issued: Issued,
    options: InvokeOptions,
    onSettled: (call: Call, result: AgentInvocationResult) => void,
  ) {
    this.surface = surface;
    this.issued = issued;
    this.options = options;
    this.consumer = options.consumer ?? anonymousConsumer;
    checkConsumer(this.consumer);
    checkSignal(options.signal);
    this.consumerKey = consumerKey(this.consumer);
    this.key = identityKey(this.consumerKey, this.request.invocationId);
    this.startedAt = surface.now();
    this.startVersion = surface.version;
    this.#onSettled = onSettled;
    this.settlement = new Promise((resolve) => (this.#settle = resolve));
  }

  get request(): IssuedRequest {
    return this.issued.request;
  }

  /** The whole chain of policies, outermost first. */
  get policies(): readonly AgentPolicy[] {
    return this.surface.policiesOf(this.capability.shape);
  }

  /** What is called, for the phases after the one that finds it. */
  get capability(): LiveCapability {
    return this.found!;
  }

  /** Phase 2: this is called; where it goes, the call ends. */
  calls(capability: LiveCapability): void {
    this.found = capability;
    (capability.calls ??= new Set()).add(this);
  }

  hasEnded(): boolean {
    return this.#settled;
  }

  /** Aborted when the call is interrupted. Made when first asked for: most handlers never do. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#settled && !this.handlerSettled) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Runs when the call ends, however it does. */
  onEnd(cleanup: () => void): void {
    if (this.#settled) cleanup();
    else this.#cleanups.push(cleanup);
  }

  /** Ends the call. Only the first end counts; gives whether this one did. */
  end(result: AgentInvocationResult): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    // Whoever repeats the call gets the same result: nobody may change it.
    deepFreeze(result);
    this.surface.scheduler.clear(this.#timer);
    this.found?.calls?.delete(this);
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
    this.#onSettled(this, result);
    this.#settle(result);
    return true;
  }

  /** From phase 4 on the caller may give up. */
  heed(signal: AbortSignal | undefined): void {
    if (!signal) return;
    const onAbort = () => {
      this.cancel();
    };
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    this.onEnd(() => {
      signal.removeEventListener("abort", onAbort);
    });
  }

  /** From phase 4 on time counts, that in queues included. */
  watch(timeoutMs: number): void {
    const { shape } = this.capability;
    this.#timer = this.surface.scheduler.timeout(() => {
      this.interrupt(failure.timeout(shape.id, timeoutMs, shape.idempotent, this.dispatched));
    }, timeoutMs);
  }

  /**
   * A navigation that runs is decided by its handler alone: its success routinely unmounts its owner. So is what runs
   * while it is described anew: a page says what it does by the state that the handler changes.
   */
  unmounted(heir: LiveCapability | undefined): void {
    const { shape } = this.capability;
    if (this.dispatched && heir?.shape.kind === shape.kind) {
      this.calls(heir);
      return;
    }
    if (this.dispatched && shape.effect === "navigation") return;
    this.interrupt(failure.unmounted(shape.id, "mid-flight", this.dispatched));
  }

  /** The caller gave up, or the surface was disposed. */
  cancel(disposed = false): void {
    const isIdempotent = this.found?.shape.idempotent ?? false;
    this.interrupt(failure.cancelled(this.request.capabilityId, this.dispatched, isIdempotent, disposed));
  }

  /** Ends the call from outside. Once the handler is done its result stands, whatever a policy still waits for. */
  interrupt(reason: Failure): void {
    if (this.#settled || (this.handlerSettled && !this.sealed)) return;
    if (this.end(this.sealed ?? this.failed(reason)) && !this.sealed) this.#controller?.abort();
  }

  failed(error: Failure): AgentInvocationResult {
    return { status: "error", ...this.#frame(), error };
  }

  succeeded(output: JsonValue | undefined): AgentInvocationResult {
    return { status: "ok", ...this.#frame(), ...(output !== undefined && { output }) };
  }

  #frame() {
    const surfaceVersion = this.surface.version;
    const windowVersion = (this.found && this.surface.windowVersionOf(this.found)) ?? undefined;
    const openedWindowIds = this.#openedWindows();
    return {
      invocationId: this.request.invocationId,
      capabilityId: this.request.capabilityId,
      surfaceVersion,
      ...(surfaceVersion !== this.startVersion && { surfaceChanged: true }),
      ...(windowVersion !== undefined && { windowVersion }),
      ...(openedWindowIds.length > 0 && { openedWindowIds }),
      ...(this.pending && { settled: false }),
    };
  }

  /** Those that are still there, as far as the caller may know of them. */
  #openedWindows(): string[] {
    const { surface, consumer, opened } = this;
    if (!opened || !surface.operability) return [];
    return [...opened].filter((id) => {
      const { type = "", instanceId = "" } = componentOf(id) ?? {};
      return surface.index.instance(type, instanceId) && isVisibleWindow(surface, id, consumer);
    });
  }
}

/** @throws {TypeError} before anything began, where nobody could listen to it. */
function checkSignal(signal: unknown): void {
  if (signal === undefined || signal === null) return;
  if (typeof (signal as Partial<AbortSignal>).addEventListener === "function") return;
  throw new TypeError("The signal of a call is an AbortSignal.");
}
