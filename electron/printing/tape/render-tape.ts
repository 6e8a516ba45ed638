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

/** The current layout of a paper that was not sent yet. */
export interface CurrentLayout {
  readonly layout: PaperLayout;
  readonly target: PrintTarget;
  /** The paper will have more of the service's text than this layout. */
  readonly hasMoreTicketText: boolean;
  readonly isTicketCut: boolean;
}

interface TapePorts {
  readonly computeLayout: (job: PrintJobRow) => CurrentLayout;
  readonly readPicture: (digest: string) => Uint8Array;
  /** Called if a paper cannot be shown. Its tape is then empty, and the other tapes are still shown. */
  readonly onError: (error: unknown) => void;
  /** The columns of the current paper. */
  readonly columns: number;
  readonly language: Language;
}

/** Lines of the service's text on a tape: more than a metre of paper. */
const MAX_TICKET_LINES = 300;

/** The tape of a job: from its stored lines, once the queue has started it. */
export function renderTape(job: PrintJobRow, ports: TapePorts): Tape {
  const { lines, columns, model, ticketText, hasMoreTicketText, isTicketCut } = readContentOrEmpty(
    job,
    ports,
  );
  const continuationNote = hasMoreTicketText
    ? getReceiptTexts(ports.language).continuesOnPaper
    : null;
  return {
    jobId: job.id,
    paymentId: job.intentId,
    kind: job.kind,
    columns,
    lines: toTapeLines(lines, { columns, model, continuationNote: continuationNote }),
    state: job.state,
    reason: job.reason,
    ticketText,
    isTicketCut,
    isWithheld: false,
    codeText: null,
    isDrawerKept: false,
    isOnScreen: false,
    sentShare: computeSentShare(job),
    about: null,
    ways: [],
    canShowWhatsAppCode: false,
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
  readonly hasMoreTicketText: boolean;
  readonly isTicketCut: boolean;
}

function readContentOrEmpty(job: PrintJobRow, ports: TapePorts): TapeContent {
  try {
    return readContent(job, ports);
  } catch (error) {
    ports.onError(error);
    const emptyContent = {
      lines: [],
      ticketText: 'none',
      hasMoreTicketText: false,
      isTicketCut: false,
    } as const;
    return {
      ...emptyContent,
      columns: job.columns ?? ports.columns,
      model: getPrinterModel('epson'),
    };
  }
}

function readContent(job: PrintJobRow, { computeLayout, readPicture }: TapePorts): TapeContent {
  if (job.lines !== null && job.columns !== null) {
    // A PDF file has no printer model, and is shown like a paper of an Epson.
    const name = PRINTER_MODELS.find((modelName) => modelName === job.model) ?? 'epson';
    return {
      ...decodePaperLines(job.lines, readPicture, MAX_TICKET_LINES),
      columns: job.columns,
      model: getPrinterModel(name),
      ticketText: job.ticketText ?? 'none',
      isTicketCut: job.isTicketCut,
    };
  }
  const { layout, target, hasMoreTicketText, isTicketCut } = computeLayout(job);
  const { lines, ticketText } = layout;
  const { columns, model } = target;
  return { lines, columns, model, ticketText, hasMoreTicketText, isTicketCut };
}
