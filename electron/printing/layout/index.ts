/**
 * A paper laid out for a width and a printer, once, into typed lines: the tape, a PDF file and a
 * printer's bytes are drawn from the same lines, and the ledger keeps them.
 *
 * Promises: every line of the service's text is one line here, in order, with `text` as it was
 * sent; what a printer or a font cannot show is marked, and `ticketText` says so; the dots of an
 * image hold no byte that the printer would act upon.
 *
 * - The first code page of the printer that holds the whole text is taken. A text that none holds is
 *   drawn, the whole of it, so that its lines stand alike; on a printer without a raster command
 *   that is known from its maker, and where no font can be read, it is marked.
 * - A line longer than the paper is set smaller where it is drawn; beyond that it goes on below
 *   behind `»`, and the cashier is told.
 * - The reference is a QR code, the authorization a Code 128 where it fits with white on either
 *   side; digits, letters and hyphens alone.
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
