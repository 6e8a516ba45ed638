import {
  type CodeDots,
  code128Dots,
  code128Width,
  isCode128,
  isQr,
  QR_MODULES,
  qrDots,
} from '../codes/index.ts';

import type { Symbology } from '../papers/index.ts';

/** A code that stands by itself on a line of the paper. */
export interface CodeLine {
  readonly symbology: Symbology;
  readonly text: string;
}

/** Dots to a module: half a millimetre for a QR code, a quarter for a bar. */
export const QR_CELL = 4;
export const BAR = 2;
export const BAR_HEIGHT = 64;
/** White on either side, in modules, as the standards ask for. */
const QR_QUIET = 4;
const BAR_QUIET = 10;

/** Whether a code can be read off a paper of so many dots across. */
export function fitsPaper(line: CodeLine, across: number): boolean {
  switch (line.symbology) {
    case 'qr':
      return isQr(line.text) && (QR_MODULES + 2 * QR_QUIET) * QR_CELL <= across;
    case 'code-128':
      return isCode128(line.text) && (code128Width(line.text) + 2 * BAR_QUIET) * BAR <= across;
  }
}

/** As it comes out of a printer; null for what is not one of ours. */
export function dotsOfCode(line: CodeLine): CodeDots | null {
  switch (line.symbology) {
    case 'qr':
      return qrDots(line.text, QR_CELL);
    case 'code-128':
      return code128Dots(line.text, BAR, BAR_HEIGHT);
  }
}
