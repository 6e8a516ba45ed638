/**
 * Lays a paper out once, for a width and a printer, into typed lines. The tape, a PDF file and a
 * printer's bytes are all rendered from these lines, and the ledger stores them.
 *
 * Guarantees: every line of the service's text is one line here, in order, with `text` as it was
 * sent. Characters that a printer or a font cannot show are marked, and `ticketText` reports it.
 * An image's dots contain no byte that the printer would treat as a command.
 *
 * - The printer's first code page that holds the whole text is used. If none does, the whole text
 *   is drawn, so that its lines look alike. If the maker documents no raster command for the
 *   printer, or no font can be read, the missing characters are marked instead.
 * - A line longer than the paper is drawn smaller, if it is drawn. A line that is still too long
 *   ends in `»` and continues on the next line, and `ticketText` reports it.
 * - The reference is a QR code. The authorization is a Code 128 if it fits with its quiet zones.
 *   Both hold only digits, letters and hyphens.
 */
export { type CharacterCluster, fitSheetLine, toCharacterClusters } from './clusters.ts';
export {
  BARCODE_HEIGHT_DOTS,
  BARCODE_MODULE_DOTS,
  type CodeLine,
  QR_MODULE_DOTS,
  renderCode,
} from './code-lines.ts';
export { computePaperLayout, type PaperLayout, type PrintTarget } from './paper-layout.ts';
export {
  computePictureDigest,
  type DecodedPaperLines,
  decodePaperLines,
  encodePaperLines,
  isTicketTextLine,
  type PaperLine,
  type PicturesByDigest,
  type TicketPiece,
  type TicketTextLine,
} from './paper-line.ts';
export { replaceForbiddenBytePairs } from './replace-command-bytes.ts';
export {
  CONTINUATION_MARK,
  findCharactersMissingInCodePage,
  planPrintedTicket,
  splitTicketLines,
} from './ticket-plan.ts';
