import { expect, it, vi } from 'vitest';
import { getReceiptTexts } from './index.ts';
import { getI18n } from './texts.ts';

const { TEXTS: allTexts } =
  await vi.importActual<typeof import('../locales/index.ts')>('../locales/index.ts');

// Like the page's initial bundle, which contains only the first language.
vi.mock('../locales/index.ts', async (importOriginal) => {
  const originalModule = await importOriginal<typeof import('../locales/index.ts')>();
  return { ...originalModule, TEXTS: { 'es-MX': originalModule.DEFAULT_TEXTS } };
});

it('returns the texts of a language that is loaded after they were first requested', () => {
  expect(getReceiptTexts('en')).toEqual(allTexts['es-MX'].receipt);
  getI18n().addResourceBundle('en', 'receipt', allTexts.en.receipt);
  expect(getReceiptTexts('en')).toEqual(allTexts.en.receipt);
});
