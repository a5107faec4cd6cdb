/** How a tool calls: with its tokens, and in "wait" mode until the person has decided (contract.md section 13). */
import { catalogOf } from "../registry/catalog.js";
import type { RegistryCatalog } from "../registry/catalog.js";
import type { AgentSurfaceRegistry } from "../registry/types.js";
import { confirmOptional, withinScope } from "../values/invocation.js";
import type { AgentInvocation, AgentInvocationResult, InvokeOptions } from "../values/invocation.js";
import { IssuedTokens } from "./issued-tokens.js";
import type { Tokens } from "./issued-tokens.js";
import { notExecuted } from "./refusals.js";
import type { AgentToolCall, AgentToolsetOptions } from "./types.js";

export class Caller {
  readonly #registry: AgentSurfaceRegistry;
  readonly #catalog: RegistryCatalog;
  readonly #options: AgentToolsetOptions;
  readonly #waits: boolean;
  readonly #issued: IssuedTokens;
  /** The version of the surface that the consumer has seen; none yet. */
  #seen: string | undefined;
  /** The waits that `dispose` ends, by what they wait for. */
  readonly #waiting = new Map<AbortController, string>();

  constructor(registry: AgentSurfaceRegistry, options: AgentToolsetOptions) {
    const { topology, confirmations } = options;
    this.#registry = registry;
    this.#catalog = catalogOf(registry);
    this.#options = options;
    this.#waits = (confirmations ?? (topology === "embedded" ? "wait" : "two-phase")) === "wait";
    this.#issued = new IssuedTokens(this.#catalog);
  }

  /** The consumer was shown this version: what is dangerous runs on no other one. */
  saw(surfaceVersion: string): void {
    this.#seen = surfaceVersion;
  }

  async call(target: AgentInvocation, call: AgentToolCall): Promise<AgentInvocationResult> {
    let request: Request = { ...target, invocationId: this.#catalog.ids.next("inv_", 12) };
    const refused = (why: string) =>
      notExecuted(askedBy(request, this.#registry.getVersion()), "no", `since ${why}`);
    try {
      const { toolCallId, signal } = call;
      request = this.#request(target, call);
      const options: InvokeOptions = {
        consumer: this.#options.consumer,
        ...(signal && { signal }),
        ...(this.#options.confirmOptional && { [confirmOptional]: true }),
        [withinScope]: this.#options.scope,
      };
      const first = await this.#registry.invoke(request, options);
      this.#learn(first, request);
      const confirmationId = this.#waits ? questionOf(first) : undefined;
      if (confirmationId === undefined) return first;
      const decided = await this.#decision(confirmationId, signal);
      // Undecided within the bound: the caller may come back with the id.
      if (!decided && !signal?.aborted) return first;
      if (!decided) {
        // Where nobody else waits for the answer, the question leaves the screen.
        if (![...this.#waiting.values()].includes(confirmationId)) {
          this.#registry.confirmations.resolve(confirmationId, { approved: false, reason: "removed" });
        }
        return notExecuted(askedBy(request, first.surfaceVersion), "yes", "before a person had decided");
      }
      // The evidence binds the registration: what changed meanwhile elsewhere does not count.
      const { surfaceVersion: _version, ...rest } = request;
      const approved = { ...rest, confirmationId };
      if (toolCallId !== undefined) this.#issued.set(toolCallId, tokensOf(approved));
      return await this.#registry.invoke(approved, options);
    } catch {
      return refused(
        this.#catalog.isDisposed() ? "the page's surface was closed" : "its options cannot be used",
      );
    }
  }

  /** What waits for a person stops waiting. Tools that were handed out go on. */
  dispose(): void {
    for (const wait of this.#waiting.keys()) wait.abort();
  }

  /**
   * The target with the tokens of this call. A call with evidence needs no version: the evidence binds the registration.
   * A repeated call goes out as it did before.
   */
  #request(target: AgentInvocation, { toolCallId, signal: _signal, ...given }: AgentToolCall): Request {
    const invocationId = toolCallId ?? this.#catalog.ids.next("inv_", 12);
    if (given.confirmationId !== undefined) return { ...target, ...given, invocationId };
    const fresh = { ...(this.#seen !== undefined && { surfaceVersion: this.#seen }), ...target };
    const tokens = this.#issued.get(invocationId) ?? tokensOf(fresh);
    if (toolCallId !== undefined) this.#issued.set(toolCallId, tokens);
    const { surfaceVersion: _version, registrationId: _registration, ...rest } = target;
    return { ...rest, ...given, ...tokens, invocationId };
  }

  #learn(result: AgentInvocationResult, { invocationId, confirmationId }: Request): void {
    if (result.status === "ok") return;
    const { code, details } = result.error;
    // Refused for its version, the consumer was told the current one: it is not refused for ever.
    if (details?.["reason"] === "surface-version-mismatch") this.#seen = result.surfaceVersion;
    // Not remembered by the registry either: the next attempt is a new one.
    const isOpen = code === "CONFIRMATION_REQUIRED" || code === "RATE_LIMITED";
    if (isOpen && confirmationId === undefined) this.#issued.delete(invocationId);
  }

  /** Whether the question ended before the bound, the caller's signal and `dispose`. */
  async #decision(confirmationId: string, signal: AbortSignal | undefined): Promise<boolean> {
    const wait = new AbortController();
    const end = () => {
      wait.abort();
    };
    this.#waiting.set(wait, confirmationId);
    const { waitMs } = this.#options;
    const timer = waitMs === undefined ? undefined : this.#catalog.scheduler.timeout(end, waitMs);
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
    try {
      await this.#registry.confirmations.waitFor(confirmationId, { signal: wait.signal, mustBeAsked: true });
      return true;
    } catch {
      return false;
    } finally {
      this.#waiting.delete(wait);
      this.#catalog.scheduler.clear(timer);
      signal?.removeEventListener("abort", end);
    }
  }
}

type Request = AgentInvocation & { invocationId: string };

function tokensOf({ registrationId, surfaceVersion, confirmationId }: AgentInvocation): Tokens {
  return {
    ...(registrationId !== undefined && { registrationId }),
    ...(surfaceVersion !== undefined && { surfaceVersion }),
    ...(confirmationId !== undefined && { confirmationId }),
  };
}

function askedBy({ invocationId, capabilityId }: Request, surfaceVersion: string) {
  return { invocationId, capabilityId, surfaceVersion };
}

/** The question that a person of this page must answer before the call can run. */
function questionOf(result: AgentInvocationResult): string | undefined {
  if (result.status === "ok" || result.error.code !== "CONFIRMATION_REQUIRED") return undefined;
  const { confirmationId, origin } = result.error.details ?? {};
  return origin === "client" && typeof confirmationId === "string" ? confirmationId : undefined;
}
