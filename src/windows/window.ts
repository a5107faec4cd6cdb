import { action, observation } from "../definition/component.js";
import type { AgentComponentDefinition } from "../definition/component.js";
import type { AgentRegistrationHandle } from "../registry/types.js";
import { emptyObjectSchema } from "../schema/empty-object-schema.js";
import { fromJsonSchema } from "../schema/from-json-schema.js";
import { attempt } from "../values/attempt.js";
import { canonicalJson } from "../values/canonical-json.js";
import { windowId } from "../values/ids.js";
import { copyJson, NotJsonError } from "../values/json.js";
import type { JsonValue } from "../values/json.js";
import { maskSensitive } from "../values/sensitive.js";
import type { Modal } from "./modals.js";
import type { AgentModalDefinition, AgentWindow, AgentWindowKind } from "./types.js";

/** What a window asks of the windows it is among. */
export interface WindowOwner {
  register(definition: AgentComponentDefinition): AgentRegistrationHandle;
  openModal(definition: AgentModalDefinition): AgentWindow;
  closed(window: OpenWindow): void;
  bump(id: string): void;
  versionOf(id: string): number;
  isOperable(id: string): boolean;
  isDeadEnd(id: string): boolean;
  readonly report: (error: unknown) => void;
}

const anyJson = /* @__PURE__ */ fromJsonSchema({});

export class OpenWindow implements AgentWindow {
  readonly id: string;
  readonly modal: Modal | undefined;
  readonly #owner: WindowOwner;
  /** Absent while it is being registered. */
  readonly #handle: AgentRegistrationHandle | undefined;
  #definition: AgentModalDefinition;
  #state: JsonValue | undefined;
  #isClosed = false;

  constructor(owner: WindowOwner, definition: AgentModalDefinition, modal: Modal | undefined) {
    this.#owner = owner;
    this.id = idOf(definition);
    this.modal = modal;
    this.#definition = definition;
    this.#state = jsonOf(definition.state, this.id);
    this.#handle = owner.register(this.#component(this.#state));
    // Who heard of it may have dismissed it.
    if (this.#isClosed) this.#handle.unregister();
  }

  get kind(): AgentWindowKind {
    return !this.modal ? "window" : this.modal.isApp ? "app-modal" : "modal";
  }

  get status(): AgentRegistrationHandle["status"] {
    return this.#isClosed ? "unregistered" : (this.#handle?.status ?? "active");
  }

  get version(): number {
    return this.#owner.versionOf(this.id);
  }

  get operable(): boolean {
    return this.status === "active" && this.#owner.isOperable(this.id);
  }

  get deadEnd(): boolean {
    return this.modal !== undefined && !this.#isClosed && this.#owner.isDeadEnd(this.id);
  }

  openModal(definition: AgentModalDefinition): AgentWindow {
    if (this.status === "unregistered") {
      throw new Error(`No modal can be opened on "${this.id}": that window is closed. Open it again first.`);
    }
    return this.#owner.openModal({ ...definition, owner: definition.owner ?? this.id });
  }

  setAvailable(name: string, available: boolean, reason?: string): void {
    this.update({ availability: { [name]: { available, ...(reason !== undefined && { reason }) } } });
  }

  setState(state: JsonValue): void {
    const next = jsonOf(state, this.id);
    if (!this.#alive("setState")) return;
    if (isSame(next, this.#state)) return;
    const isNew = this.#state === undefined;
    this.#state = next;
    if (isNew) this.#handle?.redefine(this.#component(this.#state));
    this.#bump();
  }

  touch(): void {
    if (this.#alive("touch")) this.#bump();
  }

  redefine(definition: AgentModalDefinition): void {
    if (!this.#alive("redefine")) return;
    const former = this.#definition;
    this.#definition = definition;
    try {
      const state = "state" in definition ? jsonOf(definition.state, this.id) : this.#state;
      this.#handle?.redefine(this.#component(state));
      if (isSame(state, this.#state)) return;
      this.#state = state;
      this.#bump();
    } catch (error) {
      this.#definition = former;
      throw error;
    }
  }

  update(patch: Parameters<AgentRegistrationHandle["update"]>[0]): void {
    if (this.#alive("update")) this.#handle?.update(patch);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#handle?.status === "active") this.#handle.unregister();
    this.#owner.closed(this);
    attempt(() => this.#definition.onClose?.(), this.#owner.report);
  }

  /** Its registration was taken away by somebody else. */
  lost(): void {
    if (this.status === "unregistered") this.close();
  }

  #bump(): void {
    if (this.status === "active") this.#owner.bump(this.id);
  }

  #alive(method: string): boolean {
    if (this.#isClosed) this.#owner.report(new Error(`${method}() did nothing: "${this.id}" is closed.`));
    return !this.#isClosed;
  }

  /** What is registered: its own definition, and what windows have by themselves. */
  #component(state: JsonValue | undefined): AgentComponentDefinition {
    const {
      owner: _owner,
      onClose: _onClose,
      dismiss,
      state: _state,
      observations,
      actions,
      ...rest
    } = this.#definition;
    const readState = observation({
      description: "The state of this window.",
      output: anyJson,
      read: () => maskSensitive(this.#state!, rest.sensitive ?? []),
    });
    const end = action({
      description: "Closes this dialog without doing what it asks about.",
      input: emptyObjectSchema,
      effect: "navigation",
      // Never behind the modal's other actions.
      concurrency: { mode: "capability" },
      execute: async (_input, context) => {
        if (dismiss) await dismiss(context);
        else this.close();
      },
    });
    return {
      ...rest,
      ...(state !== undefined && { state: () => this.#state! }),
      observations: { ...(state !== undefined && { readState }), ...observations },
      actions: { ...(this.modal && dismiss !== false && { dismiss: end }), ...actions },
    };
  }
}

/** The name of the window that a definition makes. */
export function idOf({
  type,
  instanceId = "default",
}: Pick<AgentComponentDefinition, "type" | "instanceId">): string {
  return windowId({ type, instanceId });
}

/** No state is not the state `null`. */
function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return (one === undefined) === (other === undefined) && canonicalJson(one) === canonicalJson(other);
}

function jsonOf(state: unknown, id: string): JsonValue | undefined {
  if (state === undefined) return undefined;
  try {
    return copyJson(state);
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    const at = error.path && ` at "${error.path}"`;
    throw new TypeError(`The state of "${id}" must be JSON${at}: ${error.message}.`, { cause: error });
  }
}
