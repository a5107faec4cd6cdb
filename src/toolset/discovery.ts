/** What `surface_discover` gives: a snapshot that fits its budget and says what it leaves out. */
import type { AgentSurfaceSnapshot } from "../registry/types.js";
import { byteSize } from "../values/byte-size.js";
import { deepFreeze } from "../values/freeze.js";
import type { NarrowedScope } from "./narrow-scope.js";

export interface Budget {
  readonly maxComponents: number;
  /** UTF-8 bytes of the whole payload as JSON. */
  readonly maxBytes: number;
}

export type Discovery = Omit<AgentSurfaceSnapshot, "truncated"> & {
  /** In effect, where it is not everything. */
  scope?: string[];
  /** Prefixes that were asked for and lie outside the scope of these tools. */
  refusedScope?: string[];
  /** `types`: where to look with a narrower scope, as far as there is room for them. */
  truncated?: { droppedComponents: number; droppedProcedures: number; types: string[] };
};

/** Room for `truncated`, in bytes; the types take what is left of it. */
const roomForTruncated = 600;
const roomForTypes = 400;

/** Drops from the end, which is the lowest priority, until the budget holds. */
export function fitDiscovery(
  { truncated: _none, ...snapshot }: AgentSurfaceSnapshot,
  { scope, refused }: NarrowedScope,
  { maxComponents, maxBytes }: Budget,
): Discovery {
  const frame = {
    ...snapshot,
    ...(scope && { scope }),
    ...(refused.length > 0 && { refusedScope: refused }),
  };
  const left = maxBytes - sizeOf({ ...frame, components: [], procedures: [] });
  const fit = (room: number) => {
    const components = take(snapshot.components, room, maxComponents);
    const procedures = take(snapshot.procedures, room - components.bytes, Infinity);
    return { components: components.taken, procedures: procedures.taken };
  };
  const isWhole = ({ components, procedures }: ReturnType<typeof fit>) =>
    components.length + procedures.length === snapshot.components.length + snapshot.procedures.length;
  let kept = fit(left);
  if (isWhole(kept)) return deepFreeze({ ...frame });
  kept = fit(left - roomForTruncated);
  const dropped = snapshot.components.slice(kept.components.length);
  const types = [...new Set(dropped.map(({ type }) => type))];
  return deepFreeze({
    ...frame,
    ...kept,
    truncated: {
      droppedComponents: dropped.length,
      droppedProcedures: snapshot.procedures.length - kept.procedures.length,
      types: take(types, roomForTypes, Infinity).taken,
    },
  });
}

/** As many of the first items as have room, with the commas between them. */
function take<T>(items: readonly T[], room: number, max: number): { taken: T[]; bytes: number } {
  const taken: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = taken.length < max ? sizeOf(item) + 1 : Infinity;
    if (bytes + size > room) break;
    bytes += size;
    taken.push(item);
  }
  return { taken, bytes };
}

function sizeOf(value: unknown): number {
  return byteSize(JSON.stringify(value));
}
