import { assertNever, type PaperReason } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Clock, type Log, toIsoTime, yieldToEventLoop } from '../../platform/index.ts';
import type { JobResult } from '../devices/index.ts';
import type { PackedPaper } from '../render-paper.ts';
import {
  endPrintJob,
  markPrintJobSending,
  recoverPrintJobs,
  startPrintJob,
} from './job-changes.ts';
import type { PrintJobRow, PrintJobState } from './job-rows.ts';
import { findNextPrintJob } from './print-job-queries.ts';

/** A job as it is sent and kept. */
export interface RenderedJob extends PackedPaper {
  /** The name of its file without an extension, if it becomes a file. */
  readonly fileName: string;
  readonly columns: number;
  readonly model: string;
  readonly isTicketCut: boolean;
}

/** Pause after the ledger refused a write: a full disk may have room again. */
const RETRY_DELAY_MS = 5_000;

export interface PrintQueuePorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Makes the bytes of a job from the ledger, for the printer that is set now. */
  readonly render: (job: PrintJobRow) => Promise<RenderedJob>;
  readonly print: (
    kind: PrintJobRow['kind'],
    job: RenderedJob,
    onLeaving: () => void,
  ) => Promise<JobResult>;
  readonly onChange: (job: PrintJobRow) => void;
  readonly onResult: (result: JobResult) => void;
}

/**
 * Prints one job at a time, in the order of the ledger. Each step is written down before the next:
 * the bytes before the printer is called, a note that they may leave before they do, and how the
 * job ended. Only a person sends a job again.
 */
export interface PrintQueue {
  /** Starts on the waiting jobs; returns at once. */
  wake(): void;
  /** Resolves when nothing is being printed. */
  waitUntilIdle(): Promise<void>;
  close(): void;
}

export function createPrintQueue(ports: PrintQueuePorts): PrintQueue {
  const { database, clock, log } = ports;
  let running: Promise<void> | null = null;
  let isWoken = false;
  let isClosed = false;

  const makeOrFail = async (job: PrintJobRow): Promise<RenderedJob | null> => {
    try {
      return await ports.render(job);
    } catch (error) {
      // One whose making was broken off waits for the next start.
      if (isClosed) return null;
      // A job that cannot be made must not block those behind it.
      log.error({ err: error, job: job.id }, 'print-queue: job rendering failed');
      const at = toIsoTime(clock.now());
      const end = { state: 'failed', reason: 'not-made', bytesSent: 0, at } as const;
      database.commit(() => endPrintJob(database, job.id, end));
      ports.onChange(job);
      return null;
    }
  };

  const runOne = async (job: PrintJobRow): Promise<void> => {
    const made = await makeOrFail(job);
    // A job not begun before the till closes waits for the next start.
    if (made === null || isClosed) return;
    if (isDrawerPulse(job) && made.drawerAt === null) {
      // The drawer opened meanwhile for another receipt, or its customer has gone.
      const end = { state: 'skipped', reason: null, bytesSent: 0 } as const;
      database.commit(() => endPrintJob(database, job.id, { ...end, at: toIsoTime(clock.now()) }));
      ports.onChange(job);
      return;
    }
    database.commit(() => startPrintJob(database, job.id, made));
    ports.onChange(job);
    const result = await ports.print(job.kind, made, () =>
      database.commit(() => markPrintJobSending(database, job.id)),
    );
    const at = toIsoTime(clock.now());
    const end = toJobEnd(result, made.bytes.length);
    database.commit(() =>
      endPrintJob(database, job.id, { ...end, at: end.state === 'waiting' ? null : at }),
    );
    log.info(
      { job: job.id, kind: job.kind, state: end.state, reason: end.reason, sent: end.bytesSent },
      'print-queue: job ended',
    );
    ports.onResult(result);
    ports.onChange(job);
  };

  const run = async (): Promise<void> => {
    // The caller that wakes the queue continues first: the till never waits for a printer.
    await yieldToEventLoop();
    while (isWoken && !isClosed) {
      isWoken = false;
      // No job is being printed here: one whose end could not be written is in the same state as
      // one that a crashed program left behind.
      const left = database.commit(() =>
        recoverPrintJobs(database, 'till-stopped', toIsoTime(clock.now())),
      );
      for (const job of left) ports.onChange(job);
      for (let job = findNextPrintJob(database); job; job = findNextPrintJob(database)) {
        if (isClosed) return;
        await runOne(job);
      }
    }
  };

  const wake = (): void => {
    if (isClosed) return;
    isWoken = true;
    if (running) return;
    running = run()
      .catch((error: unknown) => {
        // The ledger's record of the current job stays true; the next wake continues.
        log.error({ err: error }, 'print-queue: run failed, will retry');
        isWoken = false;
        if (!isClosed) clock.after(RETRY_DELAY_MS, wake);
      })
      .finally(() => {
        running = null;
        if (isWoken) wake();
      });
  };

  return {
    wake,
    waitUntilIdle: async () => {
      while (running) await running;
    },
    close: () => {
      isClosed = true;
    },
  };
}

const isDrawerPulse = ({ kind }: PrintJobRow): boolean => kind === 'drawer' || kind === 'change';

/** A result as the ledger records it. */
function toJobEnd(
  result: JobResult,
  length: number,
): {
  readonly state: PrintJobState;
  readonly reason: PaperReason | null;
  readonly bytesSent: number;
} {
  switch (result.kind) {
    case 'printed':
      return { state: 'printed', reason: null, bytesSent: length };
    case 'refused':
      return { state: 'refused', reason: result.why, bytesSent: 0 };
    case 'unconfirmed':
      return { state: 'unconfirmed', reason: result.why, bytesSent: length };
    case 'failed':
      if (result.bytesSent > 0) {
        // Part may be on the paper, perhaps everything but the cut: the cashier can see it.
        return { state: 'unconfirmed', reason: result.why, bytesSent: result.bytesSent };
      }
      // Stopped before anything left: it is printed at the next start.
      if (result.why === 'till-stopped') return { state: 'waiting', reason: null, bytesSent: 0 };
      return { state: 'failed', reason: result.why, bytesSent: 0 };
    default:
      return assertNever(result);
  }
}
