import type { GlyphContour } from './font-face.ts';

/** A small picture: one number for each row, whose highest of `width` bits is the left-most dot. */
export interface GlyphBitmap {
  readonly width: number;
  readonly rows: Uint32Array;
}

/**
 * The mapping of font units to dots: dots for each unit, and the pen's dot on the base line. Each
 * row is sampled in `samplesPerRow` lines.
 */
export interface GlyphPlacement {
  readonly scale: number;
  readonly x: number;
  readonly baseline: number;
  readonly samplesPerRow: number;
}

/**
 * A dot that is at least half covered is black, so that all strokes of a grid are equally thick.
 */
const MIN_COVERAGE = 0.5;

export function createGlyphBitmap(width: number, height: number): GlyphBitmap {
  return { width, rows: new Uint32Array(height) };
}

/**
 * Blackens the dots that an outline covers by half or more. Ignores parts outside the bitmap.
 */
export function fillContours(
  bitmap: GlyphBitmap,
  contours: readonly GlyphContour[],
  placement: GlyphPlacement,
): void {
  const { samplesPerRow } = placement;
  const crossings = computeCrossings(contours, placement, bitmap.rows.length * samplesPerRow);
  const coverage = new Float64Array(bitmap.width);
  for (const [row, bits] of bitmap.rows.entries()) {
    coverage.fill(0);
    for (let line = 0; line < samplesPerRow; line += 1) {
      addCoverage(coverage, crossings[row * samplesPerRow + line] ?? []);
    }
    let blackened = bits;
    for (let x = 0; x < bitmap.width; x += 1) {
      if ((coverage[x] ?? 0) >= MIN_COVERAGE * samplesPerRow)
        blackened |= 1 << (bitmap.width - 1 - x);
    }
    bitmap.rows[row] = blackened >>> 0;
  }
}

/** A crossing of a line and the outline; `winding` is +1 if the outline goes down there. */
interface Crossing {
  readonly x: number;
  readonly winding: 1 | -1;
}

/** The crossings of each line, from the top. */
function computeCrossings(
  contours: readonly GlyphContour[],
  { scale, x, baseline, samplesPerRow }: GlyphPlacement,
  count: number,
): Crossing[][] {
  const crossings: Crossing[][] = Array.from({ length: count }, () => []);
  for (const contour of contours) {
    let [lastX = 0, lastY = 0] = contour.slice(-2);
    for (let index = 0; index < contour.length; index += 2) {
      const [nextX = 0, nextY = 0] = [contour[index], contour[index + 1]];
      const from = { x: x + lastX * scale, y: (baseline - lastY * scale) * samplesPerRow };
      const to = { x: x + nextX * scale, y: (baseline - nextY * scale) * samplesPerRow };
      [lastX, lastY] = [nextX, nextY];
      const [upper, lower] = from.y < to.y ? [from, to] : [to, from];
      // A line is sampled in its middle.
      const end = Math.min(count, Math.ceil(lower.y - 0.5));
      for (let line = Math.max(0, Math.ceil(upper.y - 0.5)); line < end; line += 1) {
        const part = (line + 0.5 - upper.y) / (lower.y - upper.y);
        const winding = from.y < to.y ? 1 : -1;
        crossings[line]?.push({ x: upper.x + part * (lower.x - upper.x), winding });
      }
    }
  }
  return crossings;
}

/** Adds the parts of one line inside the outline: where the winding number is not 0. */
function addCoverage(coverage: Float64Array, crossings: Crossing[]): void {
  crossings.sort((a, b) => a.x - b.x);
  let windingNumber = 0;
  let start = 0;
  for (const { x, winding } of crossings) {
    if (windingNumber === 0) start = x;
    windingNumber += winding;
    if (windingNumber === 0) addSpan(coverage, start, x);
  }
}

function addSpan(coverage: Float64Array, start: number, end: number): void {
  const from = Math.max(0, start);
  const to = Math.min(coverage.length, end);
  for (let x = Math.floor(from); x < to; x += 1) {
    coverage[x] = (coverage[x] ?? 0) + Math.min(x + 1, to) - Math.max(x, from);
  }
}

/** Swaps black and white. */
export function invertBitmap({ width, rows }: GlyphBitmap): GlyphBitmap {
  const fullRow = 2 ** width - 1;
  return { width, rows: rows.map((row) => (row ^ fullRow) >>> 0) };
}

/** A dot is black if it is black in either bitmap. */
export function mergeBitmaps(first: GlyphBitmap, second: GlyphBitmap): GlyphBitmap {
  return {
    width: first.width,
    rows: first.rows.map((row, at) => (row | (second.rows[at] ?? 0)) >>> 0),
  };
}

/** Enlarges by one and a half: a dot is black if at least half of it was. */
export function enlargeBitmap({ width, rows }: GlyphBitmap): GlyphBitmap {
  const larger = createGlyphBitmap((width * 3) / 2, (rows.length * 3) / 2);
  for (let y = 0; y < larger.rows.length; y += 1) {
    const [above = 0, below = 0] = [rows[toFirstSource(y)], rows[toLastSource(y)]];
    let bits = 0;
    for (let x = 0; x < larger.width; x += 1) {
      const [left, right] = [width - 1 - toFirstSource(x), width - 1 - toLastSource(x)];
      const quarters =
        getBit(above, left) + getBit(above, right) + getBit(below, left) + getBit(below, right);
      if (quarters >= 2) bits |= 1 << (larger.width - 1 - x);
    }
    larger.rows[y] = bits >>> 0;
  }
  return larger;
}

/** Of three dots, the middle one covers half of each of two squares, the others one square. */
const toFirstSource = (dot: number): number => Math.floor((dot * 2) / 3);
const toLastSource = (dot: number): number => Math.ceil(((dot + 1) * 2) / 3) - 1;
const getBit = (bits: number, place: number): number => (bits >>> place) & 1;

/** Copies the dots to an empty bitmap of this size, with their upper left corner at (x, y). */
export function placeOnLargerBitmap(
  bitmap: GlyphBitmap,
  width: number,
  height: number,
  x: number,
  y: number,
): GlyphBitmap {
  const larger = createGlyphBitmap(width, height);
  for (const [row, bits] of bitmap.rows.entries()) {
    if (y + row < height) larger.rows[y + row] = (bits << (width - x - bitmap.width)) >>> 0;
  }
  return larger;
}
