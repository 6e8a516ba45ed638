import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Biller, BillerKind, BillerMatch } from '../../../shared/contract/index.ts';
import { createBiller } from '../../../tests/bench/support/biller-catalog.ts';
import { runToCompletion } from '../../platform/index.ts';
import { createBillerUses } from './biller-uses.ts';
import { foldToWords, foldWithPositions } from './fold-text.ts';
import { toSearchEntry } from './search-entry.ts';
import { buildSearchIndex, type SearchQuery } from './search-index.ts';

const ALL: readonly BillerKind[] = ['utility', 'top-up', 'gift-card', 'partner'];
const DAY = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 0, 15, 16);

function search(
  billers: readonly Biller[],
  text: string,
  change: Partial<SearchQuery> = {},
): BillerMatch[] {
  const query = { text, kinds: ALL, limit: 50, uses: createBillerUses([]), country: 'MX', now };
  return runToCompletion(buildSearchIndex(billers.map(toSearchEntry))).search({
    ...query,
    ...change,
  });
}

function ids(found: readonly BillerMatch[]): number[] {
  return found.map(({ biller }) => biller.id);
}

function marked(found: BillerMatch | undefined): string[] {
  return found?.matches.map(([start, end]) => found.biller.name.slice(start, end)) ?? [];
}

const usesOf = (...rows: readonly (readonly [id: number, uses: number, daysAgo: number])[]) =>
  createBillerUses(
    rows.map(([billerId, uses, daysAgo]) => ({
      billerId,
      uses,
      lastUsedAt: new Date(now - daysAgo * DAY).toISOString(),
    })),
  );

test('what fits alike comes by the alphabet, whatever letters the names are made of', () => {
  const letter = fc.constantFrom('a', 'b', 'z', '9', 'ж', 'я', 'ъ', '中', '文', 'ÿ', 'ə');
  const tail = fc.string({ unit: letter, minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.uniqueArray(tail, { minLength: 1, maxLength: 20 }), (tails) => {
      const billers = tails.flatMap((one, at) => [
        createBiller(2 * at + 2, `a${one}`),
        createBiller(2 * at + 1, `a${one}`),
      ]);
      const name = (one: Biller) => foldWithPositions(one.name).text;
      const sorted = billers.toSorted((a, b) =>
        name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : a.id - b.id,
      );
      const found = search(billers, 'a', { limit: 100 });
      expect(ids(found)).toEqual(sorted.map(({ id }) => id));
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

  test('exact name, home by beginning and alphabet, abroad, insides', () => {
    expect(ids(search(billers, 'gas'))).toEqual([2, 6, 1, 3, 5, 4]);
  });

  test('what the shop uses leads its class, but not an exact name', () => {
    const uses = usesOf([3, 2, 1], [5, 9, 1]);
    expect(ids(search(billers, 'gas', { uses }))).toEqual([2, 5, 3, 6, 1, 4]);
  });

  test('an exact id comes before a name that begins with it', () => {
    expect(ids(search(billers, '2'))[0]).toBe(2);
  });

  test('a use fades: ten this week lead a hundred of last year', () => {
    const uses = usesOf([1, 100, 200], [6, 10, 1]);
    expect(ids(search(billers, 'gas', { uses })).slice(0, 3)).toEqual([2, 6, 1]);
  });

  test('no more than asked for, and only of the kinds asked for', () => {
    expect(ids(search(billers, 'gas', { limit: 2 }))).toEqual([2, 6]);
    expect(search(billers, 'gas', { kinds: ['top-up'] })).toEqual([]);
  });

  test('an empty text answers what the shop uses most, of the kinds asked for', () => {
    const mixed = [...billers, createBiller(8, 'Telcel', 'Cell')];
    const uses = usesOf([1, 3, 1], [8, 9, 1], [3, 5, 1], [999, 70, 1]);
    expect(ids(search(mixed, '  ', { uses }))).toEqual([8, 3, 1]);
    expect(ids(search(mixed, '', { uses, kinds: ['utility'] }))).toEqual([3, 1]);
    expect(search(mixed, '', { uses })[0]?.uses).toBe(9);
    expect(search(mixed, '')).toEqual([]);
  });

  test('signs without a letter find nothing', () => {
    expect(search(billers, '!?', { uses: usesOf([1, 3, 1]) })).toEqual([]);
  });

  test('a biller without a currency is found', () => {
    expect(
      ids(search([createBiller(9, 'Sin Moneda', 'Gas', '', { currency: '' })], 'sin mon')),
    ).toEqual([9]);
  });

  test('the trade is asked for in Spanish, with a typing error too, and not by one letter', () => {
    const trades = [createBiller(1, 'Edenor', 'Electricity'), createBiller(2, 'Axtel', 'Landline')];
    expect(ids(search(trades, 'luz'))).toEqual([1]);
    expect(ids(search(trades, 'teléfono'))).toEqual([2]);
    expect(ids(search(trades, 'telefno'))).toEqual([2]);
    expect(ids(search(trades, 'lu'))).toEqual([]);
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
  ])('%j for %j', (name, typed, expected) => {
    const biller = createBiller(1, name);
    const found = search([biller], typed);
    expect(marked(found[0])).toEqual(expected);
  });
});

const letter = fc.constantFrom(...'abcdefghijlmnoprstuvzáéíóúñ');
const longWord = fc.string({ unit: letter, minLength: 5, maxLength: 12 });
const name = fc.array(longWord, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
const names = fc.array(name, { minLength: 1, maxLength: 12 });

describe('whatever the names', () => {
  test('every piece of a word finds its biller, in any case and without accents', () => {
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), fc.nat(), fc.boolean(), (all, a, b, c, isUpper) => {
        const billers = all.map((one, id) => createBiller(id + 1, one));
        const biller = billers[a % billers.length];
        if (!biller) throw new Error('no biller');
        const parts = biller.name.split(' ');
        const word = parts[b % parts.length] ?? '';
        const start = c % word.length;
        const piece = word.slice(start, start + 1 + ((b + c) % (word.length - start)));
        const typed = isUpper ? piece.toUpperCase() : foldWithPositions(piece).text;
        expect(ids(search(billers, typed))).toContain(biller.id);
      }),
    );
  });

  test('the words find their biller in any order', () => {
    fc.assert(
      fc.property(
        names.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all[0]?.split(' ') ?? [])),
        ),
        ([all, some]) => {
          const billers = all.map((one, id) => createBiller(id + 1, one));
          if (some.length > 0) expect(ids(search(billers, some.join(' ')))).toContain(1);
        },
      ),
    );
  });

  test('one typing error in a long word is forgiven: left out, doubled, wrong, exchanged', () => {
    fc.assert(
      fc.property(
        names,
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('a', 'k', 'z'),
        (all, at, how, other) => {
          const billers = all.map((one, id) => createBiller(id + 1, one));
          const word = foldToWords(all[0] ?? '')[0] ?? '';
          const index = at % word.length;
          const before = word.slice(0, index);
          const rest = word.slice(index + 1);
          const here = word.charAt(index);
          const typed = [
            before + rest,
            before + here + other + rest,
            before + other + rest,
            before + rest.charAt(0) + here + rest.slice(1),
          ][how];
          expect(ids(search(billers, typed ?? ''))).toContain(1);
        },
      ),
    );
  });

  test('nothing that can be typed makes it throw, and marks are ranges of the name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }),
        fc.string({ unit: 'binary', maxLength: 80 }),
        (all, typed) => {
          const billers = all.map((one, id) => createBiller(id + 1, one));
          for (const text of [typed, all[0] ?? '', `"${typed}" -x (`]) {
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

describe('a short word inside a name, beside a longer word', () => {
  // The longer one matches in more places than are looked through one by one, or in fewer.
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
  ])('%s is found in %i names', (text, count) => {
    const found = search(billers, text, { limit: 6_000 }).map(({ biller }) => biller.name);
    expect(found).toHaveLength(count);
    expect(found.every((name) => name.includes('q'))).toBe(true);
  });
});
