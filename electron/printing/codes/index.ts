/**
 * QR codes and bar codes as dots, for the screen's tape and for PDF files, and one for a customer's
 * telephone. A printer draws its own codes; the two share only the encoded text.
 *
 * Promises: rows of dots, in whole bytes, black for a set bit; the caller adds the quiet zone, except
 * of the one for a telephone. Returns null for a text that these codes cannot hold.
 */
export { code128Dots, code128Width, isCode128 } from './code-128.ts';
export type { CodeDots } from './dots.ts';
export { isQr, QR_MODULES, qrDots, qrModules } from './qr.ts';
export { screenQrDots } from './screen-qr.ts';
