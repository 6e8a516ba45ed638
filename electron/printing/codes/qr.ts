import { type CodeDots, dotsOfModules } from './dots.ts';
import { errorCorrection } from './qr-correction.ts';
import { bestMask } from './qr-mask.ts';

/** Version 3 of ISO/IEC 18004, at level M: the smallest that holds a reference of 36 characters. */
const VERSION = 3;
export const QR_MODULES = 17 + 4 * VERSION;
const DATA_CODEWORDS = 44;
const CORRECTION_CODEWORDS = 26;
/** Less the four bits of the mode and the eight of the length. */
const MOST_BYTES = DATA_CODEWORDS - 2;
const LEAST_BYTES = 27;
const ALIGNMENT_CENTRE = QR_MODULES - 7;

/** `null`: not decided yet. */
export type Grid = (boolean | null)[][];

/**
 * Whether a text is one of our codes: plain characters, and of a length that every printer draws as
 * this version.
 */
export function isQr(text: string): boolean {
  return /^[0-9a-z-]+$/.test(text) && text.length >= LEAST_BYTES && text.length <= MOST_BYTES;
}

export function qrDots(text: string, cell: number): CodeDots | null {
  const modules = qrModules(text);
  return modules === null ? null : dotsOfModules(modules, cell, cell);
}

/** In bytes, at level M; null for what is not one of ours. */
export function qrModules(text: string): boolean[][] | null {
  if (!isQr(text)) return null;
  const grid: Grid = Array.from({ length: QR_MODULES }, () =>
    new Array<boolean | null>(QR_MODULES).fill(null),
  );
  drawPatterns(grid);
  const isFixed = grid.map((row) => row.map((module) => module !== null));
  drawData(grid, codewords(text));
  return bestMask(grid, isFixed);
}

function codewords(text: string): number[] {
  const bytes = [...Buffer.from(text, 'latin1')];
  const bits = [...binary(0b0100, 4), ...binary(bytes.length, 8)];
  for (const byte of bytes) bits.push(...binary(byte, 8));
  bits.push(...binary(0, Math.min(4, DATA_CODEWORDS * 8 - bits.length)));
  while (bits.length % 8 !== 0) bits.push(false);
  const data = Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(8 * index, 8 * index + 8).reduce((sum, bit) => 2 * sum + (bit ? 1 : 0), 0),
  );
  for (let pad = 0xec; data.length < DATA_CODEWORDS; pad ^= 0xec ^ 0x11) data.push(pad);
  return [...data, ...errorCorrection(data, CORRECTION_CODEWORDS)];
}

function binary(value: number, length: number): boolean[] {
  return Array.from({ length }, (_, index) => ((value >> (length - 1 - index)) & 1) === 1);
}

function drawPatterns(grid: Grid): void {
  for (const [top, left] of [
    [0, 0],
    [0, QR_MODULES - 7],
    [QR_MODULES - 7, 0],
  ] as const) {
    // One module of white around each eye.
    square(grid, top + 3, left + 3, 4, false);
    rings(grid, top + 3, left + 3, 3);
  }
  rings(grid, ALIGNMENT_CENTRE, ALIGNMENT_CENTRE, 2);
  for (let at = 8; at < QR_MODULES - 8; at += 1) {
    put(grid, 6, at, at % 2 === 0);
    put(grid, at, 6, at % 2 === 0);
  }
  // Kept free for the level and the mask.
  for (let at = 0; at < 9; at += 1) {
    if (at !== 6) put(grid, 8, at, false);
    if (at !== 6) put(grid, at, 8, false);
    if (at < 8) put(grid, 8, QR_MODULES - 1 - at, false);
    if (at < 8) put(grid, QR_MODULES - 1 - at, 8, false);
  }
  put(grid, QR_MODULES - 8, 8, true);
}

/** Square rings around a dark centre, dark but for the second one from outside. */
function rings(grid: Grid, row: number, column: number, radius: number): void {
  square(grid, row, column, radius, true);
  square(grid, row, column, radius - 1, false);
  square(grid, row, column, radius - 2, true);
}

function square(grid: Grid, row: number, column: number, radius: number, isDark: boolean): void {
  for (let y = row - radius; y <= row + radius; y += 1) {
    for (let x = column - radius; x <= column + radius; x += 1) put(grid, y, x, isDark);
  }
}

function put(grid: Grid, row: number, column: number, isDark: boolean): void {
  const line = grid[row];
  if (line !== undefined && column >= 0 && column < QR_MODULES) line[column] = isDark;
}

/** Two columns at a time from the right, up and down in turn; the column of the clock is left out. */
function drawData(grid: Grid, words: readonly number[]): void {
  const bits = words.flatMap((word) => binary(word, 8));
  let next = 0;
  let isUp = true;
  for (let right = QR_MODULES - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < QR_MODULES; step += 1) {
      const row = isUp ? QR_MODULES - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (grid[row]?.[column] !== null) continue;
        put(grid, row, column, bits[next] ?? false);
        next += 1;
      }
    }
    isUp = !isUp;
  }
}
