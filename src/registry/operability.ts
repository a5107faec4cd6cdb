/** How the registry keeps in step with what is operable: what windows tell it is told on, and looked at anew. */
import { attempt } from "../values/attempt.js";
import { stateOf } from "./availability.js";
import type { LiveCapability } from "./registration.js";
import type { Surface } from "./surface.js";
import type { ComponentName, OperabilitySource, Unsubscribe } from "./types.js";

/** @returns what stops listening to it. */
export function useOperability(
  surface: Surface,
  source: OperabilitySource | undefined,
): Unsubscribe | undefined {
  const mounted = surface.index.sorted().map(({ shape }) => shape);
  const hadSource = surface.operability !== undefined;
  surface.operability = source;
  surface.asksOperability = source !== undefined && !source.subscribe;
  const capabilities = lookAgain(surface, mounted);
  if (hadSource || capabilities.some((one) => surface.blockedBy(one)?.length !== 0)) {
    // Everything may be something else than before.
    surface.epoch += 1;
    surface.changed();
  }
  const listener = (components: readonly ComponentName[]) => {
    if (surface.disposed || surface.operability !== source) return;
    const capabilities = lookAgain(surface, components);
    if (capabilities.length === 0) return;
    surface.changed();
    tellAvailability(surface, capabilities);
  };
  return attempt(() => source?.subscribe?.(listener), surface.report);
}

export function tellAvailability(surface: Surface, capabilities: Iterable<LiveCapability>): void {
  surface.events.emitAll(
    Array.from(capabilities, (capability) => ({
      type: "availability-changed" as const,
      registrationId: capability.registration.id,
      capabilityId: capability.shape.id,
      available: stateOf(surface, capability) === undefined,
    })),
  );
}

/** Nothing that was described holds for these any more. Gives what they have, procedures that link to them included. */
function lookAgain(surface: Surface, components: readonly ComponentName[]): LiveCapability[] {
  const capabilities: LiveCapability[] = [];
  for (const component of components) {
    const registration = surface.index.instance(component.type, component.instanceId);
    if (!registration) continue;
    registration.isDescribed = false;
    capabilities.push(...registration.capabilities, ...surface.procedures.linkedTo(component));
  }
  return capabilities;
}
