import { fail, ok, type Result, type Tape } from '../../shared/contract/index.ts';
import { maskAccount } from '../../shared/i18n/index.ts';
import { createSerialQueue, isoTime, yieldToEventLoop } from '../platform/index.ts';
import { checkPrinter } from './check-printer.ts';
import {
  askBeforeTest,
  askOf,
  type JobResult,
  keepsPapers,
  paperOf,
  printOn,
  TIMINGS,
} from './devices/index.ts';
import { createDrawerPulses } from './drawer-pulses.ts';
import { createJobDecisions } from './job-decisions.ts';
import { createJobPapers, modelNameOf } from './job-papers.ts';
import { makePaper } from './make-paper.ts';
import { createPaperRequests } from './paper-requests.ts';
import { receiptOfDocument, writeDocument } from './papers/index.ts';
import { createPrinterLight } from './printer-light.ts';
import { printerProblem } from './printer-problem.ts';
import {
  createQueue,
  createWithholding,
  dropBytes,
  insertPrintJob,
  type MadeJob,
  openPapers,
  originalPrintJob,
  type PrintJobRow,
  printJob,
  printJobsOfPayment,
  recentOriginalPrintJobs,
  recoverPrintJobs,
} from './queue/index.ts';
import type { Printing, PrintingDevice, PrintingPorts } from './types.ts';
import { createWithoutPaper } from './without-paper/index.ts';

const DAY_MS = 86_400_000;
/** Papers whose bytes are dropped in one commit: a payment does not wait for more. */
const DROPPED_AT_ONCE = 50;
/** More papers than anybody looks through. */
const MOST_OPEN = 50;
/** Of these the screen says that they come out, or did. */
const COMES: readonly Tape['state'][] = ['waiting', 'printing', 'printed'];

export function createPrinting(ports: PrintingPorts): Printing {
  const { database, clock, newId, log, settings, onChange } = ports;
  const timings = ports.timings ?? TIMINGS;
  const stopping = new AbortController();
  const transport = { clock, timings, signal: stopping.signal, log };
  const inTurn = createSerialQueue();
  const device: PrintingDevice = ports.device ?? {
    print: (job, onLeaving) => printOn(settings().printer, job, transport, onLeaving),
    ask: () => askOf(settings().printer, transport),
  };
  const light = createPrinterLight(ports, () => inTurn(() => device.ask()));
  const jobPapers = createJobPapers({
    database,
    clock,
    log,
    settings,
    paperWorker: ports.paperWorker,
    signal: stopping.signal,
  });
  const withholding = createWithholding(ports);
  const pulses = createDrawerPulses(ports);
  const withoutPaper = createWithoutPaper(ports, {
    makePdf: jobPapers.makePdf,
    mayOpenDrawer: jobPapers.mayOpenDrawer,
    openInstead: pulses.openInstead,
    changed: (jobId, paymentId) => {
      onChange(jobId, paymentId);
      queue.wake();
    },
  });

  /** A test page first asks the printer, so that a wrong model is reported too. */
  const printInTurn = (kind: PrintJobRow['kind'], job: MadeJob, onLeaving: () => void) =>
    inTurn(async (): Promise<JobResult> => {
      // If the settings name another printer by now, it must not get bytes made for the first.
      const now = settings();
      if (now.printer !== null && job.model !== modelNameOf(paperOf(now.printer, now))) {
        return { kind: 'refused', why: 'not-made' };
      }
      if (kind === 'test' && ports.device === undefined) {
        const condition = await askBeforeTest(settings().printer, transport);
        if (condition.kind !== 'ready') return condition;
      }
      return await device.print(job, onLeaving);
    });

  const queue = createQueue({
    database,
    clock,
    log,
    make: jobPapers.make,
    print: printInTurn,
    onChange: (job) => onChange(job.id, job.intentId),
    onResult: light.note,
  });

  /** Whatever was set when it was sent: what is set now is where it can be seen, and printed. */
  const isOnScreen = ({ state }: PrintJobRow): boolean =>
    settings().printer?.kind === 'screen' && COMES.includes(state);

  const tape = (job: PrintJobRow): Tape => {
    const isWithheld = withholding.isWithheld(job);
    const drawn = { ...jobPapers.tape(job), isOnScreen: isOnScreen(job) };
    const known = withoutPaper.withWays(drawn, job);
    return isWithheld ? { ...known, lines: [], isWithheld } : known;
  };

  const announce = (id: string): Result<Tape> => {
    const job = printJob(database, id);
    if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
    onChange(job.id, job.intentId);
    queue.wake();
    return ok(tape(job));
  };

  const { reprintOf } = withholding;
  const { mayOpenDrawer } = jobPapers;
  return {
    ...createPaperRequests(ports, { announce, tape, openInstead: pulses.openInstead }),
    openForChange: pulses.openForChange,
    give: withoutPaper.give,
    ...createJobDecisions(ports, { announce, reprintOf, mayOpenDrawer }),
    enqueueReport: (document, cashierId, approvedBy) =>
      insertPrintJob(database, {
        id: newId(),
        intentId: null,
        kind: 'report',
        createdAt: isoTime(clock.now()),
        cashierId,
        approvedBy,
        document: writeDocument(document),
      }),
    wake: queue.wake,
    state: light.state,
    ask: light.ask,
    readyNow: light.readyNow,
    tape: (paymentId) => {
      const job = originalPrintJob(database, paymentId);
      return job === null ? null : tape(job);
    },
    job: (jobId) => {
      const job = printJob(database, jobId);
      if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
      return ok(tape(job));
    },
    recent: (limit) => recentOriginalPrintJobs(database, limit).map(tape),
    ofPayment: (paymentId) =>
      printJobsOfPayment(database, paymentId)
        .filter(({ kind }) => !['drawer', 'change', 'none'].includes(kind))
        .map(tape),
    open: () =>
      openPapers(database, MOST_OPEN).map(({ account, amount, currency, ...row }) => ({
        ...row,
        account: account && maskAccount(account),
        amount: amount === null || currency === null ? null : { amount, currency },
      })),
    checkPrinter: (printer) =>
      inTurn(() => checkPrinter({ clock, log, timings }, printer, settings())),
    dropOldBytes: async () => {
      const { keepPrintedDays } = settings();
      if (keepPrintedDays === null || keepPrintedDays === undefined) return;
      const before = isoTime(clock.now() - keepPrintedDays * DAY_MS);
      let dropped = DROPPED_AT_ONCE;
      while (dropped === DROPPED_AT_ONCE && !stopping.signal.aborted) {
        dropped = database.commit(() => dropBytes(database, before, DROPPED_AT_ONCE));
        await yieldToEventLoop();
      }
    },
    printUnkept: (document) =>
      inTurn(async () => {
        const now = settings();
        if (await keepsPapers(now.printer)) {
          return fail({ kind: 'recovery-key', reason: 'no-paper' });
        }
        const at = isoTime(clock.now());
        const receipt = receiptOfDocument(writeDocument(document), now.shop);
        const about = { title: now.shop.name, at };
        const { bytes } = await makePaper(receipt, paperOf(now.printer, now), about);
        const result = await device.print({ bytes, fileName: document.name }, () => {});
        const isOut =
          result.kind === 'printed' ||
          (result.kind === 'unconfirmed' && result.why === 'cannot-answer');
        return isOut ? ok(null) : fail(printerProblem(result));
      }),
    start: () => {
      const at = isoTime(clock.now());
      const recovered = database.commit(() => recoverPrintJobs(database, 'till-stopped', at));
      for (const job of recovered) onChange(job.id, job.intentId);
      queue.wake();
    },
    stop: async () => {
      light.stop();
      queue.close();
      const cancel = clock.after(timings.grace, () => stopping.abort());
      await queue.idle();
      cancel();
      stopping.abort();
    },
  };
}
