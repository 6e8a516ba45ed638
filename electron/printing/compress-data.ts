import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** The stored form of a paper: its lines and its bytes deflated, and the shop's picture separate. */

export function compressData(data: Uint8Array | string): Uint8Array {
  return deflateRawSync(data);
}

export function decompressData(data: Uint8Array): Buffer {
  return inflateRawSync(data);
}

/** Returns the bytes without the part that is stored elsewhere. */
export function removeByteRange(
  bytes: Uint8Array,
  part: { readonly at: number; readonly length: number },
): Uint8Array {
  return Buffer.concat([bytes.subarray(0, part.at), bytes.subarray(part.at + part.length)]);
}
