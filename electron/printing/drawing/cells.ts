import { findGlyph, findPixelFontGlyph } from './find-glyph.ts';
import { joinArabicLetters } from './join-arabic-letters.ts';

/** One position of a drawn line, and how many cells it takes. */
export type Cell =
  | {
      readonly kind: 'character';
      readonly baseCodePoint: number;
      readonly combiningMarks: readonly number[];
      readonly cells: 1 | 2;
    }
  | { readonly kind: 'space'; readonly cells: number }
  /** A character that no font has: its code point, in a box. */
  | { readonly kind: 'box'; readonly text: string; readonly cells: number };

const TAB_CODE_POINT = 0x09;
export const TAB_STOP_CELLS = 8;
/** More accents than any real text has on one letter, and a limit for hostile texts. */
const MAX_MARKS = 16;

/**
 * Control characters, unpaired surrogates, private characters and line separators: no font has a
 * glyph for them. U+FFFD replaces bytes of the received text that were not valid Unicode, so it is
 * not a real character either.
 */
const UNDRAWABLE_PATTERN = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\ufffd]/u;
/** Controls how its neighbours are written or where a line breaks, and is itself invisible. */
const INVISIBLE_PATTERN = /(?!\p{L})\p{Default_Ignorable_Code_Point}/u;
const SPACE_PATTERN = /\p{Zs}/u;
const COMBINING_MARK_PATTERN = /[\p{Mn}\p{Me}]/u;

/**
 * A line of the text as cells. Composed (NFC) only for drawing: the text stays as it was sent. A
 * tab reaches to the next multiple of eight, as on a screen.
 */
export function toCells(line: string): Cell[] {
  const cells: Cell[] = [];
  let used = 0;
  const push = (cell: Cell): void => {
    cells.push(cell);
    used += cell.cells;
  };
  for (const character of joinArabicLetters(line.normalize('NFC'))) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (codePoint === TAB_CODE_POINT)
      push({ kind: 'space', cells: TAB_STOP_CELLS - (used % TAB_STOP_CELLS) });
    else if (UNDRAWABLE_PATTERN.test(character)) push(toBoxCell(codePoint));
    else if (INVISIBLE_PATTERN.test(character)) continue;
    else if (COMBINING_MARK_PATTERN.test(character)) {
      const markedCell = addMark(cells.at(-1), codePoint);
      if (markedCell === null) push(toStandaloneCell(codePoint));
      else cells[cells.length - 1] = markedCell;
    } else push(toCharacterCell(character, codePoint));
  }
  return cells;
}

/** The letter with one more accent; null if the cell before is no letter that can carry it. */
function addMark(letter: Cell | undefined, codePoint: number): Cell | null {
  if (letter?.kind !== 'character' || letter.combiningMarks.length >= MAX_MARKS) return null;
  if (findPixelFontGlyph(codePoint)?.cells !== 0) return null;
  // One font must draw the letter and its accents, or they do not fit each other.
  if (findPixelFontGlyph(letter.baseCodePoint)?.cells !== letter.cells) return null;
  return { ...letter, combiningMarks: [...letter.combiningMarks, codePoint] };
}

function toStandaloneCell(codePoint: number): Cell {
  const glyph = findPixelFontGlyph(codePoint);
  if (glyph === null) return toBoxCell(codePoint);
  return {
    kind: 'character',
    baseCodePoint: codePoint,
    combiningMarks: [],
    cells: glyph.cells || 1,
  };
}

function toCharacterCell(character: string, codePoint: number): Cell {
  const glyph = findGlyph(codePoint);
  if (glyph === null) return toBoxCell(codePoint);
  const cells = glyph.cells || 1;
  if (SPACE_PATTERN.test(character)) return { kind: 'space', cells };
  return { kind: 'character', baseCodePoint: codePoint, combiningMarks: [], cells };
}

function toBoxCell(codePoint: number): Cell {
  const text = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  // The frame takes half a cell on either side.
  return { kind: 'box', text, cells: text.length + 1 };
}

export function countCells(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.cells, 0);
}
