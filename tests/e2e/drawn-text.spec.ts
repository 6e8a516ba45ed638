import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { type LineBitmap, renderText } from '../../electron/printing/drawing/index.ts';
import { expect, test as tillTest } from './support/index.ts';

/** Compares the text that is drawn for a printer with the browser's rendering of the same fonts. */
const test = tillTest.extend<{ readonly sheet: Page }>({
  sheet: async ({ chromium }, use) => {
    const page = await (await chromium()).newPage();
    await page.setContent(`<style>${createFontFaces()}</style>`);
    await use(page);
    await page.close();
  },
});

const COLUMNS = 48;
/** In dots: the width of a full-size character, and the base line of a line. */
const CELL_WIDTH_DOTS = 12;
const BASELINE_DOTS = 22;
/** Browser pixels per dot, to measure how much of each dot is covered. */
const PIXELS_PER_DOT = 4;

const FAMILIES = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'];

function createFontFaces(): string {
  const { resolve } = createRequire(import.meta.url);
  const ranges: Record<string, string> = JSON.parse(
    readFileSync(resolve('@fontsource/ibm-plex-mono/unicode.json'), 'utf8'),
  );
  const createFontFace = (name: string, file: string, descriptors: string): string => {
    const data = readFileSync(resolve(`@fontsource/${file}`)).toString('base64');
    return `@font-face{font-family:"${name}";src:url(data:font/woff2;base64,${data});${descriptors}}`;
  };
  // At this size its advance equals that of the other face.
  const grid = 'size-adjust:120%';
  return [
    ...FAMILIES.map((subset) =>
      createFontFace(
        subset,
        `ibm-plex-mono/files/ibm-plex-mono-${subset}-500-normal.woff2`,
        `unicode-range:${ranges[subset]}`,
      ),
    ),
    createFontFace('grid', 'unifont/files/unifont-latin-400-normal.woff2', grid),
    createFontFace('further', 'unifontex/files/unifontex-latin-400-normal.woff2', grid),
  ].join('\n');
}

/** Returns the part of each dot that the browser covers, from 0 to 1, row by row. */
async function renderInBrowser(
  sheet: Page,
  text: string,
  cell: number,
  height: number,
): Promise<number[]> {
  const families = [...FAMILIES, 'grid', 'further'].map((name) => `"${name}"`).join(',');
  const font = `${(cell / 0.6) * PIXELS_PER_DOT}px ${families}`;
  return await sheet.evaluate(
    async ({ text, font, width, height, baseline, fine }) => {
      await Promise.all([...document.fonts].map((createFontFace) => createFontFace.load()));
      const canvas = document.createElement('canvas');
      canvas.width = width * fine;
      canvas.height = height * fine;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.font = font;
      context.textRendering = 'geometricPrecision';
      context.fontKerning = 'none';
      context.fillText(text, 0, baseline * fine);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const dots = new Array<number>(width * height).fill(0);
      for (let pixel = 0; pixel < canvas.width * canvas.height; pixel += 1) {
        const x = Math.floor((pixel % canvas.width) / fine);
        const y = Math.floor(pixel / canvas.width / fine);
        const alpha = (data[pixel * 4 + 3] ?? 0) / 255;
        dots[y * width + x] = (dots[y * width + x] ?? 0) + alpha / (fine * fine);
      }
      return dots;
    },
    {
      text,
      font,
      width: COLUMNS * CELL_WIDTH_DOTS,
      height,
      baseline: Math.round((cell * BASELINE_DOTS) / CELL_WIDTH_DOTS),
      fine: PIXELS_PER_DOT,
    },
  );
}

function isInked(line: LineBitmap, x: number, y: number): boolean {
  if (x >= line.bytesPerRow * 8) return false;
  return ((line.data[y * line.bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
}

/** Returns the percentage of clearly different dots among those that either rendering blackens. */
async function measureDifference(
  sheet: Page,
  text: string,
  cell = CELL_WIDTH_DOTS,
): Promise<number> {
  const [line] = renderText([text], COLUMNS).lines.flat();
  if (line === undefined) throw new Error('nothing was drawn');
  const dots = await renderInBrowser(sheet, text, cell, line.height);
  let blackDots = 0;
  let differentDots = 0;
  for (const [index, part] of dots.entries()) {
    const [x, y] = [
      index % (COLUMNS * CELL_WIDTH_DOTS),
      Math.floor(index / (COLUMNS * CELL_WIDTH_DOTS)),
    ];
    const isBlack = isInked(line, x, y);
    if (isBlack || part > 0.5) blackDots += 1;
    if (isBlack ? part < 0.35 : part > 0.65) differentDots += 1;
  }
  expect(blackDots).toBeGreaterThan(20);
  return (100 * differentDots) / blackDots;
}

/** Returns every `step`th character of a block that the fonts have, in lines that fit the paper. */
function sampleBlock(
  first: number,
  last: number,
  step: number,
  charactersPerLine: number,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (let code = first; code <= last; code += step) {
    const character = String.fromCodePoint(code);
    if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(character) || renderText([character], 48).hasMarks)
      continue;
    line += character;
    if ([...line].length < charactersPerLine) continue;
    lines.push(line);
    line = '';
  }
  return line === '' ? lines : [...lines, line];
}

const SAMPLES: readonly (readonly [string, readonly string[]])[] = [
  ['a receipt', ['Pago ₡5,500.00 “gracias” – señor Núñez', 'ABC 0123 áéíóúñ ¿? ¡! €']],
  ['letters of Europe', sampleBlock(0xa1, 0x1c3, 1, 40)],
  ['Vietnamese', sampleBlock(0x1ea0, 0x1ef9, 1, 40)],
  ['Cyrillic', sampleBlock(0x400, 0x45f, 1, 40)],
  ['Greek', sampleBlock(0x391, 0x3c9, 1, 40)],
  [
    'money and marks',
    [...sampleBlock(0x2010, 0x2027, 1, 20), ...sampleBlock(0x20a0, 0x20bf, 1, 20)],
  ],
  ['arrows, lines and shapes', sampleBlock(0x2190, 0x26ff, 7, 20)],
  ['Hebrew', ['ABC שלום עולם 123 (אבג) xyz', 'סה״כ: 1,250.00']],
  ['kana', sampleBlock(0x3041, 0x30ff, 3, 20)],
  ['ideographs', sampleBlock(0x4e00, 0x9fa5, 211, 20)],
  ['hangul', sampleBlock(0xac00, 0xd7a3, 197, 20)],
  ['letters above the first plane', sampleBlock(0x1d400, 0x1d7ff, 17, 20)],
  ['emoji', sampleBlock(0x1f300, 0x1f64f, 9, 20)],
];

/** Cell width in dots, and characters per line. */
const SMALLER_CELLS = [
  [11, 52],
  [10, 57],
  [9, 64],
  [8, 72],
] as const;

test('draws text as the browser does', async ({ sheet }) => {
  for (const [name, lines] of SAMPLES) {
    for (const line of lines) {
      expect(await measureDifference(sheet, line), `${name}: ${line}`).toBeLessThan(2);
    }
  }
});

test('draws a line that is too long in smaller cells as the browser does', async ({ sheet }) => {
  for (const [cell, length] of SMALLER_CELLS) {
    const line = 'Comisión “cobrada” ₡5,500.00 a Núñez '.repeat(3).slice(0, length);
    expect(await measureDifference(sheet, line, cell), `in cells of ${cell}`).toBeLessThan(2);
  }
});

test('draws an accent over its letter, composed or not', async ({ sheet }) => {
  expect(renderText(['n\u0303 e\u0301 A\u030a'], 48)).toEqual(renderText(['ñ é Å'], 48));
  // Unicode has no composed letter for it: two glyphs overlap.
  expect(await measureDifference(sheet, 'Ελ\u0332η')).toBeLessThan(2);
});
