import {
  type CodeBitmap,
  canEncodeCode128,
  countCode128Modules,
  countQrModules,
  renderCode128,
  renderQr,
} from '../codes/index.ts';

import type { CodeSymbology } from '../papers/index.ts';

/** A code, alone on its line. */
export interface CodeLine {
  readonly symbology: CodeSymbology;
  readonly text: string;
}

/** Dots for each module: half a millimetre for a QR code, a quarter for a bar. */
export const QR_MODULE_DOTS = 4;
export const BARCODE_MODULE_DOTS = 2;
export const BARCODE_HEIGHT_DOTS = 64;
/** The quiet zone on either side, in modules, as the standards require. */
const QR_QUIET_ZONE_MODULES = 4;
const BAR_QUIET_ZONE_MODULES = 10;

/** Whether a scanner can read the code on a paper this many dots wide. */
export function isScannable(line: CodeLine, paperWidthDots: number): boolean {
  switch (line.symbology) {
    case 'qr': {
      const modules = countQrModules(line.text);
      return (
        modules !== null && (modules + 2 * QR_QUIET_ZONE_MODULES) * QR_MODULE_DOTS <= paperWidthDots
      );
    }
    case 'code-128':
      return (
        canEncodeCode128(line.text) &&
        (countCode128Modules(line.text) + 2 * BAR_QUIET_ZONE_MODULES) * BARCODE_MODULE_DOTS <=
          paperWidthDots
      );
  }
}

/** As a printer draws it; null if the text is not one of ours. */
export function renderCode(line: CodeLine): CodeBitmap | null {
  switch (line.symbology) {
    case 'qr':
      return renderQr(line.text, QR_MODULE_DOTS);
    case 'code-128':
      return renderCode128(line.text, BARCODE_MODULE_DOTS, BARCODE_HEIGHT_DOTS);
  }
}
