/** The capability that a misspelt id most likely means. */
import { availabilityFor, hidden } from "../registry/availability.js";
import type { Call } from "./call.js";

/** How many letters in a row may differ. */
const maxDifference = 2;
/** Enough for any page that a model has read; a larger one is not searched to the end. */
const maxCompared = 2_000;

/** Among what this consumer may see; `undefined` where nothing is near. */
export function nearestTo({ surface, consumer, request }: Call): string | undefined {
  let compared = 0;
  for (const { capabilities } of surface.index.sorted()) {
    for (const capability of capabilities) {
      if (++compared > maxCompared) return undefined;
      const { id } = capability.shape;
      const isNear = differenceBetween(request.capabilityId, id) <= maxDifference;
      if (isNear && availabilityFor(surface, capability, consumer) !== hidden) return id;
    }
  }
  return undefined;
}

/** How many letters stand between what two texts have in common at their beginning and at their end. */
function differenceBetween(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return Math.max(one.length, other.length) - start - end;
}
