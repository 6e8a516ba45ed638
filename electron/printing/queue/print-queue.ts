import { assertNever, type PaperReason } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Clock, type Log, toIsoTime, yieldToEventLoop } from '../../platform/index.ts';
import type { PrintJobResult } from '../devices/index.ts';
import type { CompressedPaper } from '../render-paper.ts';
import {
  endPrintJob,
  markPrintJobSending,
  recoverInterruptedPrintJobs,
  startPrintJob,
} from './job-changes.ts';
import type { PrintJobRow, PrintJobState } from './job-rows.ts';
import { findNextPrintJob } from './print-job-queries.ts';

/** A job as it is sent and stored. */
export interface RenderedPrintJob extends CompressedPaper {
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
  /** Renders the bytes of a job from the ledger, for the current printer. */
  readonly render: (job: PrintJobRow) => Promise<RenderedPrintJob>;
  readonly print: (
    kind: PrintJobRow['kind'],
    job: RenderedPrintJob,
    onLeaving: () => void,
  ) => Promise<PrintJobResult>;
  readonly onChange: (job: PrintJobRow) => void;
  readonly onResult: (result: PrintJobResult) => void;
}

/**
 * Prints one job at a time, in the order of the ledger. Each step is committed before the next: the
 * bytes before the printer is called, a mark before the first byte is sent, and the result. Only a
 * person starts a retry.
 */
export interface PrintQueue {
  /** Starts to print the waiting jobs; returns at once. */
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

  const renderOrFail = async (job: PrintJobRow): Promise<RenderedPrintJob | null> => {
    try {
      return await ports.render(job);
    } catch (error) {
      // A job whose rendering was aborted waits for the next start.
      if (isClosed) return null;
      // A job that cannot be rendered must not block the jobs after it.
      log.error({ err: error, job: job.id }, 'print-queue: job rendering failed');
      const at = toIsoTime(clock.now());
      const end = { state: 'failed', reason: 'not-made', bytesSent: 0, at } as const;
      database.commit(() => endPrintJob(database, job.id, end));
      ports.onChange(job);
      return null;
    }
  };

  const runJob = async (job: PrintJobRow): Promise<void> => {
    const rendered = await renderOrFail(job);
    // A job that was not started before the till closes waits for the next start.
    if (rendered === null || isClosed) return;
    if (isDrawerPulse(job) && rendered.drawerPulseOffset === null) {
      // The drawer opened meanwhile for another receipt, or too much time has passed.
      const end = { state: 'skipped', reason: null, bytesSent: 0 } as const;
      database.commit(() => endPrintJob(database, job.id, { ...end, at: toIsoTime(clock.now()) }));
      ports.onChange(job);
      return;
    }
    database.commit(() => startPrintJob(database, job.id, rendered));
    ports.onChange(job);
    const result = await ports.print(job.kind, rendered, () =>
      database.commit(() => markPrintJobSending(database, job.id)),
    );
    const at = toIsoTime(clock.now());
    const end = toJobEnd(result, rendered.bytes.length);
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
    // Let the caller of `wake` continue first: the till never waits for a printer.
    await yieldToEventLoop();
    while (isWoken && !isClosed) {
      isWoken = false;
      // No job is being printed here. A job whose result could not be written is in the same state
      // as after a crash.
      const recovered = database.commit(() =>
        recoverInterruptedPrintJobs(database, 'till-stopped', toIsoTime(clock.now())),
      );
      for (const job of recovered) ports.onChange(job);
      for (let job = findNextPrintJob(database); job; job = findNextPrintJob(database)) {
        if (isClosed) return;
        await runJob(job);
      }
    }
  };

  const wake = (): void => {
    if (isClosed) return;
    isWoken = true;
    if (running) return;
    running = run()
      .catch((error: unknown) => {
        // The ledger's record of the current job stays valid; the next wake continues.
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
  result: PrintJobResult,
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
      return { state: 'refused', reason: result.reason, bytesSent: 0 };
    case 'unconfirmed':
      return { state: 'unconfirmed', reason: result.reason, bytesSent: length };
    case 'failed':
      if (result.bytesSent > 0) {
        // A part may be printed, perhaps everything but the cut: the cashier can see it.
        return { state: 'unconfirmed', reason: result.reason, bytesSent: result.bytesSent };
      }
      // Stopped before anything was sent: it is printed at the next start.
      if (result.reason === 'till-stopped') return { state: 'waiting', reason: null, bytesSent: 0 };
      return { state: 'failed', reason: result.reason, bytesSent: 0 };
    default:
      return assertNever(result);
  }
}
