import type { PrinterModel } from '../models/index.ts';

/** Dots as they lie on the paper: rows of whole bytes from the left edge, black where a bit is set. */
export interface Raster {
  readonly bytesPerRow: number;
  readonly height: number;
  readonly data: Uint8Array;
}

interface Taken {
  readonly rasters: readonly Raster[];
  readonly length: number;
}

const BLANK = new Uint8Array(0);
const LINE_FEED = 0x0a;
const STAR_BAND = 24;

/** A picture higher than this is shown as several, one below the other. */
const HIGHEST = 1_200;

/** The raster that begins at `offset`; null where none does. Reads only what we send. */
export function rasterAt(bytes: Uint8Array, offset: number, model: PrinterModel): Taken | null {
  switch (model.raster?.family) {
    case 'epson':
      return epsonRaster(bytes, offset);
    case 'star':
      return starRaster(bytes, offset);
    case undefined:
      return null;
  }
}

/** Bands that follow each other are one picture. The size is given as 0 or as its digit. */
function epsonRaster(bytes: Uint8Array, offset: number): Taken | null {
  const rows: Uint8Array[] = [];
  let at = offset;
  while (isText(bytes, at, '\x1dv0\0') || isText(bytes, at, '\x1dv00')) {
    const bytesPerRow = wordAt(bytes, at + 4);
    const start = at + 8;
    const end = start + bytesPerRow * wordAt(bytes, at + 6);
    if (end > bytes.length || bytesPerRow === 0) break;
    for (let row = start; row < end; row += bytesPerRow) {
      // A ticket may be a hundred thousand blank lines.
      const isBlank = bytesPerRow === 1 && bytes[row] === 0;
      rows.push(isBlank ? BLANK : bytes.subarray(row, row + bytesPerRow));
    }
    at = end;
  }
  return at === offset ? null : { rasters: slices(rows), length: at - offset };
}

/** A picture in bands of 24 rows, with the lines as high as they are and then as they were. */
function starBands(bytes: Uint8Array, offset: number): Taken | null {
  const rows: Uint8Array[] = [];
  let at = offset + 2;
  while (isText(bytes, at, '\x1bk')) {
    const bytesPerRow = wordAt(bytes, at + 2);
    const end = at + 4 + bytesPerRow * STAR_BAND;
    if (bytes[end] !== LINE_FEED) return null;
    for (let row = at + 4; row < end; row += bytesPerRow) {
      rows.push(bytes.subarray(row, row + bytesPerRow));
    }
    at = end + 1;
  }
  if (rows.length === 0 || !isText(bytes, at, '\x1bz\x01')) return null;
  return { rasters: slices(rows), length: at + 3 - offset };
}

/** From the command that enters raster mode to the one that leaves it. */
function starRaster(bytes: Uint8Array, offset: number): Taken | null {
  if (isText(bytes, offset, '\x1b0\x1bk')) return starBands(bytes, offset);
  if (!isText(bytes, offset, '\x1b*rR')) return null;
  const rows: Uint8Array[] = [];
  let at = offset;
  for (;;) {
    if (bytes[at] === 0x62) {
      const length = wordAt(bytes, at + 1);
      rows.push(bytes.subarray(at + 3, at + 3 + length));
      at += 3 + length;
      continue;
    }
    if (!isText(bytes, at, '\x1b*r')) return null;
    const command = bytes[at + 3];
    at += 4;
    if (command === 0x42) return { rasters: slices(rows), length: at - offset };
    // Commands with a number write it out and end it with NUL.
    if (command === 0x41 || command === 0x52) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return null;
    if (command === 0x59) rows.push(...blankRows(bytes.subarray(at, end)));
    at = end + 1;
  }
}

function blankRows(digits: Uint8Array): Uint8Array[] {
  const count = Number(Buffer.from(digits).toString('latin1'));
  return new Array<Uint8Array>(Number.isSafeInteger(count) ? count : 0).fill(BLANK);
}

function slices(rows: readonly Uint8Array[]): Raster[] {
  const rasters: Raster[] = [];
  for (let start = 0; start < rows.length; start += HIGHEST) {
    const slice = rows.slice(start, start + HIGHEST);
    const bytesPerRow = slice.reduce((widest, row) => Math.max(widest, row.length), 1);
    const data = new Uint8Array(bytesPerRow * slice.length);
    for (const [index, row] of slice.entries()) data.set(row, index * bytesPerRow);
    rasters.push({ bytesPerRow, height: slice.length, data });
  }
  return rasters;
}

function isText(bytes: Uint8Array, offset: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[offset + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

function wordAt(bytes: Uint8Array, offset: number): number {
  return (bytes[offset] ?? 0) | ((bytes[offset + 1] ?? 0) << 8);
}
