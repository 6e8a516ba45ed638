/**
 * A printer for tests and developers. It accepts print jobs over TCP, decodes them into lines, and
 * replies with its status as Epson's or Star's printers do. It shares no code and no tables with
 * the product.
 */
export { scanBars } from './bar-code.ts';
export type { PaperCode } from './code.ts';
export { type DecodedPaper, decodePrinted, type PaperCell, type PaperLine } from './decoder.ts';
export { drawPaper, renderPaper } from './draw-paper.ts';
export type { Make } from './make.ts';
export { writePng } from './png.ts';
export { type ConnectionOutput, startVirtualPrinter, type VirtualPrinter } from './printer.ts';
export {
  CONDITIONS,
  type ConditionName,
  FAULTS,
  GOOD_CONDITION,
  type PrinterCondition,
  type PrinterFault,
} from './printer-condition.ts';
export { decodeQr } from './qr-code.ts';
export type { PaperImage } from './raster.ts';
export { readTicketBetweenFences } from './ticket.ts';
