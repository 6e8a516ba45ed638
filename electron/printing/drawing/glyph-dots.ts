import { type Dots, emptyDots, enlarged, fill, overlaid, placed } from './dots.ts';
import { type FoundGlyph, glyphOf, gridGlyphOf } from './faces.ts';
import { FULL_CELL, type Size } from './sizes.ts';

/** The width of a narrow character in squares of the wide font's grid: half of its em. */
const GRID = 8;
const GRID_BASELINE = 14;
/** Lines that sample a curved outline within one dot. */
const LINES = 8;

/** More than any ticket needs, and a few megabytes; a hostile text has some drawn again. */
const KEPT = 32_768;
const kept = new Map<string, Dots>();

/** A character with its accents, as dots of one or two cells. */
export function drawnCharacter(
  base: number,
  marks: readonly number[],
  cells: 1 | 2,
  size: Size,
): Dots {
  const key = `${size.cell}:${base}:${marks.join()}`;
  const known = kept.get(key);
  if (known) return known;
  const dots = marks.reduce(
    (under, mark) => overlaid(under, drawGlyph(gridGlyphOf(mark), cells, size)),
    drawGlyph(marks.length > 0 ? gridGlyphOf(base) : glyphOf(base), cells, size),
  );
  if (kept.size >= KEPT) kept.clear();
  kept.set(key, dots);
  return dots;
}

function drawGlyph(found: FoundGlyph | null, cells: 1 | 2, size: Size): Dots {
  const room = cells * size.cell;
  if (found === null) return emptyDots(room, size.height);
  if (found.isGrid) return drawOnGrid(found, cells, size);
  const { face, glyph } = found;
  const dots = emptyDots(room, size.height);
  const scale = size.cell / face.advanceOf(glyph);
  fill(dots, face.contoursOf(glyph), { scale, x: 0, baseline: size.baseline, lines: LINES });
  return dots;
}

/**
 * Each square of the grid becomes one dot, or one and a half (the whole cell at full size). With
 * any other size, strokes would differ in width.
 */
function drawOnGrid({ face, glyph }: FoundGlyph, cells: 1 | 2, size: Size): Dots {
  const squares = emptyDots(cells * GRID, 2 * GRID);
  fill(squares, face.contoursOf(glyph), {
    scale: (2 * GRID) / face.unitsPerEm,
    // An accent is drawn to the left of the pen, for a narrow letter; over a wide one it is
    // centred.
    x: face.advanceOf(glyph) === 0 ? ((cells + 1) * GRID) / 2 : 0,
    baseline: GRID_BASELINE,
    lines: 1,
  });
  const isFull = size.cell === FULL_CELL;
  const dots = isFull ? enlarged(squares) : squares;
  const room = cells * size.cell;
  const top = size.baseline - (isFull ? (GRID_BASELINE * 3) / 2 : GRID_BASELINE);
  return placed(dots, room, size.height, Math.floor((room - dots.width) / 2), top);
}
