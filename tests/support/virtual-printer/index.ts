/**
 * A printer for tests and developers: takes what a till prints over TCP, reads it into lines, and
 * answers status as Epson or Star does. Shares no code and no tables with the product.
 */
export { scanBars } from './bar-code.ts';
export type { PaperCode } from './code.ts';
export { type Decoded, decodePrinted, type PaperCell, type PaperLine } from './decoder.ts';
export { BREAKS, type Break, GOOD, MOODS, type Mood, type MoodName } from './mood.ts';
export { drawPaper, layPaper } from './picture.ts';
export { writePng } from './png.ts';
export { type Brought, startVirtualPrinter, type VirtualPrinter } from './printer.ts';
export { scanQr } from './qr-code.ts';
export type { PaperImage } from './raster.ts';
export { ticketBetweenFences } from './ticket.ts';
export type { Make } from './tokens.ts';
