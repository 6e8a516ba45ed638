import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EnvironmentName, environmentNameSchema } from '../../shared/contract/index.ts';
import {
  linesBetweenFences,
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
import { compose } from './compose.fixture.ts';
import { decodePaperLines, encodePaperLines, type PaperLine } from './layout/index.ts';
import { getPrinterModel } from './models/index.ts';
import type { Receipt, ReceiptLine } from './papers/index.ts';
import { settingsFor } from './printing.fixture.ts';
import { SAMPLES, sampleLogo } from './receipts.fixture.ts';
import { renderPaper } from './render-paper.ts';

const PAPERS = getSampleSize('papers');
const MAKES = ['epson', 'star'] as const;
const WIDTHS = [32, 42, 48] as const;
const LANGUAGES = ['es-MX', 'en'] as const;

/** What anybody sees of a line, whoever tells it: the ledger, or the printer that got the bytes. */
type Seen =
  | { readonly text: string; readonly align: string; readonly look: string }
  | { readonly code: string; readonly says: string }
  | { readonly picture: string }
  | { readonly event: string };

/** The dots by their digest: two pictures that differ would fill many screens. */
function inked(rows: PaperImage['rows']): string {
  const digest = createHash('sha256');
  for (const row of rows) {
    // What is white to its right does not belong to it.
    const end = row.lastIndexOf(1) + 1;
    digest.update(`${end} `).update(row.subarray(0, end));
  }
  return digest.digest('hex');
}

function rowsOf(dots: { bytesPerRow: number; height: number; data: Uint8Array }): Uint8Array[] {
  const { bytesPerRow, height, data } = dots;
  return Array.from({ length: height }, (_, at) => {
    const row = new Uint8Array(bytesPerRow * 8);
    for (let x = 0; x < row.length; x += 1) {
      row[x] = ((data[at * bytesPerRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
    }
    return row;
  });
}

/** Each character with its look: b(old), l(arge), i(nverse). */
function look(text: string, letters: string): string {
  return [...text].map(() => letters).join(' ');
}

/** Of the lines as the ledger keeps them. A drawn text is one picture. */
function seenInLedger(lines: readonly PaperLine[], columns: number): Seen[] {
  const seen: Seen[] = [];
  let drawn: Uint8Array[] = [];
  const endDrawn = (): void => {
    if (drawn.length > 0) seen.push({ picture: inked(drawn) });
    drawn = [];
  };
  for (const line of lines) {
    if (line.kind === 'ticket-drawn') {
      drawn.push(...line.pieces.flatMap(rowsOf));
      continue;
    }
    endDrawn();
    switch (line.kind) {
      case 'text': {
        const text = line.weight === 'mark' ? ` ${line.text} ` : line.text;
        const letters = { plain: '', bold: 'b', double: 'bl', mark: 'li' }[line.weight];
        seen.push({ text, align: line.align, look: look(text, letters) });
        break;
      }
      case 'rule': {
        const text = line.character.repeat(columns);
        seen.push({ text, align: 'left', look: look(text, '') });
        break;
      }
      case 'logo':
        seen.push({ picture: inked(rowsOf(line.dots)) });
        break;
      case 'code':
        seen.push({ code: line.symbology, says: line.text });
        break;
      case 'ticket-exact':
        seen.push({ text: line.text, align: 'left', look: look(line.text, '') });
        break;
      case 'ticket-marked':
        throw new Error('neither make marks what it can draw');
      case 'cut':
      case 'drawer':
        seen.push({ event: line.kind });
        break;
    }
  }
  endDrawn();
  return seen;
}

/** Of the bytes, by a decoder that knows nothing of the product. */
function seenOnPaper(bytes: Uint8Array, make: (typeof MAKES)[number]): Seen[] {
  const decoded = decodePrinted(bytes, make);
  const seen: Seen[] = [];
  let drawn: Uint8Array[] = [];
  const endDrawn = (): void => {
    if (drawn.length > 0) seen.push({ picture: inked(drawn) });
    drawn = [];
  };
  for (const line of decoded.lines) {
    if (line.image !== undefined && line.code === undefined && line.align === 'left') {
      drawn.push(...line.image.rows);
      continue;
    }
    endDrawn();
    seen.push(seenOf(line));
  }
  endDrawn();
  const events = decoded.events.map((event) => ({ event }));
  const first = events[0]?.event === 'drawer' ? events.splice(0, 1) : [];
  return [...first, ...seen, ...events];
}

function seenOf(line: PrintedLine): Seen {
  if (line.code !== undefined) {
    return { code: line.code.kind.replace(' ', '-'), says: line.code.text };
  }
  if (line.image !== undefined) return { picture: inked(line.image.rows) };
  const looks = line.cells.map(({ bold, wide, tall, inverse }) =>
    [bold ? 'b' : '', wide && tall ? 'l' : '', inverse ? 'i' : ''].join(''),
  );
  return { text: line.text, align: line.align, look: looks.join(' ') };
}

/** As they are read again from the ledger. */
function keptLines(lines: readonly PaperLine[]): readonly PaperLine[] {
  const { text, pictures } = encodePaperLines(lines);
  const pictureOf = (digest: string): Uint8Array => pictures.get(digest) ?? new Uint8Array();
  return decodePaperLines(text, pictureOf).lines;
}

function expectSame(
  receipt: Receipt,
  make: (typeof MAKES)[number],
  columns: number,
  environment: EnvironmentName,
): void {
  const paper = { columns, drawer: 'pin-2', language: 'es-MX', environment } as const;
  const made = compose(receipt, { ...paper, model: getPrinterModel(make) });
  const kept = keptLines(made.lines);
  expect(kept).toEqual(made.lines);
  expect(seenOnPaper(made.bytes, make)).toEqual(seenInLedger(kept, columns));
  // The service's text is in the ledger's lines as it was sent.
  const sent = kept.flatMap((line) =>
    line.kind.startsWith('ticket-') && 'text' in line ? [line.text] : [],
  );
  expect(sent).toEqual(receipt.ticket === null ? [] : receipt.ticket.split(/\r\n|\n/));
}

const words = fc.string({ unit: 'grapheme', maxLength: 70 });
const aroundLine: fc.Arbitrary<ReceiptLine> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    text: words,
    align: fc.constantFrom('left', 'center'),
    weight: fc.constantFrom('plain', 'bold', 'double', 'mark'),
  }),
  fc.record({
    kind: fc.constant('pair' as const),
    label: words,
    value: words,
    isBold: fc.boolean(),
  }),
  fc.constantFrom({ kind: 'rule' } as const, { kind: 'blank' } as const),
  fc.constant({ kind: 'logo', png: sampleLogo() } as const),
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
const ticketText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'ñÑ áé€$0 9\n'), maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom('₡', '日', '\r\n', '\n', '\t', '\x1b', '\x10', '\x04', '=', 'x'),
    maxLength: 90,
  }),
);
const receipt = fc.record({
  before: fc.array(aroundLine, { minLength: 1, maxLength: 8 }),
  ticket: fc.option(ticketText),
  isTicketCut: fc.constant(false),
  ifMarked: fc.array(aroundLine, { maxLength: 2 }),
  after: fc.array(aroundLine, { maxLength: 8 }),
  drawer: fc.constantFrom('stays' as const, 'first' as const, 'last' as const),
});

const environments = fc.constantFrom(...environmentNameSchema.options);

describe.each(MAKES)('what %s prints of a paper', (make) => {
  it.each(SAMPLES)('is what the ledger keeps of it: $name', (sample) => {
    const plain = settingsFor(null);
    const settings = { ...plain, shop: { ...plain.shop, logoPng: sampleLogo() } };
    for (const columns of WIDTHS) {
      for (const language of LANGUAGES) {
        const { environment = 'production' } = sample;
        const one = sample.receipt({ ...settings, language, environment });
        expectSame(one, make, columns, environment);
      }
    }
  });

  it('is what the ledger keeps of it, whatever it is', { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(receipt, fc.constantFrom(...WIDTHS), environments, (one, columns, environment) =>
        expectSame(one, make, columns, environment),
      ),
      { numRuns: PAPERS, seed: getNumericSeed('papers') },
    );
  });
});

describe('what a PDF file shows of a paper', () => {
  const AT = '2026-01-15T16:42:07.000Z';

  async function expectSameInFile(
    one: Receipt,
    columns: number,
    environment: EnvironmentName,
  ): Promise<void> {
    const paper = { columns, drawer: null, language: 'es-MX', environment } as const;
    const sheet = { ...paper, form: 'sheet', model: getPrinterModel('epson') } as const;
    const { bytes, layout } = await renderPaper(one, sheet, { title: 'One', at: AT });
    const kept = keptLines(layout.lines);
    const pages = await readPages(bytes);
    const texts = seenInSheet(kept, columns).filter((text) => text !== '');
    const joined = (lines: readonly string[]): string => lines.join('\n').replaceAll('»\n', '');
    expect(joined(pages.flatMap(toLines))).toBe(joined(texts));
    const ticket = one.ticket?.split(/\r\n|\n/).filter((line) => line !== '') ?? [];
    if (one.ticket !== null) {
      expect(joined(linesBetweenFences(pages))).toBe(joined(ticket));
    }
    const logos = kept.flatMap((line) => (line.kind === 'logo' ? [inked(rowsOf(line.dots))] : []));
    const codes = kept.filter((line) => line.kind === 'code').length;
    const pictures = (await readPictures(bytes)).map(({ rows }) => inked(rows));
    expect(pictures).toHaveLength(logos.length + codes);
    expect(logos.every((logo) => pictures.includes(logo))).toBe(true);
  }

  /** What is copied from the file: the service's characters, also where a mark stands for one. */
  function seenInSheet(lines: readonly PaperLine[], columns: number): string[] {
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

  it.each(SAMPLES)('is what the ledger keeps of it: $name', async (sample) => {
    const plain = settingsFor(null);
    const settings = { ...plain, shop: { ...plain.shop, logoPng: sampleLogo() } };
    const { environment = 'production' } = sample;
    const one = sample.receipt({ ...settings, environment });
    for (const columns of WIDTHS) await expectSameInFile(one, columns, environment);
  });

  it('is what the ledger keeps of it, whatever it is', { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(receipt, fc.constantFrom(...WIDTHS), environments, expectSameInFile),
      { numRuns: Math.ceil(PAPERS / 5), seed: getNumericSeed('papers as PDF') },
    );
  });
});
