/** Presses a button, a link or anything else that can be clicked. */
import type { JsonValue } from "../../src/values/json.js";
import { activate, nameOf } from "./activate.js";
import { tasks } from "./page-tasks.js";
import { shownResult } from "./shown-result.js";
import { refusal } from "./refuse.js";
import type { ActionContext, ActionOptions } from "../binding/types.js";
import { unusableReason } from "../binding/visibility.js";
import { watchEvents } from "./watch-events.js";

export async function runClick(
  target: Element,
  { background }: ActionOptions,
  context: ActionContext,
): Promise<JsonValue> {
  const { signal } = context;
  signal.throwIfAborted();
  const reason = unusableReason(target, background);
  if (reason) throw refusal.notAvailable(nameOf(target), reason);
  const leaving = click(target);
  if (leaving) return leaving;
  await tasks(2);
  return shownResult(context) ?? { done: true };
}

/** Activates an element, and says how the page is being left where the page did not prevent that. */
function click(target: Element): JsonValue | undefined {
  const watch = watchEvents(target, ["click", "submit"]);
  // Asked before: the page may take the link away while it is clicked.
  const isLeaving = isWayOut(target.closest("a[href],area[href]"));
  activate(target);
  watch.stop();
  if (watch.isSubmitted()) return { submitted: true };
  const clicked = watch.get("click");
  return isLeaving && clicked && !clicked.defaultPrevented ? { navigating: true } : undefined;
}

/**
 * A place on this page and `javascript:` are no way out: buttons in the dress of a link have such addresses. A download
 * and a window of its own leave this page where it is.
 */
function isWayOut(link: Element | null): boolean {
  if (!link || link.hasAttribute("download") || /^_blank$/i.test(link.getAttribute("target") ?? ""))
    return false;
  const address = link.getAttribute("href") ?? "";
  const here = link.ownerDocument.URL.split("#")[0] ?? "";
  try {
    const { href, protocol } = new URL(address, link.ownerDocument.baseURI);
    return protocol !== "javascript:" && !(href.includes("#") && href.split("#")[0] === here);
  } catch {
    return false;
  }
}
