import { PRINTER_MODELS, type Tape } from '../../../shared/contract/index.ts';
import { type LaidPaper, type Paper, type PaperLine, readPaperLines } from '../layout/index.ts';
import { type PrinterModel, printerModel } from '../models/index.ts';
import type { PrintJobRow } from '../queue/index.ts';
import { tapeLines } from './tape-lines.ts';

/** A paper that was not sent yet, as it would be laid out now. */
type LayOutNow = (job: PrintJobRow) => { readonly laid: LaidPaper; readonly paper: Paper };

/** The tape of a job: once it has been taken, of the lines that the ledger keeps. */
export function tapeOf(job: PrintJobRow, layOutNow: LayOutNow): Tape {
  const { lines, columns, model, ticketText } = shownOf(job, layOutNow);
  return {
    jobId: job.id,
    paymentId: job.intentId,
    kind: job.kind,
    columns,
    lines: tapeLines(lines, { columns, model }),
    state: job.state,
    reason: job.reason,
    ticketText,
    isWithheld: false,
    isDrawerKept: false,
    sentShare: sentShareOf(job),
    createdAt: job.createdAt,
  };
}

function sentShareOf({ state, bytes, bytesSent }: PrintJobRow): number | null {
  if ((state !== 'failed' && state !== 'unconfirmed') || bytesSent === null) return null;
  return bytes === null || bytes.length === 0 ? 0 : Math.min(1, bytesSent / bytes.length);
}

interface ShownPaper {
  readonly lines: readonly PaperLine[];
  readonly columns: number;
  readonly model: PrinterModel;
  readonly ticketText: Tape['ticketText'];
}

function shownOf(job: PrintJobRow, layOutNow: LayOutNow): ShownPaper {
  if (job.lines !== null && job.columns !== null) {
    // A PDF file is of no printer's model, and shows what an Epson does.
    const name = PRINTER_MODELS.find((one) => one === job.model) ?? 'epson';
    return {
      lines: readPaperLines(job.lines),
      columns: job.columns,
      model: printerModel(name),
      ticketText: job.ticketText ?? 'none',
    };
  }
  const { laid, paper } = layOutNow(job);
  const { lines, ticketText } = laid;
  return { lines, columns: paper.columns, model: paper.model, ticketText };
}
