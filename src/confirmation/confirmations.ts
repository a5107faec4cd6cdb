/**
 * The records of questions and of the evidence that answers become. It knows nothing of pipelines or of screens: phase 6
 * asks, `evidence.ts` says what an answer is worth, the dispatch spends it, a presenter shows and resolves.
 */
import { attempt } from "../values/attempt.js";
import { isoTime } from "../values/iso-time.js";
import type { RandomIds } from "../values/random-ids.js";
import type { AgentAuditLevel } from "../definition/effect.js";
import type { Scheduler } from "../values/scheduler.js";
import type {
  ConfirmationController,
  ConfirmationOutcome,
  DenialCause,
  PendingConfirmation,
  Presenter,
} from "./types.js";

export interface ConfirmationRecord {
  readonly question: PendingConfirmation;
  /** What exactly is being approved, as canonical JSON. */
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

  /** The pending record of an operation. */
  asked(operation: string): ConfirmationRecord | undefined {
    return this.#byOperation.get(operation);
  }

  /** Whether no more questions may wait. */
  isFull(): boolean {
    return this.#pending.size >= this.#host.maxPending;
  }

  /** A new question, and its record until it is answered. */
  ask(
    record: Pick<ConfirmationRecord, "operation" | "audit" | "owner">,
    question: Omit<PendingConfirmation, "confirmationId" | "requestedAt" | "expiresAt">,
  ): ConfirmationRecord {
    const now = this.#host.now();
    const added: ConfirmationRecord = {
      ...record,
      question: Object.freeze({
        ...question,
        confirmationId: this.#host.ids.next("cnf_", 12),
        requestedAt: isoTime(now),
        get expiresAt() {
          return isoTime(added.deadline);
        },
      }),
      state: "pending",
      cause: undefined,
      approvedAt: undefined,
      reserved: false,
      deadline: now + this.#host.ttlMs,
      timer: undefined,
    };
    this.#pending.set(added.question.confirmationId, added);
    this.#byOperation.set(added.operation, added);
    if (!this.#presenter) this.#arm(added);
    this.#host.notify("requested", added);
    this.#tell();
    return added;
  }

  /** A record, pending or settled. */
  find(confirmationId: string): ConfirmationRecord | undefined {
    return this.#pending.get(confirmationId) ?? this.#resolved.get(confirmationId);
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
