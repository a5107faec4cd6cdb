/** Reads a table: its rows by the names of its columns. */
import { setOwn, type JsonValue } from "../../src/values/json.js";
import { tableOf } from "../binding/table-of.js";
import { pageOf, pageResult } from "./paging.js";
import { refusal } from "./refuse.js";
import { gridOf, type GridRow } from "./table-grid.js";
import type { ObservationOptions, PageOfInput } from "../binding/types.js";
import { unreadableReason } from "../binding/visibility.js";
import { visibleText } from "./visible-text.js";

/** Characters of one answer, well below what the core lets through. */
const longest = 12_000;

export function readTable(
  target: Element,
  { background, maxRows = 50 }: ObservationOptions,
  input: PageOfInput,
): JsonValue {
  const table = tableOf(target);
  const reason = unreadableReason(target, background);
  if (reason || !table) throw refusal.notAvailable("the table", reason ?? "no-table");
  const rows = gridOf(table);
  const isHead = headOf(rows);
  const body = rows.filter((row) => !isHead(row));
  const columns = columnsOf(rows, rows.filter(isHead));
  const { start, end } = pageOf(input, body.length, maxRows);
  let shown = body.slice(start, end).map((row) => toObject(row, columns));
  // Long rows make short pages: what is left out can be read on, a result that is too large cannot.
  while (shown.length > 1 && JSON.stringify(shown).length > longest) {
    shown = shown.slice(0, Math.ceil(shown.length / 2));
  }
  return { columns, rows: shown, ...pageResult({ start, end: start + shown.length }, body.length) };
}

/** The rows of `thead`, else a first row of nothing but headings. */
function headOf(rows: readonly GridRow[]): (row: GridRow) => boolean {
  const isInHead = ({ row }: GridRow) => row.parentElement?.localName === "thead";
  if (rows.some(isInHead)) return isInHead;
  const first = rows[0];
  const isHeadings =
    first && first.cells.size > 0 && [...first.cells.values()].every(({ cell }) => cell.localName === "th");
  return (row) => isHeadings === true && row === first;
}

/** Headings above each other make one name; a name that is missing or taken gets a number. */
function columnsOf(rows: readonly GridRow[], head: readonly GridRow[]): string[] {
  const width = Math.max(0, ...rows.map(({ cells }) => Math.max(-1, ...cells.keys()) + 1));
  const columns: string[] = [];
  for (let index = 0; index < width; index++) {
    const headings = new Set(
      head.map(({ cells }) => cells.get(index)?.cell).filter((cell) => cell !== undefined),
    );
    const name = [...headings]
      .map((cell) => visibleText(cell))
      .filter(Boolean)
      .join(" ")
      .replace(/\s+/g, " ");
    const plain = name || `column ${index + 1}`;
    let unique = plain;
    for (let count = 2; columns.includes(unique); count++) unique = `${plain} ${count}`;
    columns.push(unique);
  }
  return columns;
}

/** A cell over several rows counts for each, one over several columns for the first. */
function toObject({ cells }: GridRow, columns: readonly string[]): JsonValue {
  const object: Record<string, JsonValue> = {};
  for (const [index, name] of columns.entries()) {
    const place = cells.get(index);
    if (place?.isFirst) setOwn(object, name, visibleText(place.cell, { values: true }));
  }
  return object;
}
