import { inflateSync } from 'node:zlib';

const SIGNATURE = 0x774f4646;
const HEADER = 44;
const ENTRY = 20;
/** The smallest chunk size that zlib takes; a table is unpacked in one chunk if possible. */
const LEAST_CHUNK = 64;

/**
 * The tables of a font in a WOFF file. Each is packed separately with zlib and unpacked on demand:
 * drawing never needs half of them.
 */
export function woffTables(file: Uint8Array): (tag: string) => DataView {
  const view = viewOf(file);
  if (view.getUint32(0) !== SIGNATURE) throw new Error('not a WOFF file');
  return (tag) => {
    for (let index = 0; index < view.getUint16(12); index += 1) {
      const entry = HEADER + index * ENTRY;
      if (String.fromCharCode(...file.subarray(entry, entry + 4)) !== tag) continue;
      const offset = view.getUint32(entry + 4);
      const packedLength = view.getUint32(entry + 8);
      const length = view.getUint32(entry + 12);
      const packed = file.subarray(offset, offset + packedLength);
      // A table that packing would not shrink is stored unpacked.
      if (packedLength >= length) return viewOf(packed);
      return viewOf(inflateSync(packed, { chunkSize: Math.max(LEAST_CHUNK, length) }));
    }
    throw new Error(`the font has no ${tag} table`);
  };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
