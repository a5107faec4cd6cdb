/** Stands for what the tools of a toolset do in the standalone bundles: it loads with the first call. */
import type { Caller as RealCaller } from "../../src/toolset/caller.js";
import { catalogOf } from "../../src/registry/catalog.js";
import type { AgentSurfaceRegistry } from "../../src/registry/types.js";
import type { AgentToolsetOptions } from "../../src/toolset/types.js";
import { asIssued } from "./as-issued.js";
import { importCalling } from "./import-calling.js";
import { notLoaded } from "./not-loaded.js";

export class Caller implements Pick<RealCaller, keyof RealCaller> {
  readonly #registry: AgentSurfaceRegistry;
  readonly #options: AgentToolsetOptions;
  #real: RealCaller | undefined;
  #seen: string | undefined;

  constructor(registry: AgentSurfaceRegistry, options: AgentToolsetOptions) {
    this.#registry = registry;
    this.#options = options;
  }

  saw(surfaceVersion: string): void {
    this.#seen = surfaceVersion;
    this.#real?.saw(surfaceVersion);
  }

  async call(...[target, call]: Parameters<RealCaller["call"]>): ReturnType<RealCaller["call"]> {
    // What the consumer had seen and said when it called, not when the code came.
    const issued = asIssued(target);
    let real: RealCaller;
    try {
      real = this.#real ?? (await this.#load(this.#seen));
    } catch (error) {
      const invocationId = catalogOf(this.#registry).ids.next("inv_", 12);
      const surfaceVersion = this.#registry.getVersion();
      return notLoaded(error, { invocationId, capabilityId: target.capabilityId, surfaceVersion });
    }
    return real.call(issued, call);
  }

  dispose(): void {
    this.#real?.dispose();
  }

  async #load(seen: string | undefined): Promise<RealCaller> {
    const { Caller: Real } = await importCalling();
    // Several calls may have waited for it.
    if (this.#real) return this.#real;
    const real = new Real(this.#registry, this.#options);
    if (seen !== undefined) real.saw(seen);
    return (this.#real = real);
  }
}
