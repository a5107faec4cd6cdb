import type { ComponentShape } from "../definition/shape.js";
import { windowId } from "../values/ids.js";
import { capabilityNamed } from "./registration.js";
import type { LiveCapability, Registration } from "./registration.js";
import { SortedList } from "./sorted-list.js";

/** How many earlier ids of redefined registrations stay valid. */
const maxAliases = 1_000;

/** Finds live registrations: every look-up is one step of a map, whatever is mounted. */
export class RegistrationIndex {
  readonly #byId = new Map<string, Registration>();
  /** Ids from before a redefinition, oldest first: which one followed. */
  readonly #aliases = new Map<string, string>();
  readonly #byType = new Map<string, Map<string, Registration>>();
  /** By window id: the components that name it as their parent. */
  readonly #contained = new Map<string, Set<Registration>>();
  /** In the order of snapshots: priority, type, instance. */
  readonly #sorted = new SortedList<Registration>();
  /** How many must be asked what they offer. */
  asking = 0;
  /** How many are not for everybody to see. */
  guarded = 0;

  add(registration: Registration): void {
    const { type, instanceId } = registration.shape;
    this.#byId.set(registration.id, registration);
    const instances = this.#byType.get(type) ?? new Map<string, Registration>();
    this.#byType.set(type, instances);
    instances.set(instanceId, registration);
    const parent = parentOf(registration.shape);
    if (parent) this.#contained.set(parent, (this.#contained.get(parent) ?? new Set()).add(registration));
    this.#sorted.set(registration.shape, [registration]);
    this.asking += Number(registration.mustAsk);
    this.guarded += Number(registration.isGuarded);
  }

  remove(registration: Registration): void {
    const { type, instanceId } = registration.shape;
    this.#byId.delete(registration.id);
    const instances = this.#byType.get(type);
    instances?.delete(instanceId);
    if (instances?.size === 0) this.#byType.delete(type);
    const parent = parentOf(registration.shape) ?? "";
    const siblings = this.#contained.get(parent);
    if (siblings?.delete(registration) && siblings.size === 0) this.#contained.delete(parent);
    this.#sorted.set(registration.shape, []);
    this.asking -= Number(registration.mustAsk);
    this.guarded -= Number(registration.isGuarded);
  }

  /** The components that name this window as their parent. */
  containedIn(id: string): Iterable<Registration> {
    return this.#contained.get(id) ?? [];
  }

  setMustAsk(registration: Registration, mustAsk: boolean, isGuarded: boolean): void {
    this.asking += Number(mustAsk) - Number(registration.mustAsk);
    this.guarded += Number(isGuarded) - Number(registration.isGuarded);
    Object.assign(registration, { mustAsk, isGuarded });
  }

  /** Gives a live registration its next id; the earlier one stays an alias for what did not change. */
  rename(registration: Registration, id: string): void {
    this.#byId.delete(registration.id);
    this.#aliases.set(registration.id, id);
    if (this.#aliases.size > maxAliases) this.#aliases.delete(this.#aliases.keys().next().value!);
    registration.id = id;
    this.#byId.set(id, registration);
  }

  byId(registrationId: string): Registration | undefined {
    return this.#byId.get(registrationId);
  }

  /** The live capability that a token means, be it current or from before a redefinition that did not touch it. */
  meant(
    registrationId: string,
    capabilityId: string,
    instanceId: string | undefined,
  ): LiveCapability | undefined {
    const registration = this.#byId.get(this.latest(registrationId));
    const capability = registration?.capabilities.find(({ shape }) => shape.id === capabilityId);
    if (!capability || !isInstance(capability, instanceId)) return undefined;
    return serialOf(registrationId) >= serialOf(capability.sinceId) ? capability : undefined;
  }

  /** The id that a registration has, or had last, under which it was once known by this one. */
  latest(registrationId: string): string {
    const next = this.#aliases.get(registrationId);
    if (next === undefined) return registrationId;
    const last = this.latest(next);
    // Shortened on the way, so that a long history is walked once.
    this.#aliases.set(registrationId, last);
    return last;
  }

  instance(type: string, instanceId: string): Registration | undefined {
    return this.#byType.get(type)?.get(instanceId);
  }

  /** The live capabilities of this name in all instances of a type, or in one. */
  capabilities(type: string, name: string, instanceId: string | undefined): LiveCapability[] {
    const found: LiveCapability[] = [];
    const instances = this.#byType.get(type);
    if (!instances) return found;
    if (instanceId !== undefined) {
      const registration = instances.get(instanceId);
      const capability = registration && capabilityNamed(registration, name);
      return capability ? [capability] : found;
    }
    for (const registration of instances.values()) {
      const capability = capabilityNamed(registration, name);
      if (capability) found.push(capability);
    }
    return found;
  }

  sorted(): readonly Registration[] {
    return this.#sorted.toArray();
  }
}

/** The window id of what is around it. */
export function parentOf({ parent }: ComponentShape): string | undefined {
  return parent && windowId(parent);
}

/** @param instanceId The component's own, or that of the context which agents see of a procedure. Absent: any. */
export function isInstance({ registration, shape }: LiveCapability, instanceId: string | undefined): boolean {
  const { procedure } = shape;
  return (
    instanceId === undefined ||
    instanceId === registration.shape.instanceId ||
    instanceId === procedure?.context.instanceId
  );
}

/** The number in `reg_12_…`: larger in later ones. */
function serialOf(registrationId: string): number {
  return Number.parseInt(registrationId.slice("reg_".length));
}
