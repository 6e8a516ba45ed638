import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPostings } from './postings.ts';
import { createVocabulary, TYPO } from './vocabulary.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '1', 'ñ'), minLength: 1 });

describe('postings', () => {
  test('finds the same words by prefix and by content as a check of each word', () => {
    fc.assert(
      fc.property(fc.uniqueArray(letters), letters, (words, typed) => {
        const postings = createPostings();
        for (const [place, word] of words.entries()) postings.add(word, place);
        const toWords = (indexes: readonly number[]) => indexes.map((index) => words[index]);
        expect(toWords(postings.findByPrefix(typed))).toEqual(
          words.filter((word) => word.startsWith(typed)),
        );
        expect(toWords(postings.findContaining(typed))).toEqual(
          words.filter((word) => word.includes(typed)),
        );
      }),
    );
  });

  test('finds every word that matches with one typing error', () => {
    const typedWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 4 });
    const typoArbitrary = fc.record({
      at: fc.nat(5),
      removed: fc.nat(1),
      inserted: fc.constantFrom('', 'a', 'b', 'x', '1'),
      behind: fc.constantFrom('', 'a', 'xyz'),
    });
    fc.assert(
      fc.property(typedWord, typoArbitrary, (typed, { at, removed, inserted, behind: suffix }) => {
        const swapped = typed.slice(0, at) + (typed[at + 1] ?? '') + (typed[at] ?? '');
        const changed = typed.slice(0, at) + inserted + typed.slice(at + removed) + suffix;
        for (const word of [changed, swapped + typed.slice(at + 2)]) {
          const vocabulary = createVocabulary();
          vocabulary.add(0, [word], '');
          const canMatch = at < typed.length && (word === changed || at + 1 < typed.length);
          if (canMatch) {
            const grades = new Uint8Array([255]);
            vocabulary.findTypos(typed)(grades);
            expect(grades).toEqual(new Uint8Array([TYPO]));
          }
        }
      }),
    );
  });
});
