import { correction, generate, mode } from 'lean-qr';
import { type CodeBitmap, toCodeBitmap } from './code-bitmap.ts';

/**
 * The bytes that a code of each version of ISO/IEC 18004 holds at level M, from version 3, which holds
 * a reference, to the largest that fits on a narrow paper.
 */
const BYTE_CAPACITIES = [42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504];
const MIN_QR_VERSION = 3;
/** Shorter texts would be drawn smaller by a printer. */
const MIN_BYTES = 27;

/** The version in which every printer draws a text; null if it is not one of our codes. */
function getQrVersion(text: string): number | null {
  if (text.length < MIN_BYTES || !/^[\x20-\x7e\n]+$/.test(text)) return null;
  const index = BYTE_CAPACITIES.findIndex((capacity) => text.length <= capacity);
  return index < 0 ? null : MIN_QR_VERSION + index;
}

/** The modules on each side of the code of this text; null if it is not one of our codes. */
export function countQrModules(text: string): number | null {
  const version = getQrVersion(text);
  return version === null ? null : 17 + 4 * version;
}

export function renderQr(text: string, moduleSizeDots: number): CodeBitmap | null {
  const modules = encodeQr(text);
  return modules === null ? null : toCodeBitmap(modules, moduleSizeDots, moduleSizeDots);
}

/** In byte mode, as printers draw it; null if the text is not one of our codes. */
export function encodeQr(text: string): boolean[][] | null {
  const version = getQrVersion(text);
  if (version === null) return null;
  const code = generate(mode.ascii(text), {
    minVersion: version,
    maxVersion: version,
    minCorrectionLevel: correction.M,
    maxCorrectionLevel: correction.M,
  });
  return Array.from({ length: code.size }, (_row, y) =>
    Array.from({ length: code.size }, (_column, x) => code.get(x, y)),
  );
}
