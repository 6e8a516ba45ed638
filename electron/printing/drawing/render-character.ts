import { type CellSize, FULL_CELL_DOTS } from './cell-size.ts';
import { type FontFaceGlyph, findGlyph, findPixelFontGlyph } from './find-glyph.ts';
import {
  createGlyphBitmap,
  enlargeBitmap,
  fillContours,
  type GlyphBitmap,
  mergeBitmaps,
  placeOnLargerBitmap,
} from './glyph-bitmap.ts';

/** The width of a narrow character in squares of the wide font's grid: half of its em. */
const GRID_CELL_SQUARES = 8;
const GRID_BASELINE = 14;
/** Lines that sample a curved outline within one dot. */
const LINES_PER_ROW = 8;

/** More than any ticket needs, and a few megabytes. Characters of a hostile text are drawn again. */
const MAX_CACHED_BITMAPS = 32_768;
const bitmapCache = new Map<string, GlyphBitmap>();

/** A character with its accents, as dots of one or two cells. */
export function renderCharacter(
  baseCodePoint: number,
  combiningMarks: readonly number[],
  cellCount: 1 | 2,
  size: CellSize,
): GlyphBitmap {
  const key = `${size.widthDots}:${baseCodePoint}:${combiningMarks.join()}`;
  const cached = bitmapCache.get(key);
  if (cached) return cached;
  const dots = combiningMarks.reduce(
    (bitmap, mark) => mergeBitmaps(bitmap, renderGlyph(findPixelFontGlyph(mark), cellCount, size)),
    renderGlyph(
      combiningMarks.length > 0 ? findPixelFontGlyph(baseCodePoint) : findGlyph(baseCodePoint),
      cellCount,
      size,
    ),
  );
  if (bitmapCache.size >= MAX_CACHED_BITMAPS) bitmapCache.clear();
  bitmapCache.set(key, dots);
  return dots;
}

function renderGlyph(faceGlyph: FontFaceGlyph | null, cells: 1 | 2, size: CellSize): GlyphBitmap {
  const width = cells * size.widthDots;
  if (faceGlyph === null) return createGlyphBitmap(width, size.heightDots);
  if (faceGlyph.isFromPixelFont) return renderGridGlyph(faceGlyph, cells, size);
  const { face, glyph } = faceGlyph;
  const dots = createGlyphBitmap(width, size.heightDots);
  const scale = size.widthDots / face.getAdvanceWidth(glyph);
  fillContours(dots, face.getContours(glyph), {
    scale,
    x: 0,
    baseline: size.baselineDots,
    samplesPerRow: LINES_PER_ROW,
  });
  return dots;
}

/**
 * Each square of the grid becomes one dot, or one and a half dots at full size. With any other size,
 * strokes would differ in width.
 */
function renderGridGlyph(
  { face, glyph }: FontFaceGlyph,
  cells: 1 | 2,
  size: CellSize,
): GlyphBitmap {
  const squares = createGlyphBitmap(cells * GRID_CELL_SQUARES, 2 * GRID_CELL_SQUARES);
  fillContours(squares, face.getContours(glyph), {
    scale: (2 * GRID_CELL_SQUARES) / face.unitsPerEm,
    // An accent is drawn to the left of the pen, for a narrow letter; over a wide one it is
    // centred.
    x: face.getAdvanceWidth(glyph) === 0 ? ((cells + 1) * GRID_CELL_SQUARES) / 2 : 0,
    baseline: GRID_BASELINE,
    samplesPerRow: 1,
  });
  const isFull = size.widthDots === FULL_CELL_DOTS;
  const dots = isFull ? enlargeBitmap(squares) : squares;
  const width = cells * size.widthDots;
  const top = size.baselineDots - (isFull ? (GRID_BASELINE * 3) / 2 : GRID_BASELINE);
  return placeOnLargerBitmap(
    dots,
    width,
    size.heightDots,
    Math.floor((width - dots.width) / 2),
    top,
  );
}
