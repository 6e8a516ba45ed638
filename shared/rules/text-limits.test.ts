import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isTruncated,
  MAX_PRINTED_TICKET_BYTES,
  MAX_STORED_ANSWER_BYTES,
  MAX_STORED_TEXT_BYTES,
  truncateForStorage,
  truncateText,
} from './text-limits.ts';

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

describe('truncateText', () => {
  it('returns a text within the limit unchanged, and truncates a longer one', () => {
    expect(truncateText('ñandú', 7)).toEqual({ text: 'ñandú', isTruncated: false });
    expect(truncateText('ñandú', 6)).toEqual({ text: 'ñand', isTruncated: true });
    expect(truncateForStorage('', 10)).toBe('');
  });

  it.each([
    ['surrogate pair', '😀😀😀', 11, '😀😀'],
    ['character with a combining accent', 'ee\u0301e\u0301', 5, 'ee\u0301'],
    ['joined emoji sequence', 'a👨‍👩‍👧b', 18, 'a'],
    [
      'joined sequence far into a text',
      `${'a'.repeat(200)}👨‍👩‍👧${'b'.repeat(200)}`,
      210,
      'a'.repeat(200),
    ],
    ['line break of two characters', 'ab\r\ncd', 3, 'ab'],
  ])('never truncates inside a %s', (_name, text, bytes, expected) => {
    expect(truncateText(text, bytes).text).toBe(expected);
  });

  it('truncates inside an endless sequence of combining marks', () => {
    const endless = `a${'\u0301'.repeat(5000)}`;
    expect(truncateText(endless, 1000).text.length).toBeGreaterThan(400);
  });

  it('marks what it truncated, within the limit', () => {
    const stored = truncateForStorage('a'.repeat(30), 20);
    expect(stored).toBe(`${'a'.repeat(14)} […]`);
    expect(isTruncated(stored)).toBe(true);
    expect(truncateForStorage('a'.repeat(20), 20)).toBe('a'.repeat(20));
    expect(['a'.repeat(20), ' […] a', '', null].map(isTruncated)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('keeps 4 KiB of a text, and 64 KiB of an answer or a printed ticket', () => {
    expect(MAX_STORED_TEXT_BYTES).toBe(4_096);
    expect([MAX_STORED_ANSWER_BYTES, MAX_PRINTED_TICKET_BYTES]).toEqual([65_536, 65_536]);
  });

  it('truncates within the limit, and marks a truncated text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 20, max: 400 }),
        (text, maxBytes) => {
          const { text: beginning, isTruncated: isCut } = truncateText(text, maxBytes);
          expect(countBytes(beginning)).toBeLessThanOrEqual(maxBytes);
          expect(text.startsWith(beginning)).toBe(true);
          expect(isCut).toBe(beginning !== text);
          const storedText = truncateForStorage(text, maxBytes);
          expect(countBytes(storedText)).toBeLessThanOrEqual(maxBytes);
          expect(isCut ? isTruncated(storedText) : storedText === text).toBe(true);
        },
      ),
    );
  });
});
