import { ContextEvent } from "@lit/context";
import type { AgentSurfaceRegistry } from "../../src/index.js";
import { houseOf } from "./document-house.js";
import { registryContext } from "./keys.js";

/** The registry that DOM context gives a node: that of the nearest surface, else the document's default one. */
export function findRegistry(node: Node = document): AgentSurfaceRegistry {
  const owner = node.ownerDocument ?? (node as Document);
  const house = houseOf(owner);
  house.listen();
  let found: AgentSurfaceRegistry | undefined;
  // On behalf of the document, so that a surface answers for itself too.
  node.dispatchEvent(
    new ContextEvent(registryContext, owner.documentElement, (registry) => {
      found = registry;
    }),
  );
  // A node outside of the document reaches nobody.
  return found ?? house.registry;
}
