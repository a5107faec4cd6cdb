/** Words for people, from what a question carries for machines. */
import type { PendingConfirmation } from "../../src/index.js";
import { showUnseen } from "../element/visible-characters.js";
import { wordsOf } from "../element/words-of.js";

/** The action's name: its label, else the last part of its id in words. */
export function actionName({ label, capabilityId }: PendingConfirmation): string {
  return showUnseen(label?.trim() || wordsOf(capabilityId.split(/[.:]/).at(-1)!));
}

/** The summary without the input that the core puts behind it: the values have a list of their own. */
export function sentenceOf({ summary, input }: PendingConfirmation): string {
  const appended = ` ${JSON.stringify(input)}`;
  if (summary.endsWith(appended)) return showUnseen(summary.slice(0, -appended.length));
  if (summary.endsWith("…")) {
    const start = appended.slice(0, 2);
    for (let at = summary.indexOf(start); at >= 0; at = summary.indexOf(start, at + 1)) {
      if (appended.startsWith(summary.slice(at, -1))) return showUnseen(summary.slice(0, at));
    }
  }
  return showUnseen(summary);
}

/** `kind` and `id` of a consumer's key. */
export function consumerOf({ consumerKey }: PendingConfirmation): { kind: string; id: string } {
  const at = consumerKey.indexOf(":");
  return { kind: consumerKey.slice(0, Math.max(0, at)), id: showUnseen(consumerKey.slice(at + 1)) };
}
