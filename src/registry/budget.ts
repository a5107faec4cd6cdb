import type { AgentProcedureDescriptor } from "../definition/procedure.js";
import { byteSize } from "../values/byte-size.js";
import type { AgentComponentDescriptor, SnapshotContext } from "./types.js";

/**
 * How much of a surface a snapshot may hold. Components come highest priority first; from the first one that is too much
 * all are refused, each with its procedures.
 */
export class Budget {
  refused = 0;
  #components: number;
  #bytes: number;

  constructor({ maxComponents = Infinity, maxBytes = Infinity }: NonNullable<SnapshotContext["budget"]>) {
    this.#components = maxComponents;
    this.#bytes = maxBytes;
  }

  refuses(
    component: AgentComponentDescriptor | undefined,
    procedures: readonly AgentProcedureDescriptor[],
  ): boolean {
    if (this.refused === 0) {
      this.#components -= 1;
      for (const part of [...(component ? [component] : []), ...procedures]) {
        if (this.#bytes !== Infinity) this.#bytes -= byteSize(JSON.stringify(part));
      }
      if (this.#components >= 0 && this.#bytes >= 0) return false;
    }
    this.refused += 1;
    return true;
  }
}
