import { correction, generate, mode } from 'lean-qr';
import { type CodeBitmap, toCodeBitmap } from './code-bitmap.ts';

/** Version 3 of ISO/IEC 18004, at level M: the smallest that holds a reference of 36 characters. */
const QR_VERSION = 3;
export const QR_MODULES_PER_SIDE = 17 + 4 * QR_VERSION;
const MAX_BYTES = 42;
const MIN_BYTES = 27;

/**
 * Whether a text is one of our codes: plain characters, and of a length that every printer draws as
 * this version.
 */
export function canEncodeQr(text: string): boolean {
  return /^[0-9a-z-]+$/.test(text) && text.length >= MIN_BYTES && text.length <= MAX_BYTES;
}

export function renderQr(text: string, moduleSizeDots: number): CodeBitmap | null {
  const modules = encodeQr(text);
  return modules === null ? null : toCodeBitmap(modules, moduleSizeDots, moduleSizeDots);
}

/** In byte mode, as printers draw it; null if the text is not one of our codes. */
export function encodeQr(text: string): boolean[][] | null {
  if (!canEncodeQr(text)) return null;
  const code = generate(mode.ascii(text), {
    minVersion: QR_VERSION,
    maxVersion: QR_VERSION,
    minCorrectionLevel: correction.M,
    maxCorrectionLevel: correction.M,
  });
  return Array.from({ length: code.size }, (_row, y) =>
    Array.from({ length: code.size }, (_column, x) => code.get(x, y)),
  );
}
