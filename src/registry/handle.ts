import type { AgentComponentDefinition } from "../definition/component.js";
import type { Registration } from "./registration.js";
import type { Surface } from "./surface.js";
import type { AgentRegistrationHandle } from "./types.js";

type Patch = Parameters<AgentRegistrationHandle["update"]>[0];

/** What a handle asks of the registry. */
interface Owner {
  update(registration: Registration, patch: Patch): void;
  redefine(registration: Registration, definition: AgentComponentDefinition): void;
  unregister(registration: Registration): void;
}

/** The host's hold on one registration. Dead handles do nothing and say so in development. */
export class RegistrationHandle implements AgentRegistrationHandle {
  readonly #owner: Owner;
  readonly #surface: Surface;
  /** Absent for a rejected registration. */
  readonly #registration: Registration | undefined;
  readonly #firstId: string;

  constructor(owner: Owner, surface: Surface, registration: Registration | undefined, id: string) {
    this.#owner = owner;
    this.#surface = surface;
    this.#registration = registration;
    this.#firstId = id;
  }

  get registrationId(): string {
    return this.#registration?.id ?? this.#firstId;
  }

  get status(): AgentRegistrationHandle["status"] {
    return this.#registration?.status ?? "rejected";
  }

  update(patch: Patch): void {
    const registration = this.#alive("update");
    if (registration) this.#owner.update(registration, patch);
  }

  redefine(definition: AgentComponentDefinition): void {
    const registration = this.#alive("redefine");
    if (registration) this.#owner.redefine(registration, definition);
  }

  invalidate(): void {
    if (!this.#alive("invalidate")) return;
    this.#surface.epoch += 1;
    this.#surface.changed();
  }

  unregister(): void {
    const registration = this.#alive("unregister");
    if (registration) this.#owner.unregister(registration);
  }

  #alive(method: string): Registration | undefined {
    if (this.status === "active") return this.#registration;
    this.#surface.report(
      new Error(`${method}() did nothing: the registration ${this.registrationId} is ${this.status}.`),
    );
    return undefined;
  }
}
