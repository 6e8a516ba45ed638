import jsQr from 'jsqr';
import { PNG } from 'pngjs';

/**
 * What a telephone's camera reads from a picture, by a decoder that shares nothing with the product's
 * encoder; null where it finds no code. `times` enlarges a picture of one dot for each module.
 */
export function scanPicture(png: Uint8Array, times = 1): string | null {
  const { width, height, data } = PNG.sync.read(Buffer.from(png));
  const wide = width * times;
  const pixels = new Uint8ClampedArray(wide * height * times * 4);
  for (let y = 0; y < height * times; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const from = (Math.floor(y / times) * width + Math.floor(x / times)) * 4;
      pixels.set(data.subarray(from, from + 4), (y * wide + x) * 4);
    }
  }
  return decode(pixels, wide, height * times);
}

function decode(pixels: Uint8ClampedArray, width: number, height: number): string | null {
  // A CommonJS package with a default inside: how it arrives depends on who loads it.
  const read: unknown = Reflect.get(Object(jsQr), 'default') ?? jsQr;
  if (typeof read !== 'function') throw new Error('the decoder could not be loaded');
  const found: unknown = read(pixels, width, height);
  const text: unknown = Reflect.get(Object(found), 'data');
  return typeof text === 'string' ? text : null;
}
