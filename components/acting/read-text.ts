/** Reads the text that a person sees in an element. */
import type { JsonValue } from "../../src/values/json.js";
import type { PageOfInput } from "../binding/types.js";
import { droppedIn, fits, pageOf, pageResult } from "./paging.js";
import type { TextReader } from "./visible-text.js";

export function readText(
  reader: TextReader,
  element: Element,
  maxLength: number,
  input: PageOfInput,
): JsonValue {
  const text = reader.read(element);
  const page = pageOf(input, text.length, maxLength);
  const start = onWholeCharacter(text, page.start);
  let end = onWholeCharacter(text, page.end);
  while (!fits(text.slice(start, end))) end = onWholeCharacter(text, start + ((end - start) >> 1));
  // A limit of one unit before a character of two.
  const whole = { start, end: end > start || start === text.length ? end : start + 2 };
  return {
    text: text.slice(whole.start, whole.end),
    ...pageResult(whole, text.length),
    ...droppedIn(reader),
  };
}

/** Half a surrogate pair cannot be sent. */
function onWholeCharacter(text: string, index: number): number {
  const isBetween = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, index - 1), index + 1));
  return isBetween ? index - 1 : index;
}
