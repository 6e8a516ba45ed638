import { correction, generate, mode } from 'lean-qr';
import { type CodeBitmap, toCodeBitmap } from './code-bitmap.ts';

/** White around the code, in modules, as the standard requires. */
const QUIET_ZONE_MODULES = 4;
/** Beyond this a module is less than three pixels. It holds more than 700 bytes at level M. */
const MAX_VERSION = 22;

/**
 * Any text as a QR code for a screen: one dot for each module, including the quiet zone; null if the
 * text is too long. The code declares UTF-8: without that, some phones read it as Latin 1.
 */
export function renderScreenQr(text: string): CodeBitmap | null {
  const modules = encodeModules(text);
  if (modules === null) return null;
  const blankRow = new Array<boolean>(modules.length + 2 * QUIET_ZONE_MODULES).fill(false);
  const sideMargin = new Array<boolean>(QUIET_ZONE_MODULES).fill(false);
  const blankRows = new Array<boolean[]>(QUIET_ZONE_MODULES).fill(blankRow);
  const rows = modules.map((row) => [...sideMargin, ...row, ...sideMargin]);
  return toCodeBitmap([...blankRows, ...rows, ...blankRows], 1, 1);
}

function encodeModules(text: string): boolean[][] | null {
  try {
    const code = generate(text, {
      modes: [mode.ascii, mode.utf8],
      maxVersion: MAX_VERSION,
      minCorrectionLevel: correction.M,
    });
    return Array.from({ length: code.size }, (_row, y) =>
      Array.from({ length: code.size }, (_column, x) => code.get(x, y)),
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
