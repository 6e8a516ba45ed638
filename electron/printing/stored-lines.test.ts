import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EnvironmentName, environmentNameSchema } from '../../shared/contract/index.ts';
import {
  readLinesBetweenFences,
  readPages,
  readPictures,
  toLines,
} from '../../tests/support/read-pdf/index.ts';
import { getNumericSeed, getSampleSize } from '../../tests/support/sampling.ts';
import {
  decodePrinted,
  type PaperImage,
  type PaperLine as PrintedLine,
} from '../../tests/support/virtual-printer/index.ts';
import { composeReceipt } from './compose.fixture.ts';
import { decodePaperLines, encodePaperLines, type PaperLine } from './layout/index.ts';
import { getPrinterModel } from './models/index.ts';
import type { Receipt, ReceiptLine } from './papers/index.ts';
import { createPrintingSettings } from './printing.fixture.ts';
import { createSampleLogo, SAMPLES } from './receipts.fixture.ts';
import { renderPaper } from './render-paper.ts';

const PAPERS = getSampleSize('papers');
const MAKES = ['epson', 'star'] as const;
const WIDTHS = [32, 42, 48] as const;
const LANGUAGES = ['es-MX', 'en'] as const;

/** The visible content of a line, from the ledger or from the bytes for the printer. */
type VisibleLine =
  | { readonly text: string; readonly align: string; readonly style: string }
  | { readonly code: string; readonly content: string }
  | { readonly picture: string }
  | { readonly event: string };

/** The digest of the dots, because the difference of two pictures would fill many screens. */
function computeDotsDigest(rows: PaperImage['rows']): string {
  const digest = createHash('sha256');
  for (const row of rows) {
    // White dots at the right end are not part of the picture.
    const end = row.lastIndexOf(1) + 1;
    digest.update(`${end} `).update(row.subarray(0, end));
  }
  return digest.digest('hex');
}

function toRows(dots: { bytesPerRow: number; height: number; data: Uint8Array }): Uint8Array[] {
  const { bytesPerRow, height, data } = dots;
  return Array.from({ length: height }, (_, at) => {
    const row = new Uint8Array(bytesPerRow * 8);
    for (let x = 0; x < row.length; x += 1) {
      row[x] = ((data[at * bytesPerRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
    }
    return row;
  });
}

/** The style of each character: b(old), l(arge), i(nverse). */
function style(text: string, letters: string): string {
  return [...text].map(() => letters).join(' ');
}

/** The visible lines of the stored lines. A drawn text is one picture. */
function toVisibleLines(lines: readonly PaperLine[], columns: number): VisibleLine[] {
  const visibleLines: VisibleLine[] = [];
  let drawnRows: Uint8Array[] = [];
  const flushDrawnRows = (): void => {
    if (drawnRows.length > 0) visibleLines.push({ picture: computeDotsDigest(drawnRows) });
    drawnRows = [];
  };
  for (const line of lines) {
    if (line.kind === 'ticket-drawn') {
      drawnRows.push(...line.pieces.flatMap(toRows));
      continue;
    }
    flushDrawnRows();
    switch (line.kind) {
      case 'text': {
        const text = line.weight === 'mark' ? ` ${line.text} ` : line.text;
        const letters = { plain: '', bold: 'b', double: 'bl', mark: 'li' }[line.weight];
        visibleLines.push({ text, align: line.align, style: style(text, letters) });
        break;
      }
      case 'rule': {
        const text = line.character.repeat(columns);
        visibleLines.push({ text, align: 'left', style: style(text, '') });
        break;
      }
      case 'logo':
        visibleLines.push({ picture: computeDotsDigest(toRows(line.dots)) });
        break;
      case 'code':
        visibleLines.push({ code: line.symbology, content: line.text });
        break;
      case 'ticket-exact':
        visibleLines.push({ text: line.text, align: 'left', style: style(line.text, '') });
        break;
      case 'ticket-marked':
        throw new Error('both makes draw instead of marking');
      case 'cut':
      case 'drawer':
        visibleLines.push({ event: line.kind });
        break;
    }
  }
  flushDrawnRows();
  return visibleLines;
}

/** The visible lines of the bytes, from a decoder that shares no code with the product. */
function decodeVisibleLines(bytes: Uint8Array, make: (typeof MAKES)[number]): VisibleLine[] {
  const decoded = decodePrinted(bytes, make);
  const visibleLines: VisibleLine[] = [];
  let drawnRows: Uint8Array[] = [];
  const flushDrawnRows = (): void => {
    if (drawnRows.length > 0) visibleLines.push({ picture: computeDotsDigest(drawnRows) });
    drawnRows = [];
  };
  for (const line of decoded.lines) {
    if (line.image !== undefined && line.code === undefined && line.align === 'left') {
      drawnRows.push(...line.image.rows);
      continue;
    }
    flushDrawnRows();
    visibleLines.push(toVisibleLine(line));
  }
  flushDrawnRows();
  const events = decoded.events.map((event) => ({ event }));
  const first = events[0]?.event === 'drawer' ? events.splice(0, 1) : [];
  return [...first, ...visibleLines, ...events];
}

function toVisibleLine(line: PrintedLine): VisibleLine {
  if (line.code !== undefined) {
    return { code: line.code.kind.replace(' ', '-'), content: line.code.text };
  }
  if (line.image !== undefined) return { picture: computeDotsDigest(line.image.rows) };
  const styles = line.cells.map(({ bold, wide, tall, inverse }) =>
    [bold ? 'b' : '', wide && tall ? 'l' : '', inverse ? 'i' : ''].join(''),
  );
  return { text: line.text, align: line.align, style: styles.join(' ') };
}

/** Encodes and decodes the lines as the ledger does. */
function storeAndReadLines(lines: readonly PaperLine[]): readonly PaperLine[] {
  const { text, pictures } = encodePaperLines(lines);
  const readPicture = (digest: string): Uint8Array => pictures.get(digest) ?? new Uint8Array();
  return decodePaperLines(text, readPicture).lines;
}

function expectSame(
  receipt: Receipt,
  make: (typeof MAKES)[number],
  columns: number,
  environment: EnvironmentName,
): void {
  const paper = { columns, drawer: 'pin-2', language: 'es-MX', environment } as const;
  const composed = composeReceipt(receipt, { ...paper, model: getPrinterModel(make) });
  const storedLines = storeAndReadLines(composed.lines);
  expect(storedLines).toEqual(composed.lines);
  expect(decodeVisibleLines(composed.bytes, make)).toEqual(toVisibleLines(storedLines, columns));
  // The service's text is in the ledger's lines as it was sent.
  const ticketLines = storedLines.flatMap((line) =>
    line.kind.startsWith('ticket-') && 'text' in line ? [line.text] : [],
  );
  expect(ticketLines).toEqual(receipt.ticket === null ? [] : receipt.ticket.split(/\r\n|\n/));
}

const wordsArbitrary = fc.string({ unit: 'grapheme', maxLength: 70 });
const ownLineArbitrary: fc.Arbitrary<ReceiptLine> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    text: wordsArbitrary,
    align: fc.constantFrom('left', 'center'),
    weight: fc.constantFrom('plain', 'bold', 'double', 'mark'),
  }),
  fc.record({
    kind: fc.constant('pair' as const),
    label: wordsArbitrary,
    value: wordsArbitrary,
    isBold: fc.boolean(),
  }),
  fc.constantFrom({ kind: 'rule' } as const, { kind: 'blank' } as const),
  fc.constant({ kind: 'logo', png: createSampleLogo() } as const),
  fc.record({
    kind: fc.constant('code' as const),
    symbology: fc.constant('qr' as const),
    text: fc.uuid(),
  }),
  fc.record({
    kind: fc.constant('code' as const),
    symbology: fc.constant('code-128' as const),
    text: fc.stringMatching(/^[0-9A-Za-z-]{1,14}$/),
  }),
);
const ticketTextArbitrary = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'ñÑ áé€$0 9\n'), maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom('₡', '日', '\r\n', '\n', '\t', '\x1b', '\x10', '\x04', '=', 'x'),
    maxLength: 90,
  }),
);
const receipt = fc.record({
  before: fc.array(ownLineArbitrary, { minLength: 1, maxLength: 8 }),
  ticket: fc.option(ticketTextArbitrary),
  isTicketCut: fc.constant(false),
  afterMarkedTicket: fc.array(ownLineArbitrary, { maxLength: 2 }),
  after: fc.array(ownLineArbitrary, { maxLength: 8 }),
  drawer: fc.constantFrom('stays' as const, 'first' as const, 'last' as const),
});

const environmentArbitrary = fc.constantFrom(...environmentNameSchema.options);

describe.each(MAKES)('a paper printed on %s', (make) => {
  it.each(SAMPLES)('equals its stored lines: $name', (sample) => {
    const plain = createPrintingSettings(null);
    const settings = { ...plain, shop: { ...plain.shop, logoPng: createSampleLogo() } };
    for (const columns of WIDTHS) {
      for (const language of LANGUAGES) {
        const { environment = 'production' } = sample;
        const sampleReceipt = sample.receipt({ ...settings, language, environment });
        expectSame(sampleReceipt, make, columns, environment);
      }
    }
  });

  it('equals its stored lines for any paper', { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(
        receipt,
        fc.constantFrom(...WIDTHS),
        environmentArbitrary,
        (sampleReceipt, columns, environment) =>
          expectSame(sampleReceipt, make, columns, environment),
      ),
      { numRuns: PAPERS, seed: getNumericSeed('papers') },
    );
  });
});

describe('a paper in a PDF file', () => {
  const AT = '2026-01-15T16:42:07.000Z';

  async function expectSameInFile(
    sampleReceipt: Receipt,
    columns: number,
    environment: EnvironmentName,
  ): Promise<void> {
    const paper = { columns, drawer: null, language: 'es-MX', environment } as const;
    const sheet = { ...paper, form: 'sheet', model: getPrinterModel('epson') } as const;
    const { bytes, layout } = await renderPaper(sampleReceipt, sheet, { title: 'One', at: AT });
    const storedLines = storeAndReadLines(layout.lines);
    const pages = await readPages(bytes);
    const texts = toCopiedTexts(storedLines, columns).filter((text) => text !== '');
    const joinContinuedLines = (lines: readonly string[]): string =>
      lines.join('\n').replaceAll('»\n', '');
    expect(joinContinuedLines(pages.flatMap(toLines))).toBe(joinContinuedLines(texts));
    const ticket = sampleReceipt.ticket?.split(/\r\n|\n/).filter((line) => line !== '') ?? [];
    if (sampleReceipt.ticket !== null) {
      expect(joinContinuedLines(readLinesBetweenFences(pages))).toBe(joinContinuedLines(ticket));
    }
    const logos = storedLines.flatMap((line) =>
      line.kind === 'logo' ? [computeDotsDigest(toRows(line.dots))] : [],
    );
    const codes = storedLines.filter((line) => line.kind === 'code').length;
    const pictures = (await readPictures(bytes)).map(({ rows }) => computeDotsDigest(rows));
    expect(pictures).toHaveLength(logos.length + codes);
    expect(logos.every((logo) => pictures.includes(logo))).toBe(true);
  }

  /** The text copied from the file: the service's characters, also where a mark replaces one. */
  function toCopiedTexts(lines: readonly PaperLine[], columns: number): string[] {
    return lines.flatMap((line) => {
      switch (line.kind) {
        case 'text':
          return [line.weight === 'mark' ? ` ${line.text} ` : line.text];
        case 'rule':
          return [line.character.repeat(columns)];
        case 'ticket-exact':
        case 'ticket-marked':
        case 'ticket-drawn':
          return [line.text];
        default:
          return [];
      }
    });
  }

  it.each(SAMPLES)('equals its stored lines: $name', async (sample) => {
    const plain = createPrintingSettings(null);
    const settings = { ...plain, shop: { ...plain.shop, logoPng: createSampleLogo() } };
    const { environment = 'production' } = sample;
    const sampleReceipt = sample.receipt({ ...settings, environment });
    for (const columns of WIDTHS) await expectSameInFile(sampleReceipt, columns, environment);
  });

  it('equals its stored lines for any paper', { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(receipt, fc.constantFrom(...WIDTHS), environmentArbitrary, expectSameInFile),
      { numRuns: Math.ceil(PAPERS / 5), seed: getNumericSeed('papers as PDF') },
    );
  });
});
