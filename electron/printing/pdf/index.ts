/**
 * A paper as a PDF file, drawn from its laid out lines: text is text, in the fonts that are shipped,
 * and what is copied from the file is what the service sent. What cannot be drawn throws.
 *
 * Each different character has a code of its own, so that what looks alike is copied as what it is;
 * what IBM Plex Mono lacks is drawn in dots. The ledger keeps the file as the bytes of its job.
 */
export type { PdfDocument } from './file.ts';
export { renderPdf } from './render.ts';
