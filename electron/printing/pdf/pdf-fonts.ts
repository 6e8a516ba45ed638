import { readFileSync } from 'node:fs';
import {
  BOLD_FONT_FILES,
  createWoffTableReader,
  type FontFace,
  FULL_CELL_DOTS,
  parseFontFace,
  renderTextLine,
  resolveFontPath,
  TEXT_FONT_FILES,
  toCellSize,
} from '../drawing/index.ts';
import type { CharacterCluster } from '../layout/index.ts';

/** Glyphs are drawn in 1000 units to the type size; a cell is this wide. */
export const UNITS_PER_CELL = 600;
/** A bitmap font has codes of one byte. */
const MAX_BITMAP_FONT_CODES = 256;

/** One glyph of a PDF font. `text` is the character that is copied when the glyph is selected. */
export interface PdfGlyph {
  readonly text: string;
  readonly cells: number;
}

/** The outlines of a shipped face. It is embedded whole, because it is as small as a picture. */
export interface PdfOutlineFont {
  readonly kind: 'outline';
  readonly file: string;
  readonly glyphs: (PdfGlyph & { readonly glyph: number })[];
}

/** Characters drawn as dots, because the text face lacks them. */
export interface PdfBitmapFont {
  readonly kind: 'dots';
  readonly glyphs: (PdfGlyph & { readonly cluster: CharacterCluster })[];
}

export type PdfFont = PdfOutlineFont | PdfBitmapFont;

/** The position of a glyph: the number of its font in the file, and its code there. */
export interface PdfGlyphReference {
  readonly font: number;
  readonly code: number;
}

/**
 * Assigns a code to each different character of a file. Two characters that look alike (a space and a
 * no-break space) share an outline but have two codes, so that each is copied as it was sent.
 */
export interface PdfFonts {
  assignCode(cluster: CharacterCluster, isBold: boolean): PdfGlyphReference;
  readonly fonts: readonly PdfFont[];
}

interface LoadedFace {
  readonly file: string;
  readonly face: FontFace;
}

const faceCache = new Map<string, LoadedFace>();

function loadFace(file: string): LoadedFace {
  const cached = faceCache.get(file);
  if (cached) return cached;
  const face = parseFontFace(createWoffTableReader(readFileSync(resolveFontPath(file))));
  const loaded = { file, face };
  faceCache.set(file, loaded);
  return loaded;
}

export function createPdfFonts(): PdfFonts {
  const fonts: PdfFont[] = [];
  const positions = new Map<string, PdfGlyphReference>();

  const addOutlineGlyph = (
    cluster: CharacterCluster,
    isBold: boolean,
  ): PdfGlyphReference | null => {
    const outline = findOutline(cluster, isBold);
    if (outline === null) return null;
    let font = fonts.findIndex(
      (candidate) => candidate.kind === 'outline' && candidate.file === outline.file,
    );
    if (font < 0) font = fonts.push({ kind: 'outline', file: outline.file, glyphs: [] }) - 1;
    const { glyphs } = fonts[font] as PdfOutlineFont;
    // Code 0 is the glyph for missing characters.
    const code = glyphs.push({ text: cluster.text, cells: 1, glyph: outline.glyph });
    return { font, code };
  };

  const addBitmapGlyph = (cluster: CharacterCluster): PdfGlyphReference => {
    let font = fonts.findIndex(
      (candidate) => candidate.kind === 'dots' && candidate.glyphs.length < MAX_BITMAP_FONT_CODES,
    );
    if (font < 0) font = fonts.push({ kind: 'dots', glyphs: [] }) - 1;
    const { glyphs } = fonts[font] as PdfBitmapFont;
    const code = glyphs.push({ text: cluster.text, cells: cluster.width, cluster }) - 1;
    return { font, code };
  };

  return {
    fonts,
    assignCode: (cluster, isBold) => {
      // The width of a tab depends on its position in the line.
      const key = `${isBold ? 'b' : 'p'}${cluster.width}:${cluster.text}`;
      const existing = positions.get(key);
      if (existing) return existing;
      const position = addOutlineGlyph(cluster, isBold) ?? addBitmapGlyph(cluster);
      positions.set(key, position);
      return position;
    },
  };
}

/** Null for a cluster that needs dots: several cells, separate accents, other scripts, marks. */
function findOutline(
  cluster: CharacterCluster,
  isBold: boolean,
): { file: string; glyph: number } | null {
  const [cell, ...others] = cluster.cells;
  if (cell === undefined || others.length > 0 || cell.cells !== 1 || cell.kind === 'box') {
    return null;
  }
  if (cell.kind === 'character' && cell.combiningMarks.length > 0) return null;
  const codePoint =
    cell.kind === 'character' ? cell.baseCodePoint : (cluster.text.codePointAt(0) ?? 0);
  for (const file of isBold ? [...BOLD_FONT_FILES, ...TEXT_FONT_FILES] : TEXT_FONT_FILES) {
    const { face } = loadFace(file);
    const glyph = face.getGlyphIndex(codePoint);
    if (glyph !== 0 && face.getAdvanceWidth(glyph) === UNITS_PER_CELL) return { file, glyph };
  }
  return null;
}

export interface ClusterBitmap {
  readonly width: number;
  readonly height: number;
  readonly baseline: number;
  readonly rows: Uint8Array;
}

/** The dots of a character, twice as fine as the printer's; null if it is invisible. */
export function renderCluster(cluster: CharacterCluster): ClusterBitmap | null {
  const size = toCellSize(FULL_CELL_DOTS);
  const { bytesPerRow, height, data } = renderTextLine(cluster.cells, false, size);
  if (bytesPerRow === 0) return null;
  return { width: bytesPerRow * 8, height, baseline: size.baselineDots, rows: data };
}

/** Dots of a cell's width. */
export const DOTS_PER_CELL = FULL_CELL_DOTS;

const REQUIRED_TABLES = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'] as const;
const OPTIONAL_TABLES = ['cvt ', 'fpgm', 'prep'] as const;

/** Converts a WOFF font file to a TrueType file with the tables that PDF readers need. */
export function readFontAsTrueType(fileName: string): Buffer {
  const table = createWoffTableReader(readFileSync(resolveFontPath(fileName)));
  const tables: { tag: string; data: Buffer }[] = [];
  for (const tag of [...REQUIRED_TABLES, ...OPTIONAL_TABLES]) {
    const data = readTableOrNull(table, tag);
    if (data !== null) tables.push({ tag, data });
  }
  return encodeTrueTypeFile(tables.sort((a, b) => (a.tag < b.tag ? -1 : 1)));
}

function readTableOrNull(table: (tag: string) => DataView, tag: string): Buffer | null {
  try {
    const { buffer, byteOffset, byteLength } = table(tag);
    return Buffer.from(new Uint8Array(buffer, byteOffset, byteLength));
  } catch (error) {
    if (REQUIRED_TABLES.some((candidate) => candidate === tag)) throw error;
    return null;
  }
}

function encodeTrueTypeFile(tables: readonly { tag: string; data: Buffer }[]): Buffer {
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
    head.writeUInt32BE(computeChecksum(padded), entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(data.length, entry + 12);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

function computeChecksum(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
