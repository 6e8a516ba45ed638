import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  decodePrinted,
  renderPaper,
  writePng,
} from '../../../tests/support/virtual-printer/index.ts';
import { decodePng, type GrayscaleImage } from '../../platform/png/index.ts';
import { composeReceipt } from '../compose.fixture.ts';
import { getPrinterModel } from '../models/index.ts';
import { createPrintingSettings } from '../printing.fixture.ts';
import { createSampleLogo, SAMPLES, type SampleReceipt } from '../receipts.fixture.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PICTURES = join(ROOT, 'tests', 'receipts');
const SHEET = join(ROOT, 'docs', 'pictures', 'receipts.png');
/** `DRAW_RECEIPTS=1` writes the pictures again; check each of them by eye afterwards. */
const WRITES_PICTURES = process.env.DRAW_RECEIPTS === '1';

const PAPERS = [
  { millimetres: 80, columns: 48 },
  { millimetres: 58, columns: 32 },
] as const;
const LANGUAGES = ['es-MX', 'en'] as const;
const MAX_SIDE_DOTS = 10_000;
/** The rows of the margin and the logo. */
const LOGO_END_ROW = 16 + 192;
const INK = 0x18;
const LOGO = createSampleLogo();

type PaperVariant = {
  readonly columns: 32 | 48;
  readonly language: (typeof LANGUAGES)[number];
  readonly make: 'epson' | 'star';
};

function renderSample(
  sample: SampleReceipt,
  { columns, language, make }: PaperVariant,
): GrayscaleImage {
  const { environment = 'production' } = sample;
  const plain = createPrintingSettings(null);
  const settings = { ...plain, shop: { ...plain.shop, logoPng: LOGO }, language, environment };
  const paper = { model: getPrinterModel(make), columns, drawer: null, language, environment };
  const { bytes } = composeReceipt(sample.receipt(settings), paper);
  const decoded = decodePrinted(bytes, make);
  expect(decoded.events).toEqual(['cut']);
  expect(decoded.maxColumns).toBeLessThanOrEqual(columns);
  const { width, height, dots } = renderPaper(decoded, columns);
  return { width, height, tones: dots };
}

function expectSameAsFile(actual: GrayscaleImage, file: string): void {
  const expected = existsSync(file) ? decodePng(readFileSync(file), MAX_SIDE_DOTS) : null;
  expect([expected?.width, expected?.height], file).toEqual([actual.width, actual.height]);
  expect(listDifferences(actual, expected ?? actual), `${file}: dots that differ`).toEqual([]);
}

function listDifferences(first: GrayscaleImage, second: GrayscaleImage): number[] {
  const places: number[] = [];
  const { tones } = first;
  for (let at = 0; at < tones.length; at += 1) {
    if (tones[at] !== second.tones[at]) places.push(at);
  }
  return places;
}

/** Expects differences only in the shades of the logo, where a dot was added to avoid a command. */
function expectAlike(star: GrayscaleImage, epson: GrayscaleImage): void {
  expect([star.width, star.height]).toEqual([epson.width, epson.height]);
  const places = listDifferences(star, epson);
  expect(places.length).toBeLessThan(200);
  expect(places.every((at) => at < LOGO_END_ROW * star.width)).toBe(true);
  expect(places.every((at) => (star.tones[at - 1] ?? 0) === INK || epson.tones[at] === INK)).toBe(
    true,
  );
}

function writePicture(file: string, { width, height, tones }: GrayscaleImage): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, writePng(width, height, tones));
}

describe.each(SAMPLES)('the receipt $name', (sample) => {
  it.each(PAPERS.flatMap((paper) => LANGUAGES.map((language) => ({ ...paper, language }))))(
    'equals its checked picture on $millimetres mm in $language, for both makes',
    ({ millimetres, columns, language }) => {
      const file = join(PICTURES, `${sample.name}-${millimetres}mm-${language}.png`);
      const epson = renderSample(sample, { columns, language, make: 'epson' });
      if (WRITES_PICTURES) writePicture(file, epson);
      expectSameAsFile(epson, file);
      expectAlike(renderSample(sample, { columns, language, make: 'star' }), epson);
    },
  );
});

it('shows every sample receipt on the sheet in docs/printers.md', () => {
  const sampleReceipts = SAMPLES.map((sample) =>
    renderSample(sample, { columns: 48, language: 'es-MX', make: 'epson' }),
  );
  const sheet = buildSheet(sampleReceipts, 5);
  if (WRITES_PICTURES) writePicture(SHEET, sheet);
  expectSameAsFile(sheet, SHEET);
});

const GAP = 24;
const GREY = 0xd8;

/** Places the receipts side by side at half size, each in the column that is shortest so far. */
function buildSheet(receipts: readonly GrayscaleImage[], columns: number): GrayscaleImage {
  const halves = receipts.map(toHalfSize);
  const columnWidth = Math.max(...halves.map((half) => half.width));
  const columnEnds = new Array<number>(columns).fill(GAP);
  const places = halves.map((half) => {
    const column = columnEnds.indexOf(Math.min(...columnEnds));
    const top = columnEnds[column] ?? 0;
    columnEnds[column] = top + half.height + GAP;
    return { half, left: GAP + column * (columnWidth + GAP), top };
  });
  const width = GAP + columns * (columnWidth + GAP);
  const height = Math.max(...columnEnds);
  const tones = new Uint8Array(width * height).fill(GREY);
  for (const { half, left, top } of places) {
    for (let row = 0; row < half.height; row += 1) {
      const line = half.tones.subarray(row * half.width, (row + 1) * half.width);
      tones.set(line, (top + row) * width + left);
    }
  }
  return { width, height, tones };
}

function toHalfSize({ width, height, tones }: GrayscaleImage): GrayscaleImage {
  const [halfWidth, halfHeight] = [width >> 1, height >> 1];
  const smaller = new Uint8Array(halfWidth * halfHeight);
  for (let y = 0; y < halfHeight; y += 1) {
    for (let x = 0; x < halfWidth; x += 1) {
      const at = 2 * y * width + 2 * x;
      const upper = (tones[at] ?? 255) + (tones[at + 1] ?? 255);
      const lower = (tones[at + width] ?? 255) + (tones[at + width + 1] ?? 255);
      smaller[y * halfWidth + x] = (upper + lower) >> 2;
    }
  }
  return { width: halfWidth, height: halfHeight, tones: smaller };
}
