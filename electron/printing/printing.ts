import {
  fail,
  ok,
  type PrinterSettings,
  type PrinterState,
  type Problem,
  type Result,
  type Tape,
} from '../../shared/contract/index.ts';
import {
  countWaitingPrintJobs,
  type Database,
  endPrintJob,
  insertPrintJob,
  originalPrintJob,
  type PrintJobRow,
  printJob,
  receiptFacts,
  recentOriginalPrintJobs,
  recoverPrintJobs,
} from '../ledger/index.ts';
import { type Clock, isoTime, type Log, type NewId } from '../platform/index.ts';
import { checkPrinter } from './check.ts';
import { type Composed, compose, type Paper } from './compose.ts';
import { askOf, type Light, lightOf, paperOf, printOn } from './printer.ts';
import { createQueue, type JobResult } from './queue.ts';
import { type PaperKind, paymentReceipt, type ReceiptSettings, testReceipt } from './receipt.ts';
import { tapeOf } from './tape.ts';
import { type Condition, TIMINGS, type Timings } from './transport.ts';
import { createTurns } from './turns.ts';

export interface PrintingSettings extends ReceiptSettings {
  /** Null until the shop has set one. */
  readonly printer: PrinterSettings | null;
}

export interface PrintingPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Read anew for each job. */
  readonly settings: () => PrintingSettings;
  /** A job came or changed; both null when only the printer's light did. */
  readonly onChange: (jobId: string | null, paymentId: string | null) => void;
  /** For tests; the product leaves it out. */
  readonly timings?: Timings;
}

export interface Printing {
  /**
   * Queues a paper; must be called inside `database.commit`, with `wake` after it. Answers the
   * job's id. A payment has one original: asked for again, the same id is answered.
   */
  enqueue(intentId: string, kind: Exclude<PaperKind, 'test'>, cashierId: string | null): string;
  wake(): void;
  state(): PrinterState;
  /** Asks the printer how it is, printing nothing. */
  ask(): Promise<PrinterState>;
  tape(paymentId: string): Tape | null;
  job(jobId: string): Result<Tape>;
  recent(limit: number): Tape[];
  copy(paymentId: string, cashierId: string): Result<Tape>;
  testPrint(cashierId: string | null): Result<Tape>;
  retry(jobId: string): Result<Tape>;
  confirm(jobId: string, cameOut: boolean): Result<Tape>;
  /** For the wizard: asks this printer and prints a test page on it, keeping nothing. */
  checkPrinter(printer: PrinterSettings): Promise<Result<PrinterState>>;
  start(): void;
  /** Lets the job in hand end for a moment, then breaks it off; what waits is kept. */
  stop(): Promise<void>;
}

export function createPrinting(ports: PrintingPorts): Printing {
  const { database, clock, newId, log, settings, onChange } = ports;
  const timings = ports.timings ?? TIMINGS;
  const stopping = new AbortController();
  const transport = { clock, timings, signal: stopping.signal };
  const inTurn = createTurns();
  let seen: { light: Light; at: string; of: string } | null = null;
  const printerKey = (): string => JSON.stringify(settings().printer);

  const noteLight = (result: JobResult | Condition): void => {
    const light = lightOf(result);
    if (light !== null) seen = { light, at: isoTime(clock.now()), of: printerKey() };
  };

  const composeJob = (job: PrintJobRow): { composed: Composed; paper: Paper } => {
    const now = settings();
    const paper = paperOf(now.printer, now);
    const at = isoTime(clock.now());
    if (job.kind === 'test') return { composed: compose(testReceipt(now, at), paper), paper };
    const facts = job.intentId === null ? null : receiptFacts(database, job.intentId);
    if (facts === null) throw new Error(`print job ${job.id} has no payment`);
    // A copy bears the time at which it was asked for, however late it is printed.
    return { composed: compose(paymentReceipt(facts, job.kind, now, job.createdAt), paper), paper };
  };

  const composeForTape = (job: PrintJobRow): ReturnType<typeof composeJob> => {
    try {
      return composeJob(job);
    } catch (error) {
      // The job itself fails in the queue; its tape is empty and the others are still shown.
      log.error({ err: error, job: job.id }, 'a tape could not be drawn');
      const now = settings();
      const composed: Composed = { bytes: Buffer.alloc(0), ticketText: 'none' };
      return { composed, paper: paperOf(now.printer, now) };
    }
  };

  const queue = createQueue({
    database,
    clock,
    log,
    compose: composeJob,
    print: (bytes, onLeaving) =>
      inTurn(() => printOn(settings().printer, bytes, transport, onLeaving)),
    onChange: (job) => onChange(job.id, job.intentId),
    onResult: noteLight,
  });

  const insert = (
    intentId: string | null,
    kind: PaperKind,
    cashierId: string | null,
    createdAt = isoTime(clock.now()),
  ): string => insertPrintJob(database, { id: newId(), intentId, kind, createdAt, cashierId });

  const enqueueNow = (
    intentId: string | null,
    kind: PaperKind,
    cashierId: string | null,
  ): Result<Tape> => {
    const id = database.commit(() => insert(intentId, kind, cashierId));
    return announce(id);
  };

  const announce = (id: string): Result<Tape> => {
    const job = printJob(database, id);
    if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
    onChange(job.id, job.intentId);
    queue.wake();
    return ok(tapeOf(job, composeForTape));
  };

  const state = (): PrinterState => {
    const { printer } = settings();
    const isScreen = printer?.kind === 'screen';
    // What another printer said is not this one's word.
    const known = seen?.of === printerKey() ? seen : null;
    return {
      kind: printer?.kind ?? 'not-set',
      light: isScreen ? 'ready' : (known?.light ?? 'not-asked'),
      at: known?.at ?? null,
      waitingJobs: countWaitingPrintJobs(database),
      columns: paperOf(printer, settings()).columns,
    };
  };

  const endByHand = (
    id: string,
    change: (job: PrintJobRow) => Parameters<typeof endPrintJob>[2] | Problem,
  ): Result<Tape> => {
    const job = printJob(database, id);
    if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
    const end = change(job);
    if ('kind' in end) return fail(end);
    database.commit(() => endPrintJob(database, id, end));
    return announce(id);
  };

  return {
    enqueue: insert,
    wake: queue.wake,
    state,
    ask: async () => {
      noteLight(await inTurn(() => askOf(settings().printer, transport)));
      onChange(null, null);
      return state();
    },
    tape: (paymentId) => {
      const job = originalPrintJob(database, paymentId);
      return job === null ? null : tapeOf(job, composeForTape);
    },
    job: (jobId) => {
      const job = printJob(database, jobId);
      if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
      return ok(tapeOf(job, composeForTape));
    },
    recent: (limit) =>
      recentOriginalPrintJobs(database, limit).map((job) => tapeOf(job, composeForTape)),
    copy: (paymentId, cashierId) => {
      const facts = receiptFacts(database, paymentId);
      if (facts === null) return fail({ kind: 'not-found', what: 'payment' });
      const isPaid = facts.state === 'paid' || facts.state === 'by-hand-paid';
      if (!isPaid && originalPrintJob(database, paymentId) === null) {
        return fail({ kind: 'payment-state', state: facts.state, until: null });
      }
      return enqueueNow(paymentId, 'copy', cashierId);
    },
    testPrint: (cashierId) => enqueueNow(null, 'test', cashierId),
    retry: (jobId) =>
      endByHand(jobId, (job) =>
        job.state === 'refused' || job.state === 'failed'
          ? { state: 'waiting', reason: null, bytesSent: null, at: null }
          : { kind: 'payment-state', state: job.state, until: null },
      ),
    confirm: (jobId, cameOut) =>
      endByHand(jobId, (job) => {
        if (job.state !== 'unconfirmed') {
          return { kind: 'payment-state', state: job.state, until: null };
        }
        const at = isoTime(clock.now());
        const { bytesSent } = job;
        return cameOut
          ? { state: 'printed', reason: null, bytesSent, at }
          : { state: 'failed', reason: 'cashier-saw-none', bytesSent, at };
      }),
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
