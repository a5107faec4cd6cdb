/** What agents do at one registry: the running calls, and how the last ones ended. Names and ends, never values. */
import type { AgentCapabilityErrorCode, AgentSurfaceEvent, AgentSurfaceRegistry } from "../../src/index.js";
import { showUnseen } from "../element/visible-characters.js";
import { wordsOf } from "../element/words-of.js";

type Registry = Pick<AgentSurfaceRegistry, "subscribe"> & Partial<Pick<AgentSurfaceRegistry, "running">>;
type Told = Extract<AgentSurfaceEvent, { invocationId: string }>;
type RunningInvocation = ReturnType<AgentSurfaceRegistry["running"]>[number];

export interface Running {
  /** `undefined` where the page offers no such thing: what an agent made up is not repeated. */
  readonly name: string | undefined;
  readonly agent: string;
  /** In milliseconds since 1970, by the log's own clock. */
  readonly since: number;
  /** Absent where the registry cannot stop it. */
  readonly cancel: (() => void) | undefined;
}

export type Outcome = "ok" | AgentCapabilityErrorCode;

export interface Ended {
  readonly name: string | undefined;
  readonly agent: string;
  readonly outcome: Outcome;
  readonly at: number;
}

interface Entry extends Running {
  readonly invocationId: string;
  readonly capabilityId: string;
  readonly call: RunningInvocation | undefined;
}

/** Of names that agents and pages give, in characters. */
const maxName = 80;

export class ActivityLog {
  /** Oldest first. */
  readonly running: Running[] = [];
  /** Newest first. */
  readonly ended: Ended[] = [];
  readonly #capacity: number;
  readonly #onChange: (change: Running | Ended) => void;
  readonly #now: () => number;
  #registry: Registry | undefined;

  /**
   * @param onChange Called after a call began or ended, with what is new.
   * @param capacity How many ended calls are kept.
   */
  constructor(
    onChange: (change: Running | Ended) => void,
    capacity = 50,
    now: () => number = () => Date.now(),
  ) {
    this.#onChange = onChange;
    this.#capacity = capacity;
    this.#now = now;
  }

  /** Follows a registry, from the calls that run already. What is known of another one is forgotten. Gives what stops it. */
  watch(registry: Registry): () => void {
    const present = registry.running?.() ?? [];
    const isSame = this.#registry === registry;
    this.#registry = registry;
    if (!isSame) this.ended.length = 0;
    const before = this.running.splice(0) as Entry[];
    for (const call of present) {
      const known = isSame && before.find((entry) => entry.call && isOne(entry.call, call));
      this.running.push(known || this.#entry(call.invocationId, call.capabilityId, agentOf(call), call));
    }
    return registry.subscribe((event) => {
      if (event.type === "invocation-started") this.#started(event, event.consumerId);
      else if (event.type === "invocation-settled") this.#settled(event, event.code ?? "ok");
    });
  }

  #started({ invocationId, capabilityId }: Told, consumerId: string): void {
    // Not there where a listener made it and it is over already.
    const call = this.#registry?.running?.().findLast((one) => one.invocationId === invocationId);
    const entry = this.#entry(invocationId, capabilityId, consumerId, call);
    this.running.push(entry);
    this.#onChange(entry);
  }

  #settled({ invocationId, capabilityId }: Told, outcome: Outcome): void {
    const entry = this.#ending(invocationId, capabilityId);
    if (!entry) return;
    this.running.splice(this.running.indexOf(entry), 1);
    const { name, agent } = entry;
    const ended = { name, agent, outcome, at: this.#now(), invocationId };
    // The same call again, once the person was asked: one line for both.
    const asked = this.ended.findIndex(
      (one) =>
        (one as typeof ended).invocationId === invocationId &&
        one.agent === agent &&
        one.outcome === "CONFIRMATION_REQUIRED",
    );
    if (asked >= 0) this.ended.splice(asked, 1);
    this.ended.unshift(ended);
    this.ended.length = Math.min(this.ended.length, this.#capacity);
    this.#onChange(ended);
  }

  /** Agents may use the same id: it is the one that runs no more. */
  #ending(invocationId: string, capabilityId: string): Entry | undefined {
    const [first, ...others] = (this.running as Entry[]).filter(
      (one) => one.invocationId === invocationId && one.capabilityId === capabilityId,
    );
    if (others.length === 0) return first;
    const present = this.#registry?.running?.() ?? [];
    return [first!, ...others].find(({ call }) => call && !present.some((one) => isOne(one, call))) ?? first;
  }

  #entry(
    invocationId: string,
    capabilityId: string,
    consumerId: string,
    call: RunningInvocation | undefined,
  ): Entry {
    return {
      invocationId,
      capabilityId,
      call,
      // Read when it is shown: what a call asks for is found after it began.
      get name() {
        if (call && call.registrationId === undefined) return undefined;
        return short(call?.label?.trim() || wordsOf(capabilityId.split(/[.:]/).at(-1)!));
      },
      agent: short(consumerId),
      since: this.#now(),
      cancel: call && (() => call.cancel()),
    };
  }
}

function isOne(one: RunningInvocation, other: RunningInvocation): boolean {
  return one.invocationId === other.invocationId && one.consumerKey === other.consumerKey;
}

function agentOf({ consumerKey }: RunningInvocation): string {
  return consumerKey.slice(consumerKey.indexOf(":") + 1);
}

function short(text: string): string {
  const shown = showUnseen(text);
  return shown.length > maxName ? `${shown.slice(0, maxName).replace(/[\uD800-\uDBFF]$/, "")}…` : shown;
}
