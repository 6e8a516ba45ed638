import type { DrawnLine } from '../drawing/index.ts';
import type { RasterCommands } from '../models/index.ts';

const GS = 0x1d;

/**
 * Drawn lines as a printer's raster, a band for each of them: small enough for any buffer. What
 * follows is printed as if there had been none.
 */
export function encodeRaster(lines: readonly DrawnLine[], commands: RasterCommands): Buffer {
  return commands.family === 'epson'
    ? Buffer.concat(lines.map((line) => epsonBand(line, commands)))
    : Buffer.concat([STAR_BEGIN, ...lines.map((line) => starBand(line, commands)), STAR_END]);
}

/**
 * GS v 0: rows of whole bytes from the left edge, fed as far as they are high. A blank line is a
 * narrow one without ink: a line feed would be as high as the printer is set to.
 */
function epsonBand({ bytesPerRow, height, data }: DrawnLine, commands: RasterCommands): Buffer {
  const isBlank = bytesPerRow === 0;
  return Buffer.concat([
    Buffer.of(GS, 0x76, 0x30, 0, ...word(isBlank ? 1 : bytesPerRow), ...word(height)),
    isBlank ? Buffer.alloc(height) : harmless(data, commands),
  ]);
}

const starMode = (name: string, ...digits: string[]): Buffer =>
  Buffer.from(`\x1b*r${name}${digits.map((digit) => `${digit}\0`).join('')}`, 'latin1');

/**
 * Into raster mode, on a page without an end, and with nothing done at the end of a page or of the
 * job: neither a feed nor a cut.
 */
const STAR_BEGIN = Buffer.concat([
  starMode('R'),
  starMode('A'),
  starMode('P', '0'),
  starMode('E', '1'),
  starMode('F', '1'),
]);
const STAR_END = starMode('B');

/** `b`: one row of dots; a blank line is fed in dots. */
function starBand(line: DrawnLine, commands: RasterCommands): Buffer {
  const { bytesPerRow, height } = line;
  if (bytesPerRow === 0) return starMode('Y', String(height));
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.concat([
      Buffer.of(0x62, ...word(bytesPerRow)),
      harmless(line.data.subarray(row * bytesPerRow, (row + 1) * bytesPerRow), commands),
    ]),
  );
  return Buffer.concat(rows);
}

function word(value: number): [low: number, high: number] {
  return [value & 0xff, value >> 8];
}

/**
 * The same picture without the bytes that are commands wherever they stand: the first of them gets
 * the dot beside one that it has, which nobody sees.
 */
export function harmless(data: Uint8Array, { forbidden }: RasterCommands): Buffer {
  const bytes = Buffer.from(data);
  for (const [first, seconds] of forbidden) {
    for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
      const second = bytes[at + 1];
      if (second !== undefined && seconds.includes(second)) bytes[at] = first | (first >> 1);
    }
  }
  return bytes;
}
