import { encodePaper } from './encoding/index.ts';
import { layOutPaper, type Paper, type PaperLine } from './layout/index.ts';
import type { Receipt, TicketTextOnPaper } from './papers/index.ts';

export const EMPTY_PAPER: Receipt = {
  before: [],
  ticket: null,
  isTicketCut: false,
  ifMarked: [],
  after: [],
  drawer: 'stays',
};

export type RollPaper = Omit<Paper, 'form'>;

export interface Composed {
  readonly lines: readonly PaperLine[];
  readonly bytes: Buffer;
  readonly ticketText: TicketTextOnPaper;
}

/** A receipt on a roll of paper: its lines, and the bytes for its printer. */
export function compose(receipt: Receipt, paper: RollPaper): Composed {
  const laid = layOutPaper(receipt, { ...paper, form: 'roll' });
  const { bytes } = encodePaper(laid, paper);
  return { lines: laid.lines, bytes: Buffer.from(bytes), ticketText: laid.ticketText };
}
