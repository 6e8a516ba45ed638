import { FULL_CELL_DOTS, findFittingCellSize, MIN_CELL_DOTS, toCellSize } from './cell-size.ts';
import { type Cell, countCells, toCells } from './cells.ts';
import { type LineBitmap, renderTextLine } from './line-bitmap.ts';
import { toVisualOrder } from './visual-order.ts';

export interface RenderedText {
  /** For each line of the text, its drawn lines: one, unless it is continued. */
  readonly lines: readonly (readonly LineBitmap[])[];
  /** Some characters are drawn as their code point, or a line is continued; the till reports it. */
  readonly hasMarks: boolean;
}

/**
 * Draws lines of text for a paper as wide as this many of the printer's own characters. A line that
 * is too long is drawn smaller. If it is still too long, it ends in a mark and continues on the
 * next line.
 */
export function renderText(lines: readonly string[], columns: number): RenderedText {
  const dots = columns * FULL_CELL_DOTS;
  let hasMarks = false;
  const drawnLines: LineBitmap[][] = [];
  for (const line of lines) {
    const cells = toCells(line);
    if (cells.some((cell) => cell.kind === 'box')) hasMarks = true;
    const size = findFittingCellSize(countCells(cells), dots);
    if (size !== null) {
      drawnLines.push([renderTextLine(toVisualOrder(cells), false, size)]);
      continue;
    }
    hasMarks = true;
    const smallest = toCellSize(MIN_CELL_DOTS);
    drawnLines.push(
      splitIntoPieces(cells, Math.floor(dots / MIN_CELL_DOTS)).map(({ piece, continues }) =>
        renderTextLine(toVisualOrder(piece), continues, smallest),
      ),
    );
  }
  return { lines: drawnLines, hasMarks };
}

function splitIntoPieces(
  cells: readonly Cell[],
  maxCells: number,
): { readonly piece: readonly Cell[]; readonly continues: boolean }[] {
  const pieces: { piece: readonly Cell[]; continues: boolean }[] = [];
  let start = 0;
  let used = 0;
  let cellsLeft = countCells(cells);
  for (const [index, cell] of cells.entries()) {
    // The last piece may use the whole line; the others leave a cell for the mark.
    if (used + cell.cells > maxCells - 1 && used + cellsLeft > maxCells) {
      pieces.push({ piece: cells.slice(start, index), continues: true });
      start = index;
      used = 0;
    }
    used += cell.cells;
    cellsLeft -= cell.cells;
  }
  pieces.push({ piece: cells.slice(start), continues: false });
  return pieces;
}
