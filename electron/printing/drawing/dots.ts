import type { Contour } from './true-type.ts';

/** Dots of a small picture: one number a row, the left-most dot in its highest bit of `width`. */
export interface Dots {
  readonly width: number;
  readonly rows: Uint32Array;
}

/**
 * Where font units come to lie: dots to a unit, and the dot of the pen on the base line. Each row
 * is looked at in so many `lines`.
 */
export interface Placing {
  readonly scale: number;
  readonly x: number;
  readonly baseline: number;
  readonly lines: number;
}

/** A dot is black from here on: half covered counts, so that every stroke of a grid is as thick. */
const ENOUGH = 0.5;

export function emptyDots(width: number, height: number): Dots {
  return { width, rows: new Uint32Array(height) };
}

/** Blackens the dots that an outline covers by half or more. What lies outside is left out. */
export function fill(dots: Dots, contours: readonly Contour[], placing: Placing): void {
  const { lines } = placing;
  const crossings = crossingsOf(contours, placing, dots.rows.length * lines);
  const covered = new Float64Array(dots.width);
  for (const [row, bits] of dots.rows.entries()) {
    covered.fill(0);
    for (let line = 0; line < lines; line += 1) {
      cover(covered, crossings[row * lines + line] ?? []);
    }
    let added = bits;
    for (let x = 0; x < dots.width; x += 1) {
      if ((covered[x] ?? 0) >= ENOUGH * lines) added |= 1 << (dots.width - 1 - x);
    }
    dots.rows[row] = added >>> 0;
  }
}

/** Where a line meets the outline; `turn` is +1 where that was drawn downwards. */
interface Crossing {
  readonly x: number;
  readonly turn: 1 | -1;
}

/** For each line, from the top. */
function crossingsOf(
  contours: readonly Contour[],
  { scale, x, baseline, lines }: Placing,
  count: number,
): Crossing[][] {
  const found: Crossing[][] = Array.from({ length: count }, () => []);
  for (const contour of contours) {
    let [lastX = 0, lastY = 0] = contour.slice(-2);
    for (let index = 0; index < contour.length; index += 2) {
      const [nextX = 0, nextY = 0] = [contour[index], contour[index + 1]];
      const from = { x: x + lastX * scale, y: (baseline - lastY * scale) * lines };
      const to = { x: x + nextX * scale, y: (baseline - nextY * scale) * lines };
      [lastX, lastY] = [nextX, nextY];
      const [upper, lower] = from.y < to.y ? [from, to] : [to, from];
      // A line is looked at in its middle.
      const end = Math.min(count, Math.ceil(lower.y - 0.5));
      for (let line = Math.max(0, Math.ceil(upper.y - 0.5)); line < end; line += 1) {
        const part = (line + 0.5 - upper.y) / (lower.y - upper.y);
        const turn = from.y < to.y ? 1 : -1;
        found[line]?.push({ x: upper.x + part * (lower.x - upper.x), turn });
      }
    }
  }
  return found;
}

/** Adds what lies inside the outline on one line: inside is where the turns do not cancel out. */
function cover(covered: Float64Array, crossings: Crossing[]): void {
  crossings.sort((a, b) => a.x - b.x);
  let turns = 0;
  let start = 0;
  for (const { x, turn } of crossings) {
    if (turns === 0) start = x;
    turns += turn;
    if (turns === 0) addSpan(covered, start, x);
  }
}

function addSpan(covered: Float64Array, start: number, end: number): void {
  const from = Math.max(0, start);
  const to = Math.min(covered.length, end);
  for (let x = Math.floor(from); x < to; x += 1) {
    covered[x] = (covered[x] ?? 0) + Math.min(x + 1, to) - Math.max(x, from);
  }
}

/** White on black and the other way round. */
export function inverted({ width, rows }: Dots): Dots {
  const all = 2 ** width - 1;
  return { width, rows: rows.map((row) => (row ^ all) >>> 0) };
}

/** The dots of both. */
export function overlaid(one: Dots, other: Dots): Dots {
  return { width: one.width, rows: one.rows.map((row, at) => (row | (other.rows[at] ?? 0)) >>> 0) };
}

/** One and a half times as large: a dot is black where at least half of it was. */
export function enlarged({ width, rows }: Dots): Dots {
  const larger = emptyDots((width * 3) / 2, (rows.length * 3) / 2);
  for (let y = 0; y < larger.rows.length; y += 1) {
    const [above = 0, below = 0] = [rows[firstOf(y)], rows[lastOf(y)]];
    let bits = 0;
    for (let x = 0; x < larger.width; x += 1) {
      const [left, right] = [width - 1 - firstOf(x), width - 1 - lastOf(x)];
      const quarters = bit(above, left) + bit(above, right) + bit(below, left) + bit(below, right);
      if (quarters >= 2) bits |= 1 << (larger.width - 1 - x);
    }
    larger.rows[y] = bits >>> 0;
  }
  return larger;
}

/** Of three dots the middle one lies half on each of two squares, the others on one alone. */
const firstOf = (dot: number): number => Math.floor((dot * 2) / 3);
const lastOf = (dot: number): number => Math.ceil(((dot + 1) * 2) / 3) - 1;
const bit = (bits: number, place: number): number => (bits >>> place) & 1;

/** On an empty picture of this size, with its upper left corner at (x, y). */
export function placed(dots: Dots, width: number, height: number, x: number, y: number): Dots {
  const larger = emptyDots(width, height);
  for (const [row, bits] of dots.rows.entries()) {
    if (y + row < height) larger.rows[y + row] = (bits << (width - x - dots.width)) >>> 0;
  }
  return larger;
}
