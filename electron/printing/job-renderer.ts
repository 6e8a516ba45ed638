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
  buildChangeDrawerPulse,
  buildPaymentDrawerPulse,
  buildPaymentReceipt,
  buildTestReceipt,
  formatPaperDocumentFileName,
  formatPaperFileName,
  type Receipt,
  type ReceiptFacts,
  readReceiptFacts,
  toReceiptOfPaperDocument,
} from './papers/index.ts';
import {
  hasOpenedDrawer,
  listDrawerJobs,
  type PrintJobRow,
  type RenderedPrintJob,
  readPrintPicture,
} from './queue/index.ts';
import { renderCompressedPaper } from './render-paper.ts';
import { type CurrentLayout, renderTape } from './tape/index.ts';
import { type PaperRenderRequest, renderPaperInWorker } from './thread/index.ts';
import type { PrintingSettings } from './types.ts';

/** The target of a paper's bytes: the name of a printer's model, or `pdf`. */
export function getTargetModelName(paper: PrintTarget): string {
  return paper.form === 'sheet' ? 'pdf' : paper.model.name;
}

export interface PrintJobRenderer {
  /** From the ledger, for the current printer. Throws if it cannot be rendered. */
  render(job: PrintJobRow): Promise<RenderedPrintJob>;
  /** The paper's content; for a job that was sent, the lines stored in the ledger. */
  renderTape(job: PrintJobRow): Tape;
  /** False once the pulse may have been sent, and after `DRAWER_OPEN_WINDOW_MS`. */
  canOpenDrawer(job: PrintJobRow): boolean;
  /** A receipt as a PDF file, for a customer who wants no paper. `at`: ISO 8601, UTC. */
  renderReceiptPdf(
    facts: ReceiptFacts,
    kind: 'original' | 'copy',
    at: string,
  ): Promise<RenderedPrintJob>;
}

/**
 * The part of an unprinted text of the service that the tape shows, in bytes. A longer text is also
 * too long to be laid out in the main thread while the cashier waits.
 */
const MAX_SHOWN_TICKET_BYTES = 4 * 1024;

function isReceiptDelivery(kind: PrintJobRow['kind']): kind is ReceiptDeliveryMethod {
  return RECEIPT_DELIVERY_METHODS.some((way) => way === kind);
}

function isLongReceipt({ ticket }: Receipt): boolean {
  return ticket !== null && truncateText(ticket, MAX_SHOWN_TICKET_BYTES).isTruncated;
}

function toWorkerTarget({
  model,
  ...paper
}: PrintTarget): Pick<PaperRenderRequest, 'paper' | 'model'> {
  return { paper, model: model.name };
}

export function createPrintJobRenderer(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => PrintingSettings;
  readonly paperWorkerUrl: URL;
  /** Aborted when the till no longer waits for a paper. */
  readonly signal: AbortSignal;
}): PrintJobRenderer {
  const { database, clock, log, settings, paperWorkerUrl, signal } = ports;

  /** The paper, and its file name if it becomes a file. */
  const buildReceipt = (
    job: PrintJobRow,
    current: PrintingSettings,
  ): { receipt: Receipt; name: string } => {
    const { receipt, name } = buildFullReceipt(job, current);
    return { receipt: canOpenDrawer(job) ? receipt : { ...receipt, drawer: 'stays' }, name };
  };

  /**
   * The drawer opens only when this paper's money is paid in or out. A pulse that may have been
   * sent is not sent again. If a paper is printed long after it was requested, or if the outcome of
   * its payment became known long after the payment began, the drawer stays closed, unless a cashier
   * has just confirmed that outcome. The cashier then opens it by the action `open-drawer`, which is
   * recorded.
   */
  const canOpenDrawer = ({ id, kind, isDrawerDone, intentId, createdAt }: PrintJobRow): boolean => {
    if (isDrawerDone) return false;
    if (kind !== 'change' && intentId !== null && hasOpenedDrawer(database, intentId, id))
      return false;
    if (!isRecent(createdAt)) return false;
    const facts = intentId === null ? null : readReceiptFacts(database, intentId);
    return facts === null || isRecent(facts.createdAt) || isRecent(facts.seenAt ?? '');
  };
  const isRecent = (at: string): boolean =>
    Math.abs(clock.now() - Date.parse(at)) <= DRAWER_OPEN_WINDOW_MS;

  const buildFullReceipt = (
    job: PrintJobRow,
    current: PrintingSettings,
  ): { receipt: Receipt; name: string } => {
    const { kind, createdAt, document } = job;
    if (kind === 'report') {
      if (document === null) throw new Error(`print job ${job.id} has no document`);
      return {
        receipt: toReceiptOfPaperDocument(document, current.shop),
        name: formatPaperDocumentFileName(document, createdAt, current),
      };
    }
    const isPulse = kind === 'drawer' || kind === 'change';
    const fileKind = isPulse || isReceiptDelivery(kind) ? 'original' : kind;
    const formatName = (reference: string): string =>
      formatPaperFileName({ kind: fileKind, createdAt, reference }, current);
    if (kind === 'test') {
      return {
        receipt: buildTestReceipt(current, toIsoTime(clock.now())),
        name: formatName(job.id),
      };
    }
    const facts = job.intentId === null ? null : readReceiptFacts(database, job.intentId);
    if (facts === null) throw new Error(`print job ${job.id} has no payment`);
    if (kind === 'change')
      return { receipt: buildChangeDrawerPulse(), name: formatName(facts.externalId) };
    if (kind === 'drawer')
      return { receipt: buildPaymentDrawerPulse(facts), name: formatName(facts.externalId) };
    if (isReceiptDelivery(kind)) throw new Error(`print job ${job.id} is no paper`);
    // A copy shows the time at which it was requested, however late it is printed.
    const receipt = buildPaymentReceipt(facts, kind, current, createdAt);
    return { receipt, name: formatName(facts.externalId) };
  };

  /** True only for a recent paper: for an old one nothing can be done. */
  const isDrawerKept = (job: PrintJobRow): boolean => {
    if (hasFailedPulse(job)) return true;
    if (job.state === 'skipped' || (job.endedAt !== null && !isRecent(job.endedAt))) return false;
    const current = settings();
    const { drawer, model } = toPrintTarget(current.printer, current);
    const isShut = job.isDrawerDone || (job.byteCount !== null && job.drawerAt === null);
    if (!isShut || drawer === null || model.drawer === null) return false;
    try {
      return buildFullReceipt(job, current).receipt.drawer !== 'stays';
    } catch {
      // A paper that cannot be rendered opens nothing; the queue has reported it.
      return false;
    }
  };

  /** A receipt also reports the failed drawer pulse that was queued instead of it. */
  const hasFailedPulse = ({ intentId, kind }: PrintJobRow): boolean =>
    intentId !== null &&
    kind === 'original' &&
    listDrawerJobs(database, intentId).some(
      (pulse) =>
        ['refused', 'failed', 'skipped'].includes(pulse.state) &&
        pulse.endedAt !== null &&
        isRecent(pulse.endedAt) &&
        isPulseStillNeeded(pulse, intentId),
    );
  const isPulseStillNeeded = ({ id, kind }: PrintJobRow, intentId: string): boolean => {
    if (kind === 'change') return true;
    const facts = readReceiptFacts(database, intentId);
    const isOpened = hasOpenedDrawer(database, intentId, id);
    return !isOpened && facts !== null && buildPaymentDrawerPulse(facts).drawer !== 'stays';
  };

  const pack = (receipt: Receipt, paper: PrintTarget, about: PaperRenderRequest['about']) =>
    isLongReceipt(receipt)
      ? renderPaperInWorker(paperWorkerUrl, { receipt, ...toWorkerTarget(paper), about }, signal)
      : renderCompressedPaper(receipt, paper, about);

  const renderReceiptPdf: PrintJobRenderer['renderReceiptPdf'] = async (facts, kind, at) => {
    const current = settings();
    const { columns } = toPrintTarget(current.printer, current);
    const paper: PrintTarget = { ...toPrintTarget(null, current), form: 'sheet', columns };
    const receipt: Receipt = {
      ...buildPaymentReceipt(facts, kind, current, at),
      drawer: 'stays',
    };
    const name = formatPaperFileName(
      { kind, createdAt: facts.createdAt, reference: facts.externalId },
      current,
    );
    const packed = await pack(receipt, paper, {
      title: `${current.shop.name} · ${name}`,
      at,
    });
    const { isTicketCut } = receipt;
    return {
      ...packed,
      fileName: name,
      columns,
      model: getTargetModelName(paper),
      isTicketCut,
    };
  };

  const render = async (job: PrintJobRow): Promise<RenderedPrintJob> => {
    const current = settings();
    const paper = toPrintTarget(current.printer, current);
    const { receipt, name } = buildReceipt(job, current);
    const about = { title: `${current.shop.name} · ${name}`, at: job.createdAt };
    const packed = await pack(receipt, paper, about);
    const { isTicketCut } = receipt;
    return {
      ...packed,
      fileName: name,
      columns: paper.columns,
      model: getTargetModelName(paper),
      isTicketCut,
    };
  };

  const computeLayout = (job: PrintJobRow): CurrentLayout => {
    const current = settings();
    const target = toPrintTarget(current.printer, current);
    const { receipt } = buildReceipt(job, current);
    const excerpt = truncateText(receipt.ticket ?? '', MAX_SHOWN_TICKET_BYTES);
    const ticket = receipt.ticket === null ? null : excerpt.text;
    const layout = computePaperLayout({ ...receipt, ticket }, target);
    const { isTruncated: hasMoreTicketText } = excerpt;
    return { layout, target, hasMoreTicketText, isTicketCut: receipt.isTicketCut };
  };

  const readStoredPicture = (digest: string): Uint8Array => readPrintPicture(database, digest);

  return {
    render,
    renderReceiptPdf,
    canOpenDrawer,
    renderTape: (job) => {
      const current = settings();
      const { language } = current;
      const { columns } = toPrintTarget(current.printer, current);
      // A paper that cannot be rendered has failed in the queue, which reported it.
      const onError = (error: unknown): void =>
        log.error({ err: error, job: job.id }, 'tape: rendering failed');
      const tape = renderTape(job, {
        computeLayout,
        readPicture: readStoredPicture,
        onError,
        columns,
        language,
      });
      return { ...tape, isDrawerKept: isDrawerKept(job) };
    },
  };
}
