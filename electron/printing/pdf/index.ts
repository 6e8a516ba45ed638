/**
 * Renders a paper's lines as a PDF file: a page as wide as the roll and as long as the receipt, with
 * the shipped fonts. Rejects only on a programming error.
 */
export { loadAndBuildPdf } from './render-pdf.ts';
