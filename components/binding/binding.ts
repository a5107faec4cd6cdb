/** Chooses what an action or an observation does with the element that its `for` points at. */
import { importActing, whenIdle } from "../element/lazy-parts.js";
import { loadActing } from "./load-acting.js";
import { fieldOf, fieldsOf } from "./controls.js";
import { formSchema } from "./form-schema.js";
import { observationKinds, outputSchema, pageInputSchema, subjectOf } from "./observation-kinds.js";
import type {
  ActionBinding,
  ActionOptions,
  ObservationBinding,
  ObservationKind,
  ObservationOptions,
} from "./types.js";
import { actionReason, isForm } from "./usable.js";
import { unreadableReason } from "./visibility.js";

export type {
  ActionBinding,
  ActionContext,
  ActionOptions,
  ObservationBinding,
  ObservationKind,
  ObservationOptions,
  PageOfInput,
  UnavailableReason,
} from "./types.js";

/** By local name: an element of another realm is no `instanceof` ours. */
export function bindAction(target: Element, options: ActionOptions = {}): ActionBinding {
  whenIdle(importActing);
  return {
    inputSchema() {
      if (options.method) return formSchema([]);
      if (isForm(target)) return formSchema(fieldsOf(target, options.allowSensitive));
      const field = fieldOf(target);
      return field ? { ...formSchema([field]), required: ["value"] } : formSchema([]);
    },
    unavailableReason: () => actionReason(target, options),
    run: async (input, context) => (await loadActing()).runAction(target, options, input, context),
  };
}

export function bindObservation(
  target: Element,
  as: ObservationKind = "text",
  options: ObservationOptions = {},
): ObservationBinding {
  whenIdle(importActing);
  const kind = observationKinds[as];
  const most = as === "text" ? (options.maxLength ?? 4_000) : (options.maxRows ?? 50);
  return {
    inputSchema: () => (kind.unit ? pageInputSchema(kind.unit, most) : undefined),
    outputSchema: () => outputSchema(kind),
    unavailableReason: () =>
      // Nobody ever sees a script.
      unreadableReason(target, options.background || as === "json") ??
      (subjectOf(target, as) ? undefined : `no-${as}`),
    read: async (input = {}) => (await loadActing()).readTarget(target, as, options, input),
  };
}
