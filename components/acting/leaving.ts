import type { ActionContext, ActionOptions } from "../binding/types.js";
import type { Acted } from "./run.js";
import { leavesPage } from "./watch-events.js";
import type { Submission } from "./watch-events.js";

/** The browser submits a form. What is pending when the page unloads reaches clients as an empty success. */
export function submitted(submission: Submission, options: ActionOptions, context: ActionContext): Acted {
  if (!options.navigates && leavesPage(submission)) {
    context.report?.({
      code: "navigates",
      message: 'its submit leaves the page; say effect="navigation", or prevent the default of the submit.',
    });
  }
  return { value: { submitted: true }, isFinal: true };
}
