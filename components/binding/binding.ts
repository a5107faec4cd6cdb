/** Chooses what an action or an observation does with the element that its `for` points at. */
import { importActing, whenIdle } from "../element/lazy-parts.js";
import { loadActing } from "./load-acting.js";
import { fieldOf, fieldsOf } from "./controls.js";
import { formSchema } from "./form-schema.js";
import { pageInputSchema, pageOutputSchema } from "./page-schema.js";
import { tableOf } from "./table-of.js";
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
  const isTable = as === "table";
  const unit = isTable ? "rows" : "characters";
  const most = isTable ? (options.maxRows ?? 50) : (options.maxLength ?? 4_000);
  return {
    inputSchema: () => pageInputSchema(unit, most),
    outputSchema: () =>
      pageOutputSchema(
        isTable
          ? {
              columns: { type: "array", items: { type: "string" } },
              rows: { type: "array", items: { type: "object", additionalProperties: true } },
            }
          : { text: { type: "string" } },
        unit,
      ),
    unavailableReason: () =>
      unreadableReason(target, options.background) ?? (isTable && !tableOf(target) ? "no-table" : undefined),
    async read(input = {}) {
      const { readTable, readText } = await loadActing();
      return isTable
        ? readTable(target, { ...options, maxRows: most }, input)
        : readText(target, { ...options, maxLength: most }, input);
    },
  };
}
