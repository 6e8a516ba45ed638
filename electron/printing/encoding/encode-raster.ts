import type { Bitmap } from '../bitmap.ts';
import type { RasterFamily } from '../models/index.ts';

const GS = 0x1d;

/**
 * Drawn lines as a printer's raster: one band for each line, small enough for any buffer. Later
 * output is printed as if there had been no raster.
 */
export function encodeRasterLines(lines: readonly Bitmap[], family: RasterFamily): Buffer {
  return family === 'epson'
    ? Buffer.concat(lines.map(encodeEpsonBand))
    : Buffer.concat([STAR_RASTER_START, ...lines.map(encodeStarBand), STAR_RASTER_END]);
}

/**
 * GS v 0: rows of whole bytes from the left edge; the paper is fed by their height. A blank line is
 * a narrow picture without ink, because the height of a line feed depends on the printer's setting.
 */
function encodeEpsonBand({ bytesPerRow, height, data }: Bitmap): Buffer {
  const isBlank = bytesPerRow === 0;
  return Buffer.concat([
    Buffer.of(
      GS,
      0x76,
      0x30,
      0,
      ...toLittleEndianWord(isBlank ? 1 : bytesPerRow),
      ...toLittleEndianWord(height),
    ),
    isBlank ? Buffer.alloc(height) : data,
  ]);
}

const encodeStarCommand = (name: string, ...digits: string[]): Buffer =>
  Buffer.from(`\x1b*r${name}${digits.map((digit) => `${digit}\0`).join('')}`, 'latin1');

/**
 * Switches to raster mode on an endless page, without a feed or cut at the end of a page or job.
 */
const STAR_RASTER_START = Buffer.concat([
  encodeStarCommand('R'),
  encodeStarCommand('A'),
  encodeStarCommand('P', '0'),
  encodeStarCommand('E', '1'),
  encodeStarCommand('F', '1'),
]);
const STAR_RASTER_END = encodeStarCommand('B');

/** `b`: one row of dots; a blank line is fed in dots. */
function encodeStarBand(line: Bitmap): Buffer {
  const { bytesPerRow, height } = line;
  if (bytesPerRow === 0) return encodeStarCommand('Y', String(height));
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.concat([
      Buffer.of(0x62, ...toLittleEndianWord(bytesPerRow)),
      line.data.subarray(row * bytesPerRow, (row + 1) * bytesPerRow),
    ]),
  );
  return Buffer.concat(rows);
}

function toLittleEndianWord(value: number): [low: number, high: number] {
  return [value & 0xff, value >> 8];
}

const ESC = 0x1b;
const LINE_FEED = 0x0a;
/** ESC 0 and ESC z 1: lines as high as a band, and back to the former height. */
const STAR_BAND_SPACING = Buffer.of(ESC, 0x30);
const STAR_DEFAULT_SPACING = Buffer.of(ESC, 0x7a, 1);
const STAR_BAND_ROWS = 24;

/**
 * A picture aligned like the text around it. Star's raster ignores the alignment, so there the
 * picture is sent in bands of 24 rows, each ended by a line feed (ESC k).
 */
export function encodeRasterPicture(picture: Bitmap, family: RasterFamily): Buffer {
  if (family === 'epson') return encodeEpsonBand(picture);
  const { bytesPerRow, data } = picture;
  const bandLength = bytesPerRow * STAR_BAND_ROWS;
  const parts: Uint8Array[] = [STAR_BAND_SPACING];
  for (let at = 0; at < data.length; at += bandLength) {
    const band = Buffer.alloc(bandLength);
    band.set(data.subarray(at, at + bandLength));
    parts.push(Buffer.of(ESC, 0x6b, bytesPerRow, 0), band, Buffer.of(LINE_FEED));
  }
  return Buffer.concat([...parts, STAR_DEFAULT_SPACING]);
}
