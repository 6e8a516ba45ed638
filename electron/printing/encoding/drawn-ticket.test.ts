import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getNumericSeed, getSampleSize } from '../../../tests/support/sampling.ts';
import {
  type DecodedPaper,
  decodePrinted,
  type PaperImage,
  type PaperLine,
  readTicketBetweenFences,
} from '../../../tests/support/virtual-printer/index.ts';
import { type ComposedReceipt, composeReceipt, EMPTY_PAPER } from '../compose.fixture.ts';
import { FULL_CELL_DOTS, type LineBitmap, MIN_CELL_DOTS, renderText } from '../drawing/index.ts';
import { replaceForbiddenBytePairs, splitTicketLines } from '../layout/index.ts';
import { EPSON_RASTER, getPrinterModel, STAR_RASTER } from '../models/index.ts';
import { encodeRasterLines } from './encode-raster.ts';

const TEXTS = getSampleSize('texts');
const MODELS = ['epson', 'star'] as const;
type Model = (typeof MODELS)[number];
const WIDTHS = [32, 42, 48] as const;
/** The height of a line at full size. */
const FULL_HEIGHT_DOTS = 30;

/** The characters of the issue, and bytes that are commands of a printer. */
const SPECIAL = fc.constantFrom(
  ...['₡', '“', '”', '–', 'n\u0303', 'e\u0301', '日本', '한', '😀', '\t', '\n', '\r\n', '\r', '\0'],
  ...[
    '\x1b@',
    '\x1bp\x00\x19\xfa',
    '\x1dV\x00',
    '\x10\x04\x01',
    '\x10\x14\x01\x00\x01',
    '\x1dv0\0',
  ],
  ...['\x1b*rA', '\x1b*rB', 'b\xff\xff', '\x07', '\x1a', '\x17', '\x1b\x06\x01', '\x1b!0', '\x18'],
  ...['\ud83d', '\udc00', '\u202e', '\u200b', '\ufeff', '\u2028', '\ue000', '\uffff', '🏴‍☠️', '='],
);
const SPANISH = fc.string({
  unit: fc.constantFrom(...'abcdeñáéíóúüÑÁ¿¡€$0123456789.,:- '),
  maxLength: 60,
});
const ANY_TEXT = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: SPANISH },
      { weight: 2, arbitrary: SPECIAL },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
      { weight: 1, arbitrary: fc.constantFrom('\n', '\n\n', '  ', '') },
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** Characters that no font can have, except line breaks and tabs. */
const UNDRAWABLE = /[\p{Cs}\p{Co}\p{Zl}\p{Zp}\ufffd]|(?![\t\n])\p{Cc}/u;

const NEXT_TEXT = 'LO QUE SIGUE: áéíóúñÑ €';

function print(
  ticket: string,
  model: Model,
  columns: number,
): { composed: ComposedReceipt; paper: DecodedPaper } {
  const style = { align: 'center', weight: 'bold' } as const;
  const composed = composeReceipt(
    { ...EMPTY_PAPER, ticket, after: [{ kind: 'text', text: NEXT_TEXT, ...style }] },
    {
      model: getPrinterModel(model),
      columns,
      drawer: 'pin-2',
      language: 'es-MX',
      environment: 'production',
    },
  );
  return { composed, paper: decodePrinted(composed.bytes, model) };
}

/** The rows of dots between the rules; expects nothing but images there. */
function readTicketRows(paper: DecodedPaper): Uint8Array[] {
  const isFence = (line: PaperLine): boolean => /^=+$/.test(line.text);
  const first = paper.lines.findIndex(isFence);
  const inside = paper.lines.slice(first + 1, paper.lines.findLastIndex(isFence));
  return inside.flatMap((line) => {
    expect(line.text).toBe('');
    expect(line.align).toBe('left');
    expect(line.image).toBeDefined();
    return line.image?.rows ?? [];
  });
}

function listInkedDots(row: Uint8Array): number[] {
  const ink: number[] = [];
  for (let x = row.indexOf(1); x >= 0; x = row.indexOf(1, x + 1)) ink.push(x);
  return ink;
}

/** The inked dots of drawn rows, before they are encoded for a printer. */
function listDrawnDots(lines: readonly LineBitmap[]): number[][] {
  return lines.flatMap(({ bytesPerRow, height, data }) =>
    Array.from({ length: height }, (_, row) => {
      const ink: number[] = [];
      for (let x = 0; x < bytesPerRow * 8; x += 1) {
        const byte = data[row * bytesPerRow + (x >> 3)] ?? 0;
        if ((byte & (0x80 >> (x & 7))) !== 0) ink.push(x);
      }
      return ink;
    }),
  );
}

/** Expects the same dots, except for added dots beside an existing one. */
function expectSameDots(paper: readonly number[][], drawn: readonly number[][]): void {
  expect(paper.length).toBe(drawn.length);
  for (const [index, dots] of drawn.entries()) {
    const printed = paper[index] ?? [];
    if (printed.join() === dots.join()) continue;
    const inked = new Set(dots);
    expect(dots.every((x) => printed.includes(x))).toBe(true);
    expect(printed.every((x) => inked.has(x) || inked.has(x - 1))).toBe(true);
  }
}

function expectNextText(paper: DecodedPaper, columns: number): void {
  expect(paper.events).toEqual(['cut']);
  const last = paper.lines.findLastIndex((line) => /^=+$/.test(line.text));
  const nextLines = paper.lines.slice(last + 1);
  expect(nextLines.map((line) => line.text).join(' ')).toBe(NEXT_TEXT);
  for (const line of nextLines) {
    expect(line.align).toBe('center');
    expect(line.cells.every((cell) => cell.bold && !cell.inverse && !cell.wide)).toBe(true);
  }
  expect(paper.maxColumns).toBeLessThanOrEqual(columns);
}

describe.each(MODELS)('a text of the service on %s', (model) => {
  it('prints any text of the service unchanged or drawn, and the next lines correctly', () => {
    fc.assert(
      fc.property(ANY_TEXT, fc.constantFrom(...WIDTHS), (text, columns) => {
        const { composed, paper } = print(text, model, columns);
        expectNextText(paper, columns);
        const lines = splitTicketLines(text);
        if (composed.ticketText === 'exact') {
          expect(readTicketBetweenFences(paper)).toBe(lines.join('\n'));
          expect(paper.lines.every((line) => line.image === undefined)).toBe(true);
          return;
        }
        const rows = readTicketRows(paper).map(listInkedDots);
        expect(rows.every((row) => (row.at(-1) ?? 0) < columns * FULL_CELL_DOTS)).toBe(true);
        expectSameDots(rows, listDrawnDots(renderText(lines, columns).lines.flat()));
        expect(rows.length).toBeGreaterThanOrEqual(lines.length * MIN_CELL_DOTS * 2);
        if (UNDRAWABLE.test(lines.join('\n'))) expect(composed.ticketText).toBe('drawn-marked');
        else expect(composed.ticketText).toMatch(/^drawn/);
      }),
      { numRuns: TEXTS, seed: getNumericSeed(`texts/${model}`) },
    );
  }, 3_600_000);

  it.each(WIDTHS)('prints a Spanish text in the code page if it fits %i columns', (columns) => {
    const text = `ñandú ¡Él! €5\n\n  Ü ${'ú'.repeat(columns - 4)}\n`;
    const { composed, paper } = print(text, model, columns);
    expect(composed.ticketText).toBe('exact');
    expect(readTicketBetweenFences(paper)).toBe(text);
  });

  it.each([
    ['₡', '₡500.00'],
    ['a separate accent', 'sen\u0303or'],
    ['a tab', 'a\tb'],
    ['ideographs', '日本語'],
    ['an emoji', 'gracias 😀'],
    ['a line that is too long', 'x'.repeat(49)],
  ])('draws a text of the service without a mark if it has %s', (_name, text) => {
    expect(print(text, model, 48).composed.ticketText).toBe('drawn');
  });

  it('keeps blank lines, leading spaces and trailing line breaks when it is drawn', () => {
    const rows = readTicketRows(print('\n₡\r\n\n   ₡\n\n', model, 32).paper).map(listInkedDots);
    expect(rows).toHaveLength(6 * FULL_HEIGHT_DOTS);
    const getLineDots = (index: number): number[] =>
      rows.slice(index * FULL_HEIGHT_DOTS, (index + 1) * FULL_HEIGHT_DOTS).flat();
    expect([0, 2, 4, 5].map((index) => getLineDots(index).length)).toEqual([0, 0, 0, 0]);
    const shifted = getLineDots(1).map((x) => x + 3 * FULL_CELL_DOTS);
    expect(getLineDots(3)).toEqual(shifted);
  });

  it.each([
    ['empty', ''],
    ['of 100,000 letters', 'ñ'.repeat(100_000)],
    ['of 100,000 ideographs', '日'.repeat(100_000)],
    ['of 100,000 control bytes', '\x1b'.repeat(100_000)],
    ['of 100,000 halves of a pair', '\ud800'.repeat(100_000)],
    ['of 100,000 accents', `a${'\u0301'.repeat(100_000)}`],
    ['of 50,000 lines', '₡\n'.repeat(50_000)],
  ])('prints a text of the service in bounded time and size if it is %s', (_name, text) => {
    const started = process.cpuUsage();
    const { composed } = print(text.slice(0, 2_000), model, 32);
    const long = composeReceipt(
      { ...EMPTY_PAPER, ticket: text },
      {
        model: getPrinterModel(model),
        columns: 32,
        drawer: null,
        language: 'es-MX',
        environment: 'production',
      },
    );
    expect(long.ticketText.replace('-marked', '')).toBe(composed.ticketText.replace('-marked', ''));
    expect(long.bytes.length).toBeLessThan(20_000_000);
    // CPU time of this process, which other processes do not affect.
    expect(process.cpuUsage(started).user).toBeLessThan(15_000_000);
  });
});

describe('the raster of a drawn text', () => {
  const WORST = {
    epson: [0x10, 0x04, 0x10, 0x05, 0x10, 0x14],
    star: [0x1b, 0x06, 0x1b, 0x06, 0x1b, 0x06],
  };
  const COMMANDS = { epson: EPSON_RASTER, star: STAR_RASTER };

  it.each(MODELS)('contains no command bytes of %s at any position', (model) => {
    const data = Uint8Array.from([...WORST[model], ...WORST[model]]);
    const dots = { bytesPerRow: 6, height: 2, data };
    const bytes = encodeRasterLines([replaceForbiddenBytePairs(dots, COMMANDS[model])], model);
    for (let at = 0; at < 6; at += 2) {
      expect(bytes.includes(Buffer.from(WORST[model].slice(at, at + 2)))).toBe(false);
    }
    const [image] = decodePrinted(bytes, model).lines.map(
      (line): PaperImage | undefined => line.image,
    );
    const drawn = listDrawnDots([{ bytesPerRow: 6, height: 2, data }]);
    expectSameDots(image?.rows.map(listInkedDots) ?? [], drawn);
  });

  it.each(MODELS)('draws wide and high lines completely for %s', (model) => {
    const lines = [1, 16, 27, 72].map((bytesPerRow) => ({
      bytesPerRow,
      height: 30,
      data: new Uint8Array(bytesPerRow * 30).fill(0xa5),
    }));
    const decoded = decodePrinted(encodeRasterLines(lines, model), model);
    expect(decoded.events).toEqual([]);
    const rows = decoded.lines.flatMap((line) => line.image?.rows ?? []);
    expect(rows.map((row) => row.length / 8)).toEqual(
      lines.flatMap(({ bytesPerRow }) => new Array<number>(30).fill(bytesPerRow)),
    );
  });
});
