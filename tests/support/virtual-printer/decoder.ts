import { createCodeSettings, type PaperCode } from './code.ts';
import { type CodePage, decodeByte } from './code-pages.ts';
import type { Make } from './make.ts';
import type { PaperImage } from './raster.ts';
import { readToken } from './tokens.ts';

/** A printed character. */
export interface PaperCell {
  readonly text: string;
  readonly inverse: boolean;
  readonly bold: boolean;
  readonly wide: boolean;
  readonly tall: boolean;
}

export interface PaperLine {
  readonly text: string;
  readonly cells: readonly PaperCell[];
  readonly align: 'left' | 'center' | 'right';
  /** The dots of a picture; the line then has no characters. */
  readonly image?: PaperImage;
  /** The code that the dots show, if the printer drew it. */
  readonly code?: PaperCode;
}

/** The paper that some bytes produce, and the printer's other actions. */
export interface DecodedPaper {
  readonly lines: readonly PaperLine[];
  /** Events in order: `cut`, `drawer`, and commands that the printer does not support. */
  readonly events: readonly string[];
  readonly drawerPulses: number;
  readonly cuts: number;
  /** The number of columns of the widest line; a wide character takes two. */
  readonly maxColumns: number;
}

const EPSON_PAGES: Readonly<Record<number, CodePage>> = { 16: 'cp1252', 19: 'cp858' };
const STAR_PAGES: Readonly<Record<number, CodePage>> = { 4: 'cp858', 32: 'cp1252' };

interface Style {
  align: PaperLine['align'];
  inverse: boolean;
  bold: boolean;
  wide: boolean;
  tall: boolean;
  page: CodePage | null;
}

const createStyle = (): Style => ({
  align: 'left',
  inverse: false,
  bold: false,
  wide: false,
  tall: false,
  page: null,
});

export function decodePrinted(bytes: Uint8Array, make: Make): DecodedPaper {
  const lines: PaperLine[] = [];
  const events: string[] = [];
  let style = createStyle();
  let codes = createCodeSettings();
  /**
   * Whether the line feed is as high as a band of a picture, so that no white is between a band and
   * the next.
   */
  let bands: 'none' | 'first' | 'next' = 'none';
  let cells: PaperCell[] = [];
  const endLine = (): void => {
    lines.push({ text: cells.map((cell) => cell.text).join(''), cells, align: style.align });
    cells = [];
  };
  let offset = 0;
  while (offset < bytes.length) {
    const parsed = readToken(bytes, offset, make);
    if (parsed === 'incomplete') {
      events.push('incomplete command');
      break;
    }
    offset += parsed.length;
    const { token } = parsed;
    if (token.kind === 'byte') {
      const text =
        token.byte >= 0x80 && style.page === null
          ? '\ufffd'
          : decodeByte(token.byte, style.page ?? 'cp1252');
      const { inverse, bold, wide, tall } = style;
      cells.push({ text, inverse, bold, wide, tall });
    } else if (token.kind === 'image') {
      if (cells.length > 0) endLine();
      const line: PaperLine = { text: '', cells: [], align: style.align, image: token.image };
      const imageAbove = bands === 'next' ? lines.at(-1)?.image : undefined;
      if (bands === 'first') bands = 'next';
      if (imageAbove !== undefined) lines.pop();
      const rows = [...(imageAbove?.rows ?? []), ...token.image.rows];
      lines.push({ ...line, image: { rows } });
    } else if (token.kind === 'code') {
      const drawnCode = token.act(codes);
      if (drawnCode === 'unknown') events.push('unknown code');
      if (drawnCode === 'unknown' || drawnCode === null) continue;
      if (cells.length > 0) endLine();
      const { align } = style;
      lines.push({ text: '', cells: [], align, image: drawnCode.image, code: drawnCode });
    } else if (token.kind === 'unknown') {
      events.push(`unknown ${token.bytes.map((byte) => byte.toString(16)).join(' ')}`);
    } else if (token.name === 'line') {
      endLine();
    } else if (token.name === 'cut' || token.name === 'drawer') {
      events.push(token.name);
    } else if (token.name === 'initialise') {
      style = createStyle();
      codes = createCodeSettings();
      bands = 'none';
    } else if (token.name.startsWith('lines of')) {
      bands = token.name === 'lines of 3 mm' ? 'first' : 'none';
    } else {
      applyStyle(style, token.name, token.operands, make);
    }
  }
  if (cells.length > 0) endLine();
  const count = (name: string): number => events.filter((event) => event === name).length;
  return {
    lines,
    events,
    drawerPulses: count('drawer'),
    cuts: count('cut'),
    maxColumns: Math.max(0, ...lines.map((line) => getLineWidth(line))),
  };
}

function getLineWidth(line: PaperLine): number {
  return line.cells.reduce((sum, cell) => sum + (cell.wide ? 2 : 1), 0);
}

function applyStyle(style: Style, name: string, operands: readonly number[], make: Make): void {
  const [first = 0, second = 0] = operands;
  switch (name) {
    case 'page':
      style.page = (make === 'epson' ? EPSON_PAGES : STAR_PAGES)[first] ?? null;
      break;
    case 'align':
      style.align = first === 1 ? 'center' : first === 2 ? 'right' : 'left';
      break;
    case 'print mode':
      style.bold = (first & 0b1000) !== 0;
      style.wide = (first & 0b10_0000) !== 0;
      style.tall = (first & 0b1_0000) !== 0;
      break;
    case 'size':
      style.wide = second > 0;
      style.tall = first > 0;
      break;
    case 'bold':
      style.bold = first % 2 === 1;
      break;
    case 'inverse':
      style.inverse = first % 2 === 1;
      break;
    case 'bold on':
    case 'bold off':
      style.bold = name === 'bold on';
      break;
    case 'inverse on':
    case 'inverse off':
      style.inverse = name === 'inverse on';
      break;
  }
}
