import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, MEXICO, TEXTS } from '../../shared/locales/index.ts';
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
/** Topics of a language by their names. */
type Topics = Readonly<Record<string, Topic>>;

const files = import.meta.glob<object>('../../shared/locales/*/*.json', {
  eager: true,
  import: 'default',
});

function filesEnding(ending: string): string[] {
  return Object.keys(sources).filter((file) => file.endsWith(ending));
}

function topicsOf(language: string): Topics {
  const own = Object.entries(files).filter(([file]) => file.includes(`/${language}/`));
  return Object.fromEntries(
    own.map(([file, texts]) => [/([\w-]+)\.json$/.exec(file)?.[1], flat(texts)]),
  );
}

/** Nested or flat, as `a.b`. */
function flat(tree: object, above = ''): Topic {
  return Object.assign(
    {},
    ...Object.entries(tree).map(([key, node]) =>
      typeof node === 'string' ? { [above + key]: node } : flat(node, `${above}${key}.`),
    ),
  );
}

const mexico = topicsOf('es-MX');
const placeholders = (text: string): string => (text.match(/\{\{\w+\}\}/g) ?? []).sort().join(' ');

/** Spanish of other countries holds only what it says otherwise; any other language is whole. */
const isWhole = (language: string): boolean => !language.startsWith('es-') || language === 'es-MX';

/** The endings that counting in a language needs: `_one` and `_other` in most. */
function pluralEndings(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  const counts = Array.from({ length: 201 }, (_, count) => rules.select(count));
  return [...new Set(counts)].map((one) => `_${one}`).sort();
}

/** Every key that a language has to say, with a text of Mexico that is filled with the same. */
function wanted(language: string, topic: Topic): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(topic).flatMap(([key, text]) => {
      const base = /^(.*)_(?:one|other)$/.exec(key)?.[1];
      if (base === undefined) return [[key, text]];
      const other = topic[`${base}_other`] ?? text;
      return pluralEndings(language).map((ending) => [
        base + ending,
        topic[base + ending] ?? other,
      ]);
    }),
  );
}

/** Three words or more, which no two languages have alike. */
function isSentence(text: string): boolean {
  return (text.replace(/\{\{\w+\}\}/g, '').match(/\p{L}{2,}/gu) ?? []).length > 2;
}

/** What has to be mended in a language before it can be shipped. */
function faultsOf(language: string, topics: Topics): string[] {
  const faults: string[] = [];
  for (const [name, topic] of Object.entries(mexico)) {
    const said = topics[name] ?? {};
    const asked = wanted(language, topic);
    for (const [key, model] of asked) {
      const text = said[key];
      if (text === undefined) {
        if (isWhole(language)) faults.push(`${name}: ${key} is missing`);
      } else if (text.trim() === '') faults.push(`${name}: ${key} is empty`);
      // One of something may be said without its number.
      else if (!key.endsWith('_one') && placeholders(text) !== placeholders(model)) {
        faults.push(`${name}: ${key} is filled with other values`);
      } else if (!isWhole(language) && text === topic[key]) {
        faults.push(`${name}: ${key} is as in Mexico`);
      }
    }
    for (const key of Object.keys(said)) {
      if (!asked.has(key)) faults.push(`${name}: nobody asks for ${key}`);
    }
  }
  for (const name of Object.keys(topics)) {
    if (!(name in mexico)) faults.push(`nobody asks for ${name}`);
  }
  return faults;
}

/** A whole language is begun as a copy of one before it: what still says that one's sentences. */
function untranslated(topics: Topics, copied: string): string[] {
  return Object.entries(topicsOf(copied)).flatMap(([name, topic]) =>
    Object.entries(topic)
      .filter(([key, text]) => isSentence(text) && topics[name]?.[key] === text)
      .map(([key]) => `${name}: ${key} is not translated from ${copied}`),
  );
}

describe('the languages', () => {
  test('are the folders', () => {
    const folders = new Set(Object.keys(files).map((file) => file.split('/').at(-2)));
    expect([...folders].sort()).toEqual([...LANGUAGES].sort());
  });

  test.each(LANGUAGES)('%s lacks nothing', (language) => {
    expect(faultsOf(language, topicsOf(language))).toEqual([]);
  });

  const whole = LANGUAGES.filter(isWhole);
  test.each(whole)('%s says no sentence of another', (language) => {
    const before = whole.slice(0, whole.indexOf(language));
    const topics = topicsOf(language);
    expect(before.flatMap((copied) => untranslated(topics, copied))).toEqual([]);
  });

  test.each(LANGUAGES)('%s gives both sides the topics that both say', (language) => {
    const own = topicsOf(language);
    const both = Object.entries(TEXTS[language]).map(([topic, texts]) => [topic, flat(texts)]);
    const topics = Object.keys(own).filter((topic) => topic in MEXICO);
    expect(Object.fromEntries(both)).toEqual(
      Object.fromEntries(topics.map((topic) => [topic, own[topic]])),
    );
  });

  test('the check itself names what is missing, filled otherwise, left over and not counted', () => {
    const { history, ...others } = mexico;
    expect(faultsOf('en', others)[0]).toMatch(/^history: .* is missing$/);
    const faults = faultsOf('en', {
      ...mexico,
      lock: { ...mexico.lock, 'lock.takeOver': 'Take over', 'lock.more': 'More' },
    });
    expect(faults).toEqual([
      'lock: lock.takeOver is filled with other values',
      'lock: nobody asks for lock.more',
    ]);
    // Polish counts in three ways.
    expect(faultsOf('pl', mexico)).toContain('frame: printer.waiting_few is missing');
    expect(faultsOf('es-CO', { lock: mexico.lock ?? {} })[0]).toMatch(/is as in Mexico$/);
    expect(untranslated(mexico, 'es-MX')[0]).toMatch(/ is not translated from es-MX$/);
  });

  test('no two topics of the page claim one key', () => {
    const pages = Object.entries(mexico).filter(([topic]) => !(topic in MEXICO));
    const all = pages.flatMap(([, topic]) => Object.keys(topic));
    expect(all.length).toBe(new Set(all).size);
  });
});

/** Keys that no source asks for, whole, as a template, or by what stands before what is filled in. */
function keysWithoutUser(keys: readonly string[], source: string): string[] {
  const literals = new Set(
    [...source.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key),
  );
  const templates = [...source.matchAll(/`([\w-]+\.[^`]*\$\{[^`]*)`/g)]
    .map(([, template = '']) => template.split(/\$\{[^}]*\}/))
    .filter((parts) => !parts.some((part) => /\s/.test(part)))
    .map(
      (parts) =>
        new RegExp(
          `^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`,
        ),
    );
  const isBegun = (key: string): boolean => {
    const parts = key.split('.');
    return parts.some((_, at) => at >= 2 && literals.has(parts.slice(0, at).join('.')));
  };
  return keys.filter((key) => {
    const asked = key.replace(/_(?:one|other)$/, '');
    return (
      !literals.has(asked) && !isBegun(asked) && !templates.some((template) => template.test(asked))
    );
  });
}

describe('the keys of the page', () => {
  test('each have a user', () => {
    const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file);
    const code = Object.entries({ ...sources, ...shared })
      .flatMap(([file, source]) => (isTest(file) ? [] : source))
      .join('\n');
    const pages = Object.entries(mexico).filter(([topic]) => !(topic in MEXICO));
    const keys = pages.flatMap(([, topic]) => Object.keys(topic));
    expect(keys.length).toBeGreaterThan(1_000);
    expect(keysWithoutUser(keys, code)).toEqual([]);
  });

  test('the check itself knows who asks', () => {
    const source = `text('a.b'); text(\`c.\${one}.d\`); isPaid ? 'e.f' : 'e.g'`;
    const asked = ['a.b', 'a.b_one', 'c.x.d', 'e.f.in'];
    expect(keysWithoutUser([...asked, 'a.c', 'c.x', 'e.h'], source)).toEqual(['a.c', 'c.x', 'e.h']);
  });
});

describe('the texts of a page', () => {
  beforeAll(async () => {
    for (const language of LANGUAGES) await loadTexts(language);
  });

  test.each(LANGUAGES)('%s fills values and chooses plurals', (language) => {
    const text = getTextFunction(language);
    expect(text('frame.pos', { pos: '07' })).toContain('07');
    const one = text('printer.waiting', { count: 1 });
    const many = text('printer.waiting', { count: 3 });
    expect(many).toContain('3');
    expect(one).not.toBe(many);
  });

  test('Colombia falls back to Mexico, and speaks its own where it differs', () => {
    const text = getTextFunction('es-CO');
    expect(text('frame.training')).toBe('PRÁCTICA');
    expect(text('operation.rates')).toBe('Tasas de cambio');
  });

  test('a value is shown as it is, not as HTML and not as a text to be filled', () => {
    const name = 'Ana & <Luis> {{name}} $t(frame.training)';
    expect(getTextFunction('en')('signIn.pin', { name })).toContain(name);
  });
});

describe('sources of the screens', () => {
  const screens = filesEnding('.tsx').filter((file) => !/\.test\.tsx$|\/testing\//.test(file));

  test('are found', () => {
    expect(screens.length).toBeGreaterThan(20);
  });

  test.each(screens)('%s says nothing that is not in a topic', (file) => {
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
