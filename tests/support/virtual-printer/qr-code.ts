import { computeRemainder, evaluatePolynomial, getPower } from './galois-field.ts';

/**
 * A QR code as a printer draws it, and as a scanner reads it. Both know
 * the versions 1 to 3 at level M; the scanner reads any mask and corrects nothing: what is not drawn
 * exactly is not read. Shares nothing with the product.
 */

/** Words of data and of correction, by version and level. */
const BLOCKS: Readonly<Record<string, readonly [data: number, correction: number]>> = {
  '1M': [16, 10],
  '2M': [28, 16],
  '3M': [44, 26],
};
const LEVEL_M = 0;
const MASK_OF_THE_PRINTER = 0;

type Modules = readonly (readonly boolean[])[];

/** At level M; null for what it has no version for. */
export function encodeQr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = [1, 2, 3].find((one) => (BLOCKS[`${one}M`]?.[0] ?? 0) >= bytes.length + 2);
  const block = BLOCKS[`${version ?? 0}M`];
  if (version === undefined || block === undefined) return null;
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
    const line = modules[row];
    if (line) line[column] = (stream[index] === '1') !== isMasked(MASK_OF_THE_PRINTER, row, column);
  }
  const format = computeFormatBits(LEVEL_M, MASK_OF_THE_PRINTER);
  for (const places of listFormatModules(size)) {
    for (const [index, [row, column]] of places.entries()) {
      const line = modules[row];
      if (line) line[column] = format[index] === '1';
    }
  }
  return modules;
}

/** What stands in a code; null where it is none, or one wrong dot is in it. */
export function decodeQr(modules: Modules): string | null {
  const size = modules.length;
  const version = (size - 17) / 4;
  const block = BLOCKS[`${version}M`];
  if (block === undefined || modules.some((row) => row.length !== size)) return null;
  const isAt = (row: number, column: number): boolean => modules[row]?.[column] === true;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const pattern = getPatternModule(row, column, size);
      if (pattern !== null && pattern !== 'format' && pattern !== isAt(row, column)) return null;
    }
  }
  const read = listFormatModules(size).map((places) =>
    places.map(([row, column]) => (isAt(row, column) ? '1' : '0')).join(''),
  );
  const mask = [0, 1, 2, 3, 4, 5, 6, 7].find((one) =>
    read.every((format) => format === computeFormatBits(LEVEL_M, one)),
  );
  if (mask === undefined) return null;
  const stream = listDataModules(size)
    .map(([row, column]) => (isAt(row, column) !== isMasked(mask, row, column) ? '1' : '0'))
    .join('');
  const words = (stream.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const whole = words.slice(0, block[0] + block[1]);
  for (let root = 0; root < block[1]; root += 1) {
    if (evaluatePolynomial(whole, getPower(root)) !== 0) return null;
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

/** The module that every code of this size has here; null where data lies. */
function getPatternModule(row: number, column: number, size: number): boolean | 'format' | null {
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const) {
    const out = Math.max(Math.abs(row - top - 3), Math.abs(column - left - 3));
    if (out <= 4) return out !== 2 && out !== 4;
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

/** In the order of the words: pairs of columns from the right, snaking up and down. */
function listDataModules(size: number): [row: number, column: number][] {
  const places: [number, number][] = [];
  const pairs = Array.from({ length: (size - 1) / 2 }, (_, pair) => size - 1 - 2 * pair);
  for (const [pair, right] of pairs.entries()) {
    // Left of the clock's column all pairs are one further on.
    const from = right <= 6 ? right - 1 : right;
    for (let step = 0; step < size; step += 1) {
      const row = pair % 2 === 0 ? size - 1 - step : step;
      for (const column of [from, from - 1]) {
        if (getPatternModule(row, column, size) === null) places.push([row, column]);
      }
    }
  }
  return places;
}

function isMasked(mask: number, row: number, column: number): boolean {
  const both = row * column;
  return (
    [
      (row + column) % 2,
      row % 2,
      column % 3,
      (row + column) % 3,
      ((row >> 1) + Math.trunc(column / 3)) % 2,
      (both % 2) + (both % 3),
      ((both % 2) + (both % 3)) % 2,
      (((row + column) % 2) + (both % 3)) % 2,
    ][mask] === 0
  );
}

/** Fifteen bits, the level first. */
function computeFormatBits(level: number, mask: number): string {
  const value = (level << 3) | mask;
  let rest = value << 10;
  for (let bit = 14; bit >= 10; bit -= 1)
    if ((rest >> bit) & 1) rest ^= 0b10100110111 << (bit - 10);
  return toBits(((value << 10) | rest) ^ 0b101010000010010, 15);
}

/** Where those bits lie, the first first: around the upper left eye, and along the other two. */
function listFormatModules(size: number): (readonly (readonly [row: number, column: number])[])[] {
  const around = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => [8, column] as const);
  const above = [7, 5, 4, 3, 2, 1, 0].map((row) => [row, 8] as const);
  const below = [1, 2, 3, 4, 5, 6, 7].map((from) => [size - from, 8] as const);
  const beside = [8, 7, 6, 5, 4, 3, 2, 1].map((from) => [8, size - from] as const);
  return [
    [...around, ...above],
    [...below, ...beside],
  ];
}
