import { expect, it, vi } from 'vitest';
import { getReceiptTexts } from './index.ts';
import { getI18n } from './texts.ts';

const { TEXTS: all } =
  await vi.importActual<typeof import('../locales/index.ts')>('../locales/index.ts');

// As in the page's first file: the first language alone.
vi.mock('../locales/index.ts', async (original) => {
  const real = await original<typeof import('../locales/index.ts')>();
  return { ...real, TEXTS: { 'es-MX': real.MEXICO } };
});

it('says a topic in a language that is fetched after somebody asked for its words', () => {
  expect(getReceiptTexts('en')).toEqual(all['es-MX'].receipt);
  getI18n().addResourceBundle('en', 'receipt', all.en.receipt);
  expect(getReceiptTexts('en')).toEqual(all.en.receipt);
});
