import { type Cashier, fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { PaymentRecord } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { OutcomeRecorder } from '../outcome/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import {
  deleteMissingGiftCardCodeMarker,
  insertPaymentEvent,
  markOutcomeSeen,
} from '../rows/index.ts';
import type { PaymentPorts, Payments } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import {
  decideConfirmation,
  isDrawerOpenedByConfirmation,
  isSeenOnLeaving,
} from './confirmation-decisions.ts';

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
        if (isSeenOnLeaving(record.value.outcome, view.state, state)) {
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
        const confirmation = decideConfirmation(outcome, view);
        if (confirmation === 'not-certain') {
          return fail({ kind: 'payment-state', state: view.state, until: view.nextLookUpAt });
        }
        if (confirmation === 'nothing') return ok(view);
        if (confirmation === 'hand-over') return parts.confirmHandOver({ paymentId }, cashier);
        const at = toIsoTime(clock.now());
        database.commit(() => {
          if (confirmation === 'close-code') return confirmMissingCode(record.value, cashier, at);
          markOutcomeSeen(database, paymentId, at);
          insertPaymentEvent(database, {
            intentId: paymentId,
            at,
            kind: 'outcome-confirmed',
            cashierId: cashier.id,
            detail: { state: outcome.state },
          });
          const isQueued = outcomes.enqueueMissingPapersInCommit(record.value);
          if (isDrawerOpenedByConfirmation(view, isQueued))
            paper.openDrawerForChange(paymentId, cashier.id);
        });
        paper.wake();
        outcomes.emitPaymentChange(paymentId);
        return readView(paymentId);
      }),
  };
}
