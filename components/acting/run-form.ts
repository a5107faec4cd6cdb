/** Runs a form for an agent: try, fill, read back, submit, and put back what was refused. */
import { elementsOf, fieldsOf } from "../binding/controls.js";
import { isDisabled } from "../binding/visibility.js";
import type { JsonValue } from "../../src/values/json.js";
import { nameOf } from "./activate.js";
import { awaitPerson, endAwaiting } from "./awaiting-person.js";
import { fill, plan, putBack } from "./fill-fields.js";
import { alsoInvalid, notTaken, readBack } from "./form-check.js";
import { submit } from "./form-submit.js";
import { submitted } from "./leaving.js";
import { marked } from "./page-marks.js";
import { tasks } from "./page-tasks.js";
import { refusal } from "./refuse.js";
import type { Run } from "./run.js";
import { submitButtonOf } from "./submit-button.js";

export const runForm: Run<HTMLFormElement> = async (form, options, input, context, begin) => {
  const { allowSensitive, review } = options;
  endAwaiting(form);
  /** Afresh at each use: the page may replace its controls while it reacts. */
  const fields = () => fieldsOf(form, allowSensitive);
  const { changes, pressed } = plan("the form", fields(), elementsOf(form), input);
  const issues = await fill(form, fields, changes, context.signal);
  const button = pressed ?? submitButtonOf(form);
  for (const issue of notTaken(fields(), changes)) {
    if (!issues.some(({ path }) => path === issue.path)) issues.push(issue);
  }
  // The person who reviews it fills in what is missing.
  if (!review) issues.push(...alsoInvalid(form, fields(), button, issues));
  const isBarred = !review && button !== null && isDisabled(button);
  if (issues.length > 0 || isBarred) {
    const outcome = await putBack(fields, changes);
    throw issues.length > 0 || !button
      ? refusal.invalidInput("the form", issues, outcome)
      : refusal.buttonDisabled(nameOf(button), outcome);
  }
  // Read before the submit: many pages empty their form then.
  const { values, ...rest } = readBack(fields(), changes);
  if (pressed) Object.assign(values, { [pressed.getAttribute("name")!]: pressed.value });
  if (review) {
    awaitPerson(form, button, context);
    return { value: { filled: values, ...rest, awaiting: "person" } as JsonValue, isFinal: true };
  }
  begin();
  const before = marked(form);
  const event = await submit(form, button);
  if (event) return submitted(event, options, context);
  await tasks(2);
  // What was marked already may be so until the page looks again.
  const refused = [...marked(form)].filter(([name]) => !before.has(name)).map(([, issue]) => issue);
  if (refused.length > 0) throw refusal.invalidInput("the form", refused, await putBack(fields, changes));
  return { value: { values, ...rest } };
};
