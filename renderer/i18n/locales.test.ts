import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_TEXTS, LANGUAGES, TEXTS } from '../../shared/locales/index.ts';
import { getTextFunction, loadTexts } from './index.ts';

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const shared = import.meta.glob<string>('../../shared/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

type Topic = Readonly<Record<string, string>>;
/** The topics of a language by name. */
type Topics = Readonly<Record<string, Topic>>;

const files = import.meta.glob<object>('../../shared/locales/*/*.json', {
  eager: true,
  import: 'default',
});

function listFilesEnding(ending: string): string[] {
  return Object.keys(sources).filter((file) => file.endsWith(ending));
}

function getTopics(language: string): Topics {
  const own = Object.entries(files).filter(([file]) => file.includes(`/${language}/`));
  return Object.fromEntries(
    own.map(([file, texts]) => [/([\w-]+)\.json$/.exec(file)?.[1], flatten(texts)]),
  );
}

/** Flattens nested or flat keys to `a.b`. */
function flatten(tree: object, prefix = ''): Topic {
  return Object.assign(
    {},
    ...Object.entries(tree).map(([key, node]) =>
      typeof node === 'string' ? { [prefix + key]: node } : flatten(node, `${prefix}${key}.`),
    ),
  );
}

const mexicanTopics = getTopics('es-MX');
const listPlaceholders = (text: string): string =>
  (text.match(/\{\{\w+\}\}/g) ?? []).sort().join(' ');

/** Spanish of other countries contains only its differences; any other language is complete. */
const isComplete = (language: string): boolean =>
  !language.startsWith('es-') || language === 'es-MX';

/** The plural endings of a language: `_one` and `_other` in most. */
function listPluralEndings(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  const counts = Array.from({ length: 201 }, (_, count) => rules.select(count));
  return [...new Set(counts)].map((category) => `_${category}`).sort();
}

/** Every key that a language needs, with a Mexican text that has the same placeholders. */
function listExpectedKeys(language: string, topic: Topic): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(topic).flatMap(([key, text]) => {
      const base = /^(.*)_(?:one|other)$/.exec(key)?.[1];
      if (base === undefined) return [[key, text]];
      const otherText = topic[`${base}_other`] ?? text;
      return listPluralEndings(language).map((ending) => [
        base + ending,
        topic[base + ending] ?? otherText,
      ]);
    }),
  );
}

/** Three words or more, which are never identical in two languages. */
function isSentence(text: string): boolean {
  return (text.replace(/\{\{\w+\}\}/g, '').match(/\p{L}{2,}/gu) ?? []).length > 2;
}

/** Lists what must be fixed in a language before it can be shipped. */
function listFaults(language: string, topics: Topics): string[] {
  const faults: string[] = [];
  for (const [name, topic] of Object.entries(mexicanTopics)) {
    const languageTexts = topics[name] ?? {};
    const expectedKeys = listExpectedKeys(language, topic);
    for (const [key, referenceText] of expectedKeys) {
      const text = languageTexts[key];
      if (text === undefined) {
        if (isComplete(language)) faults.push(`${name}: ${key} is missing`);
      } else if (text.trim() === '') faults.push(`${name}: ${key} is empty`);
      // The singular may omit its number.
      else if (
        !key.endsWith('_one') &&
        listPlaceholders(text) !== listPlaceholders(referenceText)
      ) {
        faults.push(`${name}: ${key} is filled with other values`);
      } else if (!isComplete(language) && text === topic[key]) {
        faults.push(`${name}: ${key} is as in Mexico`);
      }
    }
    for (const key of Object.keys(languageTexts)) {
      if (!expectedKeys.has(key)) faults.push(`${name}: nobody asks for ${key}`);
    }
  }
  for (const name of Object.keys(topics)) {
    if (!(name in mexicanTopics)) faults.push(`nobody asks for ${name}`);
  }
  return faults;
}

/**
 * A complete language starts as a copy of an earlier one: lists the sentences that are still the
 * copy's.
 */
function listUntranslated(topics: Topics, sourceLanguage: string): string[] {
  return Object.entries(getTopics(sourceLanguage)).flatMap(([name, topic]) =>
    Object.entries(topic)
      .filter(([key, text]) => isSentence(text) && topics[name]?.[key] === text)
      .map(([key]) => `${name}: ${key} is not translated from ${sourceLanguage}`),
  );
}

describe('the languages', () => {
  test('matches the locale folders', () => {
    const folders = new Set(Object.keys(files).map((file) => file.split('/').at(-2)));
    expect([...folders].sort()).toEqual([...LANGUAGES].sort());
  });

  test.each(LANGUAGES)('%s has every key', (language) => {
    expect(listFaults(language, getTopics(language))).toEqual([]);
  });

  const whole = LANGUAGES.filter(isComplete);
  test.each(whole)('%s has no sentence of another language', (language) => {
    const earlierLanguages = whole.slice(0, whole.indexOf(language));
    const topics = getTopics(language);
    expect(
      earlierLanguages.flatMap((sourceLanguage) => listUntranslated(topics, sourceLanguage)),
    ).toEqual([]);
  });

  test.each(LANGUAGES)('%s exports the topics that main and page share', (language) => {
    const own = getTopics(language);
    const sharedTopics = Object.entries(TEXTS[language]).map(([topic, texts]) => [
      topic,
      flatten(texts),
    ]);
    const topics = Object.keys(own).filter((topic) => topic in DEFAULT_TEXTS);
    expect(Object.fromEntries(sharedTopics)).toEqual(
      Object.fromEntries(topics.map((topic) => [topic, own[topic]])),
    );
  });

  test('reports missing keys, other placeholders, unused keys and missing plurals', () => {
    const { history, ...otherTopics } = mexicanTopics;
    expect(listFaults('en', otherTopics)[0]).toMatch(/^history: .* is missing$/);
    const faults = listFaults('en', {
      ...mexicanTopics,
      lock: { ...mexicanTopics.lock, 'lock.takeOver': 'Take over', 'lock.more': 'More' },
    });
    expect(faults).toEqual([
      'lock: lock.takeOver is filled with other values',
      'lock: nobody asks for lock.more',
    ]);
    // Polish has three plural forms here.
    expect(listFaults('pl', mexicanTopics)).toContain('frame: printer.waiting_few is missing');
    expect(listFaults('es-CO', { lock: mexicanTopics.lock ?? {} })[0]).toMatch(/is as in Mexico$/);
    expect(listUntranslated(mexicanTopics, 'es-MX')[0]).toMatch(/ is not translated from es-MX$/);
  });

  test('defines each key of the page in only one topic', () => {
    const pages = Object.entries(mexicanTopics).filter(([topic]) => !(topic in DEFAULT_TEXTS));
    const allKeys = pages.flatMap(([, topic]) => Object.keys(topic));
    expect(allKeys.length).toBe(new Set(allKeys).size);
  });
});

/** Lists keys that no source uses: as a literal, as a template, or by a literal prefix. */
function listUnusedKeys(keys: readonly string[], source: string): string[] {
  const literals = new Set(
    [...source.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key),
  );
  const templates = [...source.matchAll(/`([\w-]+\.[^`]*\$\{[^`]*)`/g)]
    .map(([, template = '']) => template.split(/\$\{[^}]*\}/))
    .filter((parts) => !parts.some((part) => /\s/.test(part)))
    .map(
      (parts) =>
        new RegExp(
          `^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`,
        ),
    );
  const hasLiteralPrefix = (key: string): boolean => {
    const parts = key.split('.');
    return parts.some((_, index) => index >= 2 && literals.has(parts.slice(0, index).join('.')));
  };
  return keys.filter((key) => {
    const baseKey = key.replace(/(?:_touch)?(?:_(?:one|other))?$/, '');
    return (
      !literals.has(baseKey) &&
      !hasLiteralPrefix(baseKey) &&
      !templates.some((template) => template.test(baseKey))
    );
  });
}

describe('the keys of the page', () => {
  test('finds a use of each key in a source', () => {
    const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file);
    const code = Object.entries({ ...sources, ...shared })
      .flatMap(([file, source]) => (isTest(file) ? [] : source))
      .join('\n');
    const pages = Object.entries(mexicanTopics).filter(([topic]) => !(topic in DEFAULT_TEXTS));
    const keys = pages.flatMap(([, topic]) => Object.keys(topic));
    expect(keys.length).toBeGreaterThan(1_000);
    expect(listUnusedKeys(keys, code)).toEqual([]);
  });

  test('finds keys as literals, prefixes and templates', () => {
    const source = `text('a.b'); text(\`c.\${one}.d\`); isPaid ? 'e.f' : 'e.g'`;
    const usedKeys = ['a.b', 'a.b_one', 'c.x.d', 'e.f.in'];
    expect(listUnusedKeys([...usedKeys, 'a.c', 'c.x', 'e.h'], source)).toEqual([
      'a.c',
      'c.x',
      'e.h',
    ]);
  });
});

describe('the texts of a page', () => {
  beforeAll(async () => {
    for (const language of LANGUAGES) await loadTexts(language);
  });

  test.each(LANGUAGES)('%s fills values and chooses plurals', (language) => {
    const text = getTextFunction(language);
    expect(text('frame.pos', { pos: '07' })).toContain('07');
    const singular = text('printer.waiting', { count: 1 });
    const plural = text('printer.waiting', { count: 3 });
    expect(plural).toContain('3');
    expect(singular).not.toBe(plural);
  });

  test('falls back from Colombian to Mexican texts', () => {
    const text = getTextFunction('es-CO');
    expect(text('frame.training')).toBe('PRÁCTICA');
    expect(text('operation.rates')).toBe('Tasas de cambio');
  });

  test('inserts a value literally, not as HTML or as a template', () => {
    const name = 'Ana & <Luis> {{name}} $t(frame.training)';
    expect(getTextFunction('en')('signIn.pin', { name })).toContain(name);
  });
});

describe('sources of the screens', () => {
  const screens = listFilesEnding('.tsx').filter((file) => !/\.test\.tsx$|\/testing\//.test(file));

  test('includes all screens', () => {
    expect(screens.length).toBeGreaterThan(20);
  });

  test.each(screens)('%s has no literal text outside the topics', (file) => {
    const source = (sources[file] ?? '').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    expect(findLiteralTexts(source)).toEqual([]);
  });

  test('finds literal text and attributes in a source', () => {
    expect(findLiteralTexts('<p className={x}>Hola</p>')).toEqual(['Hola']);
    expect(findLiteralTexts('<input placeholder="Nombre" />')).toEqual(['Nombre']);
    expect(findLiteralTexts('<p>{text("a.b")}</p>')).toEqual([]);
    expect(findLiteralTexts('const f = (a: X<Y>): Z => a > b;')).toEqual([]);
  });
});

/** Finds texts between two tags, and texts in visible or accessible attributes. */
function findLiteralTexts(source: string): string[] {
  const tagTexts = [...source.matchAll(/<[A-Za-z][^<>{}]*(?:\{[^{}]*\}[^<>{}]*)*>([^<>{}]*)<\//g)];
  const attributes = [
    ...source.matchAll(
      /\b(?:label|title|placeholder|alt|aria-label|impact|action|word)="([^"]*)"/g,
    ),
  ].filter(([, value]) => !/^[\w-]+(\.[\w-]+)+$/.test(value ?? ''));
  return [...tagTexts, ...attributes]
    .map(([, value]) => (value ?? '').trim())
    .filter((value) => /\p{L}{2}/u.test(value));
}
