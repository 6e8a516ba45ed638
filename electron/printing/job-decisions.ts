import { fail, type Problem, type Result, type Tape } from '../../shared/contract/index.ts';
import { isNextPrintOriginal } from '../../shared/rules/index.ts';
import { toIsoTime } from '../platform/index.ts';
import {
  approvePrintJob,
  endPrintJob,
  type PrintJobRow,
  type ReprintPolicy,
  readPrintJob,
  recordWhetherDrawerPulseWasSent,
} from './queue/index.ts';
import { resolveApprover } from './resolve-approver.ts';
import type { Printing, PrintingPorts } from './types.ts';

/** A person's decisions on a paper that was not printed, or whose result is unknown. */
export type PrintJobDecisions = Pick<Printing, 'retryJob' | 'confirmJob' | 'skipJob'>;

export function createPrintJobDecisions(
  ports: PrintingPorts,
  paper: {
    /** Reports a changed job, prints it if it waits, and returns its tape. */
    readonly emitAndPrint: (jobId: string) => Result<Tape>;
    readonly getReprintNote: ReprintPolicy['getReprintNote'];
    readonly canOpenDrawer: (job: PrintJobRow) => boolean;
  },
): PrintJobDecisions {
  const { database, clock } = ports;

  const decideJob = (
    id: string,
    toDecision: (job: PrintJobRow) => Parameters<typeof endPrintJob>[2] | Problem,
    onCommit?: (job: PrintJobRow) => void,
  ): Result<Tape> => {
    const job = readPrintJob(database, id);
    if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
    const end = toDecision(job);
    if ('kind' in end) return fail(end);
    database.commit(() => {
      onCommit?.(job);
      endPrintJob(database, id, end);
    });
    return paper.emitAndPrint(id);
  };

  return {
    skipJob: (jobId) =>
      decideJob(jobId, ({ state, reason, bytesSent }) =>
        state === 'refused' || state === 'failed' || state === 'unconfirmed'
          ? { state: 'skipped', reason, bytesSent, at: toIsoTime(clock.now()) }
          : { kind: 'payment-state', state, until: null },
      ),
    retryJob: async (jobId, approval, by) => {
      const job = readPrintJob(database, jobId);
      const note = job === null ? null : paper.getReprintNote(job);
      const approver = await resolveApprover(ports, note !== null, approval);
      if (!approver.ok) return approver;
      return decideJob(
        jobId,
        (job) => {
          if (!isNextPrintOriginal(job)) {
            return { kind: 'payment-state', state: job.state, until: null };
          }
          // Checked again: meanwhile a file with the same gift card code may have begun to be sent.
          const isAllowed = approver.value !== null || paper.getReprintNote(job) === null;
          if (!isAllowed) return { kind: 'not-allowed', needs: 'supervisor' };
          return { state: 'waiting', reason: null, bytesSent: null, at: null };
        },
        (job) => {
          recordWhetherDrawerPulseWasSent(database, jobId, !paper.canOpenDrawer(job));
          if (note === null || approver.value === null) return;
          approvePrintJob(database, jobId, approver.value.id);
          ports.audit.recordInTransaction({ ...note, by, approvedBy: approver.value });
        },
      );
    },
    confirmJob: (jobId, cameOut) =>
      decideJob(jobId, (job) => {
        if (job.state !== 'unconfirmed') {
          return { kind: 'payment-state', state: job.state, until: null };
        }
        const at = toIsoTime(clock.now());
        const { bytesSent } = job;
        return cameOut
          ? { state: 'printed', reason: null, bytesSent, at }
          : { state: 'failed', reason: 'cashier-saw-none', bytesSent, at };
      }),
  };
}
