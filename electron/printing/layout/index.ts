/**
 * Lays a paper out once, for a width and a printer, into typed lines. The tape, a PDF file and a
 * printer's bytes are all drawn from these lines, and the ledger keeps them.
 *
 * Promises: every line of the service's text is one line here, in order, with `text` as it was
 * sent. Characters that a printer or a font cannot show are marked, and `ticketText` reports it.
 * An image's dots contain no byte that the printer would treat as a command.
 *
 * - The printer's first code page that holds the whole text is used. If none does, the whole text
 *   is drawn, so that its lines look alike. If the maker documents no raster command for the
 *   printer, or no font can be read, the missing characters are marked instead.
 * - A line longer than the paper is drawn smaller, if it is drawn. One that is still too long ends
 *   in `»` and goes on below, and the cashier is told.
 * - The reference is a QR code, the authorization a Code 128 if it fits with white on either side.
 *   Both hold only digits, letters and hyphens.
 */
export { type Cluster, clustersOf, fitSheetLine } from './clusters.ts';
export { BAR, BAR_HEIGHT, type CodeLine, dotsOfCode, QR_CELL } from './code-lines.ts';
export { type LaidPaper, layOutPaper, type Paper } from './lay-out.ts';
export {
  isTicketLine,
  type PaperLine,
  type Pictures,
  pictureDigest,
  type ReadLines,
  readPaperLines,
  type TicketLine,
  type TicketPiece,
  writePaperLines,
} from './paper-line.ts';
export { CONTINUES, planTicket, ticketLines, uncovered } from './ticket.ts';
export { withoutCommands } from './without-commands.ts';
