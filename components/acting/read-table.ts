/** Reads a table: its rows by the names of its columns. */
import { setOwn, type JsonValue } from "../../src/values/json.js";
import { own } from "../binding/own.js";
import type { PageOfInput } from "../binding/types.js";
import { droppedIn, fitting, pageOf, pageResult } from "./paging.js";
import { gridOf, isHeading, type GridRow } from "./table-grid.js";
import type { TextReader } from "./visible-text.js";

export function readTable(
  reader: TextReader,
  table: Element,
  maxRows: number,
  input: PageOfInput,
): JsonValue {
  const rows = gridOf(table, (row) => reader.shows(row));
  const isHead = headOf(rows);
  const head = rows.filter(isHead);
  const body = rows.filter((row) => !isHead(row));
  const columns = columnsOf(reader, rows, head);
  const { start, end } = pageOf(input, body.length, maxRows);
  const { items, ...shortened } = fitting(
    body.slice(start, end).map((row) => toObject(reader, row, columns)),
  );
  const caption = captionOf(reader, table);
  // Virtual tables keep only the rows near those on the screen.
  const count = countIn(table, "aria-rowcount");
  const all = count === undefined || count < 0 ? count : count - head.length;
  const first = body[start] && countIn(body[start].row, "aria-rowindex");
  return {
    ...(caption && { caption }),
    columns,
    rows: items,
    ...pageResult({ start, end: start + items.length }, body.length, all),
    ...(count !== undefined && first !== undefined && { firstRowIndex: first }),
    ...shortened,
    ...droppedIn(reader),
  };
}

function captionOf(reader: TextReader, table: Element): string {
  const caption = own(table, "querySelector").call(table, ":scope > caption");
  return caption ? reader.read(caption) : "";
}

function countIn(element: Element, attribute: string): number | undefined {
  const count = Number.parseInt(own(element, "getAttribute").call(element, attribute) ?? "", 10);
  return Number.isNaN(count) ? undefined : count;
}

/** The rows of `thead`, else a first row of nothing but headings. */
function headOf(rows: readonly GridRow[]): (row: GridRow) => boolean {
  const isInHead = ({ row }: GridRow) => own(row, "parentElement")?.localName === "thead";
  if (rows.some(isInHead)) return isInHead;
  const first = rows[0];
  const isHeadings =
    first && first.cells.size > 0 && [...first.cells.values()].every(({ cell }) => isHeading(cell));
  return (row) => isHeadings === true && row === first;
}

/** Headings above each other make one name; a name that is missing or taken gets a number. */
function columnsOf(reader: TextReader, rows: readonly GridRow[], head: readonly GridRow[]): string[] {
  const width = Math.max(0, ...rows.map(({ cells }) => Math.max(-1, ...cells.keys()) + 1));
  const columns: string[] = [];
  for (let index = 0; index < width; index++) {
    const headings = new Set(
      head.map(({ cells }) => cells.get(index)?.cell).filter((cell) => cell !== undefined),
    );
    const name = [...headings]
      .map((cell) => reader.read(cell))
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
function toObject(reader: TextReader, { cells }: GridRow, columns: readonly string[]): JsonValue {
  const object: Record<string, JsonValue> = {};
  for (const [index, name] of columns.entries()) {
    const place = cells.get(index);
    if (place?.isFirst) setOwn(object, name, reader.read(place.cell));
  }
  return object;
}
