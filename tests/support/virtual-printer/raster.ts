import type { Make } from './make.ts';

/**
 * The dots of a picture that a printer received: a row is as long as it was sent, one byte per dot,
 * 1 for black.
 */
export interface PaperImage {
  readonly rows: readonly Uint8Array[];
}

export interface ParsedImage {
  readonly image: PaperImage;
  readonly length: number;
}

/**
 * Parses a picture as Epson (GS v 0) and Star (raster mode, from ESC * r A to ESC * r B) document
 * it. Null if none begins here; `incomplete` if more bytes are needed; `unknown` if raster mode
 * contains something else.
 */
export function readImage(
  bytes: Uint8Array,
  offset: number,
  make: Make,
): ParsedImage | 'incomplete' | 'unknown' | null {
  return make === 'epson' ? readEpson(bytes, offset) : readStar(bytes, offset);
}

function readEpson(bytes: Uint8Array, offset: number): ReturnType<typeof readImage> {
  if (bytes[offset] !== 0x1d || bytes[offset + 1] !== 0x76) return null;
  if (bytes.length < offset + 8) return 'incomplete';
  const [zero, mode, xLow = 0, xHigh = 0, yLow = 0, yHigh = 0] = bytes.subarray(offset + 2);
  // The mode is a number or its ASCII digit.
  if (zero !== 0x30 || (mode !== 0 && mode !== 0x30)) return 'unknown';
  const rowBytes = xLow + 256 * xHigh;
  const rowCount = yLow + 256 * yHigh;
  // The maker's limits: 1 to 128 bytes per row, 1 to 4095 rows.
  if (rowBytes < 1 || rowBytes > 128 || rowCount < 1 || rowCount > 4095) return 'unknown';
  const length = 8 + rowBytes * rowCount;
  if (bytes.length < offset + length) return 'incomplete';
  const rows = Array.from({ length: rowCount }, (_, row) =>
    toDots(bytes.subarray(offset + 8 + row * rowBytes, offset + 8 + (row + 1) * rowBytes)),
  );
  return { image: { rows }, length };
}

const RASTER = [0x1b, 0x2a, 0x72];

/** ESC k: 24 rows of so many bytes, printed by the line feed after them. */
function readStarBand(bytes: Uint8Array, offset: number): ReturnType<typeof readImage> {
  if (bytes.length < offset + 4) return 'incomplete';
  const rowBytes = (bytes[offset + 2] ?? 0) + 256 * (bytes[offset + 3] ?? 0);
  const length = 4 + 24 * rowBytes;
  if (bytes.length < offset + length + 1) return 'incomplete';
  if (bytes[offset + length] !== 0x0a) return 'unknown';
  const rows = Array.from({ length: 24 }, (_, row) =>
    toDots(bytes.subarray(offset + 4 + row * rowBytes, offset + 4 + (row + 1) * rowBytes)),
  );
  return { image: { rows }, length: length + 1 };
}

function readStar(bytes: Uint8Array, offset: number): ReturnType<typeof readImage> {
  if (bytes[offset] === 0x1b && bytes[offset + 1] === 0x6b) return readStarBand(bytes, offset);
  if (bytes[offset] !== 0x1b || bytes[offset + 1] !== 0x2a) return null;
  const rows: Uint8Array[] = [];
  let position = offset;
  let isEntered = false;
  for (;;) {
    if (bytes.length < position + 4) return 'incomplete';
    if (bytes[position] === 0x62 && isEntered) {
      const length = (bytes[position + 1] ?? 0) + 256 * (bytes[position + 2] ?? 0);
      if (bytes.length < position + 3 + length) return 'incomplete';
      rows.push(toDots(bytes.subarray(position + 3, position + 3 + length)));
      position += 3 + length;
      continue;
    }
    if (!RASTER.every((byte, index) => bytes[position + index] === byte)) return 'unknown';
    const letter = String.fromCharCode(bytes[position + 3] ?? 0);
    position += 4;
    if (letter === 'A') isEntered = true;
    if (letter === 'B') return { image: { rows }, length: position - offset };
    if (letter === 'A' || letter === 'R') continue;
    let digits = '';
    while (bytes[position] !== 0) {
      if (position >= bytes.length) return 'incomplete';
      digits += String.fromCharCode(bytes[position] ?? 0);
      position += 1;
    }
    position += 1;
    if (!/^\d{1,4}$/.test(digits)) return 'unknown';
    if (letter === 'Y')
      for (let row = 0; row < Number(digits); row += 1) rows.push(new Uint8Array(0));
    // P 0 is continuous paper; E 1 and F 1 do nothing at the end; other values feed and cut.
    const isHarmless = letter === 'P' ? digits === '0' : digits === '1';
    if (letter !== 'Y' && !('PEF'.includes(letter) && isHarmless)) return 'unknown';
  }
}

function toDots(bytes: Uint8Array): Uint8Array {
  const dots = new Uint8Array(bytes.length * 8);
  for (const [index, byte] of bytes.entries()) {
    for (let bit = 0; bit < 8; bit += 1) dots[index * 8 + bit] = (byte >> (7 - bit)) % 2;
  }
  return dots;
}
