/** What stands on a paper, laid out for a width: lines of our own words, and the service's text. */
export { BAR, BAR_HEIGHT, type CodeLine, dotsOfCode, QR_CELL } from './code-lines.ts';
export { FENCE, type LaidLine, layOut, withTraining } from './lines.ts';
export {
  CONTINUES,
  planTicket,
  type TicketPlan,
  type TypedPlan,
  ticketLines,
  uncovered,
} from './ticket.ts';
