import {
  type CodeBitmap,
  canEncodeCode128,
  canEncodeQr,
  getCode128Width,
  QR_MODULES,
  renderCode128,
  renderQr,
} from '../codes/index.ts';

import type { Symbology } from '../papers/index.ts';

/** A code, alone on its line. */
export interface CodeLine {
  readonly symbology: Symbology;
  readonly text: string;
}

/** Dots for each module: half a millimetre for a QR code, a quarter for a bar. */
export const QR_MODULE_DOTS = 4;
export const BAR_MODULE_DOTS = 2;
export const BAR_HEIGHT_DOTS = 64;
/** The quiet zone on either side, in modules, as the standards require. */
const QR_QUIET_ZONE_MODULES = 4;
const BAR_QUIET_ZONE_MODULES = 10;

/** Whether a scanner can read the code on a paper this many dots wide. */
export function isScannable(line: CodeLine, across: number): boolean {
  switch (line.symbology) {
    case 'qr':
      return (
        canEncodeQr(line.text) &&
        (QR_MODULES + 2 * QR_QUIET_ZONE_MODULES) * QR_MODULE_DOTS <= across
      );
    case 'code-128':
      return (
        canEncodeCode128(line.text) &&
        (getCode128Width(line.text) + 2 * BAR_QUIET_ZONE_MODULES) * BAR_MODULE_DOTS <= across
      );
  }
}

/** As a printer draws it; null if the text is not one of ours. */
export function renderCode(line: CodeLine): CodeBitmap | null {
  switch (line.symbology) {
    case 'qr':
      return renderQr(line.text, QR_MODULE_DOTS);
    case 'code-128':
      return renderCode128(line.text, BAR_MODULE_DOTS, BAR_HEIGHT_DOTS);
  }
}
