/**
 * Who holds a type and instance of a registry: the first stays, the others wait and take over in the order of the
 * document when it leaves. Kept on the registry, since windows of several copies of the library may meet there.
 */
import type { AgentSurfaceRegistry } from "../../src/index.js";

export interface Claimant {
  readonly element: Element;
  /** The name is free: it may try again. */
  changed(): void;
}

export interface Claims {
  /** Whether the claimant holds the key now; if not it waits for it. */
  claim(key: string, claimant: Claimant): boolean;
  release(key: string, claimant: Claimant): void;
}

const claimsKey = Symbol.for("agent-tags/claims/1");

export function claimsOf(registry: AgentSurfaceRegistry): Claims {
  const holder = registry as unknown as Record<symbol, Claims | undefined>;
  return (holder[claimsKey] ??= createClaims());
}

function createClaims(): Claims {
  const holders = new Map<string, Claimant>();
  const waiting = new Map<string, Set<Claimant>>();
  return {
    claim(key, claimant) {
      const holder = holders.get(key) ?? claimant;
      if (holder === claimant) {
        holders.set(key, claimant);
        waiting.get(key)?.delete(claimant);
        return true;
      }
      const others = waiting.get(key) ?? new Set();
      waiting.set(key, others.add(claimant));
      return false;
    },
    release(key, claimant) {
      const others = waiting.get(key);
      others?.delete(claimant);
      if (others?.size === 0) waiting.delete(key);
      if (holders.get(key) !== claimant) return;
      holders.delete(key);
      const [next] = [...(waiting.get(key) ?? [])].sort(byDocumentOrder);
      next?.changed();
    },
  };
}

function byDocumentOrder({ element: one }: Claimant, { element: other }: Claimant): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
