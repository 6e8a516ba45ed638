import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  decodePrinted,
  renderPaper,
  writePng,
} from '../../../tests/support/virtual-printer/index.ts';
import { compose } from '../compose.fixture.ts';
import { type GrayscaleImage, readPng } from '../logo/index.ts';
import { getPrinterModel } from '../models/index.ts';
import { settingsFor } from '../printing.fixture.ts';
import { SAMPLES, type SampleReceipt, sampleLogo } from '../receipts.fixture.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PICTURES = join(ROOT, 'tests', 'receipts');
const SHEET = join(ROOT, 'docs', 'pictures', 'receipts.png');
/** `DRAW_RECEIPTS=1` makes the pictures anew; whoever does looks at each of them. */
const DRAWS = process.env.DRAW_RECEIPTS === '1';

const PAPERS = [
  { millimetres: 80, columns: 48 },
  { millimetres: 58, columns: 32 },
] as const;
const LANGUAGES = ['es-MX', 'en'] as const;
const LARGEST_SIDE = 10_000;
/** The margin and the logo, in dots. */
const END_OF_LOGO = 16 + 192;
const INK = 0x18;
const LOGO = sampleLogo();

type Look = {
  readonly columns: 32 | 48;
  readonly language: (typeof LANGUAGES)[number];
  readonly make: 'epson' | 'star';
};

function drawn(sample: SampleReceipt, { columns, language, make }: Look): GrayscaleImage {
  const { environment = 'production' } = sample;
  const plain = settingsFor(null);
  const settings = { ...plain, shop: { ...plain.shop, logoPng: LOGO }, language, environment };
  const paper = { model: getPrinterModel(make), columns, drawer: null, language, environment };
  const { bytes } = compose(sample.receipt(settings), paper);
  const decoded = decodePrinted(bytes, make);
  expect(decoded.events).toEqual(['cut']);
  expect(decoded.widest).toBeLessThanOrEqual(columns);
  const { width, height, dots } = renderPaper(decoded, columns);
  return { width, height, tones: dots };
}

function expectSame(found: GrayscaleImage, file: string): void {
  const kept = existsSync(file) ? readPng(readFileSync(file), LARGEST_SIDE) : null;
  expect([kept?.width, kept?.height], file).toEqual([found.width, found.height]);
  expect(differing(found, kept ?? found), `${file}: dots that differ`).toEqual([]);
}

function differing(one: GrayscaleImage, other: GrayscaleImage): number[] {
  const places: number[] = [];
  const { tones } = one;
  for (let at = 0; at < tones.length; at += 1) {
    if (tones[at] !== other.tones[at]) places.push(at);
  }
  return places;
}

/** Here and there in the shades of the logo: where a dot was set so that no command stands in it. */
function expectAlike(star: GrayscaleImage, epson: GrayscaleImage): void {
  expect([star.width, star.height]).toEqual([epson.width, epson.height]);
  const places = differing(star, epson);
  expect(places.length).toBeLessThan(200);
  expect(places.every((at) => at < END_OF_LOGO * star.width)).toBe(true);
  expect(places.every((at) => (star.tones[at - 1] ?? 0) === INK || epson.tones[at] === INK)).toBe(
    true,
  );
}

function keep(file: string, { width, height, tones }: GrayscaleImage): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, writePng(width, height, tones));
}

describe.each(SAMPLES)('the receipt $name', (sample) => {
  it.each(PAPERS.flatMap((paper) => LANGUAGES.map((language) => ({ ...paper, language }))))(
    'on $millimetres mm in $language looks as it did when it was looked at, on either make',
    ({ millimetres, columns, language }) => {
      const file = join(PICTURES, `${sample.name}-${millimetres}mm-${language}.png`);
      const epson = drawn(sample, { columns, language, make: 'epson' });
      if (DRAWS) keep(file, epson);
      expectSame(epson, file);
      expectAlike(drawn(sample, { columns, language, make: 'star' }), epson);
    },
  );
});

it('the sheet in docs/printers.md shows each of them', () => {
  const all = SAMPLES.map((one) => drawn(one, { columns: 48, language: 'es-MX', make: 'epson' }));
  const sheet = sheetOf(all, 5);
  if (DRAWS) keep(SHEET, sheet);
  expectSame(sheet, SHEET);
});

const GAP = 24;
const GREY = 0xd8;

/** Side by side, each in the column that is shortest so far, at half their size. */
function sheetOf(receipts: readonly GrayscaleImage[], columns: number): GrayscaleImage {
  const halves = receipts.map(halved);
  const wide = Math.max(...halves.map((half) => half.width));
  const ends = new Array<number>(columns).fill(GAP);
  const places = halves.map((half) => {
    const column = ends.indexOf(Math.min(...ends));
    const top = ends[column] ?? 0;
    ends[column] = top + half.height + GAP;
    return { half, left: GAP + column * (wide + GAP), top };
  });
  const width = GAP + columns * (wide + GAP);
  const height = Math.max(...ends);
  const tones = new Uint8Array(width * height).fill(GREY);
  for (const { half, left, top } of places) {
    for (let row = 0; row < half.height; row += 1) {
      const line = half.tones.subarray(row * half.width, (row + 1) * half.width);
      tones.set(line, (top + row) * width + left);
    }
  }
  return { width, height, tones };
}

function halved({ width, height, tones }: GrayscaleImage): GrayscaleImage {
  const [wide, high] = [width >> 1, height >> 1];
  const smaller = new Uint8Array(wide * high);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const at = 2 * y * width + 2 * x;
      const upper = (tones[at] ?? 255) + (tones[at + 1] ?? 255);
      const lower = (tones[at + width] ?? 255) + (tones[at + width + 1] ?? 255);
      smaller[y * wide + x] = (upper + lower) >> 2;
    }
  }
  return { width: wide, height: high, tones: smaller };
}
