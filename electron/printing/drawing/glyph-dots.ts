import { type Dots, emptyDots, enlarged, fill, overlaid, placed } from './dots.ts';
import { type FoundGlyph, glyphOf, gridGlyphOf } from './faces.ts';
import { FULL_CELL, type Size } from './sizes.ts';

/** Squares of the wide font's grid in half of its em: the width of a narrow character. */
const GRID = 8;
const GRID_BASELINE = 14;
/** Lines to a dot that a curved outline is looked at in. */
const LINES = 8;

/** More than any ticket has, and some megabytes; a hostile one draws some anew. */
const KEPT = 32_768;
const kept = new Map<string, Dots>();

/** A character with the accents over it, as dots of one or two cells. */
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
 * The squares of the grid as one dot each, or as one and a half: in between, strokes would be of
 * different widths. One and a half is the whole cell at full size.
 */
function drawOnGrid({ face, glyph }: FoundGlyph, cells: 1 | 2, size: Size): Dots {
  const squares = emptyDots(cells * GRID, 2 * GRID);
  fill(squares, face.contoursOf(glyph), {
    scale: (2 * GRID) / face.unitsPerEm,
    // An accent hangs to the left of the pen, made for a narrow letter: over a wide one, its middle.
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
