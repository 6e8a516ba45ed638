import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getI18n } from '../../shared/i18n/index.ts';
import {
  addTestLanguage,
  isMarked,
  markWords,
  TEST_LANGUAGE_MARK,
} from '../../shared/i18n/testing/index.ts';
import { DEFAULT_TEXTS, type PageTextKey } from '../../shared/locales/index.ts';
import { createFakeCashier, freezeClock } from '../app/testing/fake-cashier.ts';
import { createFakeShop, createFakeTill, renderApp } from '../app/testing/index.ts';
import { getTextFunction } from './index.ts';

// The only line that adds a new language; its folder is created below.
vi.mock('../../shared/locales/languages.ts', async (original) => {
  const originalModule = await original<{ readonly LANGUAGES: readonly string[] }>();
  return { ...originalModule, LANGUAGES: [...originalModule.LANGUAGES, 'de-DE'] };
});

const files = import.meta.glob<Readonly<Record<string, string>>>(
  '../../shared/locales/es-MX/*.json',
  {
    eager: true,
    import: 'default',
  },
);
const topics = Object.entries(files).filter(
  ([file]) => !Object.keys(DEFAULT_TEXTS).some((topic) => file.endsWith(`/${topic}.json`)),
);
const mexicanTexts: Readonly<Record<PageTextKey, string>> = Object.assign(
  {},
  ...topics.map(([, topicTexts]) => topicTexts),
);
const newLanguage = addTestLanguage();
getI18n().addResourceBundle(
  newLanguage,
  'page',
  Object.fromEntries(Object.entries(mexicanTexts).map(([key, text]) => [key, markWords(text)])),
);

freezeClock();

/** Lists Mexican sentences on the screen, except the languages' own names. */
function listSpanishOnScreen(): string[] {
  const pageText = document.body.textContent ?? '';
  return Object.entries(mexicanTexts)
    .filter(([key]) => key !== 'app.language.name')
    .map(([, text]) => text.split('{{')[0]?.trim() ?? '')
    .filter((text) => text.includes(' ') && text.length > 12 && pageText.includes(text));
}

test('returns every text of the page in a new language, including plurals', () => {
  const text = getTextFunction(newLanguage);
  const keys = new Set(Object.keys(mexicanTexts).map((key) => key.replace(/_(one|other)$/, '')));
  const isKey = (key: string): key is PageTextKey => keys.has(key);
  const listPlaceholders = (words: string) =>
    [...words.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  const placeholderValues = Object.fromEntries(
    Object.values(mexicanTexts)
      .flatMap(listPlaceholders)
      .map((name) => [name, '7']),
  );
  for (const key of [...keys].filter(isKey)) {
    for (const count of [1, 3]) {
      const translated = text(key, { ...placeholderValues, count });
      expect(translated, key).not.toMatch(/\{\{/);
      if (/\p{L}/u.test(translated))
        expect(isMarked(translated), `${key}: ${translated}`).toBe(true);
    }
  }
});

test('shows sign-in, home and history in a new language', async () => {
  renderApp(createFakeTill(createFakeShop({ language: newLanguage })));
  await screen.findByRole('option', { name: /Ana/ });
  expect(document.body.textContent).toContain(TEST_LANGUAGE_MARK);
  expect(listSpanishOnScreen()).toEqual([]);
  cleanup();

  const cashier = await createFakeCashier(newLanguage);
  expect(document.body.textContent).toContain(markWords(mexicanTexts['home.title']));
  expect(listSpanishOnScreen()).toEqual([]);
  await cashier.press('F8');
  await cashier.waitForHeading(markWords(mexicanTexts['history.title']));
  expect(listSpanishOnScreen()).toEqual([]);
});
