/** A size of drawn text, in dots: cells beside each other, lines below each other. */
export interface Size {
  readonly cell: number;
  readonly height: number;
  readonly baseline: number;
}

/** As the printer's own characters are: 12 by 24 dots, with 6 between two lines. */
export const FULL_CELL = 12;

/**
 * The smallest that is printed: 1 mm by 2 mm, the height of the small type of a timetable. It is
 * the size of the grid that the wide font is drawn on, so that every one of its strokes stands.
 */
export const SMALLEST_CELL = 8;

export function sizeOf(cell: number): Size {
  return {
    cell,
    height: Math.round(cell * 2.5),
    baseline: Math.round((cell * 22) / 12),
  };
}

/** The largest size at which so many cells fit the paper; null where none does. */
export function fittingSize(cells: number, dots: number): Size | null {
  const cell = Math.min(FULL_CELL, Math.floor(dots / Math.max(1, cells)));
  return cell < SMALLEST_CELL ? null : sizeOf(cell);
}
