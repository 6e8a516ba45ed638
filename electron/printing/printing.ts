import { fail, ok, type Result, type Tape } from '../../shared/contract/index.ts';
import { maskAccount } from '../../shared/i18n/index.ts';
import { createSerialQueue, toIsoTime, yieldToEventLoop } from '../platform/index.ts';
import { checkPrinter } from './check-printer.ts';
import {
  DEFAULT_PRINTER_TIMINGS,
  isOutputRetained,
  type JobResult,
  readPrinterStatus,
  readStatusBeforeTest,
  sendToPrinter,
  toPrintTarget,
} from './devices/index.ts';
import { createDrawerPulses } from './drawer-pulses.ts';
import { createJobDecisions } from './job-decisions.ts';
import { createJobRenderer, getModelName } from './job-renderer.ts';
import { createPaperRequests } from './paper-requests.ts';
import { encodeDocument, toDocumentReceipt } from './papers/index.ts';
import { createPrinterMonitor } from './printer-monitor.ts';
import { toPrinterProblem } from './printer-problem.ts';
import {
  createPrintQueue,
  createReprintPolicy,
  deleteOldJobBytes,
  insertPrintJob,
  listOpenPapers,
  listPaymentPrintJobs,
  listRecentOriginalPrintJobs,
  type PrintJobRow,
  type RenderedJob,
  readOriginalPrintJob,
  readPrintJob,
  recoverPrintJobs,
} from './queue/index.ts';
import { renderPaper } from './render-paper.ts';
import type { Printing, PrintingDevice, PrintingPorts } from './types.ts';
import { createPaperlessReceipts } from './without-paper/index.ts';

const DAY_MS = 86_400_000;
/** Papers whose bytes are dropped in one commit: a payment does not wait for more. */
const DELETED_PER_COMMIT = 50;
/** More papers than anybody looks through. */
const MAX_OPEN_PAPERS = 50;
/** Of these the screen says that they come out, or did. */
const PRINTED_OR_PENDING_STATES: readonly Tape['state'][] = ['waiting', 'printing', 'printed'];

export function createPrinting(ports: PrintingPorts): Printing {
  const { database, clock, newId, log, settings, onChange } = ports;
  const timings = ports.timings ?? DEFAULT_PRINTER_TIMINGS;
  const stopping = new AbortController();
  const transport = { clock, timings, signal: stopping.signal, log };
  const inTurn = createSerialQueue();
  const device: PrintingDevice = ports.device ?? {
    print: (job, onLeaving) => sendToPrinter(settings().printer, job, transport, onLeaving),
    readStatus: () => readPrinterStatus(settings().printer, transport),
  };
  const light = createPrinterMonitor(ports, () => inTurn(() => device.readStatus()));
  const jobPapers = createJobRenderer({
    database,
    clock,
    log,
    settings,
    paperWorker: ports.paperWorker,
    signal: stopping.signal,
  });
  const withholding = createReprintPolicy(ports);
  const pulses = createDrawerPulses(ports);
  const withoutPaper = createPaperlessReceipts(ports, {
    makePdf: jobPapers.renderReceiptPdf,
    canOpenDrawer: jobPapers.canOpenDrawer,
    queueInsteadOfReceipt: pulses.queueInsteadOfReceipt,
    onChanged: (jobId, paymentId) => {
      onChange(jobId, paymentId);
      queue.wake();
    },
  });

  /** A test page first asks the printer, so that a wrong model is reported too. */
  const printInTurn = (kind: PrintJobRow['kind'], job: RenderedJob, onLeaving: () => void) =>
    inTurn(async (): Promise<JobResult> => {
      // If the settings name another printer by now, it must not get bytes made for the first.
      const now = settings();
      if (now.printer !== null && job.model !== getModelName(toPrintTarget(now.printer, now))) {
        return { kind: 'refused', why: 'not-made' };
      }
      if (kind === 'test' && ports.device === undefined) {
        const condition = await readStatusBeforeTest(settings().printer, transport);
        if (condition.kind !== 'ready') return condition;
      }
      return await device.print(job, onLeaving);
    });

  const queue = createPrintQueue({
    database,
    clock,
    log,
    render: jobPapers.render,
    print: printInTurn,
    onChange: (job) => onChange(job.id, job.intentId),
    onResult: light.update,
  });

  /** Whatever was set when it was sent: what is set now is where it can be seen, and printed. */
  const isOnScreen = ({ state }: PrintJobRow): boolean =>
    settings().printer?.kind === 'screen' && PRINTED_OR_PENDING_STATES.includes(state);

  const tape = (job: PrintJobRow): Tape => {
    const isWithheld = withholding.isWithheld(job);
    const drawn = { ...jobPapers.renderTape(job), isOnScreen: isOnScreen(job) };
    const known = withoutPaper.addWays(drawn, job);
    return isWithheld ? { ...known, lines: [], isWithheld } : known;
  };

  const announce = (id: string): Result<Tape> => {
    const job = readPrintJob(database, id);
    if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
    onChange(job.id, job.intentId);
    queue.wake();
    return ok(tape(job));
  };

  const { getReprintNote } = withholding;
  const { canOpenDrawer } = jobPapers;
  return {
    ...createPaperRequests(ports, { announce, tape, openInstead: pulses.queueInsteadOfReceipt }),
    openForChange: pulses.openForChange,
    give: withoutPaper.give,
    ...createJobDecisions(ports, {
      announce,
      reprintOf: getReprintNote,
      mayOpenDrawer: canOpenDrawer,
    }),
    enqueueReport: (document, cashierId, approvedBy) =>
      insertPrintJob(database, {
        id: newId(),
        intentId: null,
        kind: 'report',
        createdAt: toIsoTime(clock.now()),
        cashierId,
        approvedBy,
        document: encodeDocument(document),
      }),
    wake: queue.wake,
    getState: light.getState,
    refreshState: light.refresh,
    readyNow: light.readyNow,
    getPaymentTape: (paymentId) => {
      const job = readOriginalPrintJob(database, paymentId);
      return job === null ? null : tape(job);
    },
    getJobTape: (jobId) => {
      const job = readPrintJob(database, jobId);
      if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
      return ok(tape(job));
    },
    listRecentTapes: (limit) => listRecentOriginalPrintJobs(database, limit).map(tape),
    listPaymentTapes: (paymentId) =>
      listPaymentPrintJobs(database, paymentId)
        .filter(({ kind }) => !['drawer', 'change', 'none'].includes(kind))
        .map(tape),
    listOpenPapers: () =>
      listOpenPapers(database, MAX_OPEN_PAPERS).map(({ account, amount, currency, ...row }) => ({
        ...row,
        account: account && maskAccount(account),
        amount: amount === null || currency === null ? null : { amount, currency },
      })),
    checkPrinter: (printer) =>
      inTurn(() => checkPrinter({ clock, log, timings }, printer, settings())),
    deleteOldBytes: async () => {
      const { keepPrintedDays } = settings();
      if (keepPrintedDays === null || keepPrintedDays === undefined) return;
      const before = toIsoTime(clock.now() - keepPrintedDays * DAY_MS);
      let dropped = DELETED_PER_COMMIT;
      while (dropped === DELETED_PER_COMMIT && !stopping.signal.aborted) {
        dropped = database.commit(() => deleteOldJobBytes(database, before, DELETED_PER_COMMIT));
        await yieldToEventLoop();
      }
    },
    printUnkept: (document) =>
      inTurn(async () => {
        const now = settings();
        if (await isOutputRetained(now.printer)) {
          return fail({ kind: 'recovery-key', reason: 'no-paper' });
        }
        const at = toIsoTime(clock.now());
        const receipt = toDocumentReceipt(encodeDocument(document), now.shop);
        const about = { title: now.shop.name, at };
        const { bytes } = await renderPaper(receipt, toPrintTarget(now.printer, now), about);
        const result = await device.print({ bytes, fileName: document.name }, () => {});
        const isOut =
          result.kind === 'printed' ||
          (result.kind === 'unconfirmed' && result.why === 'cannot-answer');
        return isOut ? ok(null) : fail(toPrinterProblem(result));
      }),
    start: () => {
      const at = toIsoTime(clock.now());
      const recovered = database.commit(() => recoverPrintJobs(database, 'till-stopped', at));
      for (const job of recovered) onChange(job.id, job.intentId);
      queue.wake();
    },
    stop: async () => {
      light.stop();
      queue.close();
      const cancel = clock.after(timings.shutdownGraceMs, () => stopping.abort());
      await queue.waitUntilIdle();
      cancel();
      stopping.abort();
    },
  };
}
