import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Biller, BillerKind, BillerMatch } from '../../../shared/contract/index.ts';
import { createBiller } from '../../../tests/bench/support/biller-catalog.ts';
import { runToCompletion } from '../../platform/index.ts';
import { createBillerUses } from './biller-uses.ts';
import { foldTextWithPositions, splitIntoFoldedWords } from './fold-text.ts';
import { toBillerSearchEntry } from './search-entry.ts';
import { type BillerSearchQuery, buildBillerSearchIndex } from './search-index.ts';

const ALL: readonly BillerKind[] = ['utility', 'top-up', 'gift-card', 'partner'];
const DAY = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 0, 15, 16);

function search(
  billers: readonly Biller[],
  text: string,
  change: Partial<BillerSearchQuery> = {},
): BillerMatch[] {
  const query = { text, kinds: ALL, limit: 50, uses: createBillerUses([]), country: 'MX', now };
  return runToCompletion(buildBillerSearchIndex(billers.map(toBillerSearchEntry))).search({
    ...query,
    ...change,
  });
}

function toIds(matches: readonly BillerMatch[]): number[] {
  return matches.map(({ biller }) => biller.id);
}

function getHighlightedTexts(match: BillerMatch | undefined): string[] {
  return match?.matches.map(([start, end]) => match.biller.name.slice(start, end)) ?? [];
}

const createUses = (...rows: readonly (readonly [id: number, uses: number, daysAgo: number])[]) =>
  createBillerUses(
    rows.map(([billerId, uses, daysAgo]) => ({
      billerId,
      uses,
      lastUsedAt: new Date(now - daysAgo * DAY).toISOString(),
    })),
  );

test('sorts equally good matches alphabetically for names in any script', () => {
  const letter = fc.constantFrom('a', 'b', 'z', '9', 'ж', 'я', 'ъ', '中', '文', 'ÿ', 'ə');
  const tail = fc.string({ unit: letter, minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.uniqueArray(tail, { minLength: 1, maxLength: 20 }), (tails) => {
      const billers = tails.flatMap((suffix, at) => [
        createBiller(2 * at + 2, `a${suffix}`),
        createBiller(2 * at + 1, `a${suffix}`),
      ]);
      const foldName = (biller: Biller) => foldTextWithPositions(biller.name).text;
      const sorted = billers.toSorted((a, b) =>
        foldName(a) < foldName(b) ? -1 : foldName(a) > foldName(b) ? 1 : a.id - b.id,
      );
      const matches = search(billers, 'a', { limit: 100 });
      expect(toIds(matches)).toEqual(sorted.map(({ id }) => id));
    }),
  );
});

describe('the order', () => {
  const billers = [
    createBiller(1, 'Gas Norte'),
    createBiller(2, 'Gas', 'Gas', 'CO'),
    createBiller(3, 'Compañía de Gas Sur'),
    createBiller(4, 'Biogasa'),
    createBiller(5, 'Gaseosas', 'Utility', 'CO'),
    createBiller(6, 'Gas Abajo'),
    createBiller(7, 'Pagos 2 en 1'),
  ];

  test('sorts by exact name, home by prefix and alphabet, abroad, matches inside words', () => {
    expect(toIds(search(billers, 'gas'))).toEqual([2, 6, 1, 3, 5, 4]);
  });

  test('lists used billers first in their class, but after an exact name', () => {
    const uses = createUses([3, 2, 1], [5, 9, 1]);
    expect(toIds(search(billers, 'gas', { uses }))).toEqual([2, 5, 3, 6, 1, 4]);
  });

  test('lists an exact id before a name that contains the number', () => {
    expect(toIds(search(billers, '2'))[0]).toBe(2);
  });

  test('ranks ten uses of yesterday before a hundred uses of 200 days ago', () => {
    const uses = createUses([1, 100, 200], [6, 10, 1]);
    expect(toIds(search(billers, 'gas', { uses })).slice(0, 3)).toEqual([2, 6, 1]);
  });

  test('returns at most the limit and only the requested kinds', () => {
    expect(toIds(search(billers, 'gas', { limit: 2 }))).toEqual([2, 6]);
    expect(search(billers, 'gas', { kinds: ['top-up'] })).toEqual([]);
  });

  test('returns the most used billers of the requested kinds for an empty text', () => {
    const mixed = [...billers, createBiller(8, 'Telcel', 'Cell')];
    const uses = createUses([1, 3, 1], [8, 9, 1], [3, 5, 1], [999, 70, 1]);
    expect(toIds(search(mixed, '  ', { uses }))).toEqual([8, 3, 1]);
    expect(toIds(search(mixed, '', { uses, kinds: ['utility'] }))).toEqual([3, 1]);
    expect(search(mixed, '', { uses })[0]?.uses).toBe(9);
    expect(search(mixed, '')).toEqual([]);
  });

  test('finds nothing for punctuation alone', () => {
    expect(search(billers, '!?', { uses: createUses([1, 3, 1]) })).toEqual([]);
  });

  test('finds a biller without a currency by search', () => {
    expect(
      toIds(search([createBiller(9, 'Sin Moneda', 'Gas', '', { currency: '' })], 'sin mon')),
    ).toEqual([9]);
  });

  test('finds billers by their trade in Spanish, also misspelt, but not by two letters', () => {
    const trades = [createBiller(1, 'Edenor', 'Electricity'), createBiller(2, 'Axtel', 'Landline')];
    expect(toIds(search(trades, 'luz'))).toEqual([1]);
    expect(toIds(search(trades, 'teléfono'))).toEqual([2]);
    expect(toIds(search(trades, 'telefno'))).toEqual([2]);
    expect(toIds(search(trades, 'lu'))).toEqual([]);
  });
});

describe('words written together or apart', () => {
  const names = [
    'Total Play',
    'Megacable',
    'Coca-Cola Femsa',
    '7-Eleven',
    'Gas Natural Fenosa',
    'Peña & Cía',
    'Total Gas',
    'Cola Loca',
    'Peña&Cía',
    'Unagas',
  ];
  const billers = names.map((name, id) => createBiller(id + 1, name, 'Other'));
  const findNames = (text: string) => search(billers, text).map(({ biller }) => biller.name);

  test.each([
    ['totalplay', ['Total Play']],
    ['totalpl', ['Total Play']],
    ['total play', ['Total Play']],
    ['mega cable', ['Megacable']],
    ['cocacola', ['Coca-Cola Femsa']],
    ['7eleven', ['7-Eleven']],
    ['gasnatural', ['Gas Natural Fenosa']],
    ['fenosa gasnat', ['Gas Natural Fenosa']],
    ['naturalfen', ['Gas Natural Fenosa']],
    ['pena y cia', ['Peña & Cía', 'Peña&Cía']],
    ['pena y', ['Peña & Cía', 'Peña&Cía']],
    ['7 eleven', ['7-Eleven']],
    ['una gas', ['Unagas']],
    ['talplay', []],
  ])('finds for %s %j', (text, expected) => {
    expect(findNames(text)).toEqual(expected);
  });

  test('lists words written together after beginnings of words, and used billers first', () => {
    const variants = ['Total Play', 'Totalplay Empresas', 'Total Play Norte'].map((name, id) =>
      createBiller(id + 1, name),
    );
    expect(toIds(search(variants, 'totalplay'))).toEqual([2, 1, 3]);
    expect(toIds(search(variants, 'totalplay', { uses: createUses([3, 1, 1]) }))).toEqual([
      2, 3, 1,
    ]);
  });
});

describe('highlights', () => {
  test.each([
    ['Comisión Federal', 'comision', ['Comisión']],
    ['Comisio\u0301n Federal', 'comisión', ['Comisio\u0301n']],
    ['Comisio\u0301n Federal', 'misio', ['misio\u0301']],
    ['C.F.E. Norte', 'cfe', ['C.F.E.']],
    ['AT&T Pospago', 'pos att', ['AT&T', 'Pos']],
    ['Straße Norte', 'stras', ['Straß']],
    ['Gas Gasera', 'gas gasera', ['Gas', 'Gasera']],
    ['Telmex Negocios', 'temlex', ['Telmex']],
    ['💡 Luz 💡', 'luz', ['Luz']],
    ['Gas 7-Eleven Norte', '7ele', ['7-Ele']],
  ])('highlights in %j the typed text %j', (name, typed, expected) => {
    const biller = createBiller(1, name);
    const matches = search([biller], typed);
    expect(getHighlightedTexts(matches[0])).toEqual(expected);
  });
});

const letter = fc.constantFrom(...'abcdefghijlmnoprstuvzáéíóúñ');
const longWord = fc.string({ unit: letter, minLength: 5, maxLength: 12 });
const name = fc.array(longWord, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
const names = fc.array(name, { minLength: 1, maxLength: 12 });

describe('search over random names', () => {
  test('finds a biller by every part of a word, in any case and without accents', () => {
    fc.assert(
      fc.property(
        names,
        fc.nat(),
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        (allNames, a, b, c, isUpper) => {
          const billers = allNames.map((nameText, id) => createBiller(id + 1, nameText));
          const biller = billers[a % billers.length];
          if (!biller) throw new Error('no biller');
          const parts = biller.name.split(' ');
          const word = parts[b % parts.length] ?? '';
          const start = c % word.length;
          const piece = word.slice(start, start + 1 + ((b + c) % (word.length - start)));
          const typed = isUpper ? piece.toUpperCase() : foldTextWithPositions(piece).text;
          expect(toIds(search(billers, typed))).toContain(biller.id);
        },
      ),
    );
  });

  test('finds a biller by its words in any order', () => {
    fc.assert(
      fc.property(
        names.chain((allNames) =>
          fc.tuple(fc.constant(allNames), fc.shuffledSubarray(allNames[0]?.split(' ') ?? [])),
        ),
        ([allNames, some]) => {
          const billers = allNames.map((nameText, id) => createBiller(id + 1, nameText));
          if (some.length > 0) expect(toIds(search(billers, some.join(' ')))).toContain(1);
        },
      ),
    );
  });

  test('finds a biller despite one missing, extra, wrong or exchanged letter in a long word', () => {
    fc.assert(
      fc.property(
        names,
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('a', 'k', 'z'),
        (allNames, at, errorKind, otherLetter) => {
          const billers = allNames.map((nameText, id) => createBiller(id + 1, nameText));
          const word = splitIntoFoldedWords(allNames[0] ?? '')[0] ?? '';
          const index = at % word.length;
          const before = word.slice(0, index);
          const rest = word.slice(index + 1);
          const letterAtIndex = word.charAt(index);
          const typed = [
            before + rest,
            before + letterAtIndex + otherLetter + rest,
            before + otherLetter + rest,
            before + rest.charAt(0) + letterAtIndex + rest.slice(1),
          ][errorKind];
          expect(toIds(search(billers, typed ?? ''))).toContain(1);
        },
      ),
    );
  });

  test('never throws for any typed text, and returns highlights that are ranges of the name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }),
        fc.string({ unit: 'binary', maxLength: 80 }),
        (allNames, typed) => {
          const billers = allNames.map((nameText, id) => createBiller(id + 1, nameText));
          for (const text of [typed, allNames[0] ?? '', `"${typed}" -x (`]) {
            for (const { biller, matches } of search(billers, text)) {
              let last = -1;
              for (const [start, end] of matches) {
                expect(start).toBeGreaterThan(last);
                expect(end).toBeGreaterThan(start);
                expect(end).toBeLessThanOrEqual(biller.name.length);
                last = end;
              }
            }
          }
        },
      ),
    );
  });
});

describe('search for a short word inside a name and a longer word', () => {
  // The longer word matches in more places than are compared one by one, or in fewer.
  const many = Array.from({ length: 2_500 }, (_, n) => [`Casa Baqo ${n}`, `Casa Bano ${n}`]);
  const few = Array.from({ length: 5 }, (_, n) => [`Solar Baqo ${n}`, `Solar Bano ${n}`]);
  const billers = [...many, ...few]
    .flat()
    .map((name, id) => createBiller(100_000 + id, name, 'Other'));

  test.each([
    ['casa q', 2_500],
    ['q casa', 2_500],
    ['solar q', 5],
    ['q solar', 5],
    ['solra q', 5],
    ['solar q 3', 1],
    ['solar aq', 5],
    ['solar x', 0],
  ])('finds %s in %i names', (text, count) => {
    const matches = search(billers, text, { limit: 6_000 }).map(({ biller }) => biller.name);
    expect(matches).toHaveLength(count);
    expect(matches.every((name) => name.includes('q'))).toBe(true);
  });
});
