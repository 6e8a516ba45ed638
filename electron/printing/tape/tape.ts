import { type Language, PRINTER_MODELS, type Tape } from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import {
  decodePaperLines,
  type PaperLayout,
  type PaperLine,
  type PrintTarget,
} from '../layout/index.ts';
import { getPrinterModel, type PrinterModel } from '../models/index.ts';
import type { PrintJobRow } from '../queue/index.ts';
import { toTapeLines } from './tape-lines.ts';

/** A paper that was not sent yet, as it would be laid out now. */
export interface CurrentLayout {
  readonly layout: PaperLayout;
  readonly target: PrintTarget;
  /** More of the service's text comes on the paper. */
  readonly goesOn: boolean;
  readonly isTicketCut: boolean;
}

interface TapePorts {
  readonly computeLayout: (job: PrintJobRow) => CurrentLayout;
  readonly readPicture: (digest: string) => Uint8Array;
  /** It cannot be shown: its tape is empty, so that the others still are. */
  readonly onError: (error: unknown) => void;
  /** Of the paper that is set now. */
  readonly columns: number;
  readonly language: Language;
}

/** Of the service's text the tape shows so many lines: more than a meter of paper. */
const MAX_TICKET_LINES = 300;

/** The tape of a job: once it has been taken, of the lines that the ledger keeps. */
export function renderTape(job: PrintJobRow, ports: TapePorts): Tape {
  const { lines, columns, model, ticketText, goesOn, isTicketCut } = readContentOrEmpty(job, ports);
  const whereItGoesOn = goesOn ? getReceiptTexts(ports.language).goesOnPaper : null;
  return {
    jobId: job.id,
    paymentId: job.intentId,
    kind: job.kind,
    columns,
    lines: toTapeLines(lines, { columns, model, whereItGoesOn }),
    state: job.state,
    reason: job.reason,
    ticketText,
    isTicketCut,
    isWithheld: false,
    isDrawerKept: false,
    isOnScreen: false,
    sentShare: computeSentShare(job),
    about: null,
    ways: [],
    given: [],
    createdAt: job.createdAt,
  };
}

function computeSentShare({ state, byteCount, bytesSent }: PrintJobRow): number | null {
  if ((state !== 'failed' && state !== 'unconfirmed') || bytesSent === null) return null;
  return byteCount === null || byteCount === 0 ? 0 : Math.min(1, bytesSent / byteCount);
}

interface TapeContent {
  readonly lines: readonly PaperLine[];
  readonly columns: number;
  readonly model: PrinterModel;
  readonly ticketText: Tape['ticketText'];
  readonly goesOn: boolean;
  readonly isTicketCut: boolean;
}

function readContentOrEmpty(job: PrintJobRow, ports: TapePorts): TapeContent {
  try {
    return readContent(job, ports);
  } catch (error) {
    ports.onError(error);
    const none = { lines: [], ticketText: 'none', goesOn: false, isTicketCut: false } as const;
    return { ...none, columns: job.columns ?? ports.columns, model: getPrinterModel('epson') };
  }
}

function readContent(job: PrintJobRow, { computeLayout, readPicture }: TapePorts): TapeContent {
  if (job.lines !== null && job.columns !== null) {
    // A PDF file is of no printer's model, and shows what an Epson does.
    const name = PRINTER_MODELS.find((one) => one === job.model) ?? 'epson';
    return {
      ...decodePaperLines(job.lines, readPicture, MAX_TICKET_LINES),
      columns: job.columns,
      model: getPrinterModel(name),
      ticketText: job.ticketText ?? 'none',
      isTicketCut: job.isTicketCut,
    };
  }
  const { layout, target, goesOn, isTicketCut } = computeLayout(job);
  const { lines, ticketText } = layout;
  const { columns, model } = target;
  return { lines, columns, model, ticketText, goesOn, isTicketCut };
}
