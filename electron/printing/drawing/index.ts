/**
 * Text as dots, for characters that a printer's code page lacks. They are drawn from outlines of
 * the shipped fonts (IBM Plex Mono, and GNU Unifont for characters that it lacks): one cell of 12 by
 * 24 dots for a character and two for a wide one, black or white without greys.
 *
 * Guarantees: every line of the text starts a new drawn line, in order, blank ones too; no line is
 * wider than the paper; a character that no font has is drawn as its code point in a box, and
 * `hasMarks` is then true. No font is read before the first text is drawn. Throws if a font cannot
 * be read.
 *
 * Each letter has its own cell, as on a terminal. Arabic letters are joined, and right-to-left text
 * runs from right to left; Indic and similar scripts are readable, not typeset.
 */

export { FULL_CELL_DOTS, MIN_CELL_DOTS, toCellSize } from './cell-size.ts';
export { type Cell, countCells, TAB_STOP_CELLS, toCells } from './cells.ts';
export { resolveFontPath } from './find-glyph.ts';
export { type FontFace, parseFontFace } from './font-face.ts';
export { BOLD_FONT_FILES, TEXT_FONT_FILES } from './font-files.ts';
export { type LineBitmap, renderTextLine } from './line-bitmap.ts';
export { type RenderedText, renderText } from './render-text.ts';
export { createWoffTableReader } from './woff.ts';
