import type { AgentSurfaceRegistry } from "../registry/types.js";
import type { AgentWindows } from "./types.js";
import { Windows } from "./windows.js";

/** On the registry under a symbol, so that another copy of the library finds them. */
const windowsKey = Symbol.for("agent-tags/windows/1");

/**
 * The windows of a registry, which has one set of them: they are made at the first call. From then on every component of
 * it is a window, however it was registered.
 * @throws {TypeError} for an object that `createAgentSurfaceRegistry` did not make.
 */
export function createWindows(registry: AgentSurfaceRegistry): AgentWindows {
  const known = windowsOf(registry);
  if (known) return known;
  const windows = new Windows(registry);
  Object.defineProperty(registry, windowsKey, { value: windows });
  registry.setOperability(windows.source);
  return windows;
}

/** The windows that were made for a registry, if any. */
export function windowsOf(registry: AgentSurfaceRegistry): AgentWindows | undefined {
  return (registry as unknown as Record<symbol, AgentWindows | undefined>)[windowsKey];
}
