import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPostings } from './postings.ts';
import { createVocabulary, TYPO } from './vocabulary.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '1', 'ñ'), minLength: 1 });

describe('postings', () => {
  test('find by beginning and by inside what a look at each word finds', () => {
    fc.assert(
      fc.property(fc.uniqueArray(letters), letters, (words, typed) => {
        const postings = createPostings();
        for (const [place, word] of words.entries()) postings.add(word, place);
        const holds = (found: readonly number[]) => found.map((index) => words[index]);
        expect(holds(postings.findByPrefix(typed))).toEqual(
          words.filter((word) => word.startsWith(typed)),
        );
        expect(holds(postings.findContaining(typed))).toEqual(
          words.filter((word) => word.includes(typed)),
        );
      }),
    );
  });

  test('leave out no word that fits with one error', () => {
    const typedWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 4 });
    const error = fc.record({
      at: fc.nat(5),
      removed: fc.nat(1),
      inserted: fc.constantFrom('', 'a', 'b', 'x', '1'),
      behind: fc.constantFrom('', 'a', 'xyz'),
    });
    fc.assert(
      fc.property(typedWord, error, (typed, { at, removed, inserted, behind }) => {
        const swapped = typed.slice(0, at) + (typed[at + 1] ?? '') + (typed[at] ?? '');
        const changed = typed.slice(0, at) + inserted + typed.slice(at + removed) + behind;
        for (const word of [changed, swapped + typed.slice(at + 2)]) {
          const vocabulary = createVocabulary();
          vocabulary.add(0, [word], '');
          const fits = at < typed.length && (word === changed || at + 1 < typed.length);
          if (fits) {
            const grades = new Uint8Array([255]);
            vocabulary.findTypos(typed)(grades);
            expect(grades).toEqual(new Uint8Array([TYPO]));
          }
        }
      }),
    );
  });
});
