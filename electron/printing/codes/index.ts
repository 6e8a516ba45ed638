/**
 * What a printer draws when it is told to print a code: for the screen's tape and for PDF files. A
 * printer draws its own; only what it encodes is the same.
 *
 * Promises: rows of dots, whole bytes each, black where a bit is set, quiet zone left to whoever
 * places them; null for what such a code of ours does not hold.
 */
export { code128Dots, code128Width, isCode128 } from './code-128.ts';
export type { CodeDots } from './dots.ts';
export { isQr, QR_MODULES, qrDots, qrModules } from './qr.ts';
