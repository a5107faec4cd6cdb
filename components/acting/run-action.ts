/** Runs an action on what its `for` points at, and waits for the page. */
import { fieldOf } from "../binding/controls.js";
import { own } from "../binding/own.js";
import type { ActionContext, ActionOptions } from "../binding/types.js";
import { actionReason, isForm } from "../binding/usable.js";
import type { JsonValue } from "../../src/values/json.js";
import { nameOf } from "./activate.js";
import { inTurn } from "./in-turn.js";
import { tasks } from "./page-tasks.js";
import { refusal } from "./refuse.js";
import type { Run } from "./run.js";
import { runClick } from "./run-click.js";
import { runControl } from "./run-control.js";
import { runForm } from "./run-form.js";
import { runMethod } from "./run-method.js";
import { shownResult } from "./shown-result.js";
import { untilDone, type DoneWatch } from "./until-done.js";

export async function runAction(
  target: Element,
  options: ActionOptions,
  input: JsonValue,
  context: ActionContext,
): Promise<JsonValue | undefined> {
  const { signal } = context;
  signal.throwIfAborted();
  const form = isForm(target) ? target : (target as { form?: Element | null }).form;
  if (!options.method && (isForm(target) || fieldOf(target))) {
    return inTurn(form ?? target, signal, () => act(target, options, input, context));
  }
  return act(target, options, input, context);
}

async function act(
  target: Element,
  options: ActionOptions,
  input: JsonValue,
  context: ActionContext,
): Promise<JsonValue | undefined> {
  const reason = actionReason(target, options);
  if (reason) throw refusal.notAvailable(isForm(target) ? "the form" : nameOf(target), reason);
  const run = (
    options.method ? runMethod : isForm(target) ? runForm : fieldOf(target) ? runControl : runClick
  ) as Run;
  let done: DoneWatch | undefined;
  try {
    const { value, isFinal } = await run(target, options, input, context, () => {
      if (options.doneOn) done = untilDone(target, options.doneOn);
    });
    if (isFinal) return value;
    const isDone = done ? await done.wait(context.signal) : true;
    await tasks(2);
    await context.settled?.();
    const shown = shownResult(context);
    if (!isDone || isBusy(target) || isBusy(context.resultFrom?.())) context.pending?.();
    return shown ?? value;
  } finally {
    done?.stop();
  }
}

/** The page says so itself. */
function isBusy(element: Element | undefined): boolean {
  return element !== undefined && own(element, "closest").call(element, "[aria-busy=true]") !== null;
}
