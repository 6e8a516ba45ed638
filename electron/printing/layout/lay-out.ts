import type { Language } from '../../../shared/contract/index.ts';
import { receiptWords } from '../../../shared/i18n/index.ts';
import type { DrawerPin, PrinterModel, PrinterPage } from '../models/index.ts';
import type { AroundLine, Receipt, TicketTextOnPaper } from '../papers/index.ts';
import { withoutCommands } from './harmless.ts';
import { FENCE, layOut, withTraining } from './lines.ts';
import type { PaperLine } from './paper-line.ts';
import { planSheet, planTicket } from './ticket.ts';

/** The paper that a job is laid out for. */
export interface Paper {
  /** `sheet`: a page of a PDF file, which has neither a cut nor a drawer. */
  readonly form: 'roll' | 'sheet';
  readonly model: PrinterModel;
  readonly columns: number;
  readonly drawer: DrawerPin | null;
  readonly language: Language;
  readonly isTraining: boolean;
}

export interface LaidPaper {
  readonly lines: readonly PaperLine[];
  /** The code page that all of its characters are on. */
  readonly page: PrinterPage;
  readonly ticketText: TicketTextOnPaper;
}

/** A paper laid out, once: ours around, the service's text by itself, cut, and the drawer where due. */
export function layOutPaper(receipt: Receipt, paper: Paper): LaidPaper {
  const plan = receipt.ticket === null ? null : planOf(receipt.ticket, paper);
  const page = plan?.page ?? paper.model.pages[0];
  const ticketText = plan?.way ?? 'none';
  const around = (lines: readonly AroundLine[]): PaperLine[] => layOutAround(lines, paper, page);
  const pulse: PaperLine[] =
    paper.drawer === null || paper.model.drawer === null ? [] : [{ kind: 'drawer' }];
  const lines: PaperLine[] = [
    ...(receipt.drawer === 'first' ? pulse : []),
    ...around(receipt.before),
    ...(plan === null ? [] : [FENCE, ...plan.lines, FENCE]),
    ...around(receipt.after(ticketText)),
    ...(paper.form === 'sheet' ? [] : [{ kind: 'cut' } as const]),
    ...(receipt.drawer === 'last' ? pulse : []),
  ];
  return { lines, page, ticketText };
}

function planOf(ticket: string, { form, model, columns }: Paper): ReturnType<typeof planTicket> {
  return form === 'sheet'
    ? planSheet(ticket, model.pages[0], columns)
    : planTicket(ticket, model, columns);
}

function layOutAround(lines: readonly AroundLine[], paper: Paper, page: PrinterPage): PaperLine[] {
  const { model, columns } = paper;
  const printed = model.drawsAround ? lines : lines.filter(isTyped);
  const { raster } = model;
  const laid = layOut(printed, page.page, columns).map((line) =>
    line.kind === 'logo' && raster !== null
      ? { ...line, dots: withoutCommands(line.dots, raster) }
      : line,
  );
  if (!paper.isTraining || laid.length === 0) return laid;
  return withTraining(laid, receiptWords(paper.language).training, page.page, columns);
}

function isTyped(line: AroundLine): boolean {
  return line.kind !== 'logo' && line.kind !== 'code';
}
