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

/** A code, alone on its line. */
export interface CodeLine {
  readonly symbology: Symbology;
  readonly text: string;
}

/** Dots for each module: half a millimetre for a QR code, a quarter for a bar. */
export const QR_CELL = 4;
export const BAR = 2;
export const BAR_HEIGHT = 64;
/** The quiet zone on either side, in modules, as the standards require. */
const QR_QUIET = 4;
const BAR_QUIET = 10;

/** Whether a scanner can read the code on a paper this many dots wide. */
export function fitsPaper(line: CodeLine, across: number): boolean {
  switch (line.symbology) {
    case 'qr':
      return isQr(line.text) && (QR_MODULES + 2 * QR_QUIET) * QR_CELL <= across;
    case 'code-128':
      return isCode128(line.text) && (code128Width(line.text) + 2 * BAR_QUIET) * BAR <= across;
  }
}

/** As a printer draws it; null if the text is not one of ours. */
export function dotsOfCode(line: CodeLine): CodeDots | null {
  switch (line.symbology) {
    case 'qr':
      return qrDots(line.text, QR_CELL);
    case 'code-128':
      return code128Dots(line.text, BAR, BAR_HEIGHT);
  }
}
