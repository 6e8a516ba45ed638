import { type Cell, cellsOf, widthOf } from './cells.ts';
import { type DrawnLine, drawLine } from './drawn-line.ts';
import { FULL_CELL, fittingSize, SMALLEST_CELL, sizeOf } from './sizes.ts';
import { inVisualOrder } from './visual-order.ts';

export interface DrawnText {
  /** For each line of the text, the lines drawn for it: one, unless it is continued. */
  readonly lines: readonly (readonly DrawnLine[])[];
  /** Some characters are drawn as their code point, or a line is continued; the cashier is told. */
  readonly hasMarks: boolean;
}

/**
 * Draws lines of text for a paper as wide as this many of the printer's own characters. A line that
 * is too long is drawn smaller. If it is still too long, it ends in a mark and continues on the
 * next line.
 */
export function drawText(lines: readonly string[], columns: number): DrawnText {
  const dots = columns * FULL_CELL;
  let hasMarks = false;
  const drawn: DrawnLine[][] = [];
  for (const line of lines) {
    const cells = cellsOf(line);
    if (cells.some((cell) => cell.kind === 'box')) hasMarks = true;
    const size = fittingSize(widthOf(cells), dots);
    if (size !== null) {
      drawn.push([drawLine(inVisualOrder(cells), false, size)]);
      continue;
    }
    hasMarks = true;
    const smallest = sizeOf(SMALLEST_CELL);
    drawn.push(
      pieces(cells, Math.floor(dots / SMALLEST_CELL)).map(({ piece, continues }) =>
        drawLine(inVisualOrder(piece), continues, smallest),
      ),
    );
  }
  return { lines: drawn, hasMarks };
}

function pieces(
  cells: readonly Cell[],
  room: number,
): { readonly piece: readonly Cell[]; readonly continues: boolean }[] {
  const found: { piece: readonly Cell[]; continues: boolean }[] = [];
  let start = 0;
  let used = 0;
  let left = widthOf(cells);
  for (const [index, cell] of cells.entries()) {
    // The last piece may use the whole line; the others leave a cell for the mark.
    if (used + cell.cells > room - 1 && used + left > room) {
      found.push({ piece: cells.slice(start, index), continues: true });
      start = index;
      used = 0;
    }
    used += cell.cells;
    left -= cell.cells;
  }
  found.push({ piece: cells.slice(start), continues: false });
  return found;
}
