/** Calls a method of an element, or opens and closes what can be opened. */
import type { JsonValue } from "../../src/values/json.js";
import { PageDialog } from "../agent-modal/page-dialog.js";
import { isOpener, methodOf } from "../binding/usable.js";
import { isShown } from "../binding/visibility.js";
import { nameOf } from "./activate.js";
import { refusal } from "./refuse.js";
import { tasks } from "./page-tasks.js";
import type { Run } from "./run.js";

export const runMethod: Run = async (target, { method = "", background }, input, _context, begin) => {
  begin();
  if (isOpener(target, method)) {
    return { value: { open: await open(target, method, background) } };
  }
  const value = await methodOf(target, method)!.call(target, input);
  return { value: value as JsonValue | undefined };
};

async function open(target: Element, method: string, background: boolean | undefined): Promise<boolean> {
  const dialog = new PageDialog(target, { changed: () => undefined, cancelled: () => true });
  dialog.stop();
  const closes = method === "close" || (method === "toggle" && dialog.isOpen());
  if (closes) dialog.close();
  // One that nobody can see is closed again: it would leave the page inert.
  else if (!dialog.show() || (!background && dialog.isOpen() && !isShown(target))) {
    dialog.close();
    throw refusal.notAvailable(nameOf(target), "not-shown");
  }
  await tasks(1);
  return dialog.isOpen();
}
