/** Sets a single control as a person does, and reads it back. */
import { fieldOf, type Control } from "../binding/controls.js";
import { nameOf } from "./activate.js";
import { isInUse } from "./editable.js";
import { fill, plan, putBack } from "./fill-fields.js";
import { notTaken, readBack } from "./form-check.js";
import { refusal } from "./refuse.js";
import type { Run } from "./run.js";

export const runControl: Run = async (target, _options, input, { signal }, begin) => {
  const what = nameOf(target);
  if (isInUse(target)) throw refusal.busy(what);
  const fields = () => [fieldOf(target)].filter((field) => field !== undefined);
  const { changes } = plan(what, fields(), [target as Control], input);
  begin();
  const issues = await fill(target, fields, changes, signal);
  issues.push(...notTaken(fields(), changes));
  if (issues.length > 0) throw refusal.invalidInput(what, issues, await putBack(fields, changes));
  const { values, ...rest } = readBack(fields(), changes);
  return { value: { ...values, ...rest } };
};
