/** What a test holds in its hands. Nothing here needs a `this`: all of it may be taken out of its object. */
import type {
  AgentComponentDefinition,
  AgentConsumer,
  AgentInvocation,
  AgentInvocationResult,
  AgentRegistrationHandle,
  AgentSurfaceEvent,
  AgentSurfaceRegistry,
  AgentSurfaceSnapshot,
  AuditEvent,
  InvokeOptions,
  JsonValue,
  PendingConfirmation,
  RegistryOptions,
  SnapshotContext,
} from "../index.js";

export interface TestSurfaceOptions extends RegistryOptions {
  /** Default "test": what the application's own functions throw is printed. */
  environment?: NonNullable<RegistryOptions["environment"]>;
  /** Gets every audit event too, beside `auditLog`. */
  audit?: NonNullable<RegistryOptions["audit"]>;
  /**
   * Default false: time stands still and moves with `time.advance`. True takes `Date.now` and `setTimeout` as they are,
   * and so what a test framework put in their place. A `now` or `schedule` of your own counts as true.
   */
  realTime?: boolean;
  /** Who calls. Default `{ id: "test", kind: "test" }`. */
  consumer?: AgentConsumer;
}

/** Everything is optional; what is given here goes before what is found on the surface. */
export interface TestInvokeOptions extends InvokeOptions, Omit<AgentInvocation, "capabilityId" | "input"> {
  /**
   * True: where a person must approve, the call lasts until the question has ended and then tells how, as for an
   * assistant inside the page. Default false: it ends at once with `CONFIRMATION_REQUIRED`, as for a remote one.
   */
  wait?: boolean;
}

/** The surface as one consumer meets it, under one host context. */
export interface TestView {
  /** What the consumer may see now. */
  readonly snapshot: (context?: SnapshotContext) => AgentSurfaceSnapshot;

  /**
   * Calls as a good adapter does: finds the capability in a fresh snapshot and sends its `registrationId` and
   * `instanceId`, the `surfaceVersion` too where the effect is dangerous ("destructive", "external-side-effect"), and an
   * `invocationId` of its own. With the `confirmationId` of a question it repeats the `invocationId` that was asked
   * about. What is not in the snapshot, or there several times, is sent by its id alone, for the surface to answer.
   *
   * The promise is fulfilled with a result whatever happens. It rejects once the surface is disposed, and while calls
   * under another host context run.
   * @param capabilityId `view:…` or `domain:…`
   */
  readonly invoke: (
    capabilityId: string,
    input?: JsonValue,
    options?: TestInvokeOptions,
  ) => Promise<AgentInvocationResult>;

  /**
   * The output of a call that must succeed. `T` is the caller's claim.
   * @throws {Error} as a rejection, with the code, message and details of any other result; its `cause` is the
   * `AgentSurfaceError`.
   */
  readonly observe: <T = JsonValue>(
    capabilityId: string,
    input?: JsonValue,
    options?: TestInvokeOptions,
  ) => Promise<T>;

  /**
   * Holds on to a capability as an agent does that has just discovered it, to call it when the surface has moved on.
   * @param instanceId needed where several instances are there
   * @throws {Error} where the capability is not in the snapshot, or in several instances.
   */
  readonly captureRef: (capabilityId: string, instanceId?: string) => TestRef;
}

/** A capability with the tokens of the moment in which it was captured. */
export interface TestRef {
  readonly capabilityId: string;
  /** Absent for a procedure without a context. */
  readonly instanceId?: string;
  readonly registrationId: string;
  readonly surfaceVersion: string;
  /** Calls with these tokens, `surfaceVersion` included, however the surface looks now. */
  readonly invoke: (input?: JsonValue, options?: TestInvokeOptions) => Promise<AgentInvocationResult>;
}

/**
 * The person. `which` names a question by its confirmation id, its capability id or as `pending()` gives it; without it
 * the one pending question is meant. The three that end a question wait one task for it where it is not there yet, and
 * one for what its end causes; they give the question back, and reject where none or more than one fits.
 */
export interface TestConfirmations {
  /** The waiting questions, oldest first. */
  readonly pending: () => PendingConfirmation[];
  /** Approves. Calls that `wait` run; others run when they are made again with `{ confirmationId }`. */
  readonly approve: (which?: string | PendingConfirmation) => Promise<PendingConfirmation>;
  /** Declines. A `reason` that is a `DenialCause` is told to the caller. Default "declined". */
  readonly deny: (which?: string | PendingConfirmation, reason?: string) => Promise<PendingConfirmation>;
  /**
   * Lets time pass until the question's `expiresAt`, for everything else too: other questions, time-outs, windows of
   * policies. Rejects in real time, and where a presenter has stopped the question's time.
   */
  readonly expire: (which?: string | PendingConfirmation) => Promise<PendingConfirmation>;
}

/** The registry's clock and timers. */
export interface TestTime {
  /** Milliseconds since 1970. Fake time begins on 2026-01-01 at 00:00 UTC. */
  readonly now: () => number;
  /**
   * Moves the clock, stops at every timer of the registry that falls due, and lets what that causes happen: promises
   * that are ready, and one task. Handlers' own timers are not the registry's.
   * @param milliseconds 0 or more; 0 runs what is due already
   * @throws {RangeError} as a rejection, for anything else
   * @throws {Error} as a rejection, where the time is not the kit's to move (`realTime`, `now`, `schedule`)
   */
  readonly advance: (milliseconds: number) => Promise<void>;
}

export interface TestSurface extends TestView {
  /** For the code under test. A call that goes to it directly is not given any tokens. */
  readonly registry: AgentSurfaceRegistry;
  /** `registry.register`. */
  readonly register: (definition: AgentComponentDefinition) => AgentRegistrationHandle;
  /**
   * The same surface for somebody else. While a call through the view runs, from its start until its result, and in
   * `snapshot` and `captureRef`, `RegistryOptions.context` gives `host` instead of its own; so does it for what the code
   * under test does meanwhile. Calls under different hosts never overlap: the later one rejects.
   * @param consumer default: the surface's own
   */
  readonly as: (host: Record<string, unknown>, consumer?: AgentConsumer) => TestView;
  readonly confirmations: TestConfirmations;
  /** Everything that `registry.subscribe` told, oldest first. Yours to empty. */
  readonly events: AgentSurfaceEvent[];
  /** Everything that the audit got, oldest first, without a bound. Yours to empty. */
  readonly auditLog: AuditEvent[];
  readonly time: TestTime;
  /**
   * Ends the registry: running calls are cancelled, questions expire, and calls that still wait for the person come to
   * `CONFIRMATION_REQUIRED`. May be called again.
   */
  readonly dispose: () => void;
}
