import { listOpenPayments, type PaymentRecord } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import { toUnknown } from '../outcome/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import { insertEvent, markOpenSendsUnknown, updateOpenOutcome } from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';

const START_RETRY_DELAY_MS = 5000;

/**
 * At start: payments that an earlier run left open are unknown, and are looked up. Never throws.
 */
export function createStartupResumer(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'log'>,
  parts: {
    readonly tracking: PaymentTracker;
    readonly isStopped: () => boolean;
    /** Begin to look it up. */
    readonly begin: (paymentId: string) => void;
  },
): () => void {
  const { database, clock, log } = ports;

  function turnLeftIntoUnknown(left: readonly PaymentRecord[]): void {
    const at = toIsoTime(clock.now());
    const unsettled = left.filter(({ outcome }) => ['intent', 'sent'].includes(outcome.state));
    if (unsettled.length === 0) return;
    database.commit(() => {
      for (const { intent, outcome } of unsettled) {
        markOpenSendsUnknown(database, intent.id, at);
        updateOpenOutcome(database, intent.id, toUnknown(outcome, 'till-stopped'));
        insertEvent(database, {
          intentId: intent.id,
          at,
          kind: 'till-stopped',
          cashierId: null,
          detail: { state: 'unknown' },
        });
      }
    });
  }

  /** Not of this run; the cashier may have had it looked up before the start all the same. */
  function isLeft(paymentId: string): boolean {
    const tracked = parts.tracking.get(paymentId);
    return !tracked || (tracked.sending === 'no' && !tracked.isLookUpStarted);
  }

  function start(): void {
    if (parts.isStopped()) return;
    try {
      const left = listOpenPayments(database).filter(({ intent }) => isLeft(intent.id));
      try {
        turnLeftIntoUnknown(left);
      } catch (error) {
        // Nothing is on the wire: they are shown and looked up as unknown all the same.
        log.error({ err: error }, 'look-ups: marking open payments of earlier run unknown failed');
      }
      for (const { intent } of left) parts.begin(intent.id);
    } catch (error) {
      log.error({ err: error }, 'look-ups: reading open payments of earlier run failed');
      clock.after(START_RETRY_DELAY_MS, start);
    }
  }

  return start;
}
