import {
  type Approval,
  fail,
  ok,
  type PrinterState,
  type Problem,
  type Result,
  type Tape,
} from '../../shared/contract/index.ts';
import { maskAccount } from '../../shared/i18n/index.ts';
import type { AuditPerson } from '../audit/index.ts';
import {
  approvePrintJob,
  countWaitingPrintJobs,
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
import { createSerialQueue, isoTime } from '../platform/index.ts';
import { checkPrinter } from './check.ts';
import { createComposing } from './composing.ts';
import {
  askBeforeTest,
  askOf,
  type Condition,
  type JobResult,
  type Light,
  lightOf,
  type OutgoingJob,
  paperOf,
  printOn,
  TIMINGS,
} from './devices/index.ts';
import { type PaperKind, slipOf, writeDocument } from './papers/index.ts';
import { printerProblem } from './printer-problem.ts';
import { createQueue, createWithholding } from './queue/index.ts';
import type { Printing, PrintingDevice, PrintingPorts } from './types.ts';

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
    print: (job, onLeaving) => printOn(settings().printer, job, transport, onLeaving),
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
  const printInTurn = (kind: PrintJobRow['kind'], job: OutgoingJob, onLeaving: () => void) =>
    inTurn(async (): Promise<JobResult> => {
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
