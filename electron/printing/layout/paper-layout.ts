import type { EnvironmentName, Language } from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import type { DrawerPin, PrinterModel, PrinterPage } from '../models/index.ts';
import type { Receipt, ReceiptLine, TicketTextForm } from '../papers/index.ts';
import { addNotValidMarks, layOutLines, TICKET_RULE } from './lay-out-lines.ts';
import type { PaperLine } from './paper-line.ts';
import { replaceCommandBytes } from './replace-command-bytes.ts';
import { planSheetTicket, planTicket } from './ticket-plan.ts';

/** The paper that a job is laid out for. */
export interface PrintTarget {
  /** `sheet`: a page of a PDF file, which has neither a cut nor a drawer. */
  readonly form: 'roll' | 'sheet';
  readonly model: PrinterModel;
  readonly columns: number;
  readonly drawer: DrawerPin | null;
  readonly language: Language;
  readonly environment: EnvironmentName;
}

export interface PaperLayout {
  readonly lines: readonly PaperLine[];
  /** The code page of its characters. */
  readonly page: PrinterPage;
  readonly ticketText: TicketTextForm;
}

/**
 * Lays out our own lines, the service's text between them, the cut, and the drawer pulse if it must
 * open.
 */
export function computePaperLayout(receipt: Receipt, paper: PrintTarget): PaperLayout {
  const plan = receipt.ticket === null ? null : planTicketText(receipt.ticket, paper);
  const page = plan?.page ?? paper.model.codePages[0];
  const ticketText = plan?.form ?? 'none';
  const layOut = (lines: readonly ReceiptLine[]): PaperLine[] => layOutOwnLines(lines, paper, page);
  const pulse: PaperLine[] =
    paper.drawer === null || paper.model.drawer === null ? [] : [{ kind: 'drawer' }];
  // A job with only the pulse feeds no paper.
  const isPaper = receipt.before.length > 0 || plan !== null;
  const lines: PaperLine[] = [
    ...(receipt.drawer === 'first' ? pulse : []),
    ...layOut(receipt.before),
    ...(plan === null ? [] : [TICKET_RULE, ...plan.lines, TICKET_RULE]),
    ...layOut(isMarked(ticketText) ? [...receipt.ifMarked, ...receipt.after] : receipt.after),
    ...(paper.form === 'sheet' || !isPaper ? [] : [{ kind: 'cut' } as const]),
    ...(receipt.drawer === 'last' ? pulse : []),
  ];
  return { lines, page, ticketText };
}

function isMarked(ticketText: TicketTextForm): boolean {
  return ticketText === 'marked' || ticketText === 'drawn-marked';
}

function planTicketText(
  ticket: string,
  { form, model, columns }: PrintTarget,
): ReturnType<typeof planTicket> {
  return form === 'sheet'
    ? planSheetTicket(ticket, model.codePages[0], columns)
    : planTicket(ticket, model, columns);
}

function layOutOwnLines(
  lines: readonly ReceiptLine[],
  paper: PrintTarget,
  page: PrinterPage,
): PaperLine[] {
  const { model, columns } = paper;
  const printed = model.supportsGraphics ? lines : lines.filter(isTextLine);
  const { raster } = model;
  const laidOutLines = layOutLines(printed, page.page, columns).map((line) =>
    line.kind === 'logo' && raster !== null
      ? { ...line, dots: replaceCommandBytes(line.dots, raster) }
      : line,
  );
  const { environment, language } = paper;
  if (environment === 'production' || laidOutLines.length === 0) return laidOutLines;
  return addNotValidMarks(
    laidOutLines,
    getReceiptTexts(language).notValid[environment],
    page.page,
    columns,
  );
}

function isTextLine(line: ReceiptLine): boolean {
  return line.kind !== 'logo' && line.kind !== 'code';
}
