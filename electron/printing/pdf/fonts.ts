import { readFileSync } from 'node:fs';
import {
  BOLD_FONTS,
  drawLine,
  type Face,
  FULL_CELL,
  fontPath,
  readFace,
  sizeOf,
  TEXT_FONTS,
  woffTables,
} from '../drawing/index.ts';
import type { Cluster } from '../layout/index.ts';

/** Glyphs are drawn in 1000 units to the type size; a cell is this wide. */
export const CELL_UNITS = 600;
/** A font of dots has codes of one byte. */
const DOT_CODES = 256;

/** One glyph of a PDF font: the character that it shows, which is copied when it is selected. */
export interface PdfGlyph {
  readonly text: string;
  readonly cells: number;
}

/** The outlines of a shipped face. It is embedded whole, because it is as small as a picture. */
export interface OutlineFont {
  readonly kind: 'outline';
  readonly file: string;
  readonly glyphs: (PdfGlyph & { readonly glyph: number })[];
}

/** Characters drawn as dots, because the text face lacks them. */
export interface DotFont {
  readonly kind: 'dots';
  readonly glyphs: (PdfGlyph & { readonly cluster: Cluster })[];
}

export type PdfFont = OutlineFont | DotFont;

/** The position of a glyph: the number of its font in the file, and its code there. */
export interface Placed {
  readonly font: number;
  readonly code: number;
}

/**
 * Gives each different character of a file a code of its own. Two that look alike (a space and a
 * no-break space) share an outline but have two codes, so that each is copied as it was sent.
 */
export interface PdfFonts {
  place(cluster: Cluster, isBold: boolean): Placed;
  readonly fonts: readonly PdfFont[];
}

interface Loaded {
  readonly file: string;
  readonly face: Face;
}

const loaded = new Map<string, Loaded>();

function load(file: string): Loaded {
  const known = loaded.get(file);
  if (known) return known;
  const face = readFace(woffTables(readFileSync(fontPath(file))));
  const made = { file, face };
  loaded.set(file, made);
  return made;
}

export function createPdfFonts(): PdfFonts {
  const fonts: PdfFont[] = [];
  const known = new Map<string, Placed>();

  const placeOutline = (cluster: Cluster, isBold: boolean): Placed | null => {
    const found = outlineOf(cluster, isBold);
    if (found === null) return null;
    let font = fonts.findIndex((one) => one.kind === 'outline' && one.file === found.file);
    if (font < 0) font = fonts.push({ kind: 'outline', file: found.file, glyphs: [] }) - 1;
    const { glyphs } = fonts[font] as OutlineFont;
    // Code 0 is the glyph for missing characters.
    const code = glyphs.push({ text: cluster.text, cells: 1, glyph: found.glyph });
    return { font, code };
  };

  const placeDots = (cluster: Cluster): Placed => {
    let font = fonts.findIndex((one) => one.kind === 'dots' && one.glyphs.length < DOT_CODES);
    if (font < 0) font = fonts.push({ kind: 'dots', glyphs: [] }) - 1;
    const { glyphs } = fonts[font] as DotFont;
    const code = glyphs.push({ text: cluster.text, cells: cluster.width, cluster }) - 1;
    return { font, code };
  };

  return {
    fonts,
    place: (cluster, isBold) => {
      // The width of a tab depends on its position in the line.
      const key = `${isBold ? 'b' : 'p'}${cluster.width}:${cluster.text}`;
      const before = known.get(key);
      if (before) return before;
      const placed = placeOutline(cluster, isBold) ?? placeDots(cluster);
      known.set(key, placed);
      return placed;
    },
  };
}

/** Null for what needs dots: several cells, accents that no letter has, other scripts, marks. */
function outlineOf(cluster: Cluster, isBold: boolean): { file: string; glyph: number } | null {
  const [cell, ...others] = cluster.cells;
  if (cell === undefined || others.length > 0 || cell.cells !== 1 || cell.kind === 'box') {
    return null;
  }
  if (cell.kind === 'character' && cell.marks.length > 0) return null;
  const codePoint = cell.kind === 'character' ? cell.base : (cluster.text.codePointAt(0) ?? 0);
  for (const file of isBold ? [...BOLD_FONTS, ...TEXT_FONTS] : TEXT_FONTS) {
    const { face } = load(file);
    const glyph = face.glyphOf(codePoint);
    if (glyph !== 0 && face.advanceOf(glyph) === CELL_UNITS) return { file, glyph };
  }
  return null;
}

export interface DotPicture {
  readonly width: number;
  readonly height: number;
  readonly baseline: number;
  readonly rows: Uint8Array;
}

/** The dots of a character, twice as fine as the printer's; null if it is invisible. */
export function dotsOf(cluster: Cluster): DotPicture | null {
  const size = sizeOf(FULL_CELL);
  const { bytesPerRow, height, data } = drawLine(cluster.cells, false, size);
  if (bytesPerRow === 0) return null;
  return { width: bytesPerRow * 8, height, baseline: size.baseline, rows: data };
}

/** Dots of a cell's width. */
export const DOTS_PER_CELL = FULL_CELL;

const EMBEDDED = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'] as const;
const AS_FOUND = ['cvt ', 'fpgm', 'prep'] as const;

/** The face as a TrueType file, with the tables that PDF readers need. */
export function trueTypeOf(file: string): Buffer {
  const table = woffTables(readFileSync(fontPath(file)));
  const tables: { tag: string; data: Buffer }[] = [];
  for (const tag of [...EMBEDDED, ...AS_FOUND]) {
    const data = tableOrNull(table, tag);
    if (data !== null) tables.push({ tag, data });
  }
  return trueTypeFile(tables.sort((a, b) => (a.tag < b.tag ? -1 : 1)));
}

function tableOrNull(table: (tag: string) => DataView, tag: string): Buffer | null {
  try {
    const { buffer, byteOffset, byteLength } = table(tag);
    return Buffer.from(new Uint8Array(buffer, byteOffset, byteLength));
  } catch (error) {
    if (EMBEDDED.some((one) => one === tag)) throw error;
    return null;
  }
}

function trueTypeFile(tables: readonly { tag: string; data: Buffer }[]): Buffer {
  const head = Buffer.alloc(12 + 16 * tables.length);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  head.writeUInt32BE(0x0001_0000, 0);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((tables.length - power) * 16, 10);
  const parts = [head];
  let offset = head.length;
  for (const [index, { tag, data }] of tables.entries()) {
    const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4);
    data.copy(padded);
    const entry = 12 + index * 16;
    head.write(tag, entry, 'latin1');
    head.writeUInt32BE(checksum(padded), entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(data.length, entry + 12);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

function checksum(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
