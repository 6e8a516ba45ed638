import { type PDFContext, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import { yieldToEventLoop } from '../../platform/index.ts';
import type { Bitmap } from '../bitmap.ts';
import {
  DOTS_PER_CELL,
  type PdfBitmapFont,
  type PdfFont,
  type PdfGlyph,
  type PdfOutlineFont,
  readFontAsTrueType,
  renderCluster,
  UNITS_PER_CELL,
} from './pdf-fonts.ts';

/** IBM Plex Mono, in units of a thousandth of its size. */
const ASCENT = 1025;
const DESCENT = -275;
const CAP_HEIGHT = 698;
const FONT_BOUNDING_BOX = [-260, -350, 700, 1119];
/** All glyphs have one width, and some are beyond the standard letters. */
const FONT_FLAGS = 1 + 4;
const STEM_WIDTH = 90;
const UNITS_PER_DOT = UNITS_PER_CELL / DOTS_PER_CELL;
/** The limit of a `bfchar` block in a ToUnicode map. */
const MAX_BLOCK_ENTRIES = 100;
const GLYPHS_PER_BATCH = 32;

/** Writes a font into the file and returns its reference. */
export async function embedPdfFont(context: PDFContext, font: PdfFont): Promise<PDFRef> {
  return font.kind === 'outline'
    ? embedOutlineFont(context, font)
    : await embedBitmapFont(context, font);
}

function embedOutlineFont(context: PDFContext, font: PdfOutlineFont): PDFRef {
  const file = readFontAsTrueType(font.file);
  const name = context.obj(font.file.includes('-700-') ? 'IBMPlexMono-Bold' : 'IBMPlexMono-Medium');
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: FONT_FLAGS,
      FontBBox: FONT_BOUNDING_BOX,
      ItalicAngle: 0,
      Ascent: ASCENT,
      Descent: DESCENT,
      CapHeight: CAP_HEIGHT,
      StemV: STEM_WIDTH,
      FontFile2: context.register(context.flateStream(file, { Length1: file.length })),
    }),
  );
  // Maps our code of a character to its glyph, so that two codes may share a glyph.
  const glyphs = Buffer.alloc((font.glyphs.length + 1) * 2);
  for (const [index, { glyph }] of font.glyphs.entries())
    glyphs.writeUInt16BE(glyph, index * 2 + 2);
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: {
        Registry: PDFString.of('Adobe'),
        Ordering: PDFString.of('Identity'),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      DW: UNITS_PER_CELL,
      CIDToGIDMap: context.register(context.flateStream(glyphs)),
    }),
  );
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: embedUnicodeMap(context, ['', ...font.glyphs.map(getText)], 2),
    }),
  );
}

function getText(glyph: PdfGlyph): string {
  return glyph.text;
}

/** A font whose glyphs are small bitmaps of black dots. */
async function embedBitmapFont(context: PDFContext, font: PdfBitmapFont): Promise<PDFRef> {
  const names = font.glyphs.map((_, formatCode) => `g${formatCode}`);
  const pictures: PDFRef[] = [];
  for (const [index, glyph] of font.glyphs.entries()) {
    // Drawing thousands of different characters takes seconds: let the till do other work meanwhile.
    if (index % GLYPHS_PER_BATCH === 0) await yieldToEventLoop();
    pictures.push(context.register(context.stream(renderGlyphPicture(glyph))));
  }
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type3',
      FontBBox: [0, 0, 0, 0],
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      CharProcs: Object.fromEntries(names.map((name, formatCode) => [name, pictures[formatCode]])),
      Encoding: { Type: 'Encoding', Differences: [0, ...names] },
      FirstChar: 0,
      LastChar: font.glyphs.length - 1,
      Widths: font.glyphs.map(({ cells }) => cells * UNITS_PER_CELL),
      Resources: {},
      ToUnicode: embedUnicodeMap(context, font.glyphs.map(getText), 1),
    }),
  );
}

function renderGlyphPicture({ cells, cluster }: PdfBitmapFont['glyphs'][number]): string {
  const advance = cells * UNITS_PER_CELL;
  const dots = renderCluster(cluster);
  // Invisible: a tab, a space of another width, a character that only joins others.
  if (dots === null) return `${advance} 0 d0`;
  const { width, height, baseline, rows } = dots;
  const below = (baseline - height) * UNITS_PER_DOT;
  const [wide, high] = [width * UNITS_PER_DOT, height * UNITS_PER_DOT];
  return [
    `${advance} 0 0 ${below} ${wide} ${below + high} d1`,
    `q ${wide} 0 0 ${high} 0 ${below} cm`,
    `BI /IM true /W ${width} /H ${height} /BPC 1 /D [1 0] /F /AHx ID`,
    `${Buffer.from(rows).toString('hex')}>`,
    'EI Q',
  ].join('\n');
}

/** Maps each code to its text, for selecting and copying. Codes have 1 or 2 bytes and start at 0. */
function embedUnicodeMap(context: PDFContext, texts: readonly string[], bytes: 1 | 2): PDFRef {
  const formatCode = (value: number): string => `<${value.toString(16).padStart(bytes * 2, '0')}>`;
  const entries = texts.flatMap((text, index) =>
    text === '' ? [] : [`${formatCode(index)} <${toUtf16Hex(text)}>`],
  );
  const blocks: string[] = [];
  for (let at = 0; at < entries.length; at += MAX_BLOCK_ENTRIES) {
    const block = entries.slice(at, at + MAX_BLOCK_ENTRIES);
    blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar');
  }
  const table = [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    `${formatCode(0)} <${'ff'.repeat(bytes)}>`,
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ];
  return context.register(context.flateStream(table.join('\n')));
}

function toUtf16Hex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

/**
 * A picture of black dots on white, `widthInDots` wide. PDF pads rows to whole bytes, as `Bitmap` does.
 */
export function embedPdfBitmap(context: PDFContext, bitmap: Bitmap, widthInDots: number): PDFRef {
  return context.register(
    context.flateStream(bitmap.data, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: widthInDots,
      Height: bitmap.height,
      ColorSpace: 'DeviceGray',
      BitsPerComponent: 1,
      Decode: [1, 0],
    }),
  );
}
