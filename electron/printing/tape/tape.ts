import { type Language, PRINTER_MODELS, type Tape } from '../../../shared/contract/index.ts';
import { receiptWords } from '../../../shared/i18n/index.ts';
import { type LaidPaper, type Paper, type PaperLine, readPaperLines } from '../layout/index.ts';
import { type PrinterModel, printerModel } from '../models/index.ts';
import type { PrintJobRow } from '../queue/index.ts';
import { tapeLines } from './tape-lines.ts';

/** A paper that was not sent yet, as it would be laid out now. */
export interface LaidNow {
  readonly laid: LaidPaper;
  readonly paper: Paper;
  /** More of the service's text comes on the paper. */
  readonly goesOn: boolean;
  readonly isTicketCut: boolean;
}

interface TapePorts {
  readonly layOutNow: (job: PrintJobRow) => LaidNow;
  readonly pictureOf: (digest: string) => Uint8Array;
  /** It cannot be shown: its tape is empty, so that the others still are. */
  readonly onTrouble: (error: unknown) => void;
  /** Of the paper that is set now. */
  readonly columns: number;
  readonly language: Language;
}

/** Of the service's text the tape shows so many lines: more than a meter of paper. */
const MOST_SHOWN = 300;

/** The tape of a job: once it has been taken, of the lines that the ledger keeps. */
export function tapeOf(job: PrintJobRow, ports: TapePorts): Tape {
  const { lines, columns, model, ticketText, goesOn, isTicketCut } = shownOrEmpty(job, ports);
  const whereItGoesOn = goesOn ? receiptWords(ports.language).goesOnPaper : null;
  return {
    jobId: job.id,
    paymentId: job.intentId,
    kind: job.kind,
    columns,
    lines: tapeLines(lines, { columns, model, whereItGoesOn }),
    state: job.state,
    reason: job.reason,
    ticketText,
    isTicketCut,
    isWithheld: false,
    isDrawerKept: false,
    isOnScreen: false,
    sentShare: sentShareOf(job),
    about: null,
    ways: [],
    given: [],
    createdAt: job.createdAt,
  };
}

function sentShareOf({ state, byteCount, bytesSent }: PrintJobRow): number | null {
  if ((state !== 'failed' && state !== 'unconfirmed') || bytesSent === null) return null;
  return byteCount === null || byteCount === 0 ? 0 : Math.min(1, bytesSent / byteCount);
}

interface ShownPaper {
  readonly lines: readonly PaperLine[];
  readonly columns: number;
  readonly model: PrinterModel;
  readonly ticketText: Tape['ticketText'];
  readonly goesOn: boolean;
  readonly isTicketCut: boolean;
}

function shownOrEmpty(job: PrintJobRow, ports: TapePorts): ShownPaper {
  try {
    return shownOf(job, ports);
  } catch (error) {
    ports.onTrouble(error);
    const none = { lines: [], ticketText: 'none', goesOn: false, isTicketCut: false } as const;
    return { ...none, columns: job.columns ?? ports.columns, model: printerModel('epson') };
  }
}

function shownOf(job: PrintJobRow, { layOutNow, pictureOf }: TapePorts): ShownPaper {
  if (job.lines !== null && job.columns !== null) {
    // A PDF file is of no printer's model, and shows what an Epson does.
    const name = PRINTER_MODELS.find((one) => one === job.model) ?? 'epson';
    return {
      ...readPaperLines(job.lines, pictureOf, MOST_SHOWN),
      columns: job.columns,
      model: printerModel(name),
      ticketText: job.ticketText ?? 'none',
      isTicketCut: job.isTicketCut,
    };
  }
  const { laid, paper, goesOn, isTicketCut } = layOutNow(job);
  const { lines, ticketText } = laid;
  const { columns, model } = paper;
  return { lines, columns, model, ticketText, goesOn, isTicketCut };
}
