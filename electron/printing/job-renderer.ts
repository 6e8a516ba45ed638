import {
  RECEIPT_DELIVERY_METHODS,
  type ReceiptDeliveryMethod,
  type Tape,
} from '../../shared/contract/index.ts';
import { DRAWER_OPEN_WINDOW_MS, truncateText } from '../../shared/rules/index.ts';
import type { Database } from '../ledger/index.ts';
import { type Clock, type Log, toIsoTime } from '../platform/index.ts';
import { toPrintTarget } from './devices/index.ts';
import { computePaperLayout, type PrintTarget } from './layout/index.ts';
import {
  buildChangePulse,
  buildDrawerPulse,
  buildPaymentReceipt,
  buildTestReceipt,
  formatDocumentFileName,
  formatFileName,
  type Receipt,
  type ReceiptFacts,
  readReceiptFacts,
  toDocumentReceipt,
} from './papers/index.ts';
import {
  hasOpenedDrawer,
  listDrawerJobs,
  type PrintJobRow,
  type RenderedJob,
  readPicture,
} from './queue/index.ts';
import { renderPackedPaper } from './render-paper.ts';
import { type CurrentLayout, renderTape } from './tape/index.ts';
import { type RenderRequest, renderInWorker } from './thread/index.ts';
import type { PrintingSettings } from './types.ts';

/** The target of a paper's bytes: a printer's model, or a PDF file. */
export function getModelName(paper: PrintTarget): string {
  return paper.form === 'sheet' ? 'pdf' : paper.model.name;
}

export interface JobRenderer {
  /** From the ledger, for the printer that is set now. Throws if it cannot be made. */
  render(job: PrintJobRow): Promise<RenderedJob>;
  /** The paper's content; for a job that was sent, the lines that the ledger keeps. */
  renderTape(job: PrintJobRow): Tape;
  /** False once the pulse may have been sent, and once its customer has gone. */
  canOpenDrawer(job: PrintJobRow): boolean;
  /** A receipt as a PDF file, for whoever wants no paper. `at`: ISO 8601, UTC. */
  renderReceiptPdf(
    facts: ReceiptFacts,
    kind: 'original' | 'copy',
    at: string,
  ): Promise<RenderedJob>;
}

/**
 * Of a text of the service that has not been printed, the tape shows this much, in bytes. A longer
 * one is also too long to be laid out while the counter waits.
 */
const MAX_SHOWN_TICKET_BYTES = 4 * 1024;

function isReceiptWay(kind: PrintJobRow['kind']): kind is ReceiptDeliveryMethod {
  return RECEIPT_DELIVERY_METHODS.some((way) => way === kind);
}

function isLongReceipt({ ticket }: Receipt): boolean {
  return ticket !== null && truncateText(ticket, MAX_SHOWN_TICKET_BYTES).isCut;
}

function toWorkerTarget({ model, ...paper }: PrintTarget): Pick<RenderRequest, 'paper' | 'model'> {
  return { paper, model: model.name };
}

export function createJobRenderer(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => PrintingSettings;
  readonly paperWorker: URL;
  /** Aborted when the till does not wait for a paper any more. */
  readonly signal: AbortSignal;
}): JobRenderer {
  const { database, clock, log, settings } = ports;

  /** The paper, and its file name if it becomes a file. */
  const receiptOf = (
    job: PrintJobRow,
    now: PrintingSettings,
  ): { receipt: Receipt; name: string } => {
    const { receipt, name } = wholeReceiptOf(job, now);
    return { receipt: canOpenDrawer(job) ? receipt : { ...receipt, drawer: 'stays' }, name };
  };

  /**
   * The drawer opens only when the money of this paper goes in or out. A pulse that may have been
   * sent is not sent again. If a paper is printed long after it was requested, or if the outcome of
   * its payment became known long after it began, the drawer stays closed. A person then opens it
   * by the act for that, which is noted.
   */
  const canOpenDrawer = ({ id, kind, isDrawerDone, intentId, createdAt }: PrintJobRow): boolean => {
    if (isDrawerDone) return false;
    if (kind !== 'change' && intentId !== null && hasOpenedDrawer(database, intentId, id))
      return false;
    const begun = intentId === null ? null : readReceiptFacts(database, intentId)?.createdAt;
    return [createdAt, begun ?? createdAt].every(isRecent);
  };
  const isRecent = (at: string): boolean =>
    Math.abs(clock.now() - Date.parse(at)) <= DRAWER_OPEN_WINDOW_MS;

  const wholeReceiptOf = (
    job: PrintJobRow,
    now: PrintingSettings,
  ): { receipt: Receipt; name: string } => {
    const { kind, createdAt, document } = job;
    if (kind === 'report') {
      if (document === null) throw new Error(`print job ${job.id} has no document`);
      return {
        receipt: toDocumentReceipt(document, now.shop),
        name: formatDocumentFileName(document, createdAt, now),
      };
    }
    const isPulse = kind === 'drawer' || kind === 'change';
    const fileKind = isPulse || isReceiptWay(kind) ? 'original' : kind;
    const named = (reference: string): string =>
      formatFileName({ kind: fileKind, createdAt, reference }, now);
    if (kind === 'test') {
      return { receipt: buildTestReceipt(now, toIsoTime(clock.now())), name: named(job.id) };
    }
    const facts = job.intentId === null ? null : readReceiptFacts(database, job.intentId);
    if (facts === null) throw new Error(`print job ${job.id} has no payment`);
    if (kind === 'change') return { receipt: buildChangePulse(), name: named(facts.externalId) };
    if (kind === 'drawer')
      return { receipt: buildDrawerPulse(facts), name: named(facts.externalId) };
    if (isReceiptWay(kind)) throw new Error(`print job ${job.id} is no paper`);
    // A copy shows the time at which it was requested, however late it is printed.
    const receipt = buildPaymentReceipt(facts, kind, now, createdAt);
    return { receipt, name: named(facts.externalId) };
  };

  /** Only a recent paper reports it: for an old one nothing can be done. */
  const isDrawerKept = (job: PrintJobRow): boolean => {
    if (isPulseKept(job)) return true;
    if (job.state === 'skipped' || (job.endedAt !== null && !isRecent(job.endedAt))) return false;
    const now = settings();
    const { drawer, model } = toPrintTarget(now.printer, now);
    const isShut = job.isDrawerDone || (job.byteCount !== null && job.drawerAt === null);
    if (!isShut || drawer === null || model.drawer === null) return false;
    try {
      return wholeReceiptOf(job, now).receipt.drawer !== 'stays';
    } catch {
      // A paper that cannot be made opens nothing; the queue has reported it.
      return false;
    }
  };

  /** A pulse that was to open the drawer without a receipt, and did not, shows with the receipt. */
  const isPulseKept = ({ intentId, kind }: PrintJobRow): boolean =>
    intentId !== null &&
    kind === 'original' &&
    listDrawerJobs(database, intentId).some(
      (pulse) =>
        ['refused', 'failed', 'skipped'].includes(pulse.state) &&
        pulse.endedAt !== null &&
        isRecent(pulse.endedAt) &&
        isStillDue(pulse, intentId),
    );
  const isStillDue = ({ id, kind }: PrintJobRow, intentId: string): boolean => {
    if (kind === 'change') return true;
    const facts = readReceiptFacts(database, intentId);
    const isOpened = hasOpenedDrawer(database, intentId, id);
    return !isOpened && facts !== null && buildDrawerPulse(facts).drawer !== 'stays';
  };

  const written = (receipt: Receipt, paper: PrintTarget, about: RenderRequest['about']) =>
    isLongReceipt(receipt)
      ? renderInWorker(
          ports.paperWorker,
          { receipt, ...toWorkerTarget(paper), about },
          ports.signal,
        )
      : renderPackedPaper(receipt, paper, about);

  const renderReceiptPdf: JobRenderer['renderReceiptPdf'] = async (facts, kind, at) => {
    const now = settings();
    const { columns } = toPrintTarget(now.printer, now);
    const paper: PrintTarget = { ...toPrintTarget(null, now), form: 'sheet', columns };
    const receipt: Receipt = { ...buildPaymentReceipt(facts, kind, now, at), drawer: 'stays' };
    const name = formatFileName(
      { kind, createdAt: facts.createdAt, reference: facts.externalId },
      now,
    );
    const made = await written(receipt, paper, { title: `${now.shop.name} · ${name}`, at });
    const { isTicketCut } = receipt;
    return { ...made, fileName: name, columns, model: getModelName(paper), isTicketCut };
  };

  const render = async (job: PrintJobRow): Promise<RenderedJob> => {
    const now = settings();
    const paper = toPrintTarget(now.printer, now);
    const { receipt, name } = receiptOf(job, now);
    const about = { title: `${now.shop.name} · ${name}`, at: job.createdAt };
    const made = await written(receipt, paper, about);
    const { isTicketCut } = receipt;
    return {
      ...made,
      fileName: name,
      columns: paper.columns,
      model: getModelName(paper),
      isTicketCut,
    };
  };

  const computeLayout = (job: PrintJobRow): CurrentLayout => {
    const now = settings();
    const target = toPrintTarget(now.printer, now);
    const { receipt } = receiptOf(job, now);
    const begun = truncateText(receipt.ticket ?? '', MAX_SHOWN_TICKET_BYTES);
    const ticket = receipt.ticket === null ? null : begun.text;
    const layout = computePaperLayout({ ...receipt, ticket }, target);
    return { layout, target, goesOn: begun.isCut, isTicketCut: receipt.isTicketCut };
  };

  const kept = (digest: string): Uint8Array => readPicture(database, digest);

  return {
    render,
    renderReceiptPdf,
    canOpenDrawer,
    renderTape: (job) => {
      const now = settings();
      const { language } = now;
      const { columns } = toPrintTarget(now.printer, now);
      // One that cannot be made has failed in the queue, which reported it.
      const onError = (error: unknown): void =>
        log.error({ err: error, job: job.id }, 'tape: rendering failed');
      const shown = renderTape(job, {
        computeLayout,
        readPicture: kept,
        onError,
        columns,
        language,
      });
      return { ...shown, isDrawerKept: isDrawerKept(job) };
    },
  };
}
