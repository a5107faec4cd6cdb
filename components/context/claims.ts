/**
 * Who holds a type and instance of a registry: the first stays, the others wait and take over in the order of the
 * document when it leaves. Kept on the registry, since windows of several copies of the library may meet there.
 */
import type { AgentSurfaceRegistry } from "../../src/index.js";
import { byDocumentOrder } from "./document-order.js";
import type { WindowHost } from "./window-host.js";

export interface Claimant extends WindowHost {
  readonly element: Node;
  /** The name is free: it may try again. */
  changed(): void;
}

export interface Claims {
  /** Whether the claimant holds the key now; if not it waits for it. */
  claim(key: string, claimant: Claimant): boolean;
  release(key: string, claimant: Claimant): void;
  holder(key: string): Claimant | undefined;
  /** Tells when the holder is another one. Gives what ends it. */
  follow(key: string, changed: () => void): () => void;
}

const claimsKey = Symbol.for("agent-tags/claims/1");

export function claimsOf(registry: AgentSurfaceRegistry): Claims {
  const holder = registry as unknown as Record<symbol, Claims | undefined>;
  return (holder[claimsKey] ??= createClaims());
}

function createClaims(): Claims {
  /** The holder of a key, and behind it those who wait. */
  const queues = new Map<string, Claimant[]>();
  const followers = new Map<string, Set<() => void>>();
  const tell = (key: string) => {
    for (const changed of followers.get(key) ?? []) changed();
  };
  return {
    claim(key, claimant) {
      const queue = queues.get(key) ?? [];
      queues.set(key, queue);
      if (!queue.includes(claimant) && queue.push(claimant) === 1) tell(key);
      return queue[0] === claimant;
    },
    release(key, claimant) {
      const queue = queues.get(key) ?? [];
      const place = queue.indexOf(claimant);
      if (place >= 0) queue.splice(place, 1);
      if (queue.length === 0) queues.delete(key);
      if (place !== 0) return;
      queue.sort(byDocumentOrder)[0]?.changed();
      tell(key);
    },
    holder: (key) => queues.get(key)?.[0],
    follow(key, changed) {
      const told = followers.get(key) ?? new Set();
      followers.set(key, told.add(changed));
      return () => {
        told.delete(changed);
        if (told.size === 0) followers.delete(key);
      };
    },
  };
}
