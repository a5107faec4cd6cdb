import type { LiveCapability, Registration } from "./registration.js";
import { isInstance } from "./registration-index.js";

/** The live references to procedures by id: several components may bring the same one. */
export class ProcedureIndex {
  readonly #byId = new Map<string, Set<LiveCapability>>();
  /** Those whose context is another component, by its type. */
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
      const { type } = capability.shape.procedure!.context;
      const linked = this.#linked.get(type) ?? new Set();
      if (!isOwn(capability)) this.#linked.set(type, linked.add(capability));
    }
  }

  remove(capabilities: readonly LiveCapability[]): void {
    for (const capability of capabilities) {
      const { id } = capability.shape;
      const references = this.#byId.get(id);
      if (references?.delete(capability) && references.size === 0) this.#byId.delete(id);
      const type = capability.shape.procedure?.context.type ?? "";
      const linked = this.#linked.get(type);
      if (linked?.delete(capability) && linked.size === 0) this.#linked.delete(type);
    }
  }

  /** Those of other components that have this one as their context. */
  linkedTo({ shape: { type, instanceId } }: Registration): LiveCapability[] {
    const linked = [...(this.#linked.get(type) ?? [])];
    return linked.filter(({ shape }) => shape.procedure!.context.instanceId === instanceId);
  }

  find(id: string, instanceId?: string): LiveCapability[] {
    return [...(this.#byId.get(id) ?? [])].filter((reference) => isInstance(reference, instanceId));
  }
}

function isOwn({ shape, registration }: LiveCapability): boolean {
  const { type, instanceId } = shape.procedure!.context;
  return type === registration.shape.type && instanceId === registration.shape.instanceId;
}
