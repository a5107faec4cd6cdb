/** Runs a form for an agent: try, fill, read back, submit, and put back what was refused. */
import type { AgentSchemaIssue } from "../../src/values/errors.js";
import type { JsonValue } from "../../src/values/json.js";
import { nameOf } from "./activate.js";
import { fieldsOf, submitButtonOf, type Field } from "../binding/controls.js";
import { isSameState, readState, stateFor, writeState } from "./field-state.js";
import { findIssues, readBack, type Change } from "./form-check.js";
import { submit } from "./form-submit.js";
import { tasks } from "./page-tasks.js";
import { shownResult } from "./shown-result.js";
import { refusal, type Outcome } from "./refuse.js";
import { tryState } from "./try-field.js";
import type { ActionContext, ActionOptions } from "../binding/types.js";
import { isDisabled, unusableReason } from "../binding/visibility.js";

export async function runForm(
  form: HTMLFormElement,
  { background, allowSensitive }: ActionOptions,
  input: JsonValue,
  context: ActionContext,
): Promise<JsonValue> {
  const { signal } = context;
  signal.throwIfAborted();
  const reason = unusableReason(form, background);
  if (reason) throw refusal.notAvailable("the form", reason);
  /** Afresh at each use: the page may replace its controls while it reacts. */
  const fields = () => fieldsOf(form, allowSensitive);
  const changes = plan(fields(), input);
  try {
    await fill(fields, changes, signal);
  } catch (error) {
    await putBack(fields, changes);
    throw error;
  }
  const issues = findIssues(form, fields(), changes);
  const button = submitButtonOf(form);
  const isBarred = button !== null && isDisabled(button);
  if (issues.length > 0 || isBarred) {
    const outcome = await putBack(fields, changes);
    throw issues.length > 0 || !button
      ? refusal.invalidInput(issues, outcome)
      : refusal.buttonDisabled(nameOf(button), outcome);
  }
  // Read before the submit: many pages empty their form then.
  const values = readBack(fields(), changes);
  if (await submit(form, button)) return { submitted: true };
  await tasks(2);
  return shownResult(context) ?? values;
}

/** Every value is tried before the first is written. */
function plan(fields: readonly Field[], input: JsonValue): Change[] {
  const given = new Map(
    Object.entries(typeof input === "object" && !Array.isArray(input) ? (input ?? {}) : {}),
  );
  const issues: AgentSchemaIssue[] = [];
  const changes: Change[] = [];
  for (const field of fields) {
    const { name } = field;
    const value = given.get(name);
    given.delete(name);
    if (value === undefined) continue;
    const asked = stateFor(field, value);
    const problem = "problem" in asked ? asked.problem : tryState(field, asked.state);
    if (problem !== undefined) issues.push({ path: name, message: problem });
    else if ("state" in asked) changes.push({ name, wanted: asked.state, before: readState(field) });
  }
  for (const path of given.keys()) issues.push({ path, message: "is not a field that can be filled now" });
  if (issues.length > 0) throw refusal.invalidInput(issues);
  return changes;
}

async function fill(fields: () => Field[], changes: readonly Change[], signal: AbortSignal): Promise<void> {
  for (const { name, wanted } of changes) {
    const field = fields().find((candidate) => candidate.name === name);
    if (field) writeState(field, wanted);
    // Controls that depend on this one change before they are written.
    await tasks(1);
    signal.throwIfAborted();
  }
  await tasks(1);
  signal.throwIfAborted();
}

/** Twice, in document order: the first round may bring back the choices that the second one needs. */
async function putBack(fields: () => Field[], changes: readonly Change[]): Promise<Outcome> {
  let notRestored: string[] = [];
  for (let round = 0; round < 2; round++) {
    for (const { name, before } of changes) {
      const field = fields().find((candidate) => candidate.name === name);
      if (field) writeState(field, before);
    }
    await tasks(1);
    const now = new Map(fields().map((field) => [field.name, readState(field)]));
    notRestored = changes
      .filter(({ name, before }) => !isSameState(now.get(name) ?? ["", ""], before))
      .map(({ name }) => name);
  }
  return { notRestored };
}
