import type { AgentSurfaceRegistry } from "../registry/types.js";
import { checkConsumer } from "../values/consumer.js";
import { DirectToolset } from "./direct-toolset.js";
import { createMetaToolset } from "./meta-toolset.js";
import type { AgentToolset, AgentToolsetOptions } from "./types.js";

/**
 * The surface as tools for one consumer. The catalog is incremental: a change costs what changed, and a tool stays the
 * same object while it would act the same.
 * In the mode "meta" it is three tools instead, whatever is mounted: `surface_discover`, `surface_read`, `surface_act`.
 * Schemas are given as they are: what knows the other dialects is `src/dialect`, which stands on this.
 * @throws {TypeError} for a consumer without id or kind, for an unknown `mode`, for another `dialect`, and where neither
 * `topology` nor `confirmations` is given: there is no safe default for both kinds of loop.
 */
export function createAgentToolset(
  registry: AgentSurfaceRegistry,
  options: AgentToolsetOptions,
): AgentToolset {
  const { mode = "direct", topology, confirmations, dialect = "full" } = options;
  checkConsumer(options.consumer);
  if (topology === undefined && confirmations === undefined) {
    throw new TypeError("A toolset needs a topology, or confirmations.");
  }
  if (dialect !== "full") {
    throw new TypeError('The dialect of this toolset is "full": others are those of agent-tags.toolset.js.');
  }
  if (mode === "meta") return createMetaToolset(registry, options);
  if ((mode as string) !== "direct") throw new TypeError('The mode of a toolset is "direct" or "meta".');
  return new DirectToolset(registry, options);
}
