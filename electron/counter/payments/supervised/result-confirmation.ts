import { type Cashier, fail, ok, type Result } from '../../../../shared/contract/index.ts';
import { getMoneyToGive } from '../../../../shared/rules/index.ts';
import type { PaymentRecord } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import { isUnresolved, type OutcomeRecorder } from '../outcome/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import {
  deleteMissingGiftCardCodeMarker,
  insertPaymentEvent,
  markOutcomeSeen,
} from '../rows/index.ts';
import type { PaymentPorts, Payments } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';

/** A cashier leaves a payment, or confirms an outcome that arrived after it was left. */
export function createResultConfirmation(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'paper'>,
  parts: {
    readonly outcomes: OutcomeRecorder;
    readonly tracker: Pick<PaymentTracker, 'markUnattended'>;
    readonly reader: PaymentReader;
    readonly confirmHandOver: Payments['confirmHandOver'];
  },
): Pick<Payments, 'acknowledge' | 'confirm'> {
  const { database, clock, paper } = ports;
  const { outcomes, tracker } = parts;
  const { find, toView, readView, catchStorageError } = parts.reader;

  const canLeave = ({ intent }: PaymentRecord, cashier: Cashier): Result<null> =>
    intent.cashierId !== cashier.id && cashier.role === 'cashier'
      ? fail({ kind: 'not-allowed', needs: 'supervisor' })
      : ok(null);

  /** The drawer opens for money that goes out, unless the receipt opens it. */
  const openDrawerInCommit = (record: PaymentRecord, cashier: Cashier): void => {
    if (getMoneyToGive(toView(record)) !== null)
      paper.openDrawerForChange(record.intent.id, cashier.id);
  };

  const confirmMissingCode = ({ intent }: PaymentRecord, cashier: Cashier, at: string): void => {
    deleteMissingGiftCardCodeMarker(database, intent.id);
    insertPaymentEvent(database, {
      intentId: intent.id,
      at,
      kind: 'missing-code-closed',
      cashierId: cashier.id,
      detail: {},
    });
  };

  return {
    acknowledge: ({ paymentId, state }, cashier) =>
      catchStorageError(() => {
        const record = find(paymentId);
        if (!record.ok) return record;
        const allowed = canLeave(record.value, cashier);
        if (!allowed.ok) return allowed;
        const view = toView(record.value);
        tracker.markUnattended(paymentId);
        // A payment that is being sent stays in hand. An outcome that arrived while the key was
        // pressed was not seen.
        const isSeen = isUnresolved(record.value.outcome) || view.state === state;
        if (isSeen && view.state !== 'sending') {
          const isQueued = database.commit(() => {
            markOutcomeSeen(database, paymentId, toIsoTime(clock.now()));
            return outcomes.enqueueMissingPapersInCommit(record.value);
          });
          if (isQueued) paper.wake();
        }
        outcomes.emitPaymentChange(paymentId);
        return ok({});
      }),
    confirm: ({ paymentId }, cashier) =>
      catchStorageError(() => {
        const record = find(paymentId);
        if (!record.ok) return record;
        const { outcome } = record.value;
        const view = toView(record.value);
        if (isUnresolved(outcome)) {
          return fail({ kind: 'payment-state', state: view.state, until: view.nextLookUpAt });
        }
        if (view.toConfirm === 'none') return ok(view);
        // Otherwise the pending list would ask for the money of a cancel once more.
        if (view.kind === 'cancel' && view.handOver === 'now') {
          return parts.confirmHandOver({ paymentId }, cashier);
        }
        const at = toIsoTime(clock.now());
        database.commit(() => {
          // Its change was given and its paper printed when its outcome was seen.
          if (view.toConfirm === 'no-code') return confirmMissingCode(record.value, cashier, at);
          markOutcomeSeen(database, paymentId, at);
          insertPaymentEvent(database, {
            intentId: paymentId,
            at,
            kind: 'outcome-confirmed',
            cashierId: cashier.id,
            detail: { state: outcome.state },
          });
          const isQueued = outcomes.enqueueMissingPapersInCommit(record.value);
          if (!isQueued || view.toConfirm === 'not-paid') openDrawerInCommit(record.value, cashier);
        });
        paper.wake();
        outcomes.emitPaymentChange(paymentId);
        return readView(paymentId);
      }),
  };
}
