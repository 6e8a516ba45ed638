import { fail, ok, type Result, type Tape } from '../../shared/contract/index.ts';
import type { AuditPerson } from '../ledger/audit/index.ts';
import { toIsoTime } from '../platform/index.ts';
import type { DrawerPulses } from './drawer-pulses.ts';
import {
  buildScannerSheet,
  encodePaperDocument,
  getPaymentSlipKind,
  type PaperKind,
  readReceiptFacts,
} from './papers/index.ts';
import {
  insertPrintJob,
  listPaymentPrintJobs,
  type PrintJobRow,
  readOriginalPrintJob,
} from './queue/index.ts';
import { resolveApprover } from './resolve-approver.ts';
import type { Printing, PrintingPorts } from './types.ts';

/** Papers that a cashier requests. */
export type PrintRequests = Pick<
  Printing,
  'printCopy' | 'printStateSlip' | 'printTestPage' | 'printScannerSheet' | 'enqueuePaymentPaper'
>;

export function createPrintRequests(
  ports: PrintingPorts,
  paper: {
    /** Reports a new job, prints it, and returns its tape. */
    readonly emitAndPrint: (jobId: string) => Result<Tape>;
    readonly toTape: (job: PrintJobRow) => Tape;
    readonly queueInsteadOfReceipt: DrawerPulses['enqueueDrawerPulseInsteadOfReceipt'];
  },
): PrintRequests {
  const { database, clock, createId } = ports;

  const insert = (
    intentId: string | null,
    kind: PaperKind,
    cashierId: string | null,
    approvedBy: string | null = null,
  ): string => {
    const createdAt = toIsoTime(clock.now());
    const job = { id: createId(), intentId, kind, createdAt, cashierId, approvedBy };
    return insertPrintJob(database, job);
  };

  /** For a receipt that is printed only on request; null for a paper that is printed at once. */
  const insertSkippedOriginal = (intentId: string, cashierId: string | null): string | null => {
    if (ports.settings().receipts !== 'on-request') return null;
    const facts = readReceiptFacts(database, intentId);
    if (facts?.kind !== 'bill' && facts?.kind !== 'top-up') return null;
    const existingJob = readOriginalPrintJob(database, intentId);
    if (existingJob !== null) return existingJob.id;
    const createdAt = toIsoTime(clock.now());
    const job = { id: createId(), intentId, kind: 'original', createdAt, cashierId } as const;
    const id = insertPrintJob(database, { ...job, skippedFor: 'on-request' });
    paper.queueInsteadOfReceipt(intentId, cashierId);
    return id;
  };

  const commitJob = (
    intentId: string | null,
    kind: PaperKind,
    cashierId: string | null,
  ): Result<Tape> => paper.emitAndPrint(database.commit(() => insert(intentId, kind, cashierId)));

  /** Records who printed it again. `approvedBy` is null for a paper that needs no approval. */
  const commitCopy = (
    intentId: string,
    by: AuditPerson,
    approvedBy: AuditPerson | null,
  ): Result<Tape> => {
    const id = database.commit(() => {
      const jobId = insert(intentId, 'copy', by.id, approvedBy?.id ?? null);
      ports.audit.recordInTransaction({
        kind: approvedBy === null ? 'reprint-receipt' : 'reprint-gift-card',
        by,
        approvedBy,
        detail: { paymentId: intentId, jobId },
      });
      return jobId;
    });
    return paper.emitAndPrint(id);
  };

  return {
    enqueuePaymentPaper: (intentId, kind, cashierId) =>
      (kind === 'original' ? insertSkippedOriginal(intentId, cashierId) : null) ??
      insert(intentId, kind, cashierId),
    printCopy: async (paymentId, by, approval) => {
      const facts = readReceiptFacts(database, paymentId);
      if (facts === null) return fail({ kind: 'not-found', what: 'payment' });
      const isPaid = facts.state === 'paid' || facts.state === 'by-hand-paid';
      if (!isPaid && readOriginalPrintJob(database, paymentId) === null) {
        return fail({ kind: 'payment-state', state: facts.state, until: null });
      }
      const approver = await resolveApprover(ports, facts.kind === 'gift-card', approval);
      if (!approver.ok) return approver;
      return commitCopy(paymentId, by, approver.value);
    },
    printStateSlip: (paymentId, by) => {
      const facts = readReceiptFacts(database, paymentId);
      if (facts === null) return fail({ kind: 'not-found', what: 'payment' });
      const kind = getPaymentSlipKind(facts.state);
      if (kind === null) return fail({ kind: 'payment-state', state: facts.state, until: null });
      const existingJob = listPaymentPrintJobs(database, paymentId).find(
        (job) => job.kind === kind,
      );
      if (kind !== 'failed' || !existingJob) return commitJob(paymentId, kind, by.id);
      // A failed payment has one slip, as a payment has one original; any other is a copy of it.
      return existingJob.state === 'printed' || existingJob.state === 'skipped'
        ? commitCopy(paymentId, by, null)
        : ok(paper.toTape(existingJob));
    },
    printTestPage: (cashierId) => commitJob(null, 'test', cashierId),
    printScannerSheet: (cashierId) => {
      const document = encodePaperDocument(buildScannerSheet(ports.settings().language));
      const createdAt = toIsoTime(clock.now());
      const job = { id: createId(), intentId: null, kind: 'report', createdAt, cashierId } as const;
      const id = database.commit(() => insertPrintJob(database, { ...job, document }));
      return paper.emitAndPrint(id);
    },
  };
}
