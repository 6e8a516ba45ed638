import { correction, generate, mode } from 'lean-qr';
import { type CodeBitmap, toCodeBitmap } from './code-bitmap.ts';

/** White around the code, in modules, as the standard requires. */
const QUIET_ZONE_MODULES = 4;

/**
 * A text beside the code leaves 350 pixels for it. Beyond this version a module is less than three
 * of them. It holds more than 700 bytes at level M. The code declares UTF-8: without that, some phones
 * read it as Latin 1.
 */
const TEXT_CODE = {
  modes: [mode.ascii, mode.utf8],
  maxVersion: 22,
  minCorrectionLevel: correction.M,
};

/**
 * A link stands alone, in 440 pixels of the smallest screen: beyond this version a module is less than
 * three of them. It holds 1,732 bytes, and more of capitals and digits. A screen has no stains, so the
 * lowest level is enough.
 */
const LINK_CODE = {
  modes: [mode.numeric, mode.alphaNumeric, mode.ascii],
  maxVersion: 30,
  minCorrectionLevel: correction.L,
};

/**
 * Any text as a QR code for a screen: one dot for each module, including the quiet zone; null if the
 * text is too long.
 */
export function renderScreenQr(text: string): CodeBitmap | null {
  return renderWithQuietZone(text, TEXT_CODE);
}

/** The same for a link of ASCII characters, which may be longer. */
export function renderLinkQr(url: string): CodeBitmap | null {
  return renderWithQuietZone(url, LINK_CODE);
}

type CodeOptions = typeof TEXT_CODE | typeof LINK_CODE;

function renderWithQuietZone(text: string, options: CodeOptions): CodeBitmap | null {
  const modules = encodeModules(text, options);
  if (modules === null) return null;
  const blankRow = new Array<boolean>(modules.length + 2 * QUIET_ZONE_MODULES).fill(false);
  const sideMargin = new Array<boolean>(QUIET_ZONE_MODULES).fill(false);
  const blankRows = new Array<boolean[]>(QUIET_ZONE_MODULES).fill(blankRow);
  const rows = modules.map((row) => [...sideMargin, ...row, ...sideMargin]);
  return toCodeBitmap([...blankRows, ...rows, ...blankRows], 1, 1);
}

function encodeModules(text: string, options: CodeOptions): boolean[][] | null {
  try {
    const code = generate(text, options);
    return Array.from({ length: code.size }, (_row, y) =>
      Array.from({ length: code.size }, (_column, x) => code.get(x, y)),
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
