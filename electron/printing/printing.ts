import { fail, ok, type Result, type Tape } from '../../shared/contract/index.ts';
import { maskAccount } from '../../shared/i18n/index.ts';
import { createSerialQueue, isoTime } from '../platform/index.ts';
import { checkPrinter } from './check.ts';
import { createComposing, modelNameOf } from './composing.ts';
import { createDecisions } from './decisions.ts';
import {
  askBeforeTest,
  askOf,
  type JobResult,
  paperOf,
  printOn,
  TIMINGS,
} from './devices/index.ts';
import { writeDocument } from './papers/index.ts';
import { createPrinterLight } from './printer-light.ts';
import {
  createQueue,
  createWithholding,
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
import { createPaperRequests } from './requests.ts';
import type { Printing, PrintingDevice, PrintingPorts } from './types.ts';

/** More than anybody looks through. */
const MOST_OPEN = 50;

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
  const composing = createComposing({ database, clock, log, settings });
  const withholding = createWithholding(ports);

  /** A test page asks first: if it would be refused anyway, a wrong model is reported, too. */
  const printInTurn = (kind: PrintJobRow['kind'], job: MadeJob, onLeaving: () => void) =>
    inTurn(async (): Promise<JobResult> => {
      // Another printer was set while the job waited: it must not get bytes made for the first.
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
    make: composing.make,
    print: printInTurn,
    onChange: (job) => onChange(job.id, job.intentId),
    onResult: light.note,
  });

  const tape = (job: PrintJobRow): Tape => {
    const isWithheld = withholding.isWithheld(job);
    const drawn = composing.tape(job);
    return isWithheld ? { ...drawn, lines: [], isWithheld } : drawn;
  };

  const announce = (id: string): Result<Tape> => {
    const job = printJob(database, id);
    if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
    onChange(job.id, job.intentId);
    queue.wake();
    return ok(tape(job));
  };

  const { reprintOf } = withholding;
  const { mayOpenDrawer } = composing;
  return {
    ...createPaperRequests(ports, { announce, tape }),
    ...createDecisions(ports, { announce, reprintOf, mayOpenDrawer }),
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
    ofPayment: (paymentId) => printJobsOfPayment(database, paymentId).map(tape),
    open: () =>
      openPapers(database, MOST_OPEN).map(({ accountNumber, amount, currency, ...row }) => ({
        ...row,
        account: accountNumber === null ? null : maskAccount(accountNumber),
        amount: amount === null || currency === null ? null : { amount, currency },
      })),
    checkPrinter: (printer) =>
      inTurn(() => checkPrinter({ clock, log, timings }, printer, settings())),
    start: () => {
      const at = isoTime(clock.now());
      const recovered = database.commit(() => recoverPrintJobs(database, 'till-stopped', at));
      for (const job of recovered) onChange(job.id, job.intentId);
      queue.wake();
    },
    stop: async () => {
      queue.close();
      const cancel = clock.after(timings.grace, () => stopping.abort());
      await queue.idle();
      cancel();
      stopping.abort();
    },
  };
}
