/**
 * A paper as a PDF file, drawn from its laid-out lines. Text is real text in the shipped fonts, and
 * text copied from the file is the text that the service sent. Throws if something cannot be drawn.
 *
 * Each different character has its own code, so that look-alikes are copied as the characters they
 * are. Characters that IBM Plex Mono lacks are drawn in dots. The ledger keeps the file as its
 * job's bytes.
 */
export type { PdfDocument } from './file.ts';
export { renderPdf } from './render.ts';
