import { encodePaper } from './encoding/index.ts';
import { computePaperLayout, type PaperLine, type PrintTarget } from './layout/index.ts';
import type { Receipt, TicketTextForm } from './papers/index.ts';

export const EMPTY_PAPER: Receipt = {
  before: [],
  ticket: null,
  isTicketCut: false,
  ifMarked: [],
  after: [],
  drawer: 'stays',
};

export type RollPaper = Omit<PrintTarget, 'form'>;

export interface Composed {
  readonly lines: readonly PaperLine[];
  readonly bytes: Buffer;
  readonly ticketText: TicketTextForm;
}

/** A receipt on a roll of paper: its lines, and the bytes for its printer. */
export function compose(receipt: Receipt, paper: RollPaper): Composed {
  const laid = computePaperLayout(receipt, { ...paper, form: 'roll' });
  const { bytes } = encodePaper(laid, paper);
  return { lines: laid.lines, bytes: Buffer.from(bytes), ticketText: laid.ticketText };
}
