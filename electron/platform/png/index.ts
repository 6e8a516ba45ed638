/**
 * Reads PNG files as shades of grey, and rejects files that are damaged or too large to decode. Settings check a logo
 * with it, and printing draws one.
 */
export { decodePng, type GrayscaleImage, isPng } from './read-png.ts';
