import { inflateSync } from 'node:zlib';

const WOFF_SIGNATURE = 0x774f4646;
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
/** The smallest chunk size that zlib takes; a table is unpacked in one chunk if possible. */
const MIN_CHUNK_BYTES = 64;

/**
 * The tables of a font in a WOFF file. Each is packed separately with zlib and unpacked on demand:
 * drawing never needs half of them.
 */
export function createWoffTableReader(file: Uint8Array): (tag: string) => DataView {
  const view = toDataView(file);
  if (view.getUint32(0) !== WOFF_SIGNATURE) throw new Error('not a WOFF file');
  return (tag) => {
    for (let index = 0; index < view.getUint16(12); index += 1) {
      const entry = HEADER_BYTES + index * ENTRY_BYTES;
      if (String.fromCharCode(...file.subarray(entry, entry + 4)) !== tag) continue;
      const offset = view.getUint32(entry + 4);
      const packedLength = view.getUint32(entry + 8);
      const length = view.getUint32(entry + 12);
      const packed = file.subarray(offset, offset + packedLength);
      // A table that packing would not shrink is stored unpacked.
      if (packedLength >= length) return toDataView(packed);
      return toDataView(inflateSync(packed, { chunkSize: Math.max(MIN_CHUNK_BYTES, length) }));
    }
    throw new Error(`the font has no ${tag} table`);
  };
}

function toDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
