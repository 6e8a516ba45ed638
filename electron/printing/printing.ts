import {
  type Approval,
  fail,
  type OpenPaper,
  ok,
  type PrinterSettings,
  type PrinterState,
  type Problem,
  type Result,
  type Tape,
} from '../../shared/contract/index.ts';
import { maskAccount } from '../../shared/i18n/index.ts';
import type { Audit, AuditPerson } from '../audit/index.ts';
import {
  approvePrintJob,
  countWaitingPrintJobs,
  type Database,
  endPrintJob,
  insertPrintJob,
  keepDrawerDone,
  openPapers,
  originalPrintJob,
  type PrintJobRow,
  printJob,
  printJobsOfPayment,
  receiptFacts,
  recentOriginalPrintJobs,
  recoverPrintJobs,
} from '../ledger/index.ts';
import { type Clock, createSerialQueue, isoTime, type Log, type NewId } from '../platform/index.ts';
import { checkPrinter } from './check.ts';
import { createComposing } from './composing.ts';
import { askBeforeTest, askOf, type Light, lightOf, paperOf, printOn } from './printer.ts';
import { printerProblem } from './printer-problem.ts';
import { createQueue, type JobResult } from './queue.ts';
import type { PaperKind, ReceiptSettings } from './receipt.ts';
import { type PaperDocument, writeDocument } from './report.ts';
import { slipOf } from './slip.ts';
import { type Condition, TIMINGS, type Timings } from './transport.ts';
import { createWithholding, type PaperViewer } from './withheld.ts';

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
  /** Who stands at the counter: not every paper is shown to everybody. */
  readonly viewer: () => PaperViewer | null;
  /** Checks a supervisor's PIN for a single act. */
  readonly approve: (approval: Approval) => Promise<Result<AuditPerson>>;
  /** What was printed with such a PIN, in the commit of the act. */
  readonly audit: Pick<Audit, 'noteInCommit'>;
  /** For tests; the product leaves it out. */
  readonly timings?: Timings;
  /** In place of the way to the printer that is set, for tests in virtual time. */
  readonly device?: PrintingDevice;
}

/** A printer: what a job came to, and how it is. */
export interface PrintingDevice {
  print(bytes: Uint8Array, onLeaving: () => void): Promise<JobResult>;
  ask(): ReturnType<typeof askOf>;
}

export interface Printing {
  /**
   * Queues a paper; must be called inside `database.commit`, with `wake` after it. Answers the
   * job's id. A payment has one original and one slip of its failure: asked for again, the same id
   * is answered.
   */
  enqueue(intentId: string, kind: Exclude<PaperKind, 'test'>, cashierId: string | null): string;
  /**
   * Queues a paper that belongs to no payment, as `enqueue` does: it says the same for ever. The
   * drawer opens with it where it says so.
   */
  enqueueReport(document: PaperDocument, cashierId: string, approvedBy: string | null): string;
  wake(): void;
  state(): PrinterState;
  /** Asks the printer how it is, printing nothing. */
  ask(): Promise<PrinterState>;
  /** Asks the printer; a `printer` problem where it could not print now. Ends within 8 seconds. */
  readyNow(): Promise<Result<null>>;
  tape(paymentId: string): Tape | null;
  job(jobId: string): Result<Tape>;
  recent(limit: number): Tape[];
  ofPayment(paymentId: string): Tape[];
  /** What a person has still to say something about, the oldest first. */
  open(): OpenPaper[];
  /** Nobody needs this paper any more. */
  setAside(jobId: string): Result<Tape>;
  /** Of a gift card only with an approval. */
  copy(paymentId: string, by: AuditPerson, approval: Approval | null): Promise<Result<Tape>>;
  /** How a payment stands that is not paid. */
  slip(paymentId: string, cashierId: string): Result<Tape>;
  testPrint(cashierId: string | null): Result<Tape>;
  /**
   * Of a gift card, some of which may have come out, and of a report that this cashier may not
   * see, only with an approval. The drawer opens once for each paper, at the moment that it is
   * about: a paper of which no byte as far as the pulse can have left opens it for a quarter of an
   * hour, whether the pulse stands first or last. Once it may have left (the job was broken off
   * behind it, or nobody knows, or the cashier says that nothing came out) the paper is printed
   * again without it. Who then needs the drawer, as for a cash-out's money, opens it by the act
   * `open-drawer`, with its PIN, its reason and its note.
   */
  retry(jobId: string, approval: Approval | null, by: AuditPerson | null): Promise<Result<Tape>>;
  confirm(jobId: string, cameOut: boolean): Result<Tape>;
  /** For the wizard: asks this printer and prints a test page on it, keeping nothing. */
  checkPrinter(printer: PrinterSettings): Promise<Result<PrinterState>>;
  start(): void;
  /** Lets the job in hand end for a moment, then breaks it off; what waits is kept. */
  stop(): Promise<void>;
}

/** A cashier waits for this answer with a customer in front of her. */
const READY_WITHIN_MS = 8_000;
/** More than anybody looks through. */
const MOST_OPEN = 50;

export function createPrinting(ports: PrintingPorts): Printing {
  const { database, clock, newId, log, settings, onChange } = ports;
  const timings = ports.timings ?? TIMINGS;
  const stopping = new AbortController();
  const transport = { clock, timings, signal: stopping.signal, log };
  const inTurn = createSerialQueue();
  const device: PrintingDevice = ports.device ?? {
    print: (bytes, onLeaving) => printOn(settings().printer, bytes, transport, onLeaving),
    ask: () => askOf(settings().printer, transport),
  };
  let seen: { light: Light; at: string; of: string } | null = null;
  const printerKey = (): string => JSON.stringify(settings().printer);

  const noteLight = (result: JobResult | Condition): void => {
    const light = lightOf(result);
    if (light !== null) seen = { light, at: isoTime(clock.now()), of: printerKey() };
  };

  const composing = createComposing({ database, clock, log, settings });
  /** A test that would be refused in any case says what a wrong model looks like, too. */
  const printInTurn = (kind: PrintJobRow['kind'], bytes: Uint8Array, onLeaving: () => void) =>
    inTurn(async (): Promise<JobResult> => {
      if (kind === 'test' && ports.device === undefined) {
        const condition = await askBeforeTest(settings().printer, transport);
        if (condition.kind !== 'ready') return condition;
      }
      return await device.print(bytes, onLeaving);
    });

  const queue = createQueue({
    database,
    clock,
    log,
    make: composing.make,
    print: printInTurn,
    onChange: (job) => onChange(job.id, job.intentId),
    onResult: noteLight,
  });

  const insert = (
    intentId: string | null,
    kind: PaperKind,
    cashierId: string | null,
    approvedBy: string | null = null,
  ): string => {
    const createdAt = isoTime(clock.now());
    const job = { id: newId(), intentId, kind, createdAt, cashierId, approvedBy };
    return insertPrintJob(database, job);
  };

  const withholding = createWithholding(ports);
  const tape = (job: PrintJobRow): Tape => {
    const isWithheld = withholding.isWithheld(job);
    const drawn = composing.tape(job);
    return isWithheld ? { ...drawn, lines: [], isWithheld } : drawn;
  };

  /** Null where nobody has to allow it. */
  const approverOf = async (
    isNeeded: boolean,
    approval: Approval | null,
  ): Promise<Result<AuditPerson | null>> => {
    if (!isNeeded) return ok(null);
    if (approval === null) return fail({ kind: 'not-allowed', needs: 'supervisor' });
    return await ports.approve(approval);
  };

  const enqueueNow = (
    intentId: string | null,
    kind: PaperKind,
    cashierId: string | null,
    approved: { readonly by: AuditPerson; readonly approver: AuditPerson } | null = null,
  ): Result<Tape> => {
    const id = database.commit(() => {
      const jobId = insert(intentId, kind, cashierId, approved?.approver.id ?? null);
      if (approved) {
        const detail = { paymentId: intentId, jobId };
        const { by, approver: approvedBy } = approved;
        ports.audit.noteInCommit({ kind: 'reprint-gift-card', by, approvedBy, detail });
      }
      return jobId;
    });
    return announce(id);
  };

  const announce = (id: string): Result<Tape> => {
    const job = printJob(database, id);
    if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
    onChange(job.id, job.intentId);
    queue.wake();
    return ok(tape(job));
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
    inCommit?: (job: PrintJobRow) => void,
  ): Result<Tape> => {
    const job = printJob(database, id);
    if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
    const end = change(job);
    if ('kind' in end) return fail(end);
    database.commit(() => {
      inCommit?.(job);
      endPrintJob(database, id, end);
    });
    return announce(id);
  };

  return {
    enqueue: insert,
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
    state,
    ask: async () => {
      noteLight(await inTurn(() => device.ask()));
      onChange(null, null);
      return state();
    },
    readyNow: async () => {
      const late = new Promise<'late'>((resolve) => {
        clock.after(READY_WITHIN_MS, () => resolve('late'));
      });
      const condition = await Promise.race([inTurn(() => device.ask()), late]);
      // The job before still has its turn: how the printer is, its end will tell.
      if (condition === 'late') return fail({ kind: 'printer', reason: 'busy' });
      noteLight(condition);
      onChange(null, null);
      return condition.kind === 'ready' ? ok(null) : fail(printerProblem(condition));
    },
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
    setAside: (jobId) =>
      endByHand(jobId, ({ state, reason, bytesSent }) =>
        state === 'refused' || state === 'failed' || state === 'unconfirmed'
          ? { state: 'skipped', reason, bytesSent, at: isoTime(clock.now()) }
          : { kind: 'payment-state', state, until: null },
      ),
    copy: async (paymentId, by, approval) => {
      const facts = receiptFacts(database, paymentId);
      if (facts === null) return fail({ kind: 'not-found', what: 'payment' });
      const isPaid = facts.state === 'paid' || facts.state === 'by-hand-paid';
      if (!isPaid && originalPrintJob(database, paymentId) === null) {
        return fail({ kind: 'payment-state', state: facts.state, until: null });
      }
      const approver = await approverOf(facts.kind === 'gift-card', approval);
      if (!approver.ok) return approver;
      const approved = approver.value && { by, approver: approver.value };
      return enqueueNow(paymentId, 'copy', by.id, approved);
    },
    slip: (paymentId, cashierId) => {
      const facts = receiptFacts(database, paymentId);
      if (facts === null) return fail({ kind: 'not-found', what: 'payment' });
      const kind = slipOf(facts.state);
      if (kind === null) return fail({ kind: 'payment-state', state: facts.state, until: null });
      const had = printJobsOfPayment(database, paymentId).find((job) => job.kind === kind);
      if (kind !== 'failed' || !had) return enqueueNow(paymentId, kind, cashierId);
      // There is one slip of a failed payment, as there is one original; another is its copy.
      return had.state === 'printed' || had.state === 'skipped'
        ? enqueueNow(paymentId, 'copy', cashierId)
        : ok(tape(had));
    },
    testPrint: (cashierId) => enqueueNow(null, 'test', cashierId),
    retry: async (jobId, approval, by) => {
      const before = printJob(database, jobId);
      const note = before === null ? null : withholding.reprintOf(before);
      const approver = await approverOf(note !== null, approval);
      if (!approver.ok) return approver;
      return endByHand(
        jobId,
        (job) =>
          job.state === 'refused' || job.state === 'failed'
            ? { state: 'waiting', reason: null, bytesSent: null, at: null }
            : { kind: 'payment-state', state: job.state, until: null },
        (job) => {
          keepDrawerDone(database, jobId, !composing.mayOpenDrawer(job));
          if (note === null || approver.value === null) return;
          approvePrintJob(database, jobId, approver.value.id);
          ports.audit.noteInCommit({ ...note, by, approvedBy: approver.value });
        },
      );
    },
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
