/** The capability that a misspelt id most likely means. */
import type { LiveCapability } from "../registry/registration.js";
import type { Surface } from "../registry/surface.js";

/** How many letters in a row may differ. */
const maxDifference = 2;
/** Enough for any page that a model has read; a larger one is not searched to the end. */
const maxCompared = 2_000;

/** Among those that may be told; `undefined` where nothing is near. */
export function nearestTo(
  capabilityId: string,
  surface: Surface,
  mayBeTold: (capability: LiveCapability) => boolean,
): string | undefined {
  let compared = 0;
  for (const { capabilities } of surface.index.sorted()) {
    for (const capability of capabilities) {
      if (++compared > maxCompared) return undefined;
      const { id } = capability.shape;
      const difference = differenceBetween(capabilityId, id);
      if (difference > 0 && difference <= maxDifference && mayBeTold(capability)) return id;
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
