/** Reads a list: its items as texts, or the terms of a list of definitions with what is said of them. */
import type { JsonValue } from "../../src/values/json.js";
import { own } from "../binding/own.js";
import type { PageOfInput } from "../binding/types.js";
import { nearestBelow, roleOf } from "./flat-tree.js";
import { droppedIn, fitting, pageOf, pageResult } from "./paging.js";
import type { TextReader } from "./visible-text.js";

const itemRole = /^(?:li|listitem|option)$/;
const listRole = /^(?:ul|ol|dl|menu|list|listbox)$/;

export function readList(reader: TextReader, list: Element, maxRows: number, input: PageOfInput): JsonValue {
  const isList = (element: Element) =>
    listRole.test(roleOf(element)) || listRole.test(own(element, "localName"));
  const isTerms = own(list, "localName") === "dl";
  const below = nearestBelow(
    list,
    (element) => (isTerms ? /^d[td]$/.test(own(element, "localName")) : isItem(element)),
    isList,
  );
  const shown = [...below].filter((element) => reader.shows(element));
  const entries = isTerms ? termsOf(shown) : shown;
  const { start, end } = pageOf(input, entries.length, maxRows);
  const { items, ...shortened } = fitting(
    entries
      .slice(start, end)
      .map((entry) =>
        "terms" in entry
          ? { term: textsOf(reader, entry.terms), description: textsOf(reader, entry.descriptions) }
          : reader.read(entry),
      ),
  );
  const size = Number(
    shown[0] && !isTerms ? own(shown[0], "getAttribute").call(shown[0], "aria-setsize") : null,
  );
  return {
    items,
    ...pageResult({ start, end: start + items.length }, entries.length, size || entries.length),
    ...shortened,
    ...droppedIn(reader),
  };
}

function isItem(element: Element): boolean {
  return itemRole.test(roleOf(element)) || own(element, "localName") === "li";
}

interface Terms {
  readonly terms: Element[];
  readonly descriptions: Element[];
}

/** Several terms may share several descriptions. */
function termsOf(elements: readonly Element[]): Terms[] {
  const entries: Terms[] = [];
  for (const element of elements) {
    const isTerm = own(element, "localName") === "dt";
    let last = entries.at(-1);
    if (!last || (isTerm && last.descriptions.length > 0)) {
      last = { terms: [], descriptions: [] };
      entries.push(last);
    }
    (isTerm ? last.terms : last.descriptions).push(element);
  }
  return entries;
}

function textsOf(reader: TextReader, elements: readonly Element[]): string {
  return elements.map((element) => reader.read(element)).join("\n");
}
