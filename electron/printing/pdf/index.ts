/**
 * A paper as a PDF file, drawn from its laid out lines: text is text, in the fonts that are shipped,
 * and what is copied from the file is what the service sent. What cannot be drawn throws.
 */
export type { PdfDocument } from './file.ts';
export { renderPdf } from './render.ts';
