/** Reads the text that a person sees in an element. */
import type { JsonValue } from "../../src/values/json.js";
import { pageOf, pageResult } from "./paging.js";
import { refusal } from "./refuse.js";
import type { ObservationOptions, PageOfInput } from "../binding/types.js";
import { unreadableReason } from "../binding/visibility.js";
import { visibleText } from "./visible-text.js";

export function readText(
  target: Element,
  { background, maxLength = 4_000 }: ObservationOptions,
  input: PageOfInput,
): JsonValue {
  const reason = unreadableReason(target, background);
  if (reason) throw refusal.notAvailable("the text", reason);
  const text = visibleText(target);
  const page = pageOf(input, text.length, maxLength);
  const start = onWholeCharacter(text, page.start);
  const end = onWholeCharacter(text, page.end);
  // A limit of one unit before a character of two.
  const whole = { start, end: end > start || start === text.length ? end : start + 2 };
  return { text: text.slice(whole.start, whole.end), ...pageResult(whole, text.length) };
}

/** Half a surrogate pair cannot be sent. */
function onWholeCharacter(text: string, index: number): number {
  const isBetween = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, index - 1), index + 1));
  return isBetween ? index - 1 : index;
}
