/**
 * QR codes and bar codes as dots, for the screen's tape, for PDF files and for a customer's phone to
 * scan from the screen; and as text, for a scanner to scan from a terminal. A printer draws its own codes; both share only the encoded text.
 *
 * Returns rows of dots, in whole bytes, black for a set bit. The caller adds the quiet zone, except
 * to those for a screen, which include it. Returns null for a text that these codes cannot hold.
 */
export { canEncodeCode128, countCode128Modules, renderCode128 } from './code-128.ts';
export type { CodeBitmap } from './code-bitmap.ts';
export { countQrModules, encodeQr, renderQr } from './qr.ts';
export { renderLinkQr, renderScreenQr } from './screen-qr.ts';
export { formatTerminalQr } from './terminal-qr.ts';
