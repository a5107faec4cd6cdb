/** Where the cells of a table stand once they reach over columns and rows. The table may be made of roles. */
import { own } from "../binding/own.js";
import { styleOf } from "../binding/visibility.js";
import { nearestBelow, roleOf } from "./flat-tree.js";

export interface GridRow {
  readonly row: Element;
  /** By column. */
  readonly cells: Map<number, GridCell>;
}

export interface GridCell {
  readonly cell: Element;
  /** In the leftmost of its columns. */
  readonly isFirst: boolean;
}

const tableRole = /^(?:table|grid|treegrid)$/;
const cellRole = /^(?:t[dh]|cell|gridcell|columnheader|rowheader)$/;

/** The rows that a person sees, `thead` first. Cells without a box take no place. */
export function gridOf(table: Element, isShown: (row: Element) => boolean): GridRow[] {
  const grid: GridRow[] = [];
  /** Cells that reach down, by column, with the rows that are left to them in their section. */
  let reaching = new Map<number, { place: GridCell; rows: number }>();
  let section: Element | null = null;
  for (const row of rowsOf(table)) {
    if (!isShown(row)) continue;
    const around = own(row, "parentElement");
    if (around !== section) reaching = new Map();
    section = around;
    const cells = new Map<number, GridCell>();
    for (const [column, reach] of reaching) {
      cells.set(column, reach.place);
      if (--reach.rows === 0) reaching.delete(column);
    }
    let column = 0;
    for (const cell of cellsOf(row)) {
      if (styleOf(cell).display === "none") continue;
      while (cells.has(column)) column++;
      const width = spanOf(cell, "col") || 1;
      const height = spanOf(cell, "row");
      for (let at = column; at < column + width; at++) {
        const place = { cell, isFirst: at === column };
        cells.set(at, place);
        // 0 is: to the end of the section.
        if (height !== 1) reaching.set(at, { place, rows: height - 1 });
      }
      column += width;
    }
    grid.push({ row, cells: new Map([...cells].sort(([a], [b]) => a - b)) });
  }
  return grid;
}

export function isHeading(cell: Element): boolean {
  return /^(?:th|columnheader)$/.test(roleOf(cell)) || own(cell, "localName") === "th";
}

function rowsOf(table: Element): Iterable<Element> {
  if (own(table, "localName") === "table") return (table as HTMLTableElement).rows;
  return nearestBelow(
    table,
    (element) => /^(?:tr|row)$/.test(roleOf(element)),
    (element) => tableRole.test(roleOf(element)),
  );
}

function cellsOf(row: Element): Iterable<Element> {
  if (own(row, "localName") === "tr") return (row as HTMLTableRowElement).cells;
  return nearestBelow(
    row,
    (element) => cellRole.test(roleOf(element)),
    (element) => tableRole.test(roleOf(element)),
  );
}

function spanOf(cell: Element, way: "col" | "row"): number {
  const span = (cell as Partial<HTMLTableCellElement>)[`${way}Span`];
  if (span !== undefined) return span;
  const text = own(cell, "getAttribute").call(cell, `aria-${way}span`);
  const count = text === null ? 1 : Number.parseInt(text, 10);
  return count >= 0 && count <= 1_000 ? count : 1;
}
