/**
 * A paper laid out for a width and a printer, once, into typed lines: the tape, a PDF file and a
 * printer's bytes are drawn from the same lines, and the ledger keeps them.
 *
 * Promises: every line of the service's text is one line here, in order, with `text` as it was
 * sent; what a printer or a font cannot show is marked, and `ticketText` says so; the dots of an
 * image hold no byte that the printer would act upon.
 */
export { type Cluster, clustersOf, fitSheetLine } from './clusters.ts';
export { BAR, BAR_HEIGHT, type CodeLine, dotsOfCode, QR_CELL } from './code-lines.ts';
export { withoutCommands } from './harmless.ts';
export { type LaidPaper, layOutPaper, type Paper } from './lay-out.ts';
export {
  isTicketLine,
  type PaperLine,
  readPaperLines,
  type TicketLine,
  type TicketPiece,
  writePaperLines,
} from './paper-line.ts';
export { CONTINUES, planTicket, ticketLines, uncovered } from './ticket.ts';
