import type { BillPaymentService } from '../../service/index.ts';
import { findNextDueRefundWatch, rescheduleRefundWatch } from './refund-queries.ts';
import type { RefundStateReader } from './refund-row-reader.ts';
import type { RefundPorts } from './types.ts';

/**
 * Reads the rows of watched payments in the background: one row at a time, at long intervals, never
 * while a request of the counter is open, and not while the service has problems or has asked for a
 * pause. The schedule is in the ledger, so that it continues after a restart.
 */
export interface RefundWatcher {
  start(): void;
  wake(): void;
  stop(): void;
}

const SECOND = 1000;
/** The delay between two reads. */
const READ_INTERVAL_MS = 20 * SECOND;
/** The delay while a request of the counter is open. */
const BUSY_COUNTER_DELAY_MS = 5 * SECOND;
const SERVICE_PROBLEM_DELAY_MS = 60 * SECOND;
/** The longest delay between two polls, because the clock may be changed. */
const POLL_INTERVAL_MS = 10 * 60 * SECOND;
/** A row that could not be read is retried after the other due rows. */
const FAILED_READ_DELAY_MS = 30 * 60 * SECOND;
const MAX_BACKOFF_DELAY_MS = 60 * 60 * SECOND;

export function createRefundWatcher(
  ports: Pick<RefundPorts, 'database' | 'clock' | 'service' | 'isBusy' | 'log'>,
  parts: {
    readonly rowReader: RefundStateReader;
    readonly now: () => number;
    readonly random: () => number;
  },
): RefundWatcher {
  const { database, clock, log } = ports;
  let isRunning = false;
  let isReading = false;
  let failures = 0;
  let cancelPoll: (() => void) | null = null;

  function schedule(milliseconds: number): void {
    cancelPoll?.();
    cancelPoll = null;
    if (!isRunning) return;
    const jittered = Math.round(milliseconds * (1 + 0.5 * parts.random()));
    cancelPoll = clock.after(jittered, () => {
      cancelPoll = null;
      void poll();
    });
  }

  async function poll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    let delay = POLL_INTERVAL_MS;
    try {
      delay = await readNext();
    } catch (error) {
      log.error({ err: error }, 'refunds: watcher poll failed');
    } finally {
      isReading = false;
      schedule(delay);
    }
  }

  /** Reads the next due row, and returns the delay before the next poll in milliseconds. */
  async function readNext(): Promise<number> {
    const watch = findNextDueRefundWatch(database);
    if (watch === null) return POLL_INTERVAL_MS;
    const remaining = watch.nextAt - parts.now();
    if (remaining > 0) return Math.min(remaining, POLL_INTERVAL_MS);
    const service = ports.service();
    if (service === null) return SERVICE_PROBLEM_DELAY_MS;
    const pause = getPause(service);
    if (pause > 0) return pause;
    if (ports.isBusy()) return BUSY_COUNTER_DELAY_MS;
    const result = await parts.rowReader.readTransactionState(service, watch.paymentId, {
      how: 'watch',
      cashier: null,
    });
    if (result.ok) {
      failures = 0;
      return READ_INTERVAL_MS;
    }
    if (!isRunning) return POLL_INTERVAL_MS;
    failures += 1;
    log.warn(
      { paymentId: watch.paymentId, problem: result.problem.kind },
      'refunds: reading watched row failed',
    );
    database.commit(() =>
      rescheduleRefundWatch(database, watch.paymentId, parts.now() + FAILED_READ_DELAY_MS, false),
    );
    return Math.max(
      getPause(service),
      Math.min(MAX_BACKOFF_DELAY_MS, READ_INTERVAL_MS * 2 ** failures),
    );
  }

  function getPause(service: BillPaymentService): number {
    const { rateLimitedUntilUptime, problem } = service.health;
    const requestedPause = (rateLimitedUntilUptime ?? 0) - clock.uptime();
    return requestedPause > 0 ? requestedPause : problem === null ? 0 : SERVICE_PROBLEM_DELAY_MS;
  }

  return {
    start: () => {
      if (isRunning) return;
      isRunning = true;
      schedule(READ_INTERVAL_MS);
    },
    wake: () => schedule(READ_INTERVAL_MS),
    stop: () => {
      isRunning = false;
      cancelPoll?.();
      cancelPoll = null;
    },
  };
}
