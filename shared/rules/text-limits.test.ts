import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTruncated, truncateForStorage, truncateText } from './text-limits.ts';

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

describe('the beginning of a text', () => {
  it('is all of a text that fits', () => {
    expect(truncateText('ñandú', 7)).toEqual({ text: 'ñandú', isCut: false });
    expect(truncateText('ñandú', 6)).toEqual({ text: 'ñand', isCut: true });
    expect(truncateForStorage('', 10)).toBe('');
  });

  it.each([
    ['of two halves', '😀😀😀', 11, '😀😀'],
    ['with an accent of its own', 'ee\u0301e\u0301', 5, 'ee\u0301'],
    ['of a family', 'a👨‍👩‍👧b', 18, 'a'],
    ['of a line break', 'ab\r\ncd', 3, 'ab'],
  ])('never ends inside a character %s', (_what, text, bytes, expected) => {
    expect(truncateText(text, bytes).text).toBe(expected);
  });

  it('cuts what pretends to be one endless character', () => {
    const endless = `a${'\u0301'.repeat(5000)}`;
    expect(truncateText(endless, 1000).text.length).toBeGreaterThan(400);
  });

  it('is within its limit, and a sign tells of the rest', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 20, max: 400 }),
        (text, most) => {
          const { text: begun, isCut } = truncateText(text, most);
          expect(bytesOf(begun)).toBeLessThanOrEqual(most);
          expect(text.startsWith(begun)).toBe(true);
          expect(isCut).toBe(begun !== text);
          const kept = truncateForStorage(text, most);
          expect(bytesOf(kept)).toBeLessThanOrEqual(most);
          expect(isCut ? isTruncated(kept) : kept === text).toBe(true);
        },
      ),
    );
  });
});
