import type { Language } from '../../../shared/contract/index.ts';
import { receiptWords } from '../../../shared/i18n/index.ts';
import type { TicketTextOnPaper } from '../../ledger/index.ts';
import { FENCE, type LaidLine, layOut, planTicket, withTraining } from '../layout/index.ts';
import type { DrawerPin, PrinterModel, PrinterPage } from '../models/index.ts';
import type { AroundLine, Receipt } from '../papers/index.ts';
import { encodeTicket } from './encoder.ts';
import { composeLines } from './surround.ts';

/** The paper that a job is composed for. */
export interface Paper {
  readonly model: PrinterModel;
  readonly columns: number;
  readonly drawer: DrawerPin | null;
  readonly language: Language;
  readonly isTraining: boolean;
}

export interface Composed {
  readonly bytes: Buffer;
  /** Where in them the pulse for the drawer begins; null where there is none. */
  readonly drawerAt: number | null;
  readonly ticketText: TicketTextOnPaper;
}

/** All bytes of a job: ours around, the service's text by itself, cut, and the drawer where due. */
export function compose(receipt: Receipt, paper: Paper): Composed {
  const { model, columns } = paper;
  const plan = receipt.ticket === null ? null : planTicket(receipt.ticket, model, columns);
  const page = plan?.page ?? model.pages[0];
  const ticketText = plan?.way ?? 'none';
  const pulse = paper.drawer === null ? [] : (model.drawer?.[paper.drawer] ?? []);
  const lines = (around: readonly AroundLine[]): LaidLine[] => layOutAround(around, paper, page);
  const before = lines(receipt.before);
  const after = lines(receipt.after(ticketText));
  const print = (laid: readonly LaidLine[]): Buffer => composeLines(laid, model, page, columns);
  const middle =
    plan === null
      ? [print([...before, ...after])]
      : [print([...before, FENCE]), encodeTicket(plan, model), print([FENCE, ...after])];
  const start = Buffer.from(model.initialise);
  const end = Buffer.from(model.cut);
  return { ...withPulse({ start, middle, end }, Buffer.from(pulse), receipt.drawer), ticketText };
}

function withPulse(
  job: { readonly start: Buffer; readonly middle: readonly Buffer[]; readonly end: Buffer },
  pulse: Buffer,
  moment: Receipt['drawer'],
): Pick<Composed, 'bytes' | 'drawerAt'> {
  const { start, middle, end } = job;
  const quiet = Buffer.concat([start, ...middle, end]);
  if (moment === 'stays' || pulse.length === 0) return { bytes: quiet, drawerAt: null };
  const drawerAt = moment === 'first' ? start.length : quiet.length;
  const bytes = Buffer.concat([quiet.subarray(0, drawerAt), pulse, quiet.subarray(drawerAt)]);
  return { bytes, drawerAt };
}

function layOutAround(lines: readonly AroundLine[], paper: Paper, page: PrinterPage): LaidLine[] {
  const printed = paper.model.drawsAround ? lines : lines.filter(isTyped);
  const laid = layOut(printed, page.page, paper.columns);
  if (!paper.isTraining || laid.length === 0) return laid;
  return withTraining(laid, receiptWords(paper.language).training, page.page, paper.columns);
}

function isTyped(line: AroundLine): boolean {
  return line.kind !== 'logo' && line.kind !== 'code';
}
