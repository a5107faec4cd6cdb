/**
 * Stands for the pipeline in the standalone bundles: a page that only declares and exposes does without the ten phases.
 * They load with the first call, or before that while the page is idle.
 */
import type { Pipeline as RealPipeline } from "../../src/invocation/pipeline.js";
import type { Surface } from "../../src/registry/surface.js";
import type { RunningInvocation } from "../../src/registry/types.js";
import type { AgentInvocation, AgentInvocationResult, InvokeOptions } from "../../src/values/invocation.js";
import { whenIdle } from "../element/lazy-parts.js";
import { asIssued } from "./as-issued.js";
import { importCalling } from "./import-calling.js";
import type { Confirmations as LateConfirmations } from "./late-confirmations.js";
import { notLoaded } from "./not-loaded.js";

export class Pipeline implements Pick<RealPipeline, keyof RealPipeline> {
  readonly #surface: Surface;
  #real: RealPipeline | undefined;

  constructor(surface: Surface) {
    this.#surface = surface;
    whenIdle(importCalling);
  }

  invoke(raw: AgentInvocation, options?: InvokeOptions): Promise<AgentInvocationResult> {
    if (this.#real) return this.#real.invoke(raw, options);
    if (this.#surface.disposed) return Promise.reject(this.#surface.disposedError());
    const issued = asIssued(raw);
    return this.#load().then(
      (pipeline) => pipeline.invoke(issued, options),
      (error: unknown) => {
        const { invocationId = "", capabilityId } = issued;
        return notLoaded(error, { invocationId, capabilityId, surfaceVersion: this.#surface.version });
      },
    );
  }

  running(): RunningInvocation[] {
    return this.#real?.running() ?? [];
  }

  dispose(): void {
    this.#real?.dispose();
  }

  async #load(): Promise<RealPipeline> {
    const { Confirmations, Pipeline: Real } = await importCalling();
    if (this.#real) return this.#real;
    const surface: { confirmations: unknown } = this.#surface;
    surface.confirmations = (this.#surface.confirmations as unknown as LateConfirmations).load(Confirmations);
    return (this.#real = new Real(this.#surface));
  }
}
