/**
 * A printer for tests and developers: takes what a till prints over TCP, reads it into lines, and
 * answers status as Epson or Star does. Shares no code and no tables with the product.
 */
export { type Decoded, decodePrinted, type PaperCell, type PaperLine } from './decoder.ts';
export { BREAKS, type Break, GOOD, MOODS, type Mood, type MoodName } from './mood.ts';
export { type Brought, startVirtualPrinter, type VirtualPrinter } from './printer.ts';
export type { PaperImage } from './raster.ts';
export { ticketBetweenFences } from './ticket.ts';
export type { Make } from './tokens.ts';
