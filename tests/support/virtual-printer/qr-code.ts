import bwipjs from 'bwip-js/node';
import jsQR from 'jsqr';
import { computeRemainder, evaluatePolynomial, getPower } from './galois-field.ts';

/**
 * A QR code as a printer draws it and a scanner reads it. Both support the versions 1 to 3 at level
 * M. The scanner reads any mask and corrects no errors: it rejects a code with one wrong dot. Larger
 * codes are drawn and read by two libraries. Shares no code with the product.
 */

/** The number of data words and correction words, by version and level. */
const BLOCKS: Readonly<Record<string, readonly [data: number, correction: number]>> = {
  '1M': [16, 10],
  '2M': [28, 16],
  '3M': [44, 26],
};
const LEVEL_M = 0;
const PRINTER_MASK = 0;

type Modules = readonly (readonly boolean[])[];

/** Encodes a text at level M; null if the text is too long for any version. */
export function encodeQr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = [1, 2, 3].find(
    (candidate) => (BLOCKS[`${candidate}M`]?.[0] ?? 0) >= bytes.length + 2,
  );
  const block = BLOCKS[`${version ?? 0}M`];
  if (version === undefined || block === undefined) return encodeLargeQr(text);
  let bits = `0100${toBits(bytes.length, 8)}${[...bytes].map((byte) => toBits(byte, 8)).join('')}0000`;
  for (let pad = 0; bits.length < 8 * block[0]; pad += 1) bits += pad % 2 ? '00010001' : '11101100';
  const data = (bits.match(/.{8}/g) ?? [])
    .slice(0, block[0])
    .map((byte) => Number.parseInt(byte, 2));
  const words = [...data, ...computeRemainder(data, block[1])];
  const stream = words.map((word) => toBits(word, 8)).join('');
  const size = 4 * version + 17;
  const modules = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_unused, column) => getPatternModule(row, column, size) === true),
  );
  for (const [index, [row, column]] of listDataModules(size).entries()) {
    const moduleRow = modules[row];
    if (moduleRow)
      moduleRow[column] = (stream[index] === '1') !== isMasked(PRINTER_MASK, row, column);
  }
  const format = computeFormatBits(LEVEL_M, PRINTER_MASK);
  for (const positions of listFormatModules(size)) {
    for (const [index, [row, column]] of positions.entries()) {
      const moduleRow = modules[row];
      if (moduleRow) moduleRow[column] = format[index] === '1';
    }
  }
  return modules;
}

function encodeLargeQr(text: string): boolean[][] | null {
  try {
    // The types of bwip-js lack this option.
    const options = { bcid: 'qrcode', text, eclevel: 'M' };
    const [code] = bwipjs.raw(options);
    if (code === undefined || !('pixs' in code)) return null;
    const { pixs, pixx } = code;
    return Array.from({ length: pixs.length / pixx }, (_, row) =>
      pixs.slice(row * pixx, (row + 1) * pixx).map((module) => module === 1),
    );
  } catch {
    return null;
  }
}

const PIXELS_PER_MODULE = 4;

function decodeLargeQr(modules: Modules): string | null {
  const size = (modules.length + 8) * PIXELS_PER_MODULE;
  const pixels = new Uint8ClampedArray(4 * size * size).fill(255);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const row = modules[Math.floor(y / PIXELS_PER_MODULE) - 4];
      if (row?.[Math.floor(x / PIXELS_PER_MODULE) - 4] === true)
        pixels.fill(0, 4 * (y * size + x), 4 * (y * size + x) + 3);
    }
  }
  return jsQR(pixels, size, size)?.data ?? null;
}

/** Returns the text of a code; null if it is not a QR code or has one wrong dot. */
export function decodeQr(modules: Modules): string | null {
  const size = modules.length;
  const version = (size - 17) / 4;
  if (version > 3) return decodeLargeQr(modules);
  const block = BLOCKS[`${version}M`];
  if (block === undefined || modules.some((row) => row.length !== size)) return null;
  const isDark = (row: number, column: number): boolean => modules[row]?.[column] === true;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const pattern = getPatternModule(row, column, size);
      if (pattern !== null && pattern !== 'format' && pattern !== isDark(row, column)) return null;
    }
  }
  const formats = listFormatModules(size).map((positions) =>
    positions.map(([row, column]) => (isDark(row, column) ? '1' : '0')).join(''),
  );
  const mask = [0, 1, 2, 3, 4, 5, 6, 7].find((candidate) =>
    formats.every((format) => format === computeFormatBits(LEVEL_M, candidate)),
  );
  if (mask === undefined) return null;
  const stream = listDataModules(size)
    .map(([row, column]) => (isDark(row, column) !== isMasked(mask, row, column) ? '1' : '0'))
    .join('');
  const words = (stream.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const codeWords = words.slice(0, block[0] + block[1]);
  for (let root = 0; root < block[1]; root += 1) {
    if (evaluatePolynomial(codeWords, getPower(root)) !== 0) return null;
  }
  if (stream.slice(0, 4) !== '0100') return null;
  const length = Number.parseInt(stream.slice(4, 12), 2);
  const bytes = (stream.slice(12, 12 + 8 * length).match(/.{8}/g) ?? []).map((byte) =>
    Number.parseInt(byte, 2),
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function toBits(value: number, length: number): string {
  return value.toString(2).padStart(length, '0');
}

/** Returns the module that every code of this size has here; null for a data module. */
function getPatternModule(row: number, column: number, size: number): boolean | 'format' | null {
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const) {
    const distance = Math.max(Math.abs(row - top - 3), Math.abs(column - left - 3));
    if (distance <= 4) return distance !== 2 && distance !== 4;
  }
  const fromCorner = Math.max(Math.abs(row - size + 7), Math.abs(column - size + 7));
  if (size > 21 && fromCorner <= 2) return fromCorner !== 1;
  if (row === 6) return column % 2 === 0;
  if (column === 6) return row % 2 === 0;
  if (row === size - 8 && column === 8) return true;
  const isFormat =
    (row === 8 && (column <= 8 || column >= size - 8)) ||
    (column === 8 && (row <= 8 || row >= size - 7));
  return isFormat ? 'format' : null;
}

/**
 * The data modules in the order of the words: pairs of columns from the right, alternating upwards
 * and downwards.
 */
function listDataModules(size: number): [row: number, column: number][] {
  const positions: [number, number][] = [];
  const pairs = Array.from({ length: (size - 1) / 2 }, (_, pair) => size - 1 - 2 * pair);
  for (const [pair, right] of pairs.entries()) {
    // Left of the timing column every pair is shifted by one.
    const rightColumn = right <= 6 ? right - 1 : right;
    for (let step = 0; step < size; step += 1) {
      const row = pair % 2 === 0 ? size - 1 - step : step;
      for (const column of [rightColumn, rightColumn - 1]) {
        if (getPatternModule(row, column, size) === null) positions.push([row, column]);
      }
    }
  }
  return positions;
}

function isMasked(mask: number, row: number, column: number): boolean {
  const product = row * column;
  return (
    [
      (row + column) % 2,
      row % 2,
      column % 3,
      (row + column) % 3,
      ((row >> 1) + Math.trunc(column / 3)) % 2,
      (product % 2) + (product % 3),
      ((product % 2) + (product % 3)) % 2,
      (((row + column) % 2) + (product % 3)) % 2,
    ][mask] === 0
  );
}

/** Returns fifteen bits, the level first. */
function computeFormatBits(level: number, mask: number): string {
  const value = (level << 3) | mask;
  let remainder = value << 10;
  for (let bit = 14; bit >= 10; bit -= 1)
    if ((remainder >> bit) & 1) remainder ^= 0b10100110111 << (bit - 10);
  return toBits(((value << 10) | remainder) ^ 0b101010000010010, 15);
}

/**
 * The positions of the format bits, the first bit first: around the upper left finder pattern, and
 * along the other two.
 */
function listFormatModules(size: number): (readonly (readonly [row: number, column: number])[])[] {
  const aroundTopLeft = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => [8, column] as const);
  const aboveTopLeft = [7, 5, 4, 3, 2, 1, 0].map((row) => [row, 8] as const);
  const bottomLeft = [1, 2, 3, 4, 5, 6, 7].map((offset) => [size - offset, 8] as const);
  const topRight = [8, 7, 6, 5, 4, 3, 2, 1].map((offset) => [8, size - offset] as const);
  return [
    [...aroundTopLeft, ...aboveTopLeft],
    [...bottomLeft, ...topRight],
  ];
}
