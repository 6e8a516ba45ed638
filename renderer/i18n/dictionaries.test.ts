import { describe, expect, test } from 'vitest';
import { createTexts, LANGUAGES } from './index.ts';
import { slices } from './slices.ts';

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function filesEnding(ending: string): string[] {
  return Object.keys(sources).filter((file) => file.endsWith(ending));
}

function merged(language: (typeof LANGUAGES)[number]): Record<string, string> {
  return Object.assign({}, ...slices.map((slice) => slice[language]));
}

const placeholders = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

describe('dictionaries', () => {
  const mexico = merged('es-MX');
  const colombia = merged('es-CO');
  const english = merged('en');

  test('English and Spanish of Mexico have the same keys', () => {
    expect(Object.keys(english).sort()).toEqual(Object.keys(mexico).sort());
  });

  test('Spanish of Colombia has no key of its own, and only what differs', () => {
    for (const [key, text] of Object.entries(colombia)) {
      expect(mexico, key).toHaveProperty([key]);
      expect(text, key).not.toBe(mexico[key]);
    }
  });

  test('no two slices claim one key', () => {
    const all = slices.flatMap((slice) => Object.keys(slice['es-MX']));
    expect(all.length).toBe(new Set(all).size);
  });

  test('every dictionary of a feature is listed', () => {
    const written = filesEnding('dictionary.ts').filter((file) => !file.endsWith('.test.ts'));
    expect(written.length).toBe(slices.length);
  });

  test('each text is filled with the same values in every language', () => {
    for (const [key, text] of Object.entries(mexico)) {
      expect(placeholders(english[key] ?? ''), key).toEqual(placeholders(text));
      if (colombia[key] !== undefined) {
        expect(placeholders(colombia[key]), key).toEqual(placeholders(text));
      }
    }
  });

  test('no text is empty', () => {
    for (const table of [mexico, colombia, english]) {
      for (const [key, text] of Object.entries(table)) expect(text.trim(), key).not.toBe('');
    }
  });
});

describe('the texts of a page', () => {
  test.each(LANGUAGES)('%s fills values and chooses plurals', (language) => {
    const texts = createTexts(language);
    expect(texts.t('frame.pos', { pos: '07' })).toContain('07');
    const one = texts.t('printer.waiting', { count: 1 });
    const many = texts.t('printer.waiting', { count: 3 });
    expect(many).toContain('3');
    expect(one).not.toBe(many);
  });

  test('Colombia falls back to Mexico, and speaks its own where it differs', () => {
    const texts = createTexts('es-CO');
    expect(texts.t('frame.training')).toBe('ENTRENAMIENTO');
    expect(texts.t('operation.rates')).toBe('Tasas de cambio');
  });

  test('a value is shown as it is, not as HTML', () => {
    expect(createTexts('en').t('signIn.pin', { name: 'Ana & <Luis>' })).toContain('Ana & <Luis>');
  });
});

describe('sources of the screens', () => {
  const screens = filesEnding('.tsx').filter((file) => !/\.test\.tsx$|\/testing\//.test(file));

  test('are found', () => {
    expect(screens.length).toBeGreaterThan(20);
  });

  test.each(screens)('%s says nothing that is not in a dictionary', (file) => {
    const source = (sources[file] ?? '').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    expect(literalTexts(source)).toEqual([]);
  });

  test('the check itself finds what it looks for', () => {
    expect(literalTexts('<p className={x}>Hola</p>')).toEqual(['Hola']);
    expect(literalTexts('<input placeholder="Nombre" />')).toEqual(['Nombre']);
    expect(literalTexts('<p>{text("a.b")}</p>')).toEqual([]);
    expect(literalTexts('const f = (a: X<Y>): Z => a > b;')).toEqual([]);
  });
});

/** Words between two tags, and words in the attributes that people see or hear. */
function literalTexts(source: string): string[] {
  const between = [...source.matchAll(/<[A-Za-z][^<>{}]*(?:\{[^{}]*\}[^<>{}]*)*>([^<>{}]*)<\//g)];
  const attributes = [
    ...source.matchAll(
      /\b(?:label|title|placeholder|alt|aria-label|happened|money|next|word)="([^"]*)"/g,
    ),
  ].filter(([, value]) => !/^[\w-]+(\.[\w-]+)+$/.test(value ?? ''));
  return [...between, ...attributes]
    .map(([, value]) => (value ?? '').trim())
    .filter((value) => /\p{L}{2}/u.test(value));
}
