import bwipjs from 'bwip-js/node';
import { expect, it } from 'vitest';
import { SCANNER_TEST_CODES, SEPARATOR } from '../../../shared/bill-codes/index.ts';
import { countCode128Modules, renderCode128 } from './code-128.ts';

/** The widths of bars and gaps in turn, in the first row of dots. */
function readWidths(text: string): readonly number[] {
  const bitmap = renderCode128(text, 1, 1);
  if (bitmap === null) throw new Error(`not drawn: ${text}`);
  const dots = Array.from(
    { length: bitmap.width },
    (_, x) => ((bitmap.data[x >> 3] ?? 0) >> (7 - (x & 7))) & 1,
  ).join('');
  return (dots.match(/1+|0+/g) ?? []).map(({ length }) => length);
}

/** The same by bwip-js: the values of code set B, where 102 is FNC1. */
function drawIndependently(text: string): readonly number[] {
  const values = [...text].map((character) =>
    character === SEPARATOR ? 102 : character.charCodeAt(0) - 32,
  );
  const raw = [104, ...values].map((value) => `^${String(value).padStart(3, '0')}`).join('');
  // The types of bwip-js lack this option.
  const options = { bcid: 'code128', text: raw, raw: true };
  const [drawn] = bwipjs.raw(options);
  return drawn !== undefined && 'sbs' in drawn ? drawn.sbs : [];
}

it.each(Object.values(SCANNER_TEST_CODES))('draws %j as bwip-js does', (text) => {
  expect(readWidths(text)).toEqual(drawIndependently(text));
});

it('draws the codes of the scanner check for a narrow paper', () => {
  for (const text of Object.values(SCANNER_TEST_CODES)) {
    // 384 dots, two for each module, with the quiet zones of ten modules.
    expect(2 * (countCode128Modules(text) + 20)).toBeLessThanOrEqual(384);
  }
});
