import { fail, ok, type Result, type Tape } from '../../shared/contract/index.ts';
import type { AuditPerson } from '../ledger/audit/index.ts';
import { toIsoTime } from '../platform/index.ts';
import type { DrawerPulses } from './drawer-pulses.ts';
import { getSlipKind, type PaperKind, readReceiptFacts } from './papers/index.ts';
import {
  insertPrintJob,
  listPaymentPrintJobs,
  type PrintJobRow,
  readOriginalPrintJob,
} from './queue/index.ts';
import { resolveApprover } from './resolve-approver.ts';
import type { Printing, PrintingPorts } from './types.ts';

/** Papers that a person asks for. */
export type PaperRequests = Pick<Printing, 'copy' | 'slip' | 'testPrint' | 'enqueue'>;

export function createPaperRequests(
  ports: PrintingPorts,
  paper: {
    /** Reports a new job, has it printed, and returns its tape. */
    readonly announce: (jobId: string) => Result<Tape>;
    readonly tape: (job: PrintJobRow) => Tape;
    readonly openInstead: DrawerPulses['queueInsteadOfReceipt'];
  },
): PaperRequests {
  const { database, clock, newId } = ports;

  const insert = (
    intentId: string | null,
    kind: PaperKind,
    cashierId: string | null,
    approvedBy: string | null = null,
  ): string => {
    const createdAt = toIsoTime(clock.now());
    const job = { id: newId(), intentId, kind, createdAt, cashierId, approvedBy };
    return insertPrintJob(database, job);
  };

  /** A receipt that is only printed if asked for; null for a paper that comes out by itself. */
  const setAsideInCommit = (intentId: string, cashierId: string | null): string | null => {
    if (ports.settings().receipts !== 'on-request') return null;
    const facts = readReceiptFacts(database, intentId);
    if (facts?.kind !== 'bill' && facts?.kind !== 'top-up') return null;
    const had = readOriginalPrintJob(database, intentId);
    if (had !== null) return had.id;
    const createdAt = toIsoTime(clock.now());
    const job = { id: newId(), intentId, kind: 'original', createdAt, cashierId } as const;
    const id = insertPrintJob(database, { ...job, skippedFor: 'on-request' });
    paper.openInstead(intentId, cashierId);
    return id;
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
    return paper.announce(id);
  };

  return {
    enqueue: (intentId, kind, cashierId) =>
      (kind === 'original' ? setAsideInCommit(intentId, cashierId) : null) ??
      insert(intentId, kind, cashierId),
    copy: async (paymentId, by, approval) => {
      const facts = readReceiptFacts(database, paymentId);
      if (facts === null) return fail({ kind: 'not-found', what: 'payment' });
      const isPaid = facts.state === 'paid' || facts.state === 'by-hand-paid';
      if (!isPaid && readOriginalPrintJob(database, paymentId) === null) {
        return fail({ kind: 'payment-state', state: facts.state, until: null });
      }
      const approver = await resolveApprover(ports, facts.kind === 'gift-card', approval);
      if (!approver.ok) return approver;
      const approved = approver.value && { by, approver: approver.value };
      return enqueueNow(paymentId, 'copy', by.id, approved);
    },
    slip: (paymentId, cashierId) => {
      const facts = readReceiptFacts(database, paymentId);
      if (facts === null) return fail({ kind: 'not-found', what: 'payment' });
      const kind = getSlipKind(facts.state);
      if (kind === null) return fail({ kind: 'payment-state', state: facts.state, until: null });
      const had = listPaymentPrintJobs(database, paymentId).find((job) => job.kind === kind);
      if (kind !== 'failed' || !had) return enqueueNow(paymentId, kind, cashierId);
      // A failed payment has one slip, as a payment has one original; any other is a copy of it.
      return had.state === 'printed' || had.state === 'skipped'
        ? enqueueNow(paymentId, 'copy', cashierId)
        : ok(paper.tape(had));
    },
    testPrint: (cashierId) => enqueueNow(null, 'test', cashierId),
  };
}
