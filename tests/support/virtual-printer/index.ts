/**
 * A printer for tests and developers: takes what a till prints over TCP, reads it into lines, and
 * answers status as Epson or Star does. Shares no code and no tables with the product.
 */
export { type Decoded, decodePrinted, type PaperCell, type PaperLine } from './decoder.ts';
export { type Mood, startVirtualPrinter, type VirtualPrinter } from './printer.ts';
export { ticketBetweenFences } from './ticket.ts';
export type { Make } from './tokens.ts';
