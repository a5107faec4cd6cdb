/** Where the cells of a table stand once `colspan` and `rowspan` have moved them. */
import { styleOf } from "../binding/visibility.js";

export interface GridRow {
  readonly row: HTMLTableRowElement;
  /** By column. */
  readonly cells: Map<number, GridCell>;
}

export interface GridCell {
  readonly cell: HTMLTableCellElement;
  /** In the leftmost of its columns. */
  readonly isFirst: boolean;
}

/** The rows that a person sees, `thead` first. Cells without a box take no place. */
export function gridOf(table: HTMLTableElement): GridRow[] {
  const grid: GridRow[] = [];
  /** Cells that reach down, by column, with the rows that are left to them in their section. */
  let reaching = new Map<number, { place: GridCell; rows: number }>();
  let section: Element | null = null;
  for (const row of table.rows) {
    if (!isSeen(row, table)) continue;
    if (row.parentElement !== section) reaching = new Map();
    section = row.parentElement;
    const cells = new Map<number, GridCell>();
    for (const [column, reach] of reaching) {
      cells.set(column, reach.place);
      if (--reach.rows === 0) reaching.delete(column);
    }
    let column = 0;
    for (const cell of row.cells) {
      if (styleOf(cell).display === "none") continue;
      while (cells.has(column)) column++;
      for (let at = column; at < column + cell.colSpan; at++) {
        const place = { cell, isFirst: at === column };
        cells.set(at, place);
        // 0 is: to the end of the section.
        if (cell.rowSpan !== 1) reaching.set(at, { place, rows: cell.rowSpan - 1 });
      }
      column += cell.colSpan;
    }
    grid.push({ row, cells: new Map([...cells].sort(([a], [b]) => a - b)) });
  }
  return grid;
}

/** By itself and its section: the table may be read while it is not shown. */
function isSeen(row: HTMLTableRowElement, table: HTMLTableElement): boolean {
  const section = row.parentElement;
  return (
    styleOf(row).display !== "none" &&
    styleOf(row).visibility === "visible" &&
    (!section || section === table || styleOf(section).display !== "none")
  );
}
