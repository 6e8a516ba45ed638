/**
 * A paper as a PDF file, from its lines: a page as wide as the roll and as long as the receipt, with the
 * shipped fonts. Rejects only on a fault of the program.
 */
export { renderPdf } from './render-pdf.ts';
