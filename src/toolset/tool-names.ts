import type { ComponentShape } from "../definition/shape.js";
import { wireName } from "./wire-name.js";

/** The names in use: two targets never share one. */
export class ToolNames {
  readonly #taken = new Set<string>();

  /** A name for a new target, which keeps it until it is released. */
  take(capabilityId: string, { type, instanceId }: ComponentShape): string {
    let name = wireName(capabilityId, instanceId);
    for (let length = 8; this.#taken.has(name); length++) {
      name = wireName(capabilityId, instanceId, length, type);
    }
    this.#taken.add(name);
    return name;
  }

  release(name: string): void {
    this.#taken.delete(name);
  }
}
