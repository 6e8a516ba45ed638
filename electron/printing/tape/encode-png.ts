import { crc32, deflateSync } from 'node:zlib';
import type { Bitmap } from '../bitmap.ts';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BLACK_AND_WHITE = [1, 0, 0, 0, 0] as const;

/** Encodes the first `width` dots of each row as a PNG; a set bit is black. */
export function encodePng({ data, bytesPerRow, height }: Bitmap, width: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const rows = Buffer.alloc((bytesPerRow + 1) * height);
  for (let row = 0; row < height; row += 1) {
    // Each row begins with the number of its filter, 0. In this kind of PNG a set bit is white.
    for (let byte = 0; byte < bytesPerRow; byte += 1) {
      rows[row * (bytesPerRow + 1) + 1 + byte] = ~(data[row * bytesPerRow + byte] ?? 0);
    }
  }
  return Buffer.concat([
    PNG_SIGNATURE,
    encodeChunk('IHDR', Buffer.concat([size, Buffer.from(BLACK_AND_WHITE)])),
    encodeChunk('IDAT', deflateSync(rows)),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodeChunk(name: string, data: Buffer): Buffer {
  const nameAndData = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const lengthAndChecksum = Buffer.alloc(8);
  lengthAndChecksum.writeUInt32BE(data.length, 0);
  lengthAndChecksum.writeUInt32BE(crc32(nameAndData), 4);
  return Buffer.concat([
    lengthAndChecksum.subarray(0, 4),
    nameAndData,
    lengthAndChecksum.subarray(4),
  ]);
}
