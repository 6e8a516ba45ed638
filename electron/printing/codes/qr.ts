import { correction, generate, mode } from 'lean-qr';
import { type CodeDots, dotsOfModules } from './dots.ts';

/** Version 3 of ISO/IEC 18004, at level M: the smallest that holds a reference of 36 characters. */
const VERSION = 3;
export const QR_MODULES = 17 + 4 * VERSION;
const MOST_BYTES = 42;
const LEAST_BYTES = 27;

/**
 * Whether a text is one of our codes: plain characters, and of a length that every printer draws as
 * this version.
 */
export function isQr(text: string): boolean {
  return /^[0-9a-z-]+$/.test(text) && text.length >= LEAST_BYTES && text.length <= MOST_BYTES;
}

export function qrDots(text: string, cell: number): CodeDots | null {
  const modules = qrModules(text);
  return modules === null ? null : dotsOfModules(modules, cell, cell);
}

/** In byte mode, as printers draw it; null if the text is not one of ours. */
export function qrModules(text: string): boolean[][] | null {
  if (!isQr(text)) return null;
  const code = generate(mode.ascii(text), {
    minVersion: VERSION,
    maxVersion: VERSION,
    minCorrectionLevel: correction.M,
    maxCorrectionLevel: correction.M,
  });
  return Array.from({ length: code.size }, (_row, y) =>
    Array.from({ length: code.size }, (_column, x) => code.get(x, y)),
  );
}
