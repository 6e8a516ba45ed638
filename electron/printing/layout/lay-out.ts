import type { EnvironmentName, Language } from '../../../shared/contract/index.ts';
import { receiptWords } from '../../../shared/i18n/index.ts';
import type { DrawerPin, PrinterModel, PrinterPage } from '../models/index.ts';
import type { AroundLine, Receipt, TicketTextOnPaper } from '../papers/index.ts';
import { FENCE, layOut, notValid } from './lines.ts';
import type { PaperLine } from './paper-line.ts';
import { planSheet, planTicket } from './ticket.ts';
import { withoutCommands } from './without-commands.ts';

/** The paper that a job is laid out for. */
export interface Paper {
  /** `sheet`: a page of a PDF file, which has neither a cut nor a drawer. */
  readonly form: 'roll' | 'sheet';
  readonly model: PrinterModel;
  readonly columns: number;
  readonly drawer: DrawerPin | null;
  readonly language: Language;
  readonly environment: EnvironmentName;
}

export interface LaidPaper {
  readonly lines: readonly PaperLine[];
  /** The code page that holds all of its characters. */
  readonly page: PrinterPage;
  readonly ticketText: TicketTextOnPaper;
}

/**
 * Lays out our own lines, the service's text between them, the cut, and the drawer if it is to
 * open.
 */
export function layOutPaper(receipt: Receipt, paper: Paper): LaidPaper {
  const plan = receipt.ticket === null ? null : planOf(receipt.ticket, paper);
  const page = plan?.page ?? paper.model.pages[0];
  const ticketText = plan?.way ?? 'none';
  const around = (lines: readonly AroundLine[]): PaperLine[] => layOutAround(lines, paper, page);
  const pulse: PaperLine[] =
    paper.drawer === null || paper.model.drawer === null ? [] : [{ kind: 'drawer' }];
  // A pulse alone feeds no paper.
  const isPaper = receipt.before.length > 0 || plan !== null;
  const lines: PaperLine[] = [
    ...(receipt.drawer === 'first' ? pulse : []),
    ...around(receipt.before),
    ...(plan === null ? [] : [FENCE, ...plan.lines, FENCE]),
    ...around(isMarked(ticketText) ? [...receipt.ifMarked, ...receipt.after] : receipt.after),
    ...(paper.form === 'sheet' || !isPaper ? [] : [{ kind: 'cut' } as const]),
    ...(receipt.drawer === 'last' ? pulse : []),
  ];
  return { lines, page, ticketText };
}

function isMarked(ticketText: TicketTextOnPaper): boolean {
  return ticketText === 'marked' || ticketText === 'drawn-marked';
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
  const { environment, language } = paper;
  if (environment === 'production' || laid.length === 0) return laid;
  return notValid(laid, receiptWords(language).notValid[environment], page.page, columns);
}

function isTyped(line: AroundLine): boolean {
  return line.kind !== 'logo' && line.kind !== 'code';
}
