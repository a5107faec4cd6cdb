/** Whether an action can do now what it does with its target. */
import { fieldOf, isReadOnly } from "./controls.js";
import { own } from "./own.js";
import type { ActionOptions, UnavailableReason } from "./types.js";
import { unusableReason } from "./visibility.js";

export function actionReason(target: Element, options: ActionOptions): UnavailableReason | undefined {
  const { background = false, method, allowSensitive } = options;
  const opens = isOpener(target, method);
  // What is closed is not shown.
  const reason = unusableReason(target, background || opens);
  if (reason || opens) return reason;
  if (method) return methodOf(target, method) ? undefined : "no-method";
  const field = isForm(target) ? undefined : fieldOf(target);
  if (!field) return undefined;
  const [control] = field.controls;
  if (control!.type === "file" || (field.isSensitive && !allowSensitive?.has("value")))
    return "only-a-person";
  return isReadOnly(control!) ? "read-only" : undefined;
}

export function isForm(target: Element): target is HTMLFormElement {
  return own(target, "localName") === "form";
}

/** Whether the method opens or closes a dialog, a popover, or what else has an `open` state. */
export function isOpener(target: Element, method = ""): boolean {
  return (
    /^(?:show|close|toggle)$/.test(method) &&
    ("open" in target || own(target, "hasAttribute").call(target, "popover"))
  );
}

/** That of its class before one of its own: a control hides the method of its form. */
export function methodOf(target: Element, method: string): ((input: unknown) => unknown) | undefined {
  const member = (own(target, method as never) as unknown) ?? (Reflect.get(target, method) as unknown);
  return typeof member === "function" ? (member as (input: unknown) => unknown) : undefined;
}
