/**
 * Puts a surface together: its state, what changes it and what runs on it. The one file of `registry/` that knows the
 * pipeline, which knows the surface's state alone.
 */
import { Pipeline } from "../invocation/pipeline.js";
import { attachCatalog } from "./catalog.js";
import { useOperability } from "./operability.js";
import { Registrations } from "./registrations.js";
import { Snapshots } from "./snapshot.js";
import { lintPaths, tellCollisions } from "./suffix-lint.js";
import { Surface } from "./surface.js";
import type { AgentSurfaceRegistry, RegistryOptions, Unsubscribe } from "./types.js";

export function createAgentSurfaceRegistry(options: RegistryOptions = {}): AgentSurfaceRegistry {
  const surface = new Surface(options);
  const registrations = new Registrations(surface);
  const snapshots = new Snapshots(surface);
  const pipeline = new Pipeline(surface);
  let stopHearing: Unsubscribe | undefined;
  const registry: AgentSurfaceRegistry = {
    surfaceId: surface.id,
    register(definition) {
      if (surface.disposed) throw surface.disposedError();
      return registrations.register(definition);
    },
    snapshot: (context) => snapshots.take(context),
    invoke: (request, invokeOptions) => pipeline.invoke(request, invokeOptions),
    subscribe: (listener) => surface.events.subscribe(listener),
    running: () => pipeline.running(),
    confirmations: surface.confirmations,
    setProcedureExecutor(executor) {
      const paths = new Set(executor?.paths);
      const collisions = lintPaths(surface, paths);
      surface.executor = executor;
      surface.paths = paths;
      tellCollisions(surface, collisions);
    },
    setOperability(source) {
      stopHearing?.();
      stopHearing = useOperability(surface, source);
    },
    getVersion: () => surface.version,
    dispose() {
      if (surface.disposed) return;
      surface.disposed = true;
      pipeline.dispose();
      surface.confirmations.dispose();
      registrations.removeAll();
      surface.events.end();
    },
  };
  attachCatalog(registry, surface);
  return registry;
}
