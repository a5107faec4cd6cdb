import { compare, placeIn } from "../registry/order.js";
import type { Placed } from "../registry/order.js";
import type { AgentTool } from "./types.js";

/** The tools in the order of snapshots. A change moves pointers; it never looks at every tool. */
export class ToolList {
  readonly #tools: AgentTool[] = [];
  /** Whose each tool is, in step with the tools. */
  readonly #owners: Placed[] = [];

  /** Makes these the tools of a component, instead of those it had. */
  set(owner: Placed, tools: readonly AgentTool[]): void {
    const start = placeIn(this.#owners, itself, owner);
    let end = start;
    while (end < this.#owners.length && compare(this.#owners[end]!, owner) === 0) end++;
    if (end - start === tools.length) {
      for (const [index, tool] of tools.entries()) this.#tools[start + index] = tool;
    } else {
      this.#tools.splice(start, end - start, ...tools);
      this.#owners.splice(start, end - start, ...tools.map(() => owner));
    }
  }

  copy(): AgentTool[] {
    return this.#tools.slice();
  }
}

function itself(one: Placed): Placed {
  return one;
}
