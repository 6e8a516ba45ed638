import { PDFDocument, type PDFRef } from '@cantoo/pdf-lib';
import { assertNever } from '../../../shared/contract/index.ts';
import type { Bitmap } from '../bitmap.ts';
import {
  type CharacterCluster,
  CONTINUATION_MARK,
  fitSheetLine,
  type PaperLine,
  renderCode,
  toCharacterClusters,
} from '../layout/index.ts';
import { embedPdfBitmap, embedPdfFont } from './embed-font.ts';
import { createPdfFonts, DOTS_PER_CELL, type PdfFonts, UNITS_PER_CELL } from './pdf-fonts.ts';

const POINTS_PER_MM = 72 / 25.4;
/** Widths of paper and of the text on it, in millimetres. */
const PAPER_WIDTHS_MM = { narrow: { page: 58, text: 48 }, wide: { page: 80, text: 72 } } as const;
const NARROW_COLUMNS = 32;
const MARGIN_MM = 4;
/** Readers show at most 14,400 points; a longer text continues on the next page. */
const MAX_PAGE_POINTS = 14_000;
/** A line is 30 dots high for a cell of 12 dots, and its base line is 22 dots below its top. */
const LINE_HEIGHT_CELLS = 30 / 12;
const BASELINE_RATIO = 22 / 30;

/** The laid-out lines of a paper, and the metadata of the file. */
export interface PdfPaper {
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly language: string;
  readonly columns: number;
  readonly lines: readonly PaperLine[];
}

/** One line to draw: its height, and how to draw it from its lower left corner. */
interface Block {
  readonly height: number;
  readonly draw: (x: number, y: number) => string;
}

/**
 * A PDF file of a paper: a page as wide as the roll and as long as the receipt. All text is real
 * text in the shipped fonts, so each character can be selected and copied as it was sent.
 */
export async function buildPdf(document: PdfPaper): Promise<Uint8Array> {
  const paper = document.columns === NARROW_COLUMNS ? PAPER_WIDTHS_MM.narrow : PAPER_WIDTHS_MM.wide;
  const width = paper.page * POINTS_PER_MM;
  const cell = (paper.text * POINTS_PER_MM) / document.columns;
  const left = (width - document.columns * cell) / 2;
  const margin = MARGIN_MM * POINTS_PER_MM;
  const file = await PDFDocument.create({ updateMetadata: false });
  writeMetadata(file, document);
  const fonts = createPdfFonts();
  const images = new Map<string, PDFRef>();
  const blocks: Block[] = [];
  const addImage = (dots: Bitmap, dotsAcross: number): Block => {
    const name = `I${images.size}`;
    images.set(name, embedPdfBitmap(file.context, dots, dotsAcross));
    return createImageBlock(dotsAcross, dots.height, name, document.columns, cell);
  };
  for (const line of document.lines) {
    switch (line.kind) {
      case 'ticket-exact':
      case 'ticket-marked':
      case 'ticket-drawn':
        blocks.push(...createTicketBlocks(line.text, document.columns, cell, fonts));
        break;
      case 'text':
      case 'rule':
        blocks.push(createLineBlock(line, document.columns, cell, fonts));
        break;
      case 'logo':
        blocks.push(addImage(line.dots, line.dots.bytesPerRow * 8));
        break;
      case 'code': {
        const dots = renderCode(line);
        if (dots !== null) blocks.push(addImage(dots, dots.width));
        break;
      }
      case 'cut':
      case 'drawer':
        break;
      default:
        assertNever(line);
    }
  }
  const pages = splitIntoPages(blocks, MAX_PAGE_POINTS - 2 * margin).map((onPage) => {
    const height = onPage.reduce((sum, block) => sum + block.height, 0) + 2 * margin;
    let y = height - margin;
    const content = onPage.map((block) => {
      y -= block.height;
      return block.draw(left, y);
    });
    return { height, content: content.join('\n') };
  });
  const embedded: PDFRef[] = [];
  for (const font of fonts.fonts) embedded.push(await embedPdfFont(file.context, font));
  for (const { height, content } of pages) {
    const { node } = file.addPage([width, height]);
    const { context } = file;
    const resources = {
      Font: Object.fromEntries(embedded.map((ref, index) => [`F${index}`, ref])),
      XObject: Object.fromEntries(images),
    };
    node.set(context.obj('Resources'), context.obj(resources));
    node.set(context.obj('Contents'), context.register(context.flateStream(content)));
  }
  return await file.save({ addDefaultPage: false });
}

function writeMetadata(file: PDFDocument, document: PdfPaper): void {
  const at = new Date(document.at);
  file.setTitle(document.title, { showInWindowTitleBar: true });
  file.setCreator('Mostrador');
  file.setProducer('Mostrador');
  file.setCreationDate(at);
  file.setModificationDate(at);
  file.setLanguage(document.language);
}

function splitIntoPages(blocks: readonly Block[], maxHeight: number): Block[][] {
  const pages: Block[][] = [[]];
  let used = 0;
  for (const block of blocks) {
    if (used + block.height > maxHeight) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(block);
    used += block.height;
  }
  return pages;
}

interface TextRun {
  readonly clusters: readonly CharacterCluster[];
  readonly isBold: boolean;
  readonly isInverse: boolean;
  /** A multiple of the size of the line. */
  readonly wide: number;
  readonly high: number;
}

function createTicketBlocks(text: string, columns: number, cell: number, fonts: PdfFonts): Block[] {
  const fitted = fitSheetLine(text, columns);
  return fitted.pieces.map(({ clusters, continues }) => {
    const plain = { isBold: false, isInverse: false, wide: 1, high: 1 };
    const mark = { ...plain, clusters: toCharacterClusters(CONTINUATION_MARK), isInverse: true };
    const runs: TextRun[] = [{ ...plain, clusters }, ...(continues ? [mark] : [])];
    return createTextBlock(runs, cell * fitted.scale, cell, 0, fonts);
  });
}

function createLineBlock(
  line: Extract<PaperLine, { kind: 'text' | 'rule' }>,
  columns: number,
  cell: number,
  fonts: PdfFonts,
): Block {
  if (line.kind === 'rule') {
    const clusters = toCharacterClusters(line.character.repeat(columns));
    const run = { clusters, isBold: false, isInverse: false, wide: 1, high: 1 };
    return createTextBlock([run], cell, cell, 0, fonts);
  }
  const isMark = line.weight === 'mark';
  const times = isMark || line.weight === 'double' ? 2 : 1;
  const run: TextRun = {
    clusters: toCharacterClusters(isMark ? ` ${line.text} ` : line.text),
    isBold: line.weight === 'bold' || line.weight === 'double',
    isInverse: isMark,
    wide: times,
    high: times,
  };
  const indent = line.align === 'left' ? 0 : Math.max(0, columns - countRunCells(run)) / 2;
  return createTextBlock([run], cell, cell, indent, fonts);
}

function countRunCells(run: TextRun): number {
  return run.clusters.reduce((sum, cluster) => sum + cluster.width, 0) * run.wide;
}

/**
 * `cell`: the width of a cell of this text; `paperCell`: of a cell of the paper, which gives the height.
 */
function createTextBlock(
  runs: readonly TextRun[],
  cell: number,
  paperCell: number,
  indent: number,
  fonts: PdfFonts,
): Block {
  const high = Math.max(1, ...runs.map((run) => run.high));
  const height = paperCell * LINE_HEIGHT_CELLS * high;
  const runGlyphs = runs.map((run) => ({
    run,
    glyphs: run.clusters.map((cluster) => fonts.assignCode(cluster, run.isBold)),
  }));
  return {
    height,
    draw: (left, bottom) => {
      let x = left + indent * paperCell;
      const parts: string[] = [];
      for (const { run, glyphs } of runGlyphs) {
        const width = countRunCells(run) * cell;
        const baseline = bottom + height * (1 - BASELINE_RATIO);
        if (run.isInverse && width > 0) {
          parts.push(`0 g ${formatNumbers(x, bottom, width, height)} re f 1 g`);
        }
        const size = (cell * 1000) / UNITS_PER_CELL;
        parts.push(formatGlyphs(glyphs, [size * run.wide, size * run.high], x, baseline, fonts));
        if (run.isInverse && width > 0) parts.push('0 g');
        x += width;
      }
      return parts.join('\n');
    },
  };
}

function formatGlyphs(
  glyphs: readonly { readonly font: number; readonly code: number }[],
  [wide, high]: readonly [number, number],
  x: number,
  y: number,
  fonts: PdfFonts,
): string {
  if (glyphs.length === 0) return '';
  const parts = [`BT ${formatNumbers(wide, 0, 0, high, x, y)} Tm`];
  let at = 0;
  while (at < glyphs.length) {
    const font = glyphs[at]?.font ?? 0;
    const digits = fonts.fonts[font]?.kind === 'outline' ? 4 : 2;
    let codes = '';
    for (; glyphs[at]?.font === font; at += 1) {
      codes += (glyphs[at]?.code ?? 0).toString(16).padStart(digits, '0');
    }
    parts.push(`/F${font} 1 Tf <${codes}> Tj`);
  }
  return `${parts.join(' ')} ET`;
}

/** A dot is a twelfth of a cell, as on the paper. */
function createImageBlock(
  dotsAcross: number,
  dotsHigh: number,
  name: string,
  columns: number,
  cell: number,
): Block {
  const dot = cell / DOTS_PER_CELL;
  const [width, height] = [dotsAcross * dot, dotsHigh * dot];
  const indent = Math.max(0, columns * cell - width) / 2;
  return {
    height,
    draw: (left, bottom) =>
      `q ${formatNumbers(width, 0, 0, height, left + indent, bottom)} cm /${name} Do Q`,
  };
}

function formatNumbers(...values: readonly number[]): string {
  return values.map((value) => Number(value.toFixed(4))).join(' ');
}
