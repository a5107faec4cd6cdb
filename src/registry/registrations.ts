/** Everything that changes what is registered: each change is one version, told once, in order. */
import { checkDefinition } from "../definition/check-definition.js";
import type { AgentComponentDefinition } from "../definition/component.js";
import { sameCapability, sameComponent } from "../definition/shape.js";
import type { CapabilityShape, ComponentShape } from "../definition/shape.js";
import { randomId } from "../values/ids.js";
import { RegistrationHandle } from "./handle.js";
import { capabilityNamed } from "./registration.js";
import type { LiveCapability, Registration } from "./registration.js";
import type { Surface } from "./surface.js";
import type { AgentRegistrationHandle } from "./types.js";

type Patch = Parameters<AgentRegistrationHandle["update"]>[0];

export class Registrations {
  readonly #surface: Surface;
  #serial = 0;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  register(definition: AgentComponentDefinition): AgentRegistrationHandle {
    const surface = this.#surface;
    const shape = checkDefinition(definition, surface.limits);
    const { id, serial } = this.#nextId();
    const refusal = this.#refusal(definition, shape);
    if (refusal) {
      this.#reject(id, shape, refusal);
      return new RegistrationHandle(this, surface, undefined, id);
    }
    const registration: Registration = {
      id,
      serial,
      status: "active",
      definition,
      shape,
      capabilities: [],
      enabled: definition.enabled !== false,
      descriptor: undefined,
    };
    registration.capabilities = shape.capabilities.map((one) => live(one, registration));
    surface.index.add(registration);
    this.#announce(registration, "registered");
    surface.changed();
    return new RegistrationHandle(this, surface, registration, id);
  }

  unregister(registration: Registration): void {
    if (registration.status !== "active") return;
    this.#remove(registration);
    this.#surface.changed();
  }

  redefine(registration: Registration, definition: AgentComponentDefinition): void {
    const surface = this.#surface;
    const shape = checkDefinition(definition, surface.limits);
    const before = registration.shape;
    if (shape.type !== before.type || shape.instanceId !== before.instanceId) {
      throw new Error(
        `A redefinition keeps type and instance: "${before.type}@${before.instanceId}" cannot become ` +
          `"${shape.type}@${shape.instanceId}". Unregister it and register the other one.`,
      );
    }
    registration.definition = definition;
    const kept = shape.capabilities.map((one) => {
      const former = capabilityNamed(registration, one.name);
      return former?.shape.kind === one.kind && sameCapability(former.shape, one) ? former : undefined;
    });
    const changed =
      kept.includes(undefined) ||
      kept.length !== registration.capabilities.length ||
      !sameComponent(before, shape) ||
      kept.some((capability, index) => capability !== registration.capabilities[index]);
    const enabled = definition.enabled !== false;
    if (!changed) {
      // Equal content; only the schemas' parsers may be new ones.
      kept.forEach((capability, index) => (capability!.shape = shape.capabilities[index]!));
      registration.shape = shape;
      this.update(registration, { enabled });
      return;
    }
    const formerId = registration.id;
    const gone = registration.capabilities.filter((capability) => !kept.includes(capability));
    const resort = before.priority !== shape.priority;
    if (resort) surface.index.remove(registration);
    const { id, serial } = this.#nextId();
    registration.shape = shape;
    registration.enabled = enabled;
    registration.descriptor = undefined;
    if (resort) surface.index.add(registration);
    surface.index.rename(registration, id, serial);
    registration.capabilities = shape.capabilities.map((one, index) => {
      const capability = kept[index];
      if (!capability) return live(one, registration);
      capability.shape = one;
      return capability;
    });
    for (const capability of gone) this.#release(capability);
    this.#bury(formerId, before.type, before.instanceId, gone);
    this.#announce(registration, "unregistered", formerId);
    this.#announce(registration, "registered");
    surface.changed();
  }

  update(registration: Registration, patch: Patch): void {
    if (registration.status !== "active") return;
    const surface = this.#surface;
    const before = new Map(registration.capabilities.map((one) => [one, effectiveOverride(one)]));
    let changed = false;
    if (patch.enabled !== undefined && patch.enabled !== registration.enabled) {
      registration.enabled = patch.enabled;
      changed = true;
    }
    for (const [name, { available, reason }] of Object.entries(patch.availability ?? {})) {
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
      capability.descriptor = undefined;
    }
    if (!changed) return;
    registration.descriptor = undefined;
    for (const [capability, was] of before) {
      const is = effectiveOverride(capability);
      if (was !== is || patch.enabled !== undefined) {
        surface.events.emit({
          type: "availability-changed",
          registrationId: registration.id,
          capabilityId: capability.shape.id,
          available: is && registration.enabled,
        });
      }
    }
    surface.changed();
  }

  /** Without a version or an event each: the surface is ending. */
  removeAll(): void {
    for (const registration of [...this.#surface.index.sorted()]) this.#remove(registration);
  }

  #remove(registration: Registration): void {
    registration.status = "unregistered";
    this.#surface.index.remove(registration);
    const { type, instanceId } = registration.shape;
    const capabilities = registration.capabilities;
    for (const capability of capabilities) this.#release(capability);
    this.#bury(registration.id, type, instanceId, capabilities);
    this.#announce(registration, "unregistered");
    // Nothing that could run is kept.
    registration.definition = { type, description: registration.shape.description };
  }

  /** The capability is gone: its calls and its questions end. */
  #release(capability: LiveCapability): void {
    this.#surface.confirmations.withdraw(capability);
    for (const call of [...(capability.calls ?? [])]) call.unmounted();
  }

  #bury(
    registrationId: string,
    type: string,
    instanceId: string,
    capabilities: readonly LiveCapability[],
  ): void {
    const capabilityNames = capabilities.map(({ shape }) => shape.name);
    this.#surface.tombstones.add({ registrationId, type, instanceId, capabilityNames });
  }

  #refusal(definition: AgentComponentDefinition, shape: ComponentShape): "duplicate" | "guard" | undefined {
    const { onRegister, onDuplicateInstance = "reject" } = this.#surface.options;
    if (onRegister) {
      try {
        const { stack } = new Error();
        if (onRegister({ definition, ...(stack !== undefined && { stack }) }) !== "accept") return "guard";
      } catch (error) {
        this.#surface.report(error);
        return "guard";
      }
    }
    const holder = this.#surface.index.instance(shape.type, shape.instanceId);
    if (!holder) return undefined;
    if (onDuplicateInstance === "reject") return "duplicate";
    this.unregister(holder);
    return undefined;
  }

  #reject(registrationId: string, shape: ComponentShape, reason: "duplicate" | "guard"): void {
    const { type: componentType, instanceId } = shape;
    const why =
      reason === "duplicate"
        ? "another one with this type and instance is registered; give it an instanceId of its own"
        : "the registry's onRegister refused it";
    this.#surface.report(new Error(`"${componentType}@${instanceId}" was not registered: ${why}.`));
    this.#surface.events.emit({ type: "component-rejected", componentType, instanceId, reason });
    this.#surface.audit({ type: "registration-rejected", registrationId });
  }

  #announce(registration: Registration, what: "registered" | "unregistered", id = registration.id): void {
    const { type: componentType, instanceId } = registration.shape;
    this.#surface.events.emit({ type: `component-${what}`, registrationId: id, componentType, instanceId });
    this.#surface.audit({
      type: what === "registered" ? "registration" : "unregistration",
      registrationId: id,
    });
  }

  #nextId(): { id: string; serial: number } {
    const serial = ++this.#serial;
    return { id: randomId(`reg_${serial}_`, 8), serial };
  }
}

function live(shape: CapabilityShape, registration: Registration): LiveCapability {
  return {
    shape,
    registration,
    sinceId: registration.id,
    sinceSerial: registration.serial,
    override: undefined,
    descriptor: undefined,
    calls: undefined,
  };
}

function effectiveOverride(capability: LiveCapability): boolean {
  return capability.registration.enabled && capability.override?.available !== false;
}
