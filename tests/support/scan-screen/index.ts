import jsQr from 'jsqr';
import { PNG } from 'pngjs';

/**
 * Returns the text of the QR code in a picture, decoded by a library that shares nothing with the
 * product's encoder; null if it finds no code. `times` enlarges a picture of one dot per module.
 */
export function scanPicture(png: Uint8Array, times = 1): string | null {
  const { width, height, data } = PNG.sync.read(Buffer.from(png));
  const scaledWidth = width * times;
  const pixels = new Uint8ClampedArray(scaledWidth * height * times * 4);
  for (let y = 0; y < height * times; y += 1) {
    for (let x = 0; x < scaledWidth; x += 1) {
      const source = (Math.floor(y / times) * width + Math.floor(x / times)) * 4;
      pixels.set(data.subarray(source, source + 4), (y * scaledWidth + x) * 4);
    }
  }
  return decode(pixels, scaledWidth, height * times);
}

function decode(pixels: Uint8ClampedArray, width: number, height: number): string | null {
  // A CommonJS package with a default export: its form depends on the module loader.
  const decodeQr: unknown = Reflect.get(Object(jsQr), 'default') ?? jsQr;
  if (typeof decodeQr !== 'function') throw new Error('the decoder could not be loaded');
  const result: unknown = decodeQr(pixels, width, height);
  const text: unknown = Reflect.get(Object(result), 'data');
  return typeof text === 'string' ? text : null;
}
