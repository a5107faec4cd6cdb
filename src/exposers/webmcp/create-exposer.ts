/** A surface as tools of the browser's own model context: a projection of the toolset, of which only differences travel. */
import { DirectToolset } from "../../toolset/direct-toolset.js";
import type { AgentSurfaceRegistry, AgentTool, AgentToolset } from "../../toolset/types.js";
import { canonicalJson } from "../../values/canonical-json.js";
import type { AgentInvocationResult } from "../../values/invocation.js";
import type { JsonValue } from "../../values/json.js";
import { createScheduler } from "../../values/scheduler.js";
import { chromiumDialect } from "./chromium.js";
import type { ModelContextDialect, NativeTool, ToolContent } from "./dialect.js";
import { toContent } from "./result-content.js";
import { splitEvidence, withEvidence } from "./tool-arguments.js";

export interface WebMcpExposerOptions {
  /** Prefixes of component types. Empty or absent: all. */
  scope?: string[];
  /** The id under which this exposer's calls are known, also to the person who is asked. Default "browser-agent". */
  consumer?: string;
  /** "wait" (default): a call lasts until the person has decided, `waitMs` at most. "two-phase": it is called again. */
  confirmations?: "wait" | "two-phase";
  /** The longest wait for the person, in milliseconds. Default 45,000. */
  waitMs?: number;
  /**
   * Told of a name that another script owns, and with `undefined` once every name is ours; in the standalone bundles,
   * whose exposer is a file of its own, that it could not be loaded. The next start tries again.
   */
  onProblem?(problem: { code: "name-taken" | "not-loaded"; message: string } | undefined): void;
  /** Where the model context is looked for. Default: the global document. */
  document?: Document;
}

export interface WebMcpStatus {
  /** "stopped", "exposed", "absent" where the browser has no model context, "refused" where it takes no tool from this page. */
  readonly state: "stopped" | "exposed" | "absent" | "refused";
  /** One sentence. */
  readonly message: string;
}

export interface WebMcpExposer {
  readonly status: WebMcpStatus;
  /** Safe to repeat. */
  start(): void;
  /** Takes every tool back. Safe to repeat; `start` works again. */
  stop(): void;
}

export function createWebMcpExposer(
  registry: AgentSurfaceRegistry,
  options: WebMcpExposerOptions = {},
): WebMcpExposer {
  return new Exposer(registry, options);
}

const defaultWaitMs = 45_000;
/** How many questions that outlived their call are remembered. */
const maxWaiting = 100;

interface Exposed {
  /** What the browser was told; an equal text needs no new registration. */
  readonly told: string;
  takeBack(): void;
}

class Exposer implements WebMcpExposer {
  readonly #registry: AgentSurfaceRegistry;
  readonly #options: WebMcpExposerOptions;
  readonly #scheduler = createScheduler();
  readonly #consumer: string;
  readonly #exposed = new Map<string, Exposed>();
  /** The tools as they are now, by name: what a call runs. */
  readonly #tools = new Map<string, AgentTool>();
  /** Names whose registration may have to change. */
  readonly #dirty = new Set<string>();
  /** The invocation behind a question that is still open: the same call goes on under the same identity. */
  readonly #asked = new Map<string, string>();
  #toolset: AgentToolset | undefined;
  #dialect: ModelContextDialect | undefined;
  /** Names that another script owns; tried again whenever tools change. */
  readonly #taken = new Set<string>();
  #stopListening: (() => void) | undefined;
  #reason = "";
  #planned = false;
  #state: WebMcpStatus["state"] = "stopped";

  constructor(registry: AgentSurfaceRegistry, options: WebMcpExposerOptions) {
    this.#registry = registry;
    this.#options = options;
    this.#consumer = options.consumer ?? "browser-agent";
  }

  get status(): WebMcpStatus {
    const message = {
      stopped: "Not started.",
      exposed: `${this.#exposed.size} tools are offered to the browser.`,
      absent: "This browser has no model context.",
      refused: `The browser takes no tools from this page: ${this.#reason}.`,
    }[this.#state];
    return { state: this.#state, message };
  }

  start(): void {
    if (this.#state === "exposed") return;
    this.#dialect = chromiumDialect(this.#options.document ?? document);
    if (!this.#dialect) {
      this.#state = "absent";
      return;
    }
    this.#state = "exposed";
    this.#stopListening = this.#dialect.onChange(() => {
      if (this.#taken.size > 0) this.#plan(this.#taken);
    });
    const { scope, confirmations = "wait", waitMs = defaultWaitMs } = this.#options;
    this.#toolset = new DirectToolset(this.#registry, {
      consumer: { id: this.#consumer, kind: "webmcp" },
      confirmations,
      waitMs,
      includeUnavailable: false,
      ...(scope && { scope }),
    });
    this.#toolset.subscribe((_tools, { added, removed, changed }) => {
      for (const { name } of removed) this.#tools.delete(name);
      for (const tool of [...added, ...changed]) this.#tools.set(tool.name, tool);
      this.#plan([...removed, ...added, ...changed].map(({ name }) => name));
    });
    const tools = this.#toolset.tools();
    for (const tool of tools) this.#tools.set(tool.name, tool);
    this.#plan(this.#tools.keys());
  }

  stop(): void {
    this.#stopListening?.();
    this.#toolset?.dispose();
    this.#toolset = undefined;
    this.#taken.clear();
    for (const { takeBack } of this.#exposed.values()) takeBack();
    this.#exposed.clear();
    this.#tools.clear();
    this.#dirty.clear();
    this.#state = "stopped";
  }

  /** A burst within one task is one pass. */
  #plan(names: Iterable<string>): void {
    for (const name of names) this.#dirty.add(name);
    if (this.#planned) return;
    this.#planned = true;
    this.#scheduler.task(() => {
      this.#planned = false;
      for (const name of this.#dirty) this.#bringInStep(name);
      this.#dirty.clear();
    });
  }

  #bringInStep(name: string): void {
    const tool = this.#tools.get(name);
    const exposed = this.#exposed.get(name);
    const native = tool && this.#project(tool);
    const told = native && canonicalJson({ ...native, execute: null } as unknown as JsonValue);
    if (exposed?.told === told) return;
    exposed?.takeBack();
    this.#exposed.delete(name);
    if (!native || told === undefined) return;
    const takeBack = this.#dialect!.register(native, (refusal) => {
      // A late refusal must not take down a newer registration of the same name.
      if (refusal !== undefined && this.#exposed.get(name)?.takeBack === takeBack) this.#exposed.delete(name);
      if (refusal !== undefined) this.#refused(name, refusal);
      else if (this.#taken.delete(name) && this.#taken.size === 0) this.#options.onProblem?.(undefined);
    });
    this.#exposed.set(name, { told, takeBack });
  }

  #project(tool: AgentTool): NativeTool {
    const { name, title, description, inputSchema, annotations } = tool;
    return {
      name,
      ...(title !== undefined && { title }),
      description,
      inputSchema: annotations.confirms ? withEvidence(inputSchema) : inputSchema,
      annotations: {
        readOnlyHint: annotations.readOnly,
        untrustedContentHint: annotations.untrusted,
        consequentialHint: annotations.confirms,
      },
      // By name: a redefinition needs no new registration. A tool that is gone answers for itself.
      execute: (input, second) => this.#execute(this.#tools.get(name) ?? tool, input, second),
    };
  }

  async #execute(tool: AgentTool, input: unknown, second: unknown): Promise<ToolContent> {
    const { input: own, confirmationId } = tool.annotations.confirms
      ? splitEvidence(input, tool.inputSchema)
      : { input: (input ?? {}) as JsonValue, confirmationId: undefined };
    const signal = signalOf(second);
    const toolCallId = confirmationId === undefined ? undefined : this.#asked.get(confirmationId);
    const result = await tool.execute(own, {
      ...(toolCallId !== undefined && { toolCallId }),
      ...(signal && { signal }),
      ...(confirmationId !== undefined && { confirmationId }),
    });
    this.#remember(result, confirmationId);
    return toContent(result, { untrusted: tool.annotations.untrusted });
  }

  #remember(result: AgentInvocationResult, confirmationId: string | undefined): void {
    if (confirmationId !== undefined) this.#asked.delete(confirmationId);
    const asked = result.status === "error" && result.error.details?.["confirmationId"];
    if (typeof asked !== "string") return;
    this.#asked.set(asked, result.invocationId);
    if (this.#asked.size > maxWaiting) this.#asked.delete(this.#asked.keys().next().value!);
  }

  #refused(name: string, reason: unknown): void {
    const why = reason instanceof Error ? reason.message : String(reason);
    if (reason instanceof Error && reason.name !== "InvalidStateError") {
      // Not the tool's fault: a policy, a frame or an insecure page, and the same for every tool.
      this.stop();
      this.#reason = why;
      this.#state = "refused";
      return;
    }
    this.#taken.add(name);
    this.#options.onProblem?.({
      code: "name-taken",
      message: `the browser did not take the tool "${name}" (${why}); another script of this page owns the name.`,
    });
  }
}

/** Chromium hands over `{ signal }`; what else comes is not touched. */
function signalOf(second: unknown): AbortSignal | undefined {
  if (typeof second !== "object" || second === null || !Object.hasOwn(second, "signal")) return undefined;
  const { signal } = second as { signal: unknown };
  return signal instanceof AbortSignal ? signal : undefined;
}
