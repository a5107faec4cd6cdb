import { windowId } from "../values/ids.js";
import type { LiveCapability } from "./registration.js";
import { isInstance } from "./registration-index.js";
import type { ComponentName } from "./types.js";

/** The live references to procedures by id: several components may bring the same one. */
export class ProcedureIndex {
  readonly #byId = new Map<string, Set<LiveCapability>>();
  /** Those whose context is another component, by its window id. */
  readonly #linked = new Map<string, Set<LiveCapability>>();

  get size(): number {
    return this.#byId.size;
  }

  add(capabilities: readonly LiveCapability[]): void {
    for (const capability of capabilities) {
      const { kind, id } = capability.shape;
      if (kind !== "procedure") continue;
      const references = this.#byId.get(id) ?? new Set();
      this.#byId.set(id, references.add(capability));
      const context = contextOf(capability);
      if (context === windowId(capability.registration.shape)) continue;
      this.#linked.set(context, (this.#linked.get(context) ?? new Set()).add(capability));
    }
  }

  remove(capabilities: readonly LiveCapability[]): void {
    for (const capability of capabilities) {
      const { id, kind } = capability.shape;
      if (kind !== "procedure") continue;
      const references = this.#byId.get(id);
      if (references?.delete(capability) && references.size === 0) this.#byId.delete(id);
      const context = contextOf(capability);
      const linked = this.#linked.get(context);
      if (linked?.delete(capability) && linked.size === 0) this.#linked.delete(context);
    }
  }

  /** Those of other components that have this one as their context. */
  linkedTo(component: ComponentName): Iterable<LiveCapability> {
    return this.#linked.get(windowId(component)) ?? [];
  }

  find(id: string, instanceId?: string): LiveCapability[] {
    return [...(this.#byId.get(id) ?? [])].filter((reference) => isInstance(reference, instanceId));
  }
}

function contextOf({ shape }: LiveCapability): string {
  return windowId(shape.procedure!.context);
}
