import { wireName } from "./wire-name.js";

/** The names in use: two targets never share one, and a target keeps its own while it lives. */
export class ToolNames {
  readonly #byTarget = new Map<string, string>();
  readonly #taken = new Set<string>();

  nameOf(capabilityId: string, instanceId: string): string {
    const target = `${capabilityId} ${instanceId}`;
    const known = this.#byTarget.get(target);
    if (known !== undefined) return known;
    let name = wireName(capabilityId, instanceId);
    for (let length = 8; this.#taken.has(name); length++) name = wireName(capabilityId, instanceId, length);
    this.#byTarget.set(target, name);
    this.#taken.add(name);
    return name;
  }

  release(capabilityId: string, instanceId: string): void {
    const target = `${capabilityId} ${instanceId}`;
    const name = this.#byTarget.get(target);
    if (name === undefined) return;
    this.#byTarget.delete(target);
    this.#taken.delete(name);
  }
}
