/** How the registry keeps in step with what is operable: what windows tell it is told on, and looked at anew. */
import { attempt } from "../values/attempt.js";
import { isOffered } from "./registration.js";
import type { LiveCapability } from "./registration.js";
import type { Surface } from "./surface.js";
import type { ComponentName, OperabilitySource, Unsubscribe } from "./types.js";

/** @returns what stops listening to it. */
export function useOperability(
  surface: Surface,
  source: OperabilitySource | undefined,
): Unsubscribe | undefined {
  surface.operability = source;
  surface.asksOperability = source !== undefined && !source.subscribe;
  lookAgain(
    surface,
    surface.index.sorted().map(({ shape }) => shape),
  );
  const listener = (components: readonly ComponentName[]) => {
    if (surface.disposed || surface.operability !== source) return;
    const capabilities = lookAgain(surface, components);
    if (capabilities.length === 0) return;
    surface.changed();
    surface.events.emit(
      ...capabilities.map((capability) => ({
        type: "availability-changed" as const,
        registrationId: capability.registration.id,
        capabilityId: capability.shape.id,
        available: isOffered(capability) && surface.blockedBy(capability)?.length === 0,
      })),
    );
  };
  return attempt(() => source?.subscribe?.(listener), surface.report);
}

/** Nothing that was described holds for these any more. Gives what they have, procedures that link to them included. */
function lookAgain(surface: Surface, components: readonly ComponentName[]): LiveCapability[] {
  const capabilities: LiveCapability[] = [];
  for (const { type, instanceId } of components) {
    const registration = surface.index.instance(type, instanceId);
    if (!registration) continue;
    registration.isDescribed = false;
    capabilities.push(...registration.capabilities, ...surface.procedures.linkedTo(registration));
  }
  return capabilities;
}
