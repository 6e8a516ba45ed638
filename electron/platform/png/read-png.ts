import { crc32, inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

/** A tone for each dot, row by row: 0 is black, 255 white; transparent dots are on white. */
export interface GrayscaleImage {
  readonly width: number;
  readonly height: number;
  readonly tones: Uint8Array;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_SIDE_DOTS = 2_048;
/** Four samples of two bytes. */
const MAX_BYTES_PER_DOT = 8;
/** Samples of a dot and the permitted bits of a sample, by the colour type of PNG. */
const COLOR_TYPES: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
  readonly end: number;
}

/** Whether `decodePng` can read the complete file. */
export function isPng(bytes: Uint8Array): boolean {
  try {
    decodePng(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Throws if the file is not a PNG, is damaged, or has a side of more than `maxSidePixels`. This is
 * checked before pngjs decodes it: a small file may declare or contain very many dots, and if it
 * contains too few, pngjs would show uninitialised memory.
 */
export function decodePng(pngBytes: Uint8Array, maxSidePixels = MAX_SIDE_DOTS): GrayscaleImage {
  const bytes = Buffer.from(pngBytes);
  const chunks = parseChunks(bytes);
  const minLength = computeMinUnpackedBytes(chunks, maxSidePixels);
  const packed = chunks.filter((chunk) => chunk.name === 'IDAT').map((chunk) => chunk.data);
  const unpacked = inflateSync(Buffer.concat(packed), {
    maxOutputLength: MAX_BYTES_PER_DOT * maxSidePixels ** 2 + 2 * maxSidePixels,
  });
  if (unpacked.length < minLength) throw new Error('the picture ends too early');
  const { width, height, data } = PNG.sync.read(bytes.subarray(0, chunks.at(-1)?.end));
  const tones = new Uint8Array(width * height);
  for (let at = 0; at < tones.length; at += 1) {
    const dot = 4 * at;
    const alpha = data[dot + 3] ?? 0;
    const tone =
      0.2126 * (data[dot] ?? 0) + 0.7152 * (data[dot + 1] ?? 0) + 0.0722 * (data[dot + 2] ?? 0);
    tones[at] = Math.round((tone * alpha + 255 * (255 - alpha)) / 255);
  }
  return { width, height, tones };
}

/** Verifies the checksum of every chunk, also of those that pngjs ignores. */
function parseChunks(file: Buffer): Chunk[] {
  if (!file.subarray(0, 8).equals(PNG_SIGNATURE)) throw new Error('not a PNG');
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > file.length) throw new Error('a piece of the picture is missing');
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) throw new Error('damaged');
    const name = file.toString('latin1', at + 4, at + 8);
    chunks.push({ name, data: file.subarray(at + 8, end), end: end + 4 });
    if (name === 'IEND') return chunks;
    at = end + 4;
  }
  throw new Error('the picture has no end');
}

/** Reads the header and returns the minimum of unpacked bytes of its dots. */
function computeMinUnpackedBytes(chunks: readonly Chunk[], maxSide: number): number {
  const [header, ...otherHeaders] = chunks.filter((chunk) => chunk.name === 'IHDR');
  if (header?.data.length !== 13 || otherHeaders.length > 0) {
    throw new Error('the picture has no heading');
  }
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const [depth = 0, colour = 0] = header.data.subarray(8);
  const colorType = COLOR_TYPES[colour];
  const fits = Math.min(width, height) > 0 && Math.max(width, height) <= maxSide;
  if (!fits || !colorType?.depths.includes(depth)) throw new Error('a picture of another kind');
  // pngjs detects an interlaced picture that is too short.
  if (header.data[12] === 1) return 0;
  return (Math.ceil((width * colorType.samples * depth) / 8) + 1) * height;
}
