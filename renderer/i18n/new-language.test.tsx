import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getI18n } from '../../shared/i18n/index.ts';
import { addTestLanguage, isMarked, MARK, markWords } from '../../shared/i18n/testing/index.ts';
import { MEXICO, type PageKey } from '../../shared/locales/index.ts';
import { createFakeCashier, freezeClock } from '../app/testing/fake-cashier.ts';
import { createFakeShop, createFakeTill, renderApp } from '../app/testing/index.ts';
import { getTextFunction } from './index.ts';

// The one line that names a new language; its folder is made below.
vi.mock('../../shared/locales/languages.ts', async (original) => {
  const own = await original<{ readonly LANGUAGES: readonly string[] }>();
  return { ...own, LANGUAGES: [...own.LANGUAGES, 'de-DE'] };
});

const files = import.meta.glob<Readonly<Record<string, string>>>(
  '../../shared/locales/es-MX/*.json',
  {
    eager: true,
    import: 'default',
  },
);
const topics = Object.entries(files).filter(
  ([file]) => !Object.keys(MEXICO).some((topic) => file.endsWith(`/${topic}.json`)),
);
const mexico: Readonly<Record<PageKey, string>> = Object.assign(
  {},
  ...topics.map(([, one]) => one),
);
const newLanguage = addTestLanguage();
getI18n().addResourceBundle(
  newLanguage,
  'page',
  Object.fromEntries(Object.entries(mexico).map(([key, text]) => [key, markWords(text)])),
);

freezeClock();

/** Sentences of Mexico on the screen, but for the languages' own names. */
function spanishOnScreen(): string[] {
  const shown = document.body.textContent ?? '';
  return Object.entries(mexico)
    .filter(([key]) => key !== 'app.language.name')
    .map(([, text]) => text.split('{{')[0]?.trim() ?? '')
    .filter((text) => text.includes(' ') && text.length > 12 && shown.includes(text));
}

test('a new language says every text of the page, counted too, and nothing in Spanish', () => {
  const text = getTextFunction(newLanguage);
  const keys = new Set(Object.keys(mexico).map((key) => key.replace(/_(one|other)$/, '')));
  const isKey = (key: string): key is PageKey => keys.has(key);
  const blanks = (words: string) =>
    [...words.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  const all = Object.fromEntries(
    Object.values(mexico)
      .flatMap(blanks)
      .map((name) => [name, '7']),
  );
  for (const key of [...keys].filter(isKey)) {
    for (const count of [1, 3]) {
      const said = text(key, { ...all, count });
      expect(said, key).not.toMatch(/\{\{/);
      if (/\p{L}/u.test(said)) expect(isMarked(said), `${key}: ${said}`).toBe(true);
    }
  }
});

test('its sign-in, its home and its history are in it', async () => {
  renderApp(createFakeTill(createFakeShop({ language: newLanguage })));
  await screen.findByRole('option', { name: /Ana/ });
  expect(document.body.textContent).toContain(MARK);
  expect(spanishOnScreen()).toEqual([]);
  cleanup();

  const cashier = await createFakeCashier(newLanguage);
  expect(document.body.textContent).toContain(markWords(mexico['home.title']));
  expect(spanishOnScreen()).toEqual([]);
  await cashier.press('F8');
  await cashier.waitForHeading(markWords(mexico['history.title']));
  expect(spanishOnScreen()).toEqual([]);
});
