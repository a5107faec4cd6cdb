/** The capability that a misspelt id most likely means. */
import { availabilityFor } from "../registry/availability.js";
import type { Call } from "./call.js";

const maxDistance = 3;
/** Enough for any page that a model has read; a larger one is not searched to the end. */
const maxCompared = 2_000;

/** Among what this consumer may see; `undefined` where nothing is near. */
export function nearestTo({ surface, consumer, request }: Call): string | undefined {
  let nearest: string | undefined;
  let least = maxDistance + 1;
  let compared = 0;
  for (const { capabilities } of surface.index.sorted()) {
    for (const capability of capabilities) {
      const { id } = capability.shape;
      if (++compared > maxCompared) return nearest;
      const distance = distanceBetween(request.capabilityId, id);
      if (distance >= least || availabilityFor(surface, capability, consumer).is === "hidden") continue;
      nearest = id;
      least = distance;
    }
  }
  return nearest;
}

/** How many letters must be added, dropped or changed (Levenshtein); `Infinity` past what counts as near. */
function distanceBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > maxDistance) return Infinity;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < one.length; index++) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at++) {
      const changed = row[at]! + (one[index] === other[at] ? 0 : 1);
      next.push(Math.min(changed, row[at + 1]! + 1, next[at]! + 1));
    }
    row = next;
    if (Math.min(...row) > maxDistance) return Infinity;
  }
  return row[other.length]!;
}
