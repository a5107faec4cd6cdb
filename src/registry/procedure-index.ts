import type { LiveCapability } from "./registration.js";
import { isInstance } from "./registration-index.js";

/** The live references to procedures by id: several components may bring the same one. */
export class ProcedureIndex {
  readonly #byId = new Map<string, Set<LiveCapability>>();

  get size(): number {
    return this.#byId.size;
  }

  add(capabilities: readonly LiveCapability[]): void {
    for (const capability of capabilities) {
      const { kind, id } = capability.shape;
      if (kind !== "procedure") continue;
      const references = this.#byId.get(id) ?? new Set();
      this.#byId.set(id, references.add(capability));
    }
  }

  remove(capabilities: readonly LiveCapability[]): void {
    for (const capability of capabilities) {
      const { id } = capability.shape;
      const references = this.#byId.get(id);
      if (references?.delete(capability) && references.size === 0) this.#byId.delete(id);
    }
  }

  find(id: string, instanceId?: string): LiveCapability[] {
    return [...(this.#byId.get(id) ?? [])].filter((reference) => isInstance(reference, instanceId));
  }
}
