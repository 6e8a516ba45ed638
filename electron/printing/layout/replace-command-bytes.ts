import type { Bitmap } from '../bitmap.ts';
import type { RasterCommands } from '../models/index.ts';

/**
 * Returns the picture without byte pairs that printers always read as commands: their first byte gets
 * one more dot beside an existing one, which is not visible.
 */
export function replaceForbiddenBytePairs(
  bitmap: Bitmap,
  { forbiddenBytePairs }: RasterCommands,
): Bitmap {
  const data = Buffer.from(bitmap.data);
  for (const [first, seconds] of forbiddenBytePairs) {
    for (let at = data.indexOf(first); at >= 0; at = data.indexOf(first, at + 1)) {
      const second = data[at + 1];
      if (second !== undefined && seconds.includes(second)) data[at] = first | (first >> 1);
    }
  }
  const { bytesPerRow, height } = bitmap;
  return { bytesPerRow, height, data: new Uint8Array(data) };
}
