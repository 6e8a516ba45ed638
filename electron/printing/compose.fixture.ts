import { encodePaper } from './encoding/index.ts';
import { computePaperLayout, type PaperLine, type PrintTarget } from './layout/index.ts';
import type { Receipt, TicketTextForm } from './papers/index.ts';

export const EMPTY_PAPER: Receipt = {
  before: [],
  ticket: null,
  isTicketCut: false,
  afterMarkedTicket: [],
  after: [],
  drawer: 'stays',
};

export type RollPaper = Omit<PrintTarget, 'form'>;

export interface ComposedReceipt {
  readonly lines: readonly PaperLine[];
  readonly bytes: Buffer;
  readonly ticketText: TicketTextForm;
}

/** Lays out and encodes a receipt for a roll of paper: its lines, and the bytes for its printer. */
export function composeReceipt(receipt: Receipt, paper: RollPaper): ComposedReceipt {
  const layout = computePaperLayout(receipt, { ...paper, form: 'roll' });
  const { bytes } = encodePaper(layout, paper);
  return { lines: layout.lines, bytes: Buffer.from(bytes), ticketText: layout.ticketText };
}
