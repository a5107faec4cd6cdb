/** Everything that changes what is registered: each change is one version, told once, in order. */
import { checkDefinition } from "../definition/check-definition.js";
import { checkSensitivePaths } from "../definition/sensitive-paths.js";
import type { AgentComponentDefinition } from "../definition/component.js";
import { sameCapability, sameComponent } from "../definition/shape.js";
import type { ComponentShape } from "../definition/shape.js";
import { attempt } from "../values/attempt.js";
import { windowId } from "../values/ids.js";
import { RegistrationHandle } from "./handle.js";
import { definitionOf, isGuarded } from "./availability.js";
import { tellAvailability } from "./operability.js";
import { reportIdle } from "./options.js";
import { parentOf } from "./registration-index.js";
import { capabilityNamed, isOffered, live, noneAsks } from "./registration.js";
import type { LiveCapability, Registration } from "./registration.js";
import { lintSuffixes, tellCollisions } from "./suffix-lint.js";
import type { Surface } from "./surface.js";
import type { AgentRegistrationHandle, AgentSurfaceEvent } from "./types.js";

type Patch = Parameters<AgentRegistrationHandle["update"]>[0];

export class Registrations {
  readonly #surface: Surface;
  #serial = 0;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  register(definition: AgentComponentDefinition): AgentRegistrationHandle {
    const surface = this.#surface;
    const shape = this.#check(definition);
    const former = surface.index.instance(shape.type, shape.instanceId);
    const collisions = lintSuffixes(surface, shape.capabilities, former);
    const id = this.#nextId();
    const isRefused = !this.#isWelcome(definition);
    // The guard may have ended the surface itself.
    if (surface.disposed) throw surface.disposedError();
    // After the guard, which may have registered something itself.
    const holder = surface.index.instance(shape.type, shape.instanceId);
    const isTaken = holder && surface.options.onDuplicateInstance !== "replace";
    const refusal = isRefused ? "guard" : isTaken ? "duplicate" : undefined;
    if (refusal) {
      this.#reject(id, shape, refusal);
      return new RegistrationHandle(this, surface, undefined, id);
    }
    const registration: Registration = {
      id,
      status: "active",
      definition,
      shape,
      capabilities: [],
      enabled: definition.enabled !== false,
      mustAsk: false,
      hasProcedures: false,
      asking: noneAsks,
      isGuarded: false,
      descriptor: undefined,
      offered: undefined,
      isDescribed: false,
    };
    registration.capabilities = shape.capabilities.map((one) => live(one, registration));
    const gone = holder ? this.#detach(holder) : [];
    surface.index.add(registration);
    surface.procedures.add(registration.capabilities);
    this.#noteWhatAsks(registration);
    surface.tell("arrived", shape);
    surface.handlers.opened(windowId(shape));
    surface.changed();
    this.#release(gone);
    this.#announce(...(holder ? [left(holder)] : []), arrived(registration));
    this.#tellFollowers(shape);
    tellCollisions(surface, collisions);
    return new RegistrationHandle(this, surface, registration, id);
  }

  unregister(registration: Registration): void {
    if (registration.status !== "active") return;
    const gone = this.#detach(registration);
    this.#surface.changed();
    this.#release(gone);
    this.#announce(left(registration));
    this.#tellFollowers(registration.shape);
  }

  redefine(registration: Registration, definition: AgentComponentDefinition): void {
    const surface = this.#surface;
    const shape = this.#check(definition);
    const before = registration.shape;
    if (shape.type !== before.type || shape.instanceId !== before.instanceId) {
      throw new Error(`A redefinition keeps type and instance, here "${before.type}@${before.instanceId}".`);
    }
    const kept = shape.capabilities.map((one) => {
      const former = capabilityNamed(registration, one.name);
      return former && sameCapability(former.shape, one) ? former : undefined;
    });
    const added = shape.capabilities.filter((_, index) => !kept[index]);
    const collisions = lintSuffixes(surface, added, registration);
    const { definition: former } = registration;
    registration.definition = definition;
    const changed =
      kept.length !== registration.capabilities.length ||
      kept.some((capability, index) => capability !== registration.capabilities[index]) ||
      !sameComponent(before, shape);
    // What was said last counts: a push, or a definition that says something else than the one before.
    const isSaidAnew = (former.enabled !== false) !== (definition.enabled !== false);
    const enabled = isSaidAnew ? definition.enabled !== false : registration.enabled;
    if (!changed) {
      // Equal content; only the schemas' parsers may be new ones.
      kept.forEach((capability, index) => (capability!.shape = shape.capabilities[index]!));
      registration.shape = shape;
      this.#noteWhatAsks(registration);
      this.update(registration, { enabled });
      return;
    }
    const announcement = left(registration);
    const gone = registration.capabilities.filter((capability) => !kept.includes(capability));
    const isMoved = parentOf(before) !== parentOf(shape);
    const isElsewhere = isMoved || before.priority !== shape.priority;
    if (isElsewhere) surface.index.remove(registration);
    registration.shape = shape;
    registration.enabled = enabled;
    registration.descriptor = registration.offered = undefined;
    if (isElsewhere) surface.index.add(registration);
    if (gone.length > 0) this.#bury(registration, gone);
    surface.index.rename(registration, this.#nextId());
    registration.capabilities = shape.capabilities.map((one, index) => {
      const capability = kept[index];
      if (!capability) return live(one, registration);
      capability.shape = one;
      return capability;
    });
    surface.procedures.remove(gone);
    surface.procedures.add(registration.capabilities);
    this.#noteWhatAsks(registration);
    if (isMoved) surface.tell("moved", shape);
    surface.changed();
    this.#release(gone);
    this.#announce(announcement, arrived(registration));
    tellCollisions(surface, collisions);
  }

  update(registration: Registration, patch: Patch): void {
    if (registration.status !== "active") return;
    const surface = this.#surface;
    const before = registration.capabilities.map(isOffered);
    const { availability = {} } = patch;
    // Read before anything changes: what cannot be read changes nothing.
    const overrides = Object.entries(availability).map(([name, { available, reason }]) => ({
      name,
      available,
      reason,
    }));
    let changed = false;
    if (patch.enabled !== undefined && patch.enabled !== registration.enabled) {
      registration.enabled = patch.enabled;
      changed = true;
    }
    for (const { name, available, reason } of overrides) {
      const capability = capabilityNamed(registration, name);
      if (!capability) {
        surface.report(new Error(`"${registration.shape.type}" has no capability "${name}" to update.`));
        continue;
      }
      const { override } = capability;
      if (override?.available === available && override.reason === reason) continue;
      // Saying "available" where nothing was said before is no change.
      changed ||= override !== undefined || !available;
      capability.override = { available, reason };
    }
    if (!changed) return;
    registration.isDescribed = false;
    surface.changed();
    const changes = registration.capabilities.filter((one, index) => isOffered(one) !== before[index]);
    tellAvailability(surface, changes);
  }

  /** The surface is ending: no versions any more. */
  removeAll(): void {
    for (const registration of [...this.#surface.index.sorted()]) {
      // Who heard of another one may have taken it away.
      if (registration.status !== "active") continue;
      this.#release(this.#detach(registration));
      this.#announce(left(registration));
    }
  }

  #check(definition: AgentComponentDefinition): ComponentShape {
    const shape = checkDefinition(definition, this.#surface.limits, this.#surface);
    if (this.#surface.environment !== "production") {
      checkSensitivePaths(shape);
      reportIdle(new Set(shape.capabilities.flatMap(({ policies }) => policies)), this.#surface.report);
    }
    return shape;
  }

  /** Out of every look-up. Gives what it had: a dead registration keeps nothing that could run. */
  #detach(registration: Registration): readonly LiveCapability[] {
    const { shape, capabilities } = registration;
    const { type, description } = shape;
    // First: in whose scope it was offered is known while it is there.
    this.#bury(registration, capabilities);
    this.#surface.index.remove(registration);
    this.#surface.procedures.remove(capabilities);
    registration.status = "unregistered";
    registration.definition = { type, description };
    this.#surface.tell("left", shape);
    registration.shape = { ...shape, policies: [], internal: {}, capabilities: [] };
    registration.capabilities = [];
    registration.asking = noneAsks;
    registration.descriptor = registration.offered = undefined;
    return capabilities;
  }

  /** Capabilities that are gone: their calls and their questions end, but for what an heir takes over. */
  #release(capabilities: readonly LiveCapability[]): void {
    for (const capability of capabilities) {
      capability.isGone = true;
      this.#surface.confirmations.withdraw(capability);
      const heir = capabilityNamed(capability.registration, capability.shape.name);
      for (const call of [...(capability.calls ?? [])]) call.unmounted(heir);
    }
  }

  #bury({ id, shape: { type, instanceId } }: Registration, capabilities: readonly LiveCapability[]): void {
    const scopeTypes = this.#surface.scopeTypes({ type, instanceId });
    const buried = capabilities.map((one) => ({
      name: one.shape.name,
      contextId: one.shape.procedure?.context.instanceId,
      seenBy: isGuarded(this.#surface, one)
        ? (this.#surface.seenBy.get(one) ?? new Set<string>())
        : undefined,
    }));
    this.#surface.tombstones.add({ registrationId: id, type, instanceId, scopeTypes, capabilities: buried });
  }

  #noteWhatAsks(registration: Registration): void {
    const { capabilities } = registration;
    const asking = capabilities.filter((one) => one.shape.kind !== "procedure" && definitionOf(one)?.when);
    registration.isDescribed = false;
    registration.asking = asking.length > 0 ? asking : noneAsks;
    const guarded = capabilities.some((one) => isGuarded(this.#surface, one));
    registration.hasProcedures = capabilities.some(({ shape }) => shape.procedure);
    const mustAsk = asking.length > 0 || guarded || registration.hasProcedures;
    this.#surface.index.setMustAsk(registration, mustAsk, guarded);
  }

  /** What the host's guard says; one that throws says no. */
  #isWelcome(definition: AgentComponentDefinition): boolean {
    const { onRegister } = this.#surface.options;
    if (!onRegister) return true;
    const { stack } = new Error();
    const candidate = { definition, ...(stack !== undefined && { stack }) };
    return attempt(() => onRegister(candidate), this.#surface.report) === "accept";
  }

  #reject(registrationId: string, shape: ComponentShape, reason: "duplicate" | "guard"): void {
    const { type: componentType, instanceId } = shape;
    const why =
      reason === "duplicate"
        ? "its type and instance are taken; give it another instanceId"
        : "the registry's onRegister refused it";
    this.#surface.report(new Error(`"${componentType}@${instanceId}" was not registered: ${why}.`));
    this.#surface.events.emit({ type: "component-rejected", componentType, instanceId, reason });
    this.#surface.audit({ type: "registration-rejected", registrationId });
  }

  /** Procedures of others whose window it is, or was: what blocks them may be something else now. */
  #tellFollowers(component: ComponentShape): void {
    const { operability, procedures } = this.#surface;
    if (operability) tellAvailability(this.#surface, procedures.linkedTo(component));
  }

  #announce(...events: Announcement[]): void {
    this.#surface.events.emit(...events);
    for (const { type, registrationId } of events) {
      this.#surface.audit({
        type: type === "component-registered" ? "registration" : "unregistration",
        registrationId,
      });
    }
  }

  #nextId(): string {
    return this.#surface.ids.next(`reg_${++this.#serial}_`, 8);
  }
}

type Announcement = Extract<AgentSurfaceEvent, { type: "component-registered" | "component-unregistered" }>;

function arrived(registration: Registration): Announcement {
  return { type: "component-registered", ...namesOf(registration) };
}

function left(registration: Registration): Announcement {
  return { type: "component-unregistered", ...namesOf(registration) };
}

function namesOf({ id, shape }: Registration) {
  return { registrationId: id, componentType: shape.type, instanceId: shape.instanceId };
}
