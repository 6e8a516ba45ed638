import { fail, ok, type Result, type Tape } from '../../shared/contract/index.ts';
import { maskAccount } from '../../shared/i18n/index.ts';
import { createSerialQueue, toIsoTime, yieldToEventLoop } from '../platform/index.ts';
import { printTestPageWithoutTill } from './check-printer.ts';
import {
  DEFAULT_PRINTER_TIMINGS,
  isOutputStoredByPrinter,
  type PrintJobResult,
  readPrinterStatus,
  readPrinterStatusBeforeTestPage,
  sendToPrinter,
  toPrintTarget,
} from './devices/index.ts';
import { createDocumentFiles } from './document-files.ts';
import { createDrawerPulses } from './drawer-pulses.ts';
import { createPrintJobDecisions } from './job-decisions.ts';
import { createPrintJobRenderer, getTargetModelName } from './job-renderer.ts';
import { createPrintRequests } from './paper-requests.ts';
import { createPaperlessReceipts } from './paperless/index.ts';
import {
  encodePaperDocument,
  readGiftCardTicketText,
  toReceiptOfPaperDocument,
} from './papers/index.ts';
import { createPrinterMonitor } from './printer-monitor.ts';
import { toPrinterProblem } from './printer-problem.ts';
import {
  createPrintQueue,
  createReprintPolicy,
  deleteOldPrintJobBytes,
  insertPrintJob,
  listPaymentPrintJobs,
  listRecentOriginalPrintJobs,
  listUnprintedPapers,
  type PrintJobRow,
  type RenderedPrintJob,
  readOriginalPrintJob,
  readPrintJob,
  recoverInterruptedPrintJobs,
} from './queue/index.ts';
import { renderPaper } from './render-paper.ts';
import type { Printing, PrintingDevice, PrintingPorts } from './types.ts';

const DAY_MS = 86_400_000;
/** Papers whose bytes are deleted in one commit. A payment waits no longer than for these. */
const DELETE_BATCH_LIMIT = 50;
/** More papers than a person would check. */
const MAX_PAPERS = 50;
/** States that the screen shows as being printed or as printed. */
const PRINTED_OR_PENDING_STATES: readonly Tape['state'][] = ['waiting', 'printing', 'printed'];

/** False if the customer has no paper, or may have none. */
function isPaperOut({ isOnScreen, state }: Pick<Tape, 'isOnScreen' | 'state'>): boolean {
  return !isOnScreen && !['refused', 'failed', 'unconfirmed'].includes(state);
}

export function createPrinting(ports: PrintingPorts): Printing {
  const { database, clock, createId, log, settings, onChange } = ports;
  const timings = ports.timings ?? DEFAULT_PRINTER_TIMINGS;
  const stopController = new AbortController();
  const transport = { clock, timings, signal: stopController.signal, log };
  const runSerially = createSerialQueue();
  const device: PrintingDevice = ports.device ?? {
    print: (job, onLeaving) => sendToPrinter(settings().printer, job, transport, onLeaving),
    readStatus: () => readPrinterStatus(settings().printer, transport),
  };
  const monitor = createPrinterMonitor(ports, () => runSerially(() => device.readStatus()));
  const jobRenderer = createPrintJobRenderer({
    database,
    clock,
    log,
    settings,
    paperWorkerUrl: ports.paperWorkerUrl,
    signal: stopController.signal,
  });
  const reprintPolicy = createReprintPolicy(ports);
  const drawerPulses = createDrawerPulses(ports);
  const paperlessReceipts = createPaperlessReceipts(ports, {
    renderReceiptPdf: jobRenderer.renderReceiptPdf,
    canOpenDrawer: jobRenderer.canOpenDrawer,
    queueInsteadOfReceipt: drawerPulses.enqueueDrawerPulseInsteadOfReceipt,
    onChanged: (jobId, paymentId) => {
      onChange(jobId, paymentId);
      queue.wake();
    },
  });

  /** For a test page the printer is asked first, so that a wrong model is reported too. */
  const printSerially = (kind: PrintJobRow['kind'], job: RenderedPrintJob, onLeaving: () => void) =>
    runSerially(async (): Promise<PrintJobResult> => {
      // If the settings name another printer by now, it must not get bytes rendered for the first.
      const current = settings();
      if (
        current.printer !== null &&
        job.model !== getTargetModelName(toPrintTarget(current.printer, current))
      ) {
        return { kind: 'refused', reason: 'not-made' };
      }
      if (kind === 'test' && ports.device === undefined) {
        const status = await readPrinterStatusBeforeTestPage(settings().printer, transport);
        if (status.kind !== 'ready') return status;
      }
      return await device.print(job, onLeaving);
    });

  const queue = createPrintQueue({
    database,
    clock,
    log,
    render: jobRenderer.render,
    print: printSerially,
    onChange: (job) => onChange(job.id, job.intentId),
    onResult: monitor.recordResult,
  });

  /** By the current settings, not those at the time of sending: they decide where it is visible now. */
  const isOnScreen = ({ state }: PrintJobRow): boolean =>
    settings().printer?.kind === 'screen' && PRINTED_OR_PENDING_STATES.includes(state);

  const toTape = (job: PrintJobRow): Tape => {
    const isWithheld = reprintPolicy.isWithheld(job);
    const tape = { ...jobRenderer.renderTape(job), isOnScreen: isOnScreen(job) };
    const tapeWithWays = paperlessReceipts.addDeliveryMethods(tape, job);
    if (isWithheld) return { ...tapeWithWays, lines: [], isWithheld };
    return { ...tapeWithWays, codeText: readNeededCode(database, tape, job) };
  };

  const emitAndPrint = (id: string): Result<Tape> => {
    const job = readPrintJob(database, id);
    if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
    onChange(job.id, job.intentId);
    queue.wake();
    return ok(toTape(job));
  };

  return {
    ...createPrintRequests(ports, {
      emitAndPrint,
      toTape,
      queueInsteadOfReceipt: drawerPulses.enqueueDrawerPulseInsteadOfReceipt,
    }),
    openDrawerForChange: drawerPulses.openDrawerForChange,
    deliverReceiptWithoutPaper: paperlessReceipts.deliverReceiptWithoutPaper,
    createWhatsAppCode: paperlessReceipts.createWhatsAppCode,
    ...createPrintJobDecisions(ports, { emitAndPrint, ...reprintPolicy, ...jobRenderer }),
    enqueueReport: (document, cashierId, approvedBy) =>
      insertPrintJob(database, {
        id: createId(),
        intentId: null,
        kind: 'report',
        createdAt: toIsoTime(clock.now()),
        cashierId,
        approvedBy,
        document: encodePaperDocument(document),
      }),
    wake: queue.wake,
    getState: monitor.getState,
    refreshState: monitor.refresh,
    checkReady: monitor.checkReady,
    getPaymentTape: (paymentId) => {
      const job = readOriginalPrintJob(database, paymentId);
      return job === null ? null : toTape(job);
    },
    getJobTape: (jobId) => {
      const job = readPrintJob(database, jobId);
      if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
      return ok(toTape(job));
    },
    listRecentTapes: (limit) => listRecentOriginalPrintJobs(database, limit).map(toTape),
    listPaymentTapes: (paymentId) =>
      listPaymentPrintJobs(database, paymentId)
        .filter(({ kind }) => !['drawer', 'change', 'none'].includes(kind))
        .map(toTape),
    listUnprintedPapers: () =>
      listUnprintedPapers(database, MAX_PAPERS).map(({ account, amount, currency, ...row }) => ({
        ...row,
        account: account && maskAccount(account),
        amount: amount === null || currency === null ? null : { amount, currency },
      })),
    checkPrinter: (printer) =>
      runSerially(() => printTestPageWithoutTill({ clock, log, timings }, printer, settings())),
    deleteOldBytes: async () => {
      const { keepPrintedDays } = settings();
      if (keepPrintedDays === null || keepPrintedDays === undefined) return;
      const before = toIsoTime(clock.now() - keepPrintedDays * DAY_MS);
      let deletedCount = DELETE_BATCH_LIMIT;
      while (deletedCount === DELETE_BATCH_LIMIT && !stopController.signal.aborted) {
        deletedCount = database.commit(() =>
          deleteOldPrintJobBytes(database, before, DELETE_BATCH_LIMIT),
        );
        await yieldToEventLoop();
      }
    },
    printWithoutStoring: (document) =>
      runSerially(async () => {
        const current = settings();
        if (isOutputStoredByPrinter(current.printer)) {
          return fail({ kind: 'recovery-key', reason: 'no-paper' });
        }
        const at = toIsoTime(clock.now());
        const receipt = toReceiptOfPaperDocument(encodePaperDocument(document), current.shop);
        const about = { title: current.shop.name, at };
        const { bytes } = await renderPaper(
          receipt,
          toPrintTarget(current.printer, current),
          about,
        );
        const result = await device.print({ bytes, fileName: document.name }, () => {});
        const isPrinted =
          result.kind === 'printed' ||
          (result.kind === 'unconfirmed' && result.reason === 'cannot-answer');
        return isPrinted ? ok(null) : fail(toPrinterProblem(result));
      }),
    ...createDocumentFiles(ports),
    start: () => {
      const at = toIsoTime(clock.now());
      const jobs = database.commit(() => recoverInterruptedPrintJobs(database, 'till-stopped', at));
      for (const job of jobs) onChange(job.id, job.intentId);
      queue.wake();
    },
    stop: async () => {
      monitor.stop();
      queue.close();
      const cancel = clock.after(timings.shutdownGraceMs, () => stopController.abort());
      await queue.waitUntilIdle();
      cancel();
      stopController.abort();
    },
  };
}

/** A ticket that cannot be decrypted has no lines, and no code either. */
function readNeededCode(
  database: PrintingPorts['database'],
  tape: Tape,
  job: PrintJobRow,
): string | null {
  return isPaperOut(tape) || tape.lines.length === 0 ? null : readGiftCardTicketText(database, job);
}
