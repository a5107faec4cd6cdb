/** Chooses what an action or an observation does with the element that its `for` points at. */
import type { JsonSchema } from "../../src/schema/types.js";
import { importActing, whenIdle } from "../element/lazy-parts.js";
import { loadActing } from "./load-acting.js";
import { fieldOf, fieldsOf } from "./controls.js";
import { formSchema } from "../element/inputs.js";
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

const nothing: JsonSchema = { type: "object", properties: {}, additionalProperties: false };

/** By local name: an element of another realm is no `instanceof` ours. */
export function bindAction(target: Element, options: ActionOptions = {}): ActionBinding {
  whenIdle(importActing);
  return {
    inputSchema: (later = () => undefined) => {
      if (options.method) return nothing;
      if (isForm(target)) return formSchema(fieldsOf(target, options.allowSensitive), later);
      const field = fieldOf(target);
      const schema = field ? formSchema([field], later) : nothing;
      return field && schema ? { ...schema, required: ["value"] } : schema;
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
