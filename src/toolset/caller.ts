/** How a tool calls: with its tokens, and in "wait" mode until the person has decided (contract.md section 13). */
import type { AgentSurfaceRegistry } from "../registry/types.js";
import type { AgentConsumer } from "../values/consumer.js";
import { randomId } from "../values/ids.js";
import type { AgentInvocation, AgentInvocationResult } from "../values/invocation.js";
import type { Scheduler } from "../values/scheduler.js";
import type { AgentToolCall } from "./types.js";

export interface CallerOptions {
  readonly consumer: AgentConsumer;
  readonly wait: boolean;
  readonly waitMs: number | undefined;
  /** The surface's version that the tools are true of. */
  version(): string;
}

/** What a call adds to what it is for. */
type Tokens = Pick<AgentInvocation, "surfaceVersion" | "confirmationId">;

/** Enough for the calls that a transport may still repeat. */
const maxRemembered = 200;

export class Caller {
  readonly #registry: AgentSurfaceRegistry;
  readonly #scheduler: Scheduler;
  readonly #options: CallerOptions;
  /** The waits that `dispose` ends, by what they wait for. */
  readonly #waits = new Map<AbortController, string>();
  /** What calls were made with last, by their ids and evidence: a repeated call is the same call. */
  readonly #remembered = new Map<string, Tokens>();

  constructor(registry: AgentSurfaceRegistry, scheduler: Scheduler, options: CallerOptions) {
    this.#registry = registry;
    this.#scheduler = scheduler;
    this.#options = options;
  }

  async call(target: AgentInvocation, call: AgentToolCall): Promise<AgentInvocationResult> {
    const { toolCallId, signal, ...tokens } = call;
    const attempt = toolCallId !== undefined && `${toolCallId} ${call.confirmationId ?? ""}`;
    const former = attempt ? this.#remembered.get(attempt) : undefined;
    const known = former ?? this.#remember(attempt, { surfaceVersion: this.#options.version() });
    const invocationId = toolCallId ?? randomId("inv_", 12);
    const request = { ...target, ...tokens, ...known, invocationId };
    const options = { consumer: this.#options.consumer, ...(signal && { signal }) };
    try {
      const first = await this.#registry.invoke(request, options);
      const confirmationId = this.#options.wait ? questionOf(first) : undefined;
      if (confirmationId === undefined) return first;
      const decided = await this.#decision(confirmationId, signal);
      // Undecided within the bound: the caller may come back with the id.
      if (!decided && !signal?.aborted) return first;
      if (!decided) {
        // Where nobody else waits for the answer, the question leaves the screen.
        if (![...this.#waits.values()].includes(confirmationId)) {
          this.#registry.confirmations.resolve(confirmationId, { approved: false, reason: "removed" });
        }
        return notExecuted(request, first.surfaceVersion, "yes", "before a person had decided");
      }
      // The evidence binds the registration: what else changed while the person thought does not matter.
      const { surfaceVersion: _seen, ...approved } = request;
      const evidence = this.#remember(attempt, { confirmationId });
      return await this.#registry.invoke({ ...approved, ...evidence }, options);
    } catch {
      // Only a surface that was disposed rejects.
      return notExecuted(request, this.#registry.getVersion(), "no", "since the page's surface was closed");
    }
  }

  dispose(): void {
    for (const wait of this.#waits.keys()) wait.abort();
  }

  #remember(attempt: string | false, tokens: Tokens): Tokens {
    if (attempt) this.#remembered.set(attempt, tokens);
    if (this.#remembered.size > maxRemembered) {
      this.#remembered.delete(this.#remembered.keys().next().value!);
    }
    return tokens;
  }

  /** Whether the question ended before the bound, the caller's signal and `dispose`. */
  async #decision(confirmationId: string, signal: AbortSignal | undefined): Promise<boolean> {
    const wait = new AbortController();
    const end = () => {
      wait.abort();
    };
    this.#waits.set(wait, confirmationId);
    const { waitMs } = this.#options;
    const timer = waitMs === undefined ? undefined : this.#scheduler.timeout(end, waitMs);
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
    try {
      await this.#registry.confirmations.waitFor(confirmationId, { signal: wait.signal, mustBeAsked: true });
      return true;
    } catch {
      return false;
    } finally {
      this.#waits.delete(wait);
      this.#scheduler.clear(timer);
      signal?.removeEventListener("abort", end);
    }
  }
}

/** The question that a person of this page must answer before the call can run. */
function questionOf(result: AgentInvocationResult): string | undefined {
  if (result.status === "ok" || result.error.code !== "CONFIRMATION_REQUIRED") return undefined;
  const { confirmationId, origin } = result.error.details ?? {};
  return origin === "client" && typeof confirmationId === "string" ? confirmationId : undefined;
}

/** A call that never reached its handler. */
function notExecuted(
  { invocationId = "", capabilityId }: AgentInvocation,
  surfaceVersion: string,
  retry: "yes" | "no",
  why: string,
): AgentInvocationResult {
  const message = `NOT EXECUTED: "${capabilityId}" was cancelled, ${why}.`;
  const error = { code: "CANCELLED", message, retry, details: { dispatched: false } } as const;
  return { status: "error", invocationId, capabilityId, surfaceVersion, error };
}
