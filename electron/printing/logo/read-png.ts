import { crc32, inflateSync } from 'node:zlib';

/** A tone for each dot, row by row: 0 is black, 255 white; what is transparent lies on white. */
export interface Tones {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const LARGEST_SIDE = 2_048;
/** Of a dot, at most: four samples of two bytes. */
const DEEPEST = 8;
/** Samples to a dot, by the colour type of PNG. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** First dot and step of each pass of an interlaced picture. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  readonly isInterlaced: boolean;
}

/** Throws where it is no PNG, is damaged, or has more than so many dots to a side. */
export function readPng(file: Uint8Array, largestSide = LARGEST_SIDE): Tones {
  const chunks = chunksOf(Buffer.from(file));
  const header = headerOf(chunks.find((chunk) => chunk.name === 'IHDR')?.data, largestSide);
  const packed = chunks.filter((chunk) => chunk.name === 'IDAT').map((chunk) => chunk.data);
  const raw = inflateSync(Buffer.concat(packed), {
    maxOutputLength: DEEPEST * largestSide ** 2 + largestSide,
  });
  const toneOf = toneReader(header, chunks);
  const { width, height, depth, colour } = header;
  const samples = SAMPLES[colour] ?? 1;
  // A byte a dot, which is its tone already.
  const hasClear = chunks.some((chunk) => chunk.name === 'tRNS');
  const isPlain = colour === 0 && depth === 8 && !header.isInterlaced && !hasClear;
  const values = new Uint8Array(width * height);
  let at = 0;
  for (const [left, top, across, down] of header.isInterlaced ? PASSES : WHOLE) {
    const columns = Math.ceil((width - left) / across);
    const rows = Math.ceil((height - top) / down);
    if (columns <= 0 || rows <= 0) continue;
    const length = Math.ceil((columns * samples * depth) / 8);
    let above: Uint8Array = new Uint8Array(length);
    for (let row = 0; row < rows; row += 1) {
      if (at + 1 + length > raw.length) throw new Error('the picture ends too early');
      const line = unfiltered(raw, at, length, above, Math.max(1, (samples * depth) >> 3));
      if (isPlain) values.set(line, row * width);
      for (let column = 0; column < columns && !isPlain; column += 1) {
        const tone = toneOf((sample) => sampleOf(line, column * samples + sample, depth));
        values[(top + row * down) * width + left + column * across] = tone;
      }
      above = line;
      at += 1 + length;
    }
  }
  return { width, height, values };
}

function chunksOf(file: Buffer): { readonly name: string; readonly data: Buffer }[] {
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw new Error('not a PNG');
  const chunks: { name: string; data: Buffer }[] = [];
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > file.length) throw new Error('a piece of the picture is missing');
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) throw new Error('damaged');
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'IEND') return chunks;
    chunks.push({ name, data: file.subarray(at + 8, end) });
    at = end + 4;
  }
  throw new Error('the picture has no end');
}

function headerOf(data: Buffer | undefined, largestSide: number): Header {
  if (data?.length !== 13) throw new Error('the picture has no heading');
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, colour = 0, , , interlace = 0] = data.subarray(8);
  const fits = Math.min(width, height) > 0 && Math.max(width, height) <= largestSide;
  if (!fits || !DEPTHS[colour]?.includes(depth) || interlace > 1) {
    throw new Error('a picture of another kind');
  }
  return { width, height, depth, colour, isInterlaced: interlace === 1 };
}

type SampleReader = (sample: number) => number;

function toneReader(header: Header, chunks: ReturnType<typeof chunksOf>) {
  const { depth, colour } = header;
  const data = (name: string): Buffer | null =>
    chunks.find((chunk) => chunk.name === name)?.data ?? null;
  const most = 2 ** depth - 1;
  const [palette, alphas] = [data('PLTE'), data('tRNS')];
  const clear =
    alphas === null || colour === 3
      ? []
      : Array.from({ length: alphas.length >> 1 }, (_, index) => alphas.readUInt16BE(2 * index));
  return (of: SampleReader): number => {
    const part = (sample: number): number => (of(sample) * 255) / most;
    switch (colour) {
      case 0:
        return of(0) === clear[0] ? 255 : Math.round(part(0));
      case 2: {
        const isClear = clear.length === 3 && clear.every((value, index) => value === of(index));
        return isClear ? 255 : Math.round(toneOfColour(part(0), part(1), part(2)));
      }
      case 3: {
        const at = 3 * of(0);
        const [red, green, blue] = [palette?.[at], palette?.[at + 1], palette?.[at + 2]];
        if (red === undefined || green === undefined || blue === undefined) {
          throw new Error('a colour is missing');
        }
        return onWhite(toneOfColour(red, green, blue), alphas?.[of(0)] ?? 255);
      }
      case 4:
        return onWhite(part(0), part(1));
      default:
        return onWhite(toneOfColour(part(0), part(1), part(2)), part(3));
    }
  };
}

function toneOfColour(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function onWhite(tone: number, alpha: number): number {
  return Math.round((tone * alpha + 255 * (255 - alpha)) / 255);
}

function sampleOf(line: Uint8Array, index: number, depth: number): number {
  if (depth === 16) return ((line[2 * index] ?? 0) << 8) | (line[2 * index + 1] ?? 0);
  const bit = index * depth;
  return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}

/** Each byte was written as what it differs from those left of it and above it. */
function unfiltered(
  raw: Uint8Array,
  at: number,
  length: number,
  above: Uint8Array,
  step: number,
): Uint8Array {
  const filter = raw[at] ?? 0;
  if (filter > 4) throw new Error('damaged');
  const line = Uint8Array.from(raw.subarray(at + 1, at + 1 + length));
  if (filter === 0) return line;
  for (let index = 0; index < length; index += 1) {
    const left = index < step ? 0 : (line[index - step] ?? 0);
    const up = above[index] ?? 0;
    const upLeft = index < step ? 0 : (above[index - step] ?? 0);
    line[index] = (line[index] ?? 0) + guessOf(filter, left, up, upLeft);
  }
  return line;
}

function guessOf(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  return filter === 3 ? (left + up) >> 1 : nearest(left, up, upLeft);
}

function nearest(left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
}
