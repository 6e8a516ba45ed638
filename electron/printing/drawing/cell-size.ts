/** A size of drawn text, in dots: the width of a cell and the distance between lines. */
export interface CellSize {
  readonly cell: number;
  readonly height: number;
  readonly baseline: number;
}

/** The size of the printer's own characters: 12 by 24 dots, with 6 between two lines. */
export const FULL_CELL_DOTS = 12;

/**
 * The smallest size: 1 mm by 2 mm, like the small print of a timetable. The wide font is drawn on a
 * grid of this size, so none of its strokes is lost.
 */
export const MIN_CELL_DOTS = 8;

export function toCellSize(cell: number): CellSize {
  return {
    cell,
    height: Math.round(cell * 2.5),
    baseline: Math.round((cell * 22) / 12),
  };
}

/** The largest size at which this many cells fit the paper; null if none fits. */
export function findFittingSize(cells: number, dots: number): CellSize | null {
  const cell = Math.min(FULL_CELL_DOTS, Math.floor(dots / Math.max(1, cells)));
  return cell < MIN_CELL_DOTS ? null : toCellSize(cell);
}
