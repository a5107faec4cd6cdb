/**
 * The records of questions and of the evidence that answers become. It knows nothing of pipelines or of screens: phase 6
 * asks and checks, the dispatch spends, a presenter shows and resolves.
 */
import { attempt } from "../values/attempt.js";
import { isoTime } from "../values/iso-time.js";
import { canonicalJson } from "../values/canonical-json.js";
import type { RandomIds } from "../values/random-ids.js";
import type { AgentAuditLevel } from "../definition/effect.js";
import type { JsonValue } from "../values/json.js";
import type { Scheduler } from "../values/scheduler.js";
import type {
  ConfirmationController,
  ConfirmationOutcome,
  DenialCause,
  PendingConfirmation,
  Presenter,
} from "./types.js";

/** What exactly is being approved. Evidence matches on the whole of it, never on a hash alone. */
export interface Operation {
  readonly surfaceId: string;
  /** The capability's last structural change: an approval outlives a redefinition that did not touch it. */
  readonly registrationId: string;
  readonly capabilityId: string;
  readonly consumerKey: string;
  readonly effectiveInput: JsonValue;
  readonly effect: string;
}

export interface ConfirmationRecord {
  readonly question: PendingConfirmation;
  readonly operation: string;
  /** How much of it the audit keeps, and the consumer's own id in it. */
  readonly audit: { readonly level: AgentAuditLevel; readonly consumerId: string };
  /** Identity of the live capability while pending: the question is withdrawn when it goes. */
  owner: object | undefined;
  state: "pending" | ConfirmationOutcome | "consumed";
  cause: DenialCause | undefined;
  approvedAt: string | undefined;
  /** Approved evidence that a call holds between phase 6 and its dispatch. */
  reserved: boolean;
  deadline: number;
  timer: unknown;
}

export type EvidenceCheck =
  | { is: "approved"; record: ConfirmationRecord }
  | { is: "pending"; record: ConfirmationRecord }
  | { is: "invalid"; reason: "denied" | "expired" | "consumed" | "mismatch"; cause?: DenialCause };

export type ConfirmationNotice = "requested" | ConfirmationOutcome | "consumed";

export interface ConfirmationHost {
  readonly scheduler: Scheduler;
  readonly ids: RandomIds;
  now(): number;
  readonly ttlMs: number;
  readonly maxPending: number;
  /** A record came into being or changed its state. */
  notify(notice: ConfirmationNotice, record: ConfirmationRecord): void;
  /** A listener of `subscribe` threw. */
  readonly report: (error: unknown) => void;
}

const maxResolved = 200;
const causes: readonly string[] = ["declined", "dismissed", "removed", "page-hidden", "cannot-ask"];

export class Confirmations implements ConfirmationController {
  readonly #host: ConfirmationHost;
  readonly #pending = new Map<string, ConfirmationRecord>();
  /** Settled records, oldest first; bounded. */
  readonly #resolved = new Map<string, ConfirmationRecord>();
  readonly #byOperation = new Map<string, ConfirmationRecord>();
  readonly #waiters = new Map<string, Set<(outcome: ConfirmationOutcome) => void>>();
  readonly #listeners = new Set<(pending: PendingConfirmation[]) => void>();
  #presenter: Presenter | undefined;

  constructor(host: ConfirmationHost) {
    this.#host = host;
  }

  /** The pending record for this operation, an equal one where it is asked already, `undefined` where too many wait. */
  request(
    operation: Operation,
    owner: object,
    audit: ConfirmationRecord["audit"],
    question: Omit<PendingConfirmation, "confirmationId" | "requestedAt" | "expiresAt">,
  ): ConfirmationRecord | undefined {
    const text = canonicalJson(operation as unknown as JsonValue);
    const same = this.#byOperation.get(text);
    if (same) return same;
    if (this.#pending.size >= this.#host.maxPending) return undefined;
    const now = this.#host.now();
    const deadline = now + this.#host.ttlMs;
    const record: ConfirmationRecord = {
      question: Object.freeze({
        ...question,
        confirmationId: this.#host.ids.next("cnf_", 12),
        requestedAt: isoTime(now),
        get expiresAt() {
          return isoTime(record.deadline);
        },
      }),
      operation: text,
      audit,
      owner,
      state: "pending",
      cause: undefined,
      approvedAt: undefined,
      reserved: false,
      deadline,
      timer: undefined,
    };
    this.#pending.set(record.question.confirmationId, record);
    this.#byOperation.set(text, record);
    if (!this.#presenter) this.#arm(record);
    this.#host.notify("requested", record);
    this.#tell();
    return record;
  }

  /** What a `confirmationId` is worth for this operation now. */
  check(confirmationId: string, operation: Operation): EvidenceCheck {
    const record = this.#pending.get(confirmationId) ?? this.#resolved.get(confirmationId);
    if (!record) return { is: "invalid", reason: "mismatch" };
    const matches = record.operation === canonicalJson(operation as unknown as JsonValue);
    switch (record.state) {
      case "pending":
        return matches ? { is: "pending", record } : { is: "invalid", reason: "mismatch" };
      case "approved":
        if (this.#host.now() >= record.deadline) return { is: "invalid", reason: "expired" };
        if (record.reserved) return { is: "invalid", reason: "consumed" };
        return matches ? { is: "approved", record } : { is: "invalid", reason: "mismatch" };
      case "denied":
        return { is: "invalid", reason: "denied", ...(record.cause && { cause: record.cause }) };
      default:
        return { is: "invalid", reason: record.state };
    }
  }

  consume(record: ConfirmationRecord): void {
    record.state = "consumed";
    record.reserved = false;
    this.#host.notify("consumed", record);
  }

  /** Ends the questions of a capability that is gone: a dead owner beats an approval. */
  withdraw(owner: object): void {
    for (const record of [...this.#pending.values()]) {
      if (record.owner === owner) this.#settle(record, "expired");
    }
  }

  /** Every question expires, and nobody is told of questions any more. */
  dispose(): void {
    for (const record of [...this.#pending.values()]) this.#settle(record, "expired");
    this.#listeners.clear();
  }

  pending(): PendingConfirmation[] {
    return [...this.#pending.values()].map(({ question }) => question);
  }

  resolve(confirmationId: string, { approved, reason }: { approved: boolean; reason?: string }): void {
    const record = this.#pending.get(confirmationId);
    if (!record) return;
    // A machine that slept wakes before its timers: what ran out meanwhile is not approved any more.
    if (record.timer !== undefined && this.#host.now() >= record.deadline) {
      this.#settle(record, "expired");
      return;
    }
    // Nothing but `true` approves.
    const isApproved = (approved as unknown) === true;
    if (!isApproved) record.cause = causes.includes(reason ?? "") ? (reason as DenialCause) : "declined";
    this.#settle(record, isApproved ? "approved" : "denied");
  }

  waitFor(
    confirmationId: string,
    { signal, mustBeAsked = false }: { signal?: AbortSignal; mustBeAsked?: boolean } = {},
  ): Promise<ConfirmationOutcome> {
    if (signal?.aborted) return Promise.reject(reasonOf(signal));
    if (mustBeAsked && !this.#presenter && this.#listeners.size === 0) {
      this.resolve(confirmationId, { approved: false, reason: "cannot-ask" });
    }
    const record = this.#pending.get(confirmationId);
    if (!record) return Promise.resolve(outcomeOf(this.#resolved.get(confirmationId)));
    return new Promise((resolve, reject) => {
      const waiters = this.#waiters.get(confirmationId) ?? new Set();
      this.#waiters.set(confirmationId, waiters);
      const onAbort = () => {
        waiters.delete(waiter);
        reject(reasonOf(signal));
      };
      const waiter = (outcome: ConfirmationOutcome) => {
        signal?.removeEventListener("abort", onAbort);
        resolve(outcome);
      };
      waiters.add(waiter);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  subscribe(listener: (pending: PendingConfirmation[]) => void): () => void {
    // A wrapper of its own: the same function subscribed twice is two subscriptions.
    const own: typeof listener = (pending) => listener(pending);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  present(): Presenter {
    if (this.#presenter) throw new Error("Another presenter shows these questions.");
    const restart = (id: string) => {
      const record = this.#pending.get(id);
      if (!record || this.#presenter !== presenter) return;
      record.deadline = this.#host.now() + this.#host.ttlMs;
      this.#arm(record);
    };
    const presenter: Presenter = {
      shown: restart,
      extend: restart,
      release: () => {
        if (this.#presenter !== presenter) return;
        this.#presenter = undefined;
        for (const record of this.#pending.values()) if (record.timer === undefined) this.#arm(record);
      },
    };
    this.#presenter = presenter;
    for (const record of this.#pending.values()) this.#disarm(record);
    return presenter;
  }

  #settle(record: ConfirmationRecord, outcome: ConfirmationOutcome): void {
    const id = record.question.confirmationId;
    this.#disarm(record);
    record.state = outcome;
    record.owner = undefined;
    if (outcome === "approved") {
      const now = this.#host.now();
      record.approvedAt = isoTime(now);
      record.deadline = now + this.#host.ttlMs;
    }
    this.#pending.delete(id);
    this.#byOperation.delete(record.operation);
    this.#resolved.set(id, record);
    if (this.#resolved.size > maxResolved) this.#resolved.delete(this.#resolved.keys().next().value!);
    const waiters = this.#waiters.get(id);
    this.#waiters.delete(id);
    this.#host.notify(outcome, record);
    this.#tell();
    for (const waiter of waiters ?? []) waiter(outcome);
  }

  #arm(record: ConfirmationRecord): void {
    this.#disarm(record);
    const left = Math.max(0, record.deadline - this.#host.now());
    record.timer = this.#host.scheduler.timeout(() => {
      if (record.state === "pending") this.#settle(record, "expired");
    }, left);
  }

  #disarm(record: ConfirmationRecord): void {
    this.#host.scheduler.clear(record.timer);
    record.timer = undefined;
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) {
      attempt<unknown>(() => listener(this.pending()), this.#host.report);
    }
  }
}

function reasonOf(signal: AbortSignal | undefined): Error {
  return signal?.reason as Error;
}

function outcomeOf(record: ConfirmationRecord | undefined): ConfirmationOutcome {
  if (record?.state === "consumed") return "approved";
  return record?.state === "approved" || record?.state === "denied" ? record.state : "expired";
}
