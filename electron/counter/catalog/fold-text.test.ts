import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldTextWithPositions, splitIntoFoldedWords } from './fold-text.ts';

describe('folding', () => {
  test.each([
    ['Comisión Federal', 'comision federal'],
    ['Comisio\u0301n', 'comision'],
    ['PEÑOLES', 'penoles'],
    ['São Paulo — Água', 'sao paulo agua'],
    ['C.F.E.', 'cfe'],
    ['AT&T', 'att'],
    ["Macy's", 'macys'],
    ['Straße Łódź Ærø', 'strasse lodz aero'],
    ['İstanbul', 'istanbul'],
    ['  (VeTV) / 24-7 ', 'vetv 24 7'],
    ['ﬁbra №5', 'fibra no5'],
    ['₡ 💡', ''],
    ['東京ガス', '東京カス'],
    ['', ''],
  ])('folds %j to %j', (original, folded) => {
    expect(foldTextWithPositions(original).text).toBe(folded);
  });

  test('folds composed and decomposed texts to the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldTextWithPositions(text.normalize('NFD')).text).toBe(
          foldTextWithPositions(text.normalize('NFC')).text,
        );
      }),
    );
  });

  test.each(['grapheme-ascii', 'grapheme', 'binary'] as const)(
    'folds to the same words with and without positions: %s',
    (unit) => {
      fc.assert(
        fc.property(fc.string({ unit, size: 'medium' }), (text) => {
          expect(splitIntoFoldedWords(text).join(' ')).toBe(foldTextWithPositions(text).text);
        }),
      );
    },
  );

  test('folds lone surrogates to the same words with and without positions', () => {
    for (const text of ['a\ud83d', '\ude00b', 'a\ud835\udc9eb', 'AT&T, S.A.']) {
      expect(splitIntoFoldedWords(text).join(' ')).toBe(foldTextWithPositions(text).text);
    }
  });

  test('maps each folded unit to ascending positions in the original for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const folded = foldTextWithPositions(text);
        expect(folded.originalStartIndexes).toHaveLength(folded.text.length);
        expect(folded.originalEndIndexes).toHaveLength(folded.text.length);
        let before = 0;
        for (const [index, start] of folded.originalStartIndexes.entries()) {
          const end = folded.originalEndIndexes[index] ?? -1;
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
          before = start;
        }
        expect(splitIntoFoldedWords(text).every((word) => word !== '')).toBe(true);
      }),
    );
  });
});
