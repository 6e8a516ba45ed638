import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Encodes a grey picture as PNG, one byte per dot, 0 for black and 255 for white. */
export function writePng(width: number, height: number, dots: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per dot, grey; the other fields have only one valid value.
  header[8] = 8;
  const rows: Uint8Array[] = [];
  for (let row = 0; row < height; row += 1) {
    rows.push(Uint8Array.of(0), dots.subarray(row * width, (row + 1) * width));
  }
  return Buffer.concat([
    SIGNATURE,
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', deflateSync(Buffer.concat(rows))),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodeChunk(type: string, content: Buffer): Buffer {
  const typeAndContent = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const lengthBytes = Buffer.alloc(4);
  lengthBytes.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typeAndContent));
  return Buffer.concat([lengthBytes, typeAndContent, checksum]);
}
