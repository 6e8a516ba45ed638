import type { Make } from './tokens.ts';

/** Dots that a printer was given as a picture: a row is as long as it came, a byte a dot, 1 is black. */
export interface PaperImage {
  readonly rows: readonly Uint8Array[];
}

export interface ParsedImage {
  readonly image: PaperImage;
  readonly length: number;
}

/**
 * Pictures as Epson (GS v 0) and Star (raster mode, from ESC * r A to ESC * r B) document them. Null
 * where none begins; `incomplete` where more bytes have to come; `unknown` where raster mode meets
 * what does not belong into it.
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
  // The size is given as a number or as its digit.
  if (zero !== 0x30 || (mode !== 0 && mode !== 0x30)) return 'unknown';
  const across = xLow + 256 * xHigh;
  const down = yLow + 256 * yHigh;
  // What the maker allows: 1 to 128 bytes beside each other, 1 to 4095 dots below each other.
  if (across < 1 || across > 128 || down < 1 || down > 4095) return 'unknown';
  const length = 8 + across * down;
  if (bytes.length < offset + length) return 'incomplete';
  const rows = Array.from({ length: down }, (_, row) =>
    toDots(bytes.subarray(offset + 8 + row * across, offset + 8 + (row + 1) * across)),
  );
  return { image: { rows }, length };
}

const RASTER = [0x1b, 0x2a, 0x72];

/** ESC k: 24 rows of so many bytes, printed by the line feed behind them. */
function readStarBand(bytes: Uint8Array, offset: number): ReturnType<typeof readImage> {
  if (bytes.length < offset + 4) return 'incomplete';
  const across = (bytes[offset + 2] ?? 0) + 256 * (bytes[offset + 3] ?? 0);
  const length = 4 + 24 * across;
  if (bytes.length < offset + length + 1) return 'incomplete';
  if (bytes[offset + length] !== 0x0a) return 'unknown';
  const rows = Array.from({ length: 24 }, (_, row) =>
    toDots(bytes.subarray(offset + 4 + row * across, offset + 4 + (row + 1) * across)),
  );
  return { image: { rows }, length: length + 1 };
}

function readStar(bytes: Uint8Array, offset: number): ReturnType<typeof readImage> {
  if (bytes[offset] === 0x1b && bytes[offset + 1] === 0x6b) return readStarBand(bytes, offset);
  if (bytes[offset] !== 0x1b || bytes[offset + 1] !== 0x2a) return null;
  const rows: Uint8Array[] = [];
  let at = offset;
  let isEntered = false;
  for (;;) {
    if (bytes.length < at + 4) return 'incomplete';
    if (bytes[at] === 0x62 && isEntered) {
      const length = (bytes[at + 1] ?? 0) + 256 * (bytes[at + 2] ?? 0);
      if (bytes.length < at + 3 + length) return 'incomplete';
      rows.push(toDots(bytes.subarray(at + 3, at + 3 + length)));
      at += 3 + length;
      continue;
    }
    if (!RASTER.every((byte, index) => bytes[at + index] === byte)) return 'unknown';
    const letter = String.fromCharCode(bytes[at + 3] ?? 0);
    at += 4;
    if (letter === 'A') isEntered = true;
    if (letter === 'B') return { image: { rows }, length: at - offset };
    if (letter === 'A' || letter === 'R') continue;
    let digits = '';
    while (bytes[at] !== 0) {
      if (at >= bytes.length) return 'incomplete';
      digits += String.fromCharCode(bytes[at] ?? 0);
      at += 1;
    }
    at += 1;
    if (!/^\d{1,4}$/.test(digits)) return 'unknown';
    if (letter === 'Y')
      for (let row = 0; row < Number(digits); row += 1) rows.push(new Uint8Array(0));
    // P: continuous; E, F: 1 does nothing at the end, others feed and cut.
    const isHarmless = letter === 'P' ? digits === '0' : digits === '1';
    if (letter !== 'Y' && !('PEF'.includes(letter) && isHarmless)) return 'unknown';
  }
}

function toDots(bytes: Uint8Array): Uint8Array {
  const dots = new Uint8Array(bytes.length * 8);
  for (const [index, byte] of bytes.entries()) {
    for (let place = 0; place < 8; place += 1) dots[index * 8 + place] = (byte >> (7 - place)) % 2;
  }
  return dots;
}
