import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Biller } from '../../../shared/contract/index.ts';
import { createBiller, createBillerCatalog } from '../../../tests/bench/support/biller-catalog.ts';
import { runToCompletion } from '../../platform/index.ts';
import { getBillerTypeWords } from './biller-type-words.ts';
import { createBillerUses } from './biller-uses.ts';
import { splitIntoFoldedWords } from './fold-text.ts';
import { MAIN_NAME_BOUNDARY } from './main-name.ts';
import { toBillerSearchEntry } from './search-entry.ts';
import { type BillerSearchQuery, buildBillerSearchIndex } from './search-index.ts';
import {
  INSIDE_WORD_GRADE,
  NO_MATCH_GRADE,
  TYPE_WORD_GRADE,
  TYPO_GRADE,
  WHOLE_WORD_GRADE,
  WORD_PREFIX_GRADE,
} from './word-match.ts';

/** Whether one wrong, missing, extra or exchanged letter turns the beginning of `word` to `typed`. */
function hasTypoPrefix(word: string, typed: string): boolean {
  return Array.from(typed, (_, at) => at).some((at) => {
    const [compareMatches, rest] = [typed.slice(0, at), typed.slice(at + 1)];
    if (!word.startsWith(compareMatches)) return false;
    const remaining = word.slice(at);
    return (
      (remaining !== '' && remaining.slice(1).startsWith(rest)) ||
      remaining.startsWith(rest) ||
      remaining.slice(1).startsWith(typed.slice(at)) ||
      (rest !== '' && remaining.startsWith(rest.charAt(0) + typed.charAt(at) + rest.slice(1)))
    );
  });
}

function computeGrade(biller: Biller, word: string): number {
  const nameWords = splitIntoFoldedWords(biller.name);
  const typeWords = getBillerTypeWords(biller.type);
  if (nameWords.includes(word)) return WHOLE_WORD_GRADE;
  if (word === 'y' && biller.name.includes('&')) return WHOLE_WORD_GRADE;
  if (nameWords.some((candidate) => candidate.startsWith(word))) return WORD_PREFIX_GRADE;
  if (String(biller.id).startsWith(word)) return WORD_PREFIX_GRADE;
  if (word.length >= 3 && typeWords.some((candidate) => candidate.startsWith(word)))
    return TYPE_WORD_GRADE;
  if (nameWords.some((candidate) => candidate.includes(word))) return INSIDE_WORD_GRADE;
  if (nameWords.some((_, at) => nameWords.slice(at).join('').startsWith(word)))
    return INSIDE_WORD_GRADE;
  const isNear = (candidate: string) => /^[a-z]{4,}$/.test(word) && hasTypoPrefix(candidate, word);
  return [...nameWords, ...typeWords].some(isNear) ? TYPO_GRADE : NO_MATCH_GRADE;
}

/** A simple model of `BillerSearchIndex`: it grades every biller and sorts all matches. */
function searchAll(billers: readonly Biller[], query: BillerSearchQuery): number[] {
  const typed = splitIntoFoldedWords(query.text);
  const text = typed.join(' ');
  const matches = billers.flatMap((biller) => {
    const grade = Math.max(...typed.map((word) => computeGrade(biller, word)));
    if (grade === NO_MATCH_GRADE || !query.kinds.includes(biller.kind)) return [];
    const { name, mainName: main } = toBillerSearchEntry(biller);
    const isHome = query.country === null || biller.country === query.country;
    const isMain = isHome && main.key.startsWith(`${text}${MAIN_NAME_BOUNDARY}`);
    const isAlias = isHome && main.aliases.includes(text);
    const class_ =
      String(biller.id) === text
        ? 0
        : name === text
          ? 1
          : isMain || isAlias
            ? 2
            : [3, 3, 3, 4, 5][grade];
    const uses = query.uses.computeUseWeight(biller.id, query.now);
    const finer = class_ === 2 ? (isMain ? 0 : 1) : name.startsWith(text) ? 0 : 1 + grade;
    const sorted = [class_ ?? 6, -uses, uses > 0 || isHome ? 0 : 1, uses > 0 ? 0 : finer];
    return [{ id: biller.id, sorted, key: main.key }];
  });
  const compareMatches = (a: (typeof matches)[number], b: (typeof matches)[number]): number => {
    const differingIndex = a.sorted.findIndex((value, at) => value !== b.sorted[at]);
    if (differingIndex >= 0)
      return (a.sorted[differingIndex] ?? 0) - (b.sorted[differingIndex] ?? 0);
    return a.key === b.key ? a.id - b.id : a.key < b.key ? -1 : 1;
  };
  return matches
    .sort(compareMatches)
    .slice(0, query.limit)
    .map(({ id }) => id);
}

const letter = fc.constantFrom(...'aabceilñó1');
const word = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: letter, minLength: 1, maxLength: 7 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Telcel', 'luz', 'cable', 'Recarga', 'México', 'de', 'y', '&'),
  },
);
const name = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' - ', ' (')), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().slice(0, -1).join(''));
const biller = fc.record({
  name,
  type: fc.constantFrom('Utility', 'Electricity', 'Cable', 'Landline', 'Cell', 'GiftCard'),
  country: fc.constantFrom('MX', 'MX', 'CO', 'US'),
});
/** Parts of names, some with an error. */
const piece = fc.record({
  of: fc.nat(),
  from: fc.nat(3),
  length: fc.integer({ min: 1, max: 8 }),
  error: fc.option(fc.tuple(fc.nat(7), fc.nat(2), fc.string({ unit: letter, maxLength: 2 }))),
});

test('finds the same billers as a check of every biller while a text is typed letter by letter', () => {
  fc.assert(
    fc.property(
      fc.array(biller, { minLength: 1, maxLength: 60 }),
      fc.array(piece, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(' ', ' ', ''),
      fc.record({
        limit: fc.constantFrom(1, 3, 20),
        country: fc.constantFrom('MX', 'CO', null),
        kinds: fc.constantFrom<BillerSearchQuery['kinds'][]>(
          ['utility', 'top-up', 'gift-card', 'partner'],
          ['utility'],
        ),
      }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 9 }))),
      (rows, pieces, separator, scope, used) => {
        const billers = rows.map((row, at) =>
          createBiller(at + 1, row.name, row.type, row.country),
        );
        const nameWords = billers.flatMap((biller) => biller.name.split(' '));
        const text = pieces
          .map(({ of, from, length, error }) => {
            const part = (nameWords[of % nameWords.length] ?? '').slice(from, from + length);
            if (error === null) return part;
            const [at, removed, inserted] = error;
            return part.slice(0, at) + inserted + part.slice(at + removed);
          })
          .join(separator);
        const now = Date.UTC(2026, 0, 15, 16);
        const lastUsedAt = new Date(now).toISOString();
        const rowsOfUses = used.map(([billerId, uses]) => ({ billerId, uses, lastUsedAt }));
        const index = runToCompletion(buildBillerSearchIndex(billers.map(toBillerSearchEntry)));
        for (let end = 1; end <= text.length; end += 1) {
          const query = {
            ...scope,
            text: text.slice(0, end),
            uses: createBillerUses(rowsOfUses),
            now,
          };
          if (splitIntoFoldedWords(query.text).length === 0) continue;
          const matches = index.search(query).map((match) => match.biller.id);
          expect(matches, query.text).toEqual(searchAll(billers, query));
        }
      },
    ),
  );
});

describe('search for words that match in thousands of places', () => {
  const billers = createBillerCatalog(6_000);
  const index = runToCompletion(buildBillerSearchIndex(billers.map(toBillerSearchEntry)));
  const now = Date.UTC(2026, 0, 15, 16);
  const uses = createBillerUses([
    { billerId: 70, uses: 3, lastUsedAt: new Date(now).toISOString() },
    { billerId: 15003, uses: 9, lastUsedAt: new Date(now).toISOString() },
  ]);

  test.each([
    'a',
    'l',
    'e a',
    'agua',
    'agua m',
    'agua mote',
    'telc',
    'luz c',
    'elec coop',
    'san tla',
  ])('finds for %s the same billers as a check of every biller', (text) => {
    for (const country of ['MX', 'US', null]) {
      const kinds: BillerSearchQuery['kinds'] = ['utility', 'top-up'];
      const query = { text, kinds, limit: 50, uses, country, now };
      const matches = index.search(query).map(({ biller: { id } }) => id);
      expect(matches).toEqual(searchAll(billers, query));
    }
  });
});
