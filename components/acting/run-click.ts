/** Presses a button, a link or anything else that can be clicked. */
import { activate } from "./activate.js";
import { submitted } from "./leaving.js";
import type { Run } from "./run.js";
import { watchEvents } from "./watch-events.js";

// eslint-disable-next-line @typescript-eslint/require-await -- what the page throws is a rejection
export const runClick: Run = async (target, options, _input, context, begin) => {
  const watch = watchEvents(target, ["click", "submit"]);
  // Asked before: the page may take the link away while it is clicked.
  const isLeaving = isWayOut(target.closest("a[href],area[href]"));
  begin();
  activate(target);
  watch.stop();
  const submit = watch.submission();
  if (submit) return submitted(submit, options, context);
  const clicked = watch.get("click");
  return isLeaving && clicked && !clicked.defaultPrevented
    ? { value: { navigating: true }, isFinal: true }
    : { value: { done: true } };
};

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
