/** What an element asks of a binding: the part that acts on the page's DOM and knows nothing of elements or registries. */
import type { Problem } from "../element/problem.js";
import type { JsonSchema } from "../../src/schema/types.js";
import type { JsonValue } from "../../src/values/json.js";

export interface BindingOptions {
  /** The target counts as usable while it is not shown. */
  readonly background?: boolean;
}

export interface ActionOptions extends BindingOptions {
  /**
   * Names of the sensitive controls (passwords, one-time codes, cards) that may be written; that of a single control is
   * `value`. They are never read.
   */
  readonly allowSensitive?: ReadonlySet<string>;
  /** The method of the target to call; `show`, `close` and `toggle` of a dialog or a popover. */
  readonly method?: string | undefined;
  /** The event to wait for at the target before the result is sealed. */
  readonly doneOn?: string | undefined;
  /** A form is filled, and the person submits it. */
  readonly review?: boolean;
  /** The author said that the action leaves the page. */
  readonly navigates?: boolean;
}

export interface ActionContext {
  readonly signal: AbortSignal;
  /** Where the page shows the result, asked for once the page has reacted; its text is then the result. */
  readonly resultFrom?: () => Element | undefined;
  /** Once what the page did to the declaring elements is settled, as the closing of a dialog. */
  readonly settled?: () => Promise<void> | undefined;
  /** The page is still busy with what the call started. */
  readonly pending?: () => void;
  /** The call showed that the markup is wrong. */
  readonly report?: (problem: { code: "navigates"; message: string }) => void;
  /** The person is to submit the form, or no longer. */
  readonly awaitPerson?: (isAwaited: boolean) => void;
}

/**
 * Why a target cannot be used now. `missing`: it is in no document that has a window. `only-a-person`: a file, or a
 * sensitive control that the author does not allow. `no-method`: it has no method of that name.
 */
export type UnavailableReason =
  "missing" | "disabled" | "inert" | "not-shown" | "read-only" | "only-a-person" | "no-method";

/** What runs when an agent calls an action that is bound to something on the page. */
export interface ActionBinding {
  /**
   * What the page takes, from its controls as they are now; the closed empty object where it takes nothing. `undefined`
   * in the bundles until what reads controls is there.
   * @param later Told then, or that it could not be loaded.
   */
  inputSchema: (later?: (problem?: Problem) => void) => JsonSchema | undefined;
  unavailableReason(): UnavailableReason | undefined;
  /**
   * Acts, and gives the page two tasks to react before the result is sealed. What would leave the page settles at once:
   * `{navigating: true}` or `{submitted: true}`.
   * @throws {AgentSurfaceError} CAPABILITY_NOT_AVAILABLE, INVALID_INPUT with `issues`, EXECUTION_FAILED. The first two
   * mean that nothing was activated; `notRestored` then names the fields that could not be put back.
   */
  run(input: JsonValue, context: ActionContext): Promise<JsonValue | undefined>;
}

export type ObservationKind = "text" | "value" | "form" | "table" | "list" | "json";

export interface ObservationOptions extends BindingOptions {
  /** Characters of a text or value in one answer, 4,000 by default (UTF-16 units). */
  readonly maxLength?: number | undefined;
  /** Rows or items in one answer, 50 by default. */
  readonly maxRows?: number | undefined;
}

/** Where to read on, and how much at once. Without them an answer starts at the beginning and is as long as allowed. */
export interface PageOfInput {
  readonly offset?: number;
  readonly limit?: number;
}

/** What reads something on the page for an agent. */
export interface ObservationBinding {
  /** `undefined` where it is read whole. */
  inputSchema(): JsonSchema | undefined;
  outputSchema(): JsonSchema;
  /** `no-` and the kind: the target is there, and is nothing that can be read so. */
  unavailableReason(): UnavailableReason | `no-${ObservationKind}` | undefined;
  /** @throws {AgentSurfaceError} CAPABILITY_NOT_AVAILABLE; EXECUTION_FAILED for JSON that is none. */
  read(input?: PageOfInput): Promise<JsonValue>;
}
