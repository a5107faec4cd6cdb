import type { CatalogEntry } from "../registry/catalog.js";
import { wireName } from "./wire-name.js";

/** The names in use: two targets never share one, and a target keeps its own while it lives. */
export class ToolNames {
  readonly #byTarget = new Map<string, string>();
  /** The targets by name. */
  readonly #taken = new Map<string, string>();

  /** A procedure's id does not name the component that brought it, so a target is all three. */
  nameOf({ shape: { id }, type, instanceId }: Pick<CatalogEntry, "shape" | "type" | "instanceId">): string {
    const target = `${id} ${instanceId} ${type}`;
    const known = this.#byTarget.get(target);
    if (known !== undefined) return known;
    let name = wireName(id, instanceId);
    for (let length = 8; this.#taken.has(name); length++) name = wireName(id, instanceId, length, type);
    this.#byTarget.set(target, name);
    this.#taken.set(name, target);
    return name;
  }

  release(name: string): void {
    this.#byTarget.delete(this.#taken.get(name) ?? "");
    this.#taken.delete(name);
  }
}
