import { SEPARATOR } from '../../../shared/bill-codes/index.ts';
import { type CodeBitmap, toCodeBitmap } from './code-bitmap.ts';

/** Widths of bars and gaps in turn, for each value; ISO/IEC 15417. */
const BAR_PATTERNS = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213
221312 231212 112232 122132 122231 113222 123122 123221 223211 221132
221231 213212 223112 312131 311222 321122 321221 312212 322112 322211
212123 212321 232121 111323 131123 131321 112313 132113 132311 211313
231113 231311 112133 112331 132131 113123 113321 133121 313121 211331
231131 213113 213311 213131 311123 311321 331121 312113 312311 332111
314111 221411 431111 111224 111422 121124 121421 141122 141221 112214
112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
214121 412121 111143 111341 131141 114113 114311 411113 411311 113141
114131 311141 411131 211412 211214 211232`
  .trim()
  .split(/\s+/);
const STOP_PATTERN = '2331112';
const START_B = 104;
const MODULES_PER_CHARACTER = 11;
const OVERHEAD_MODULES = 3 * MODULES_PER_CHARACTER + 2;

/** FNC1: a scanner sends it as a separator between two fields. */
const FNC1 = 102;

/** Digits, letters, hyphens and separators. */
export function canEncodeCode128(text: string): boolean {
  return /^[0-9A-Za-z-]{1,40}$/.test(text.replaceAll(SEPARATOR, ''));
}

/** In modules, without the quiet zone. */
export function countCode128Modules(text: string): number {
  return text.length * MODULES_PER_CHARACTER + OVERHEAD_MODULES;
}

/** In code set B; null if the text has characters outside it. */
export function renderCode128(
  text: string,
  moduleWidthDots: number,
  heightDots: number,
): CodeBitmap | null {
  if (!canEncodeCode128(text)) return null;
  const values = [...text].map((character) =>
    character === SEPARATOR ? FNC1 : (character.codePointAt(0) ?? 0) - 0x20,
  );
  const sum = values.reduce((total, value, index) => total + value * (index + 1), START_B);
  const widths = [START_B, ...values, sum % 103].map((value) => BAR_PATTERNS[value] ?? '').join('');
  const modules = [...`${widths}${STOP_PATTERN}`].flatMap((width, index) =>
    new Array<boolean>(Number(width)).fill(index % 2 === 0),
  );
  return toCodeBitmap([modules], moduleWidthDots, heightDots);
}
