import { describe, expect, it } from 'vitest';
import { findFittingCellSize } from './cell-size.ts';
import { countCells, toCells } from './cells.ts';
import { joinArabicLetters } from './join-arabic-letters.ts';
import { renderText } from './render-text.ts';
import { toVisualOrder } from './visual-order.ts';

const listBoxTexts = (line: string): string[] =>
  toCells(line).flatMap((cell) => (cell.kind === 'box' ? [cell.text] : []));
const formatVisualOrder = (line: string): string =>
  toVisualOrder(toCells(line))
    .map((cell) => (cell.kind === 'character' ? String.fromCodePoint(cell.baseCodePoint) : ' '))
    .join('');

describe('the cells of a line', () => {
  it.each([
    ['ñandú', 5],
    ['n\u0303andu\u0301', 5],
    ['日本語', 6],
    ['😀', 2],
    ['a\tb', 9],
    ['12345678\tb', 17],
    ['q\u0303\u0323', 1],
    ['a\u200db\ufe0f', 2],
    ['', 0],
  ])('measures %j as %i cells wide', (line, width) => {
    expect(countCells(toCells(line))).toBe(width);
  });

  it('draws a box with the code point for each character that no font can have', () => {
    expect(listBoxTexts('a\x00\x1b\x7f\x85')).toEqual(['U+0000', 'U+001B', 'U+007F', 'U+0085']);
    expect(listBoxTexts('\ud83d \udc00')).toEqual(['U+D83D', 'U+DC00']);
    expect(listBoxTexts('\ue000\ufffd\uffff\u2028\u{10ffff}')).toEqual([
      ...['U+E000', 'U+FFFD', 'U+FFFF', 'U+2028', 'U+10FFFF'],
    ]);
    expect(listBoxTexts('\u{2a6d6}')).toEqual(['U+2A6D6']);
    expect(listBoxTexts('áñ€₡“”日한😀\t☃')).toEqual([]);
  });

  it('orders Hebrew and Arabic from right to left, but not their numbers', () => {
    expect(formatVisualOrder('ABC אבג 123 xyz')).toBe('ABC 123 גבא xyz');
    expect(formatVisualOrder('(אב)')).toBe('(בא)');
    // An override would reverse an amount.
    expect(formatVisualOrder('\u202e123.45')).toBe('123.45');
  });

  it('draws Arabic letters in their joined forms', () => {
    expect(joinArabicLetters('مرحبا')).toBe('\ufee3\ufeae\ufea3\ufe92\ufe8e');
    expect(joinArabicLetters('سلام')).toBe('\ufeb3\ufefc\ufee1');
    expect(joinArabicLetters('ñ123')).toBe('ñ123');
  });
});

describe('the size of a line', () => {
  it.each([
    [1, 48, 12],
    [48, 48, 12],
    [49, 48, 11],
    [57, 48, 10],
    [64, 48, 9],
    [72, 48, 8],
    [63, 42, 8],
    [48, 32, 8],
  ])('draws %i cells on %i columns with cells of %i dots', (cells, columns, cell) => {
    expect(findFittingCellSize(cells, columns * 12)?.widthDots).toBe(cell);
  });

  it('never draws a line below the minimum size: a longer line continues after a mark', () => {
    expect(findFittingCellSize(73, 576)).toBeNull();
    const { lines, hasMarks } = renderText(['x'.repeat(73)], 48);
    expect(lines[0]).toHaveLength(2);
    expect(hasMarks).toBe(true);
    // The mark is the 72nd cell; the last two characters are on the second line.
    expect(lines[0]?.[0]?.bytesPerRow).toBe(72);
    expect(renderText(['xx'], 48).lines[0]?.[0]?.bytesPerRow).toBe(3);
  });
});
