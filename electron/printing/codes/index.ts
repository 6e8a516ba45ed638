/**
 * QR codes and bar codes as dots, for the screen's tape and for PDF files, and one for a customer's
 * telephone. A printer draws its own codes; the two share only the encoded text.
 *
 * Promises: rows of dots, in whole bytes, black for a set bit; the caller adds the quiet zone, except
 * of the one for a telephone. Returns null for a text that these codes cannot hold.
 */
export { canEncodeCode128, getCode128Width, renderCode128 } from './code-128.ts';
export type { CodeBitmap } from './code-bitmap.ts';
export { canEncodeQr, encodeQr, QR_MODULES, renderQr } from './qr.ts';
export { renderScreenQr } from './screen-qr.ts';
