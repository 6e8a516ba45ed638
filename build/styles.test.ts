import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The page's sheets, read from the sources: the tests of the page itself see no CSS. */
const RENDERER = join(import.meta.dirname, '..', 'renderer');
const files = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' });
const read = (file: string): string =>
  readFileSync(join(RENDERER, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

const modules = new Map(
  files.filter((file) => file.endsWith('.module.css')).map((file) => [file, read(file)]),
);
const tokens = read('app/tokens.css');

/** Components set these in their style attribute. */
const SET_BY_COMPONENTS = [
  '--columns',
  '--rows',
  '--column',
  '--row',
  '--value-width',
  '--figures-width',
  '--figure-width',
  '--wide-rows',
  '--fill-time',
];

const LITERAL = /#[0-9a-f]{3,8}\b|\brgb\(|\bhsl\(|(?<![\w.-])[\d.]+(?:px|rem)\b/gi;

/** Each `styles.name` of each component; other folders import `patterns` through the index of `components`. */
function listUsedClasses(): { file: string; sheet: string; name: string }[] {
  return files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const source = readFileSync(join(RENDERER, file), 'utf8');
      const sheets = [...source.matchAll(/import (\w+) from '(.+\.module\.css)'/g)].map(
        ([, variable = '', path = '']) => [variable, join(dirname(file), path)] as const,
      );
      if (/\bpatterns\b.*index\.ts'|^ {2}patterns,$/m.test(source)) {
        sheets.push(['patterns', 'components/patterns.module.css']);
      }
      return sheets.flatMap(([variable, sheet]) =>
        [...source.matchAll(new RegExp(`\\b${variable}\\.(?!module)(\\w+)`, 'g'))].map(
          ([, name = '']) => ({ file, sheet, name }),
        ),
      );
    });
}

describe('style sheets', () => {
  test('every colour and length comes from the tokens', () => {
    const own = [...modules].flatMap(([file, css]) =>
      // Media queries cannot read custom properties.
      (css.replace(/@media[^{]*/g, '').match(LITERAL) ?? []).map((value) => `${file}: ${value}`),
    );
    expect(own).toEqual([]);
  });

  test('every token that a sheet uses is declared', () => {
    const undeclared = [...modules].flatMap(([file, css]) =>
      [...css.matchAll(/var\((--[\w-]+)/g)]
        .map(([, name = '']) => name)
        .filter(
          (name) =>
            !SET_BY_COMPONENTS.includes(name) &&
            !new RegExp(`${name}\\s*:`).test(css) &&
            !tokens.includes(`${name}:`),
        )
        .map((name) => `${file}: ${name}`),
    );
    expect(undeclared).toEqual([]);
  });

  test('every class that a component uses is in its sheet', () => {
    const used = listUsedClasses();
    expect(used.length).toBeGreaterThan(300);
    const unknown = used.filter(
      ({ name, sheet }) => !new RegExp(`\\.${name}\\b`).test(modules.get(sheet) ?? ''),
    );
    expect(unknown).toEqual([]);
  });
});

interface Colours {
  readonly [name: string]: string;
}

/** A colour that is the same in both themes stands alone. */
function getColours(sheet: string, theme: 'light' | 'dark'): Colours {
  const hex = '(#[0-9a-f]{6})';
  const token = new RegExp(`(--[\\w-]+):\\s*(?:${hex}|light-dark\\(${hex},\\s*${hex}\\));`, 'g');
  return Object.fromEntries(
    [...sheet.matchAll(token)].map(([, name, both, light, dark]) => [
      name,
      both ?? (theme === 'light' ? light : dark),
    ]),
  );
}

function luminance(hex: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

describe('contrast of text', () => {
  const [common = ''] = tokens.split('@media');
  const [, contrastTokens = ''] =
    /@media \(prefers-contrast: more\) \{([\s\S]*?)\n\}/.exec(tokens) ?? [];
  const themes = Object.fromEntries(
    (['light', 'dark'] as const).flatMap((theme) => {
      const colours = getColours(common, theme);
      const stronger = { ...colours, ...getColours(contrastTokens, theme) };
      return [
        [theme, colours],
        [`${theme} with more contrast`, stronger],
      ];
    }),
  );

  test('more contrast changes colours', () => {
    expect(themes['light with more contrast']).not.toEqual(themes.light);
  });

  const pairs = [
    ['--ink', '--surface'],
    ['--ink', '--raised'],
    ['--ink', '--counter'],
    ['--ink-soft', '--surface'],
    ['--ink-soft', '--raised'],
    ['--ink-soft', '--counter'],
    ['--accent', '--raised'],
    ['--accent', '--accent-soft'],
    ['--ink', '--accent-soft'],
    ['--ink-soft', '--accent-soft'],
    ['--on-accent', '--accent'],
    ['--on-accent', '--accent-strong'],
    ['--on-bar', '--bar'],
    ['--on-bar-soft', '--bar'],
    ['--on-bar', '--bar-raised'],
    ['--on-bar-soft', '--bar-raised'],
    ['--light-bad', '--bar'],
    ['--on-banner', '--banner'],
    ['--paid', '--paid-soft'],
    ['--ink', '--paid-soft'],
    ['--refused', '--refused-soft'],
    ['--ink', '--refused-soft'],
    ['--ink-soft', '--refused-soft'],
    ['--refused', '--surface'],
    ['--refused', '--raised'],
    ['--unknown', '--unknown-soft'],
    ['--ink', '--unknown-soft'],
    ['--ink-soft', '--unknown-soft'],
    ['--paper-ink', '--paper'],
    ['--paper-faint', '--paper'],
  ] as const;

  describe.each(Object.entries(themes))('in %s', (_theme, colours) => {
    test.each(pairs)('%s on %s is at least 7:1', (text, surface) => {
      expect(contrast(colours[text] ?? '', colours[surface] ?? '')).toBeGreaterThanOrEqual(7);
    });

    test.each([
      ['--line-strong', '--raised'],
      ['--line-strong', '--surface'],
      ['--light-good', '--bar'],
      ['--light-asleep', '--bar'],
    ])('%s on %s is at least 3:1', (line, surface) => {
      expect(contrast(colours[line] ?? '', colours[surface] ?? '')).toBeGreaterThanOrEqual(3);
    });
  });
});
