import bidiFactory from 'bidi-js';
import type { Cell } from './cells.ts';

const RIGHT_TO_LEFT_PATTERN =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

let bidi: ReturnType<typeof bidiFactory> | null = null;

/**
 * The cells of a line in their order on paper, from left to right. Right-to-left scripts keep their
 * direction inside a left-to-right line, by Unicode's rules.
 */
export function toVisualOrder(cells: readonly Cell[]): readonly Cell[] {
  const text = cells.map(getSourceText).join('');
  if (!RIGHT_TO_LEFT_PATTERN.test(text)) return cells;
  bidi ??= bidiFactory();
  const levels = bidi.getEmbeddingLevels(text, 'ltr');
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels);
  const cellAt = new Map<number, Cell>();
  let at = 0;
  for (const cell of cells) {
    const mirror = mirrored.get(at);
    const isMirrored = mirror !== undefined && cell.kind === 'character';
    cellAt.set(
      at,
      isMirrored ? { ...cell, baseCodePoint: mirror.codePointAt(0) ?? cell.baseCodePoint } : cell,
    );
    at += getSourceText(cell).length;
  }
  return bidi.getReorderedIndices(text, levels).flatMap((index) => cellAt.get(index) ?? []);
}

/**
 * The text that represents a cell in those rules. Directional overrides are ignored, so that a text
 * cannot reverse digits.
 */
function getSourceText(cell: Cell): string {
  switch (cell.kind) {
    case 'character':
      return String.fromCodePoint(cell.baseCodePoint, ...cell.combiningMarks);
    case 'space':
      return ' ';
    case 'box':
      return '\ufffc';
  }
}
