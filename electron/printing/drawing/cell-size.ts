/** A size of drawn text, in dots: the width of a cell and the distance between lines. */
export interface CellSize {
  readonly widthDots: number;
  readonly heightDots: number;
  readonly baselineDots: number;
}

/** The size of the printer's own characters: 12 by 24 dots, with 6 between two lines. */
export const FULL_CELL_DOTS = 12;

/**
 * The smallest size: 1 mm by 2 mm, like the small print of a timetable. The wide font is drawn on a
 * grid of this size, so none of its strokes is lost.
 */
export const MIN_CELL_DOTS = 8;

export function toCellSize(widthDots: number): CellSize {
  return {
    widthDots: widthDots,
    heightDots: Math.round(widthDots * 2.5),
    baselineDots: Math.round((widthDots * 22) / 12),
  };
}

/** The largest size at which this many cells fit the paper; null if none fits. */
export function findFittingCellSize(cellCount: number, widthDots: number): CellSize | null {
  const cell = Math.min(FULL_CELL_DOTS, Math.floor(widthDots / Math.max(1, cellCount)));
  return cell < MIN_CELL_DOTS ? null : toCellSize(cell);
}
