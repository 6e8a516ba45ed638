import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getNumericSeed, getSampleSize } from '../../../tests/support/sampling.ts';
import {
  type DecodedPaper,
  decodePrinted,
  type PaperImage,
  type PaperLine,
  ticketBetweenFences,
} from '../../../tests/support/virtual-printer/index.ts';
import { type Composed, compose, EMPTY_PAPER } from '../compose.fixture.ts';
import { FULL_CELL_DOTS, type LineBitmap, MIN_CELL_DOTS, renderText } from '../drawing/index.ts';
import { removeCommands, splitTicketLines } from '../layout/index.ts';
import { EPSON_RASTER, getPrinterModel, STAR_RASTER } from '../models/index.ts';
import { encodeRaster } from './encode-raster.ts';

const TEXTS = getSampleSize('texts');
const MODELS = ['epson', 'star'] as const;
type Model = (typeof MODELS)[number];
const WIDTHS = [32, 42, 48] as const;
/** Of a line at full size. */
const FULL_HEIGHT = 30;

/** What the issue names, and what makes a printer do something. */
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

/** Nothing that a font could know, line breaks and tabs left aside. */
const UNDRAWABLE = /[\p{Cs}\p{Co}\p{Zl}\p{Zp}\ufffd]|(?![\t\n])\p{Cc}/u;

const FOLLOWS = 'LO QUE SIGUE: áéíóúñÑ €';

function print(
  ticket: string,
  model: Model,
  columns: number,
): { made: Composed; paper: DecodedPaper } {
  const style = { align: 'center', weight: 'bold' } as const;
  const made = compose(
    { ...EMPTY_PAPER, ticket, after: [{ kind: 'text', text: FOLLOWS, ...style }] },
    {
      model: getPrinterModel(model),
      columns,
      drawer: 'pin-2',
      language: 'es-MX',
      environment: 'production',
    },
  );
  return { made, paper: decodePrinted(made.bytes, model) };
}

/** What lies between the fences, as rows of dots: nothing else does. */
function rowsOf(paper: DecodedPaper): Uint8Array[] {
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

function inkOf(row: Uint8Array): number[] {
  const ink: number[] = [];
  for (let x = row.indexOf(1); x >= 0; x = row.indexOf(1, x + 1)) ink.push(x);
  return ink;
}

/** Rows as they were drawn, before they were a printer's. */
function drawnRows(lines: readonly LineBitmap[]): number[][] {
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

/** The same dots, and here and there one more beside another. */
function expectSameDots(paper: readonly number[][], drawn: readonly number[][]): void {
  expect(paper.length).toBe(drawn.length);
  for (const [index, dots] of drawn.entries()) {
    const found = paper[index] ?? [];
    if (found.join() === dots.join()) continue;
    const inked = new Set(dots);
    expect(dots.every((x) => found.includes(x))).toBe(true);
    expect(found.every((x) => inked.has(x) || inked.has(x - 1))).toBe(true);
  }
}

function expectWhatFollows(paper: DecodedPaper, columns: number): void {
  expect(paper.events).toEqual(['cut']);
  const last = paper.lines.findLastIndex((line) => /^=+$/.test(line.text));
  const after = paper.lines.slice(last + 1);
  expect(after.map((line) => line.text).join(' ')).toBe(FOLLOWS);
  for (const line of after) {
    expect(line.align).toBe('center');
    expect(line.cells.every((cell) => cell.bold && !cell.inverse && !cell.wide)).toBe(true);
  }
  expect(paper.widest).toBeLessThanOrEqual(columns);
}

describe.each(MODELS)('any text on %s', (model) => {
  it('comes out as it is, or is drawn, and what follows prints right', () => {
    fc.assert(
      fc.property(ANY_TEXT, fc.constantFrom(...WIDTHS), (text, columns) => {
        const { made, paper } = print(text, model, columns);
        expectWhatFollows(paper, columns);
        const lines = splitTicketLines(text);
        if (made.ticketText === 'exact') {
          expect(ticketBetweenFences(paper)).toBe(lines.join('\n'));
          expect(paper.lines.every((line) => line.image === undefined)).toBe(true);
          return;
        }
        const rows = rowsOf(paper).map(inkOf);
        expect(rows.every((row) => (row.at(-1) ?? 0) < columns * FULL_CELL_DOTS)).toBe(true);
        expectSameDots(rows, drawnRows(renderText(lines, columns).lines.flat()));
        expect(rows.length).toBeGreaterThanOrEqual(lines.length * MIN_CELL_DOTS * 2);
        if (UNDRAWABLE.test(lines.join('\n'))) expect(made.ticketText).toBe('drawn-marked');
        else expect(made.ticketText).toMatch(/^drawn/);
      }),
      { numRuns: TEXTS, seed: getNumericSeed(`texts/${model}`) },
    );
  }, 3_600_000);

  it.each(WIDTHS)('of Spanish that fits %i columns is printed from the code page', (columns) => {
    const text = `ñandú ¡Él! €5\n\n  Ü ${'ú'.repeat(columns - 4)}\n`;
    const { made, paper } = print(text, model, columns);
    expect(made.ticketText).toBe('exact');
    expect(ticketBetweenFences(paper)).toBe(text);
  });

  it.each([
    ['₡', '₡500.00'],
    ['an accent of its own', 'sen\u0303or'],
    ['a tab', 'a\tb'],
    ['ideographs', '日本語'],
    ['an emoji', 'gracias 😀'],
    ['a line that is too long', 'x'.repeat(49)],
  ])('draws text with %s without a replacement mark', (_name, text) => {
    expect(print(text, model, 48).made.ticketText).toBe('drawn');
  });

  it('keeps blank lines, leading spaces and trailing line breaks where it draws', () => {
    const rows = rowsOf(print('\n₡\r\n\n   ₡\n\n', model, 32).paper).map(inkOf);
    expect(rows).toHaveLength(6 * FULL_HEIGHT);
    const lineOf = (index: number): number[] =>
      rows.slice(index * FULL_HEIGHT, (index + 1) * FULL_HEIGHT).flat();
    expect([0, 2, 4, 5].map((index) => lineOf(index).length)).toEqual([0, 0, 0, 0]);
    const moved = lineOf(1).map((x) => x + 3 * FULL_CELL_DOTS);
    expect(lineOf(3)).toEqual(moved);
  });

  it.each([
    ['empty', ''],
    ['of 100,000 letters', 'ñ'.repeat(100_000)],
    ['of 100,000 ideographs', '日'.repeat(100_000)],
    ['of 100,000 control bytes', '\x1b'.repeat(100_000)],
    ['of 100,000 halves of a pair', '\ud800'.repeat(100_000)],
    ['of 100,000 accents', `a${'\u0301'.repeat(100_000)}`],
    ['of 50,000 lines', '₡\n'.repeat(50_000)],
  ])('that is %s comes out, in bounded time and size', (_name, text) => {
    const started = process.cpuUsage();
    const { made } = print(text.slice(0, 2_000), model, 32);
    const long = compose(
      { ...EMPTY_PAPER, ticket: text },
      {
        model: getPrinterModel(model),
        columns: 32,
        drawer: null,
        language: 'es-MX',
        environment: 'production',
      },
    );
    expect(long.ticketText.replace('-marked', '')).toBe(made.ticketText.replace('-marked', ''));
    expect(long.bytes.length).toBeLessThan(20_000_000);
    // What others take of the computer is no time of ours.
    expect(process.cpuUsage(started).user).toBeLessThan(15_000_000);
  });
});

describe('a raster', () => {
  const WORST = {
    epson: [0x10, 0x04, 0x10, 0x05, 0x10, 0x14],
    star: [0x1b, 0x06, 0x1b, 0x06, 0x1b, 0x06],
  };
  const COMMANDS = { epson: EPSON_RASTER, star: STAR_RASTER };

  it.each(MODELS)('contains no command byte of %s at any position', (model) => {
    const data = Uint8Array.from([...WORST[model], ...WORST[model]]);
    const dots = { bytesPerRow: 6, height: 2, data };
    const bytes = encodeRaster([removeCommands(dots, COMMANDS[model])], model);
    for (let at = 0; at < 6; at += 2) {
      expect(bytes.includes(Buffer.from(WORST[model].slice(at, at + 2)))).toBe(false);
    }
    const [image] = decodePrinted(bytes, model).lines.map(
      (line): PaperImage | undefined => line.image,
    );
    const drawn = drawnRows([{ bytesPerRow: 6, height: 2, data }]);
    expectSameDots(image?.rows.map(inkOf) ?? [], drawn);
  });

  it.each(MODELS)('for %s stays whole where it is wide and high', (model) => {
    const lines = [1, 16, 27, 72].map((bytesPerRow) => ({
      bytesPerRow,
      height: 30,
      data: new Uint8Array(bytesPerRow * 30).fill(0xa5),
    }));
    const decoded = decodePrinted(encodeRaster(lines, model), model);
    expect(decoded.events).toEqual([]);
    const rows = decoded.lines.flatMap((line) => line.image?.rows ?? []);
    expect(rows.map((row) => row.length / 8)).toEqual(
      lines.flatMap(({ bytesPerRow }) => new Array<number>(30).fill(bytesPerRow)),
    );
  });
});
