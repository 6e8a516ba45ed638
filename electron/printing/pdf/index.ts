/**
 * A paper as a PDF file: text is text, in the fonts that are shipped, and copied from the file it is
 * what the service sent.
 */
export { composePdf, PDF_MODEL, readPdf, tapeLinesOf } from './document.ts';
export { renderPdf } from './render.ts';
