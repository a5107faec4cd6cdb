/** The public face of windows (windows.md, contract.md section 17). */
import type { AgentActionContext, AgentComponentDefinition } from "../definition/component.js";
import type { AgentRegistrationHandle, Unsubscribe } from "../registry/types.js";
import type { AgentConsumer } from "../values/consumer.js";
import type { JsonValue } from "../values/json.js";

export interface AgentWindowDefinition extends Omit<AgentComponentDefinition, "state"> {
  /** What the window is about, as agents see it. With it the window offers the observation `readState`. */
  state?: JsonValue | undefined;
  /** Called once when it was closed, by whomever: a modal closes with its owner. */
  onClose?: () => void;
}

export interface AgentModalDefinition extends AgentWindowDefinition {
  /**
   * Id of the window that it belongs to and that it blocks, such as "shop.cart@default". One that is not there belongs
   * to the page until it arrives. Default: the window it was opened on, else the page.
   */
  owner?: string;
  /**
   * What the action `dismiss` does, which every modal offers by itself. Default: closes the modal. `false`: there is no
   * such action; then one of the modal's own must end it.
   */
  dismiss?: false | ((context: AgentActionContext) => void | Promise<void>);
}

export type AgentWindowKind = "window" | "modal" | "app-modal";

/** One open window, for whoever opened it. After it was closed nothing happens any more, which development reports. */
export interface AgentWindow {
  /** "shop.cart@default": type and instance. */
  readonly id: string;
  readonly kind: AgentWindowKind;
  /** Of its registration; "unregistered" once it is closed. A modal that is "rejected" as a duplicate blocks all the same. */
  readonly status: AgentRegistrationHandle["status"];
  /** From 1; grows with every change that somebody could have read. A window of the same name goes on where the last one was. */
  readonly version: number;
  /** Whether nothing blocks it. */
  readonly operable: boolean;
  /** Whether it is an operable modal in which an agent can do nothing: neither its own actions nor those of what it contains. */
  readonly deadEnd: boolean;
  /**
   * Opens a modal on this window, which blocks it.
   * @throws {Error} where this window is closed; {AgentSurfaceDefinitionError} as `registry.register` does.
   */
  openModal(definition: AgentModalDefinition): AgentWindow;
  /** Says whether a capability can be used, and why not; agents are told the reason. */
  setAvailable(name: string, available: boolean, reason?: string): void;
  /** @throws {TypeError} for what is not JSON. The same value again changes nothing. */
  setState(state: JsonValue): void;
  /** Something about it changed that the library cannot see: the next version. */
  touch(): void;
  /** As the registration's own: what did not change keeps its identity. The state stays where the definition names none. */
  redefine(definition: AgentModalDefinition): void;
  /** As the registration's own. */
  update(patch: Parameters<AgentRegistrationHandle["update"]>[0]): void;
  /** Closes it, and the modals that it owns. Twice is nothing. */
  close(): void;
}

export interface AgentWindows {
  /** @throws {AgentSurfaceDefinitionError} as `registry.register` does. */
  open(definition: AgentWindowDefinition): AgentWindow;
  /** A modal on the window that `owner` names. */
  openModal(definition: AgentModalDefinition): AgentWindow;
  /** A modal over everything: only it, what it contains and the modals it owns stay operable. */
  openAppModal(definition: AgentModalDefinition): AgentWindow;
  /** The windows that nothing blocks, in the order of snapshots. */
  operableWindowIds(): string[];
  /** The document `app://windows`, as far as a consumer may see it. Default consumer: anonymous. */
  describe(options?: { consumer?: AgentConsumer }): AgentWindowsDocument;
  /** One window of it; `undefined` where there is none that the consumer may see. */
  describe(options: { consumer?: AgentConsumer; id: string }): AgentWindowDescriptor | undefined;
  /** Called at the end of each task in which something changed, once, and in no other. */
  subscribe(listener: (change: AgentWindowsChange) => void): Unsubscribe;
}

export interface AgentWindowsChange {
  /** Other windows are operable than before. */
  readonly operable: boolean;
  /** The open windows whose version is another one. */
  readonly versions: readonly string[];
}

export interface AgentWindowsDocument {
  readonly surfaceId: string;
  readonly surfaceVersion: string;
  readonly operableWindowIds: readonly string[];
  readonly windows: readonly AgentWindowDescriptor[];
}

export interface AgentWindowDescriptor {
  readonly id: string;
  readonly type: string;
  readonly instanceId: string;
  readonly label?: string;
  readonly description: string;
  readonly kind: AgentWindowKind;
  /** Of a modal: the window that it blocks. An app-modal has none. */
  readonly owner: string | null;
  /** The window around it. */
  readonly parent: string | null;
  readonly operable: boolean;
  /** The modals that block it, nearest first. */
  readonly blockedBy: readonly string[];
  readonly version: number;
  /** Sensitive values are replaced by "(withheld)". */
  readonly state?: JsonValue;
  /** The paths of `state` that never leave. */
  readonly withheld: readonly string[];
  /** The ids of what it offers this consumer now. */
  readonly capabilities: readonly string[];
}
