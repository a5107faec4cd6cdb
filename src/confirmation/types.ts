/** The question to a person: what a host sees of it and how it answers (004, "Confirmation API"; contract.md section 9). */
import type { AgentEffect } from "../definition/effect.js";
import type { JsonSchema } from "../schema/types.js";
import type { JsonValue } from "../values/json.js";

export interface PendingConfirmation {
  readonly confirmationId: string;
  readonly capabilityId: string;
  readonly registrationId: string;
  /** `kind:id` of who asks. */
  readonly consumerKey: string;
  readonly effect: AgentEffect;
  readonly reversible: boolean;
  /** The description and the input in one sentence, 300 characters at most. */
  readonly summary: string;
  /** The action's and its component's names for people, where their author gave them. */
  readonly label?: string;
  readonly windowLabel?: string;
  /** Exactly what will run, deep-frozen. For the page alone: what is shown or sent masks `sensitive`. */
  readonly input: JsonValue;
  readonly inputSchema: JsonSchema;
  /** Paths of `input` to mask. */
  readonly sensitive: readonly string[];
  readonly requestedAt: string;
  readonly expiresAt: string;
}

export type ConfirmationOutcome = "approved" | "denied" | "expired";

/** Why a question ended without an approval, as the caller is told (contract.md section 18). */
export type DenialCause = "declined" | "dismissed" | "removed" | "page-hidden" | "cannot-ask";

/** Whoever shows the questions. One presenter shows a question; its time runs from then. */
export interface Presenter {
  /** The question is in front of the person now. */
  shown(confirmationId: string): void;
  /** The person asked for more time: the whole time starts again. */
  extend(confirmationId: string): void;
  /** Nobody presents any more; the time of the waiting questions runs again. */
  release(): void;
}

export interface ConfirmationController {
  /** The waiting questions, oldest first. */
  pending(): PendingConfirmation[];
  /** Decides. The first decision is final; a settled or unknown id does nothing. A `reason` that is a `DenialCause` is told to the caller as the cause. */
  resolve(confirmationId: string, resolution: { approved: boolean; reason?: string }): void;
  /**
   * How the question ends. An unknown id is "expired".
   * @param options.mustBeAsked End the question as denied, cause "cannot-ask", where neither a presenter nor a listener is there to ask it.
   * @throws the signal's reason, as a rejection, when it aborts.
   */
  waitFor(
    confirmationId: string,
    options?: { signal?: AbortSignal; mustBeAsked?: boolean },
  ): Promise<ConfirmationOutcome>;
  /** Called with the waiting questions whenever they change. */
  subscribe(listener: (pending: PendingConfirmation[]) => void): () => void;
  /** @throws {Error} while another presenter holds the registry. */
  present(): Presenter;
}
