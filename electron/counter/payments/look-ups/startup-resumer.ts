import { listPaymentsWithoutOutcome, type PaymentRecord } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import {
  insertPaymentEvent,
  markOpenSendsUnknown,
  updateUnresolvedOutcome,
} from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';
import { toUnknownUnlessUnclear } from './service-look-up.ts';

const START_RETRY_DELAY_MS = 5000;

/**
 * Returns the start function: it marks the payments that an earlier run left open as unknown, and
 * looks them up. It never throws, and retries after 5 s if the ledger cannot be read.
 */
export function createStartupLookUpResumer(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'log'>,
  parts: {
    readonly tracker: PaymentTracker;
    readonly isStopped: () => boolean;
    /** Starts the look-ups of a payment. */
    readonly startLookUps: (paymentId: string) => void;
  },
): () => void {
  const { database, clock, log } = ports;

  function markUnknown(openPayments: readonly PaymentRecord[]): void {
    const at = toIsoTime(clock.now());
    const interrupted = openPayments.filter(isInterrupted);
    if (interrupted.length === 0) return;
    database.commit(() => {
      for (const { intent, outcome } of interrupted) {
        const next = toUnknownUnlessUnclear(outcome);
        markOpenSendsUnknown(database, intent.id, at);
        updateUnresolvedOutcome(database, intent.id, next);
        insertPaymentEvent(database, {
          intentId: intent.id,
          at,
          kind: 'till-stopped',
          cashierId: null,
          detail: { state: next.state },
        });
      }
    });
  }

  /** True also if the cashier started a look-up of it before `start` ran. */
  function isFromEarlierRun(paymentId: string): boolean {
    const tracked = parts.tracker.getTracked(paymentId);
    return !tracked || (tracked.sendState === 'no' && !tracked.isLookUpStarted);
  }

  function start(): void {
    if (parts.isStopped()) return;
    try {
      const openPayments = listPaymentsWithoutOutcome(database).filter(({ intent }) =>
        isFromEarlierRun(intent.id),
      );
      try {
        markUnknown(openPayments);
      } catch (error) {
        // No request is in flight, so they are still shown and looked up as unknown.
        log.error({ err: error }, 'look-ups: marking open payments of earlier run unknown failed');
      }
      for (const { intent } of openPayments) parts.startLookUps(intent.id);
    } catch (error) {
      log.error({ err: error }, 'look-ups: reading open payments of earlier run failed');
      clock.after(START_RETRY_DELAY_MS, start);
    }
  }

  return start;
}

/**
 * Whether the till stopped during a send of the payment. Its outcome is already unknown if a look-up
 * ended before this was recorded.
 */
function isInterrupted({ sends }: PaymentRecord): boolean {
  return sends.some(({ result }) => result === null);
}
