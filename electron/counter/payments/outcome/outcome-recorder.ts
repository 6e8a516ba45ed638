import type { HistoryEventKind } from '../../../../shared/contract/index.ts';
import { isSameCurrency } from '../../../../shared/money/index.ts';
import type { Intent, PaymentOutcome, PaymentRecord } from '../../../ledger/index.ts';
import type { WalkInBills } from '../order/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import {
  hasPrintJobOfPayment,
  insertPaymentEvent,
  markOutcomeUnseen,
  updateUnresolvedOutcome,
} from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';
import { isPaid, listMissingPapers } from './missing-papers.ts';
import { isUnresolved } from './outcome.ts';

/** Writes an outcome with its event, receipts and drawer money, and notifies the other parts. */
export interface OutcomeRecorder {
  /**
   * Call it inside a commit. Writes the outcome, its event, and the papers of a certain outcome. If
   * no cashier has the payment on the screen, a certain outcome prints nothing and opens no drawer:
   * it is marked as not seen, so that a person must confirm it. Returns false, and writes nothing, if
   * the payment was already resolved.
   */
  recordOutcomeInCommit(record: PaymentRecord, next: PaymentOutcome, event: OutcomeEvent): boolean;
  /**
   * Call it inside the commit in which a person confirms the outcome: queues the papers that were not
   * queued when it arrived. Returns true if it queued any.
   */
  enqueueMissingPapersInCommit(record: Pick<PaymentRecord, 'intent' | 'outcome'>): boolean;
  /** Call it after the commit. Never throws: a failure here cannot undo what is on disk. */
  finishOutcomeAfterCommit(record: PaymentRecord, next: PaymentOutcome): void;
  emitPaymentChange(paymentId: string): void;
}

export interface OutcomeEvent {
  readonly at: string;
  readonly kind: HistoryEventKind;
  readonly detail: object;
  /** The cashier who acted, and the supervisor whose PIN allowed it; omitted if no person acted. */
  readonly cashierId?: string;
  readonly approvedBy?: string;
}

export function createOutcomeRecorder(
  ports: Pick<
    PaymentPorts,
    | 'database'
    | 'paper'
    | 'cash'
    | 'refunds'
    | 'settings'
    | 'catalog'
    | 'customers'
    | 'onChange'
    | 'log'
  >,
  walkIn: Pick<WalkInBills, 'keepPaidBillInCommit' | 'deleteDueBills'>,
  tracker: Pick<PaymentTracker, 'isAttended'>,
  /**
   * Called inside the commit of an outcome that a cashier has on the screen: it may be the last open
   * item of a basket.
   */
  onRecordedInCommit: (paymentId: string) => void,
): OutcomeRecorder {
  const { database, paper, log } = ports;

  function runAndLogError(step: string, paymentId: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      log.error({ err: error, paymentId }, `payments: after-commit step failed: ${step}`);
    }
  }

  const emitChange = (paymentId: string): void =>
    runAndLogError('emit change', paymentId, () => ports.onChange(paymentId));

  /** Drops the commission unless the account's currency, in which it is stated, is the shop's. */
  const dropForeignEarned = ({ due }: Intent, next: PaymentOutcome): PaymentOutcome => {
    const { accountCurrency } = ports.settings();
    const isShopCurrency =
      accountCurrency !== null && isSameCurrency(accountCurrency, due.currency);
    return isShopCurrency ? next : { ...next, earned: null };
  };

  const enqueueMissingPapersInCommit: OutcomeRecorder['enqueueMissingPapersInCommit'] = ({
    intent,
    outcome,
  }) => {
    const missing = listMissingPapers(
      { intent, outcome },
      {
        isQueued: (kind) => hasPrintJobOfPayment(database, intent.id, kind),
        isShopCopyWanted: () => ports.settings().shopCopy,
      },
    );
    for (const kind of missing) paper.enqueuePaymentPaper(intent.id, kind, intent.cashierId);
    return missing.length > 0;
  };

  return {
    emitPaymentChange: emitChange,
    enqueueMissingPapersInCommit,
    recordOutcomeInCommit: (record, next, event) => {
      const { intent } = record;
      if (!updateUnresolvedOutcome(database, intent.id, dropForeignEarned(intent, next)))
        return false;
      const isAnnounced = !isUnresolved(next) && !tracker.isAttended(intent.id);
      insertPaymentEvent(database, {
        intentId: intent.id,
        at: event.at,
        kind: event.kind,
        cashierId: event.cashierId ?? null,
        detail: {
          ...event.detail,
          state: next.state,
          ...(isAnnounced ? { isAttended: false } : {}),
        },
        ...(event.approvedBy === undefined ? {} : { approvedBy: event.approvedBy }),
      });
      if (isPaid(next)) {
        walkIn.keepPaidBillInCommit(intent);
        ports.cash.recordPaidPaymentInCommit(intent, event.at);
        ports.refunds.startRefundWatchInCommit(record, next, event.at);
      }
      if (isAnnounced) {
        markOutcomeUnseen(database, intent.id);
        return true;
      }
      enqueueMissingPapersInCommit({ intent, outcome: next });
      onRecordedInCommit(intent.id);
      return true;
    },
    finishOutcomeAfterCommit: (record, next) => {
      const { intent } = record;
      // First, because the customer waits only for this.
      emitChange(intent.id);
      runAndLogError('wake printer', intent.id, () => paper.wake());
      if (isPaid(next) && intent.kind !== 'cancel') {
        // A cash-out is not a payment to its biller, so it does not count as a use of it.
        if (intent.kind !== 'cash-out') {
          runAndLogError('count biller use', intent.id, () =>
            ports.catalog.recordUse(intent.billerId),
          );
        }
        runAndLogError('save customer account', intent.id, () =>
          ports.customers?.saveAccountOfPaidIntent(intent),
        );
        if (intent.billId !== null) void walkIn.deleteDueBills();
      }
      runAndLogError('emit drawer change', intent.id, () => ports.cash.emitCashChange());
    },
  };
}
