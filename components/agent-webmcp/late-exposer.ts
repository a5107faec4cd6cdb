/** Stands for the exposer in the standalone bundles: it loads where there is a model context, once it is started. */
import { modelContextOf } from "../../src/exposers/webmcp/chromium.js";
import type {
  WebMcpExposer,
  WebMcpExposerOptions,
  WebMcpStatus,
} from "../../src/exposers/webmcp/create-exposer.js";
import type { AgentSurfaceRegistry } from "../../src/toolset/types.js";

export type { WebMcpExposer, WebMcpExposerOptions, WebMcpStatus };

export function createWebMcpExposer(
  registry: AgentSurfaceRegistry,
  options: WebMcpExposerOptions = {},
): WebMcpExposer {
  return new LateExposer(registry, options);
}

const notStarted: WebMcpStatus = { state: "stopped", message: "Not started." };

class LateExposer implements WebMcpExposer {
  readonly #registry: AgentSurfaceRegistry;
  readonly #options: WebMcpExposerOptions;
  #real: WebMcpExposer | undefined;
  #status = notStarted;
  #isWanted = false;
  #hasFailed = false;

  constructor(registry: AgentSurfaceRegistry, options: WebMcpExposerOptions) {
    this.#registry = registry;
    this.#options = options;
  }

  get status(): WebMcpStatus {
    return this.#real?.status ?? this.#status;
  }

  start(): void {
    if (this.#real) this.#real.start();
    else if (!modelContextOf(this.#options.document ?? document)) {
      this.#status = { state: "absent", message: "This browser has no model context." };
    } else {
      this.#isWanted = true;
      this.#status = { state: "stopped", message: "Its script is loading." };
      void this.#load();
    }
  }

  stop(): void {
    this.#isWanted = false;
    this.#status = notStarted;
    this.#real?.stop();
  }

  async #load(): Promise<void> {
    let exposing;
    try {
      exposing = await import("../../src/exposers/webmcp/create-exposer.js");
    } catch (error) {
      // Stopped meanwhile, or told already by an earlier start.
      if (this.#isWanted) this.#failed(String(error));
      return;
    }
    this.#real ??= exposing.createWebMcpExposer(this.#registry, this.#options);
    if (!this.#isWanted) return;
    if (this.#hasFailed) this.#options.onProblem?.(undefined);
    this.#hasFailed = false;
    this.#real.start();
  }

  #failed(why: string): void {
    this.#isWanted = false;
    this.#hasFailed = true;
    const message = `a script of the page could not be loaded, so it offers no tools (${why}).`;
    this.#status = { state: "stopped", message };
    this.#options.onProblem?.({ code: "not-loaded", message });
  }
}
