import { fail, type Problem, type Result, type Tape } from '../../shared/contract/index.ts';
import { isPaperToPrint } from '../../shared/rules/index.ts';
import { toIsoTime } from '../platform/index.ts';
import {
  approvePrintJob,
  endPrintJob,
  markDrawerDone,
  type PrintJobRow,
  type ReprintPolicy,
  readPrintJob,
} from './queue/index.ts';
import { resolveApprover } from './resolve-approver.ts';
import type { Printing, PrintingPorts } from './types.ts';

/** A person's decisions on a paper that did not come out, or whose result nobody knows. */
export type JobDecisions = Pick<Printing, 'retry' | 'confirm' | 'setAside'>;

export function createJobDecisions(
  ports: PrintingPorts,
  paper: {
    /** Reports a changed job, has it printed if it waits, and returns its tape. */
    readonly announce: (jobId: string) => Result<Tape>;
    readonly reprintOf: ReprintPolicy['getReprintNote'];
    readonly mayOpenDrawer: (job: PrintJobRow) => boolean;
  },
): JobDecisions {
  const { database, clock } = ports;

  const endByHand = (
    id: string,
    change: (job: PrintJobRow) => Parameters<typeof endPrintJob>[2] | Problem,
    inCommit?: (job: PrintJobRow) => void,
  ): Result<Tape> => {
    const job = readPrintJob(database, id);
    if (job === null) return fail({ kind: 'not-found', what: 'print-job' });
    const end = change(job);
    if ('kind' in end) return fail(end);
    database.commit(() => {
      inCommit?.(job);
      endPrintJob(database, id, end);
    });
    return paper.announce(id);
  };

  return {
    setAside: (jobId) =>
      endByHand(jobId, ({ state, reason, bytesSent }) =>
        state === 'refused' || state === 'failed' || state === 'unconfirmed'
          ? { state: 'skipped', reason, bytesSent, at: toIsoTime(clock.now()) }
          : { kind: 'payment-state', state, until: null },
      ),
    retry: async (jobId, approval, by) => {
      const before = readPrintJob(database, jobId);
      const note = before === null ? null : paper.reprintOf(before);
      const approver = await resolveApprover(ports, note !== null, approval);
      if (!approver.ok) return approver;
      return endByHand(
        jobId,
        (job) => {
          if (!isPaperToPrint(job)) {
            return { kind: 'payment-state', state: job.state, until: null };
          }
          // Asked again: a file with the same code may have begun to leave meanwhile.
          const isAllowed = approver.value !== null || paper.reprintOf(job) === null;
          if (!isAllowed) return { kind: 'not-allowed', needs: 'supervisor' };
          return { state: 'waiting', reason: null, bytesSent: null, at: null };
        },
        (job) => {
          markDrawerDone(database, jobId, !paper.mayOpenDrawer(job));
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
        const at = toIsoTime(clock.now());
        const { bytesSent } = job;
        return cameOut
          ? { state: 'printed', reason: null, bytesSent, at }
          : { state: 'failed', reason: 'cashier-saw-none', bytesSent, at };
      }),
  };
}
