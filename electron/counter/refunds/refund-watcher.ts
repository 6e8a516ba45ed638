import type { BillPaymentService } from '../../service/index.ts';
import { findNextWatch, rescheduleWatch } from './refund-queries.ts';
import type { RefundRowReader } from './refund-row-reader.ts';
import type { RefundPorts } from './types.ts';

/**
 * Reads what may still turn, in the background: one row at a time, far apart, never while a request
 * of the counter is out, and not at all while the service is in trouble or has asked for quiet.
 * What is due is in the ledger, so that the next run of the program goes on with it.
 */
export interface RefundWatcher {
  start(): void;
  wake(): void;
  stop(): void;
}

const SECOND = 1000;
/** Between two rows. */
const READ_INTERVAL_MS = 20 * SECOND;
/** While a payment is being sent. */
const BUSY_COUNTER_DELAY_MS = 5 * SECOND;
const SERVICE_PROBLEM_DELAY_MS = 60 * SECOND;
/** The longest without a look at what is due: a clock may be set. */
const POLL_INTERVAL_MS = 10 * 60 * SECOND;
/** A row that could not be read lets the others come first. */
const FAILED_READ_DELAY_MS = 30 * 60 * SECOND;
const MAX_BACKOFF_DELAY_MS = 60 * 60 * SECOND;

export function createRefundWatcher(
  ports: Pick<RefundPorts, 'database' | 'clock' | 'service' | 'isBusy' | 'log'>,
  parts: {
    readonly reading: RefundRowReader;
    readonly now: () => number;
    readonly random: () => number;
  },
): RefundWatcher {
  const { database, clock, log } = ports;
  let isRunning = false;
  let isReading = false;
  let failures = 0;
  let cancelNext: (() => void) | null = null;

  function schedule(milliseconds: number): void {
    cancelNext?.();
    cancelNext = null;
    if (!isRunning) return;
    const jittered = Math.round(milliseconds * (1 + 0.5 * parts.random()));
    cancelNext = clock.after(jittered, () => {
      cancelNext = null;
      void look();
    });
  }

  async function look(): Promise<void> {
    if (!isRunning || isReading) return;
    isReading = true;
    let pause = POLL_INTERVAL_MS;
    try {
      pause = await readNext();
    } catch (error) {
      log.error({ err: error }, 'refunds: watcher poll failed');
    } finally {
      isReading = false;
      schedule(pause);
    }
  }

  /** How long to wait for the next one. */
  async function readNext(): Promise<number> {
    const watch = findNextWatch(database);
    if (watch === null) return POLL_INTERVAL_MS;
    const early = watch.nextAt - parts.now();
    if (early > 0) return Math.min(early, POLL_INTERVAL_MS);
    const service = ports.service();
    if (service === null) return SERVICE_PROBLEM_DELAY_MS;
    const quiet = quietFor(service);
    if (quiet > 0) return quiet;
    if (ports.isBusy()) return BUSY_COUNTER_DELAY_MS;
    const read = await parts.reading.read(service, watch.paymentId, {
      how: 'watch',
      cashier: null,
    });
    if (read.ok) {
      failures = 0;
      return READ_INTERVAL_MS;
    }
    if (!isRunning) return POLL_INTERVAL_MS;
    failures += 1;
    log.warn(
      { paymentId: watch.paymentId, problem: read.problem.kind },
      'refunds: reading watched row failed',
    );
    database.commit(() =>
      rescheduleWatch(database, watch.paymentId, parts.now() + FAILED_READ_DELAY_MS, false),
    );
    return Math.max(
      quietFor(service),
      Math.min(MAX_BACKOFF_DELAY_MS, READ_INTERVAL_MS * 2 ** failures),
    );
  }

  function quietFor(service: BillPaymentService): number {
    const { quietUntil, trouble } = service.health;
    const asked = quietUntil === null ? 0 : quietUntil - clock.now();
    return asked > 0 ? asked : trouble === null ? 0 : SERVICE_PROBLEM_DELAY_MS;
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
      cancelNext?.();
      cancelNext = null;
    },
  };
}
