import type { EnvironmentName, Language } from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import type { DrawerPin, PrinterCodePage, PrinterModel } from '../models/index.ts';
import type { Receipt, ReceiptLine, TicketTextForm } from '../papers/index.ts';
import { addNotValidMarks, layOutReceiptLines, TICKET_RULE_LINE } from './lay-out-lines.ts';
import type { PaperLine } from './paper-line.ts';
import { replaceForbiddenBytePairs } from './replace-command-bytes.ts';
import { planPdfTicket, planPrintedTicket } from './ticket-plan.ts';

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
  readonly page: PrinterCodePage;
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
    ...(plan === null ? [] : [TICKET_RULE_LINE, ...plan.lines, TICKET_RULE_LINE]),
    ...layOut(
      isMarked(ticketText) ? [...receipt.afterMarkedTicket, ...receipt.after] : receipt.after,
    ),
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
): ReturnType<typeof planPrintedTicket> {
  return form === 'sheet'
    ? planPdfTicket(ticket, model.codePages[0], columns)
    : planPrintedTicket(ticket, model, columns);
}

function layOutOwnLines(
  lines: readonly ReceiptLine[],
  paper: PrintTarget,
  page: PrinterCodePage,
): PaperLine[] {
  const { model, columns } = paper;
  const printed = model.supportsGraphics ? lines : lines.filter(isTextLine);
  const { raster } = model;
  const laidOutLines = layOutReceiptLines(printed, page.codePage, columns).map((line) =>
    line.kind === 'logo' && raster !== null
      ? { ...line, dots: replaceForbiddenBytePairs(line.dots, raster) }
      : line,
  );
  const { environment, language } = paper;
  if (environment === 'production' || laidOutLines.length === 0) return laidOutLines;
  return addNotValidMarks(
    laidOutLines,
    getReceiptTexts(language).notValid[environment],
    page.codePage,
    columns,
  );
}

function isTextLine(line: ReceiptLine): boolean {
  return line.kind !== 'logo' && line.kind !== 'code';
}
