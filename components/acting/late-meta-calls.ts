/** Stands for the meta tools' work in the standalone bundles: it loads with the first call. */
import { catalogOf } from "../../src/registry/catalog.js";
import type { AgentSurfaceRegistry } from "../../src/registry/types.js";
import type { MetaCalls as RealCalls } from "../../src/toolset/meta-calls.js";
import type { AgentToolsetOptions } from "../../src/toolset/types.js";
import { asIssued } from "./as-issued.js";
import { importCalling } from "./import-calling.js";
import { notLoaded } from "./not-loaded.js";

export class MetaCalls implements Pick<RealCalls, keyof RealCalls> {
  readonly #registry: AgentSurfaceRegistry;
  readonly #options: AgentToolsetOptions;
  #real: RealCalls | undefined;

  constructor(registry: AgentSurfaceRegistry, options: AgentToolsetOptions) {
    this.#registry = registry;
    this.#options = options;
  }

  async execute(...[tool, input, call]: Parameters<RealCalls["execute"]>): ReturnType<RealCalls["execute"]> {
    const issued = asIssued(input);
    try {
      const { MetaCalls: Real } = await importCalling();
      this.#real ??= new Real(this.#registry, this.#options);
    } catch (error) {
      const invocationId = call.toolCallId ?? catalogOf(this.#registry).ids.next("inv_", 12);
      const surfaceVersion = this.#registry.getVersion();
      return notLoaded(error, { invocationId, capabilityId: tool.name, surfaceVersion });
    }
    return this.#real.execute(tool, issued, call);
  }

  dispose(): void {
    this.#real?.dispose();
  }
}
