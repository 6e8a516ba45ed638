/**
 * Text as dots: what a printer's code page does not hold is drawn from outlines of the fonts that
 * are shipped (IBM Plex Mono, and GNU Unifont for what that lacks): one cell of 12 by 24 dots a
 * character and two for a wide one, black or white without greys.
 *
 * Promises: every line of the text begins a line of dots, in order, blank ones too; no line is
 * wider than the paper; what no font draws stands as its code point in a box, and `hasMarks` says
 * so. Nothing is read before the first text is drawn. Throws where a font cannot be read.
 *
 * Letters stand one by one, as on a terminal. Arabic ones are joined, and what is written from right
 * to left runs so; the scripts of India and their like are readable, not typeset.
 */
export { type Cell, cellsOf, widthOf } from './cells.ts';
export { type DrawnText, drawText } from './draw.ts';
export { type DrawnLine, drawLine } from './drawn-line.ts';
export { fontPath } from './faces.ts';
export { BOLD_FONTS, TEXT_FONTS } from './font-files.ts';
export { FULL_CELL, SMALLEST_CELL, sizeOf } from './sizes.ts';
export { type Face, readFace } from './true-type.ts';
export { woffTables } from './woff.ts';
