import { inflateSync } from 'node:zlib';
import {
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from '@cantoo/pdf-lib';

/** A piece of text on a page. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  /** Distance from the bottom of the page. */
  readonly y: number;
  /** The font size in points: the horizontal scale of the text matrix. */
  readonly size: number;
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PdfText[];
}

/**
 * Reads the text of a PDF file as copying from it does: each code is decoded by its font's own
 * character table. Understands only the few commands that the file contains.
 */
export async function readPages(file: Uint8Array): Promise<PdfPage[]> {
  const document = await PDFDocument.load(file);
  return document.getPages().map((page) => {
    const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
    const tables = new Map(
      (fonts?.keys() ?? []).map((key) => [
        key.decodeText(),
        readCharacterTable(fonts?.lookup(key, PDFDict) ?? PDFDict.withContext(document.context)),
      ]),
    );
    const content = toText(page.node.Contents());
    return { ...page.getSize(), texts: [...listTexts(content, tables)] };
  });
}

/**
 * Returns the pictures of the pages in their order. A row is as long as the picture is wide, one
 * byte per dot, 1 for black.
 */
export async function readPictures(file: Uint8Array): Promise<{ rows: Uint8Array[] }[]> {
  const document = await PDFDocument.load(file);
  return document.getPages().flatMap((page) => {
    const pictures = page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict);
    const names = [...toText(page.node.Contents()).matchAll(/\/(I\d+) Do/g)];
    return names.map(([, name = '']) => toPicture(pictures?.lookup(PDFName.of(name))));
  });
}

function toPicture(object: PDFObject | undefined): { rows: Uint8Array[] } {
  if (!(object instanceof PDFRawStream)) throw new Error('expected a picture');
  const readNumber = (name: string): number =>
    object.dict.lookup(PDFName.of(name), PDFNumber).asNumber();
  const [width, height] = [readNumber('Width'), readNumber('Height')];
  const bits = inflateSync(object.contents);
  const rowLength = Math.ceil(width / 8);
  if (readNumber('BitsPerComponent') !== 1 || bits.length !== rowLength * height) {
    throw new Error('unsupported kind of picture');
  }
  const isBlackSet = object.dict.lookup(PDFName.of('Decode'))?.toString() === '[ 1 0 ]';
  const rows = Array.from({ length: height }, (_, rowIndex) => {
    const row = new Uint8Array(width);
    for (let x = 0; x < width; x += 1) {
      const bit = ((bits[rowIndex * rowLength + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      row[x] = isBlackSet ? bit : 1 - bit;
    }
    return row;
  });
  return { rows };
}

/** Returns the lines between the two fences, from top to bottom. */
export function readLinesBetweenFences(pages: readonly PdfPage[]): string[] {
  const lines = pages.flatMap((page) => toLines(page));
  const isFence = (line: string): boolean => /^=+$/.test(line) && line.length >= 32;
  return lines.slice(lines.findIndex(isFence) + 1, lines.findLastIndex(isFence));
}

/** Returns a page's lines: text at one height, in the order in which it was drawn. */
export function toLines(page: PdfPage): string[] {
  const lines = new Map<number, string>();
  for (const { text, y } of page.texts) lines.set(y, (lines.get(y) ?? '') + text);
  return [...lines.values()];
}

interface CharacterTable {
  readonly digits: number;
  readonly decodeCharacter: (code: string) => string;
}

function readCharacterTable(font: PDFDict): CharacterTable {
  const source = toText(font.lookup(PDFName.of('ToUnicode')));
  const digits = font.lookup(PDFName.of('Subtype')) === PDFName.of('Type0') ? 4 : 2;
  const characters = new Map<string, string>();
  for (const [, code = '', units = ''] of source.matchAll(
    /^<([0-9a-f]+)> <((?:[0-9a-f]{4})+)>$/gm,
  )) {
    if (code.length === digits) {
      characters.set(code, Buffer.from(units, 'hex').swap16().toString('utf16le'));
    }
  }
  return {
    digits,
    decodeCharacter: (code) => {
      const text = characters.get(code);
      if (text === undefined) throw new Error(`code ${code} has no character`);
      return text;
    },
  };
}

function* listTexts(
  content: string,
  tables: ReadonlyMap<string, CharacterTable>,
): Generator<PdfText> {
  for (const [, matrix = '', parts = ''] of content.matchAll(/BT ([^T]+) Tm (.*?) ET/g)) {
    const [size = 0, , , , x = 0, y = 0] = matrix.split(' ').map(Number);
    let text = '';
    for (const [, font = '', codes = ''] of parts.matchAll(/\/(\w+) 1 Tf <([0-9a-f]*)> Tj/g)) {
      const table = tables.get(font);
      if (table === undefined) throw new Error(`font ${font} is not on the page`);
      const codePattern = new RegExp(`.{${table.digits}}`, 'g');
      text += [...codes.matchAll(codePattern)]
        .map(([code]) => table.decodeCharacter(code))
        .join('');
    }
    yield { text, x, y, size };
  }
}

function toText(object: PDFObject | undefined): string {
  if (!(object instanceof PDFRawStream)) throw new Error('expected a stream');
  const isCompressed = object.dict.lookup(PDFName.of('Filter')) !== undefined;
  const bytes = isCompressed ? inflateSync(object.contents) : Buffer.from(object.contents);
  return bytes.toString('latin1');
}
