/**
 * Draws the letters of the virtual printer, 12 dots wide and 24 high, in Chromium from a font that
 * is installed with the application; no code of the product draws them. Run it by hand when a
 * letter is missing: node tests/support/virtual-printer/make-font.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../../build/launcher/find-chromium.mjs';
import { decodeByte } from './code-pages.ts';
import { FONT_HEIGHT, FONT_WIDTH } from './font.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const fonts = join(root, 'node_modules', '@fontsource', 'ibm-plex-mono', 'files');
const faces = ['latin', 'latin-ext'].map((part) =>
  readFileSync(join(fonts, `ibm-plex-mono-${part}-400-normal.woff2`)).toString('base64'),
);

const letters = new Set<string>();
for (let byte = 0x21; byte < 0x100; byte += 1) {
  for (const page of ['cp858', 'cp1252'] as const) letters.add(decodeByte(byte, page));
}

const executablePath = findChromium({ node: process.execPath, root });
if (executablePath === null) throw new Error('there is no Chromium to draw with');
const browser = await chromium.launch({ executablePath });
const page = await browser.newPage();
const letterDots = await page.evaluate(
  async ({ sources, texts, width, height }) => {
    for (const [index, source] of sources.entries()) {
      const face = new FontFace(`plex${index}`, `url(data:font/woff2;base64,${source})`);
      document.fonts.add(await face.load());
    }
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('no canvas');
    context.font = '20px plex0, plex1, monospace';
    const drawLetter = (text: string): string => {
      context.clearRect(0, 0, width, height);
      context.fillText(text, 0, 18, width);
      const { data } = context.getImageData(0, 0, width, height);
      const rows = Array.from({ length: height }, (_, row) => {
        let bits = 0;
        for (let column = 0; column < width; column += 1) {
          const alpha = data[4 * (row * width + column) + 3] ?? 0;
          bits = bits * 2 + (alpha > 100 ? 1 : 0);
        }
        return bits.toString(16).padStart(3, '0');
      });
      return rows.join('');
    };
    return texts.map((text): [string, string] => [text, drawLetter(text)]);
  },
  { sources: faces, texts: [...letters], width: FONT_WIDTH, height: FONT_HEIGHT },
);
await browser.close();

const visibleLetters = letterDots.filter(([, dots]) => /[1-9a-f]/.test(dots));
const file = join(import.meta.dirname, 'letters.json');
writeFileSync(file, `${JSON.stringify(Object.fromEntries(visibleLetters), null, 2)}\n`);
process.stdout.write(`${visibleLetters.length} letters in ${file}\n`);
