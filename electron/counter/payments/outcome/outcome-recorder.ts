import { isSameCurrency } from '../../../../shared/money/index.ts';
import { isVerbatimMessageCode } from '../../../../shared/rules/index.ts';
import type { Intent, PaymentOutcome, PaymentRecord } from '../../../ledger/index.ts';
import type { WalkInBills } from '../order/index.ts';
import { insertEvent, updateOpenOutcome } from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';

/** Writes an outcome with all that belongs to it, and tells those who wait for it. */
export interface OutcomeRecorder {
  /**
   * Inside a commit: writes the outcome, its event, and for a paid one the receipt. A payment that
   * was resolved meanwhile is left unchanged; returns whether it was written.
   */
  recordOutcomeInCommit(record: PaymentRecord, next: PaymentOutcome, event: OutcomeEvent): boolean;
  /** Runs after the commit: a failure here cannot undo what is on disk. */
  afterCommit(record: PaymentRecord, next: PaymentOutcome): void;
  emitChange(paymentId: string): void;
}

export interface OutcomeEvent {
  readonly at: string;
  readonly kind: string;
  readonly detail: object;
  /** Who did it, and whose PIN allowed it; left out if nobody did. */
  readonly cashierId?: string;
  readonly approvedBy?: string;
}

const NOT_PERFORMED_STATES: readonly PaymentOutcome['state'][] = [
  'rejected',
  'not-performed',
  'by-hand-not-paid',
];

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
  walkIn: WalkInBills,
  /** Inside the commit in which it is recorded: a basket may be over with it. */
  recordedInCommit: (paymentId: string) => void,
): OutcomeRecorder {
  const { database, paper, log } = ports;

  function quietly(what: string, paymentId: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      log.error({ err: error, paymentId }, `payments: after-commit step failed: ${what}`);
    }
  }

  const emitChange = (paymentId: string): void =>
    quietly('emit change', paymentId, () => ports.onChange(paymentId));

  /** What the service says of the commission is in the currency of its account. */
  const inShopsCurrency = ({ due }: Intent, next: PaymentOutcome): PaymentOutcome => {
    const { accountCurrency } = ports.settings();
    const isShops = accountCurrency !== null && isSameCurrency(accountCurrency, due.currency);
    return isShops ? next : { ...next, earned: null };
  };

  return {
    emitChange,
    recordOutcomeInCommit: (record, next, event) => {
      const { intent } = record;
      if (!updateOpenOutcome(database, intent.id, inShopsCurrency(intent, next))) return false;
      insertEvent(database, {
        intentId: intent.id,
        at: event.at,
        kind: event.kind,
        cashierId: event.cashierId ?? null,
        detail: { ...event.detail, state: next.state },
        ...(event.approvedBy === undefined ? {} : { approvedBy: event.approvedBy }),
      });
      if (isPaid(next)) {
        paper.enqueue(intent.id, 'original', intent.cashierId);
        // A gift card's code belongs to the customer, and is printed on one paper only.
        if (ports.settings().shopCopy && intent.kind !== 'gift-card') {
          paper.enqueue(intent.id, 'shop-copy', intent.cashierId);
        }
        walkIn.recordPaidInCommit(intent);
        ports.cash.recordPaidInCommit(intent, event.at);
        ports.refunds.recordPaidInCommit(record, next, event.at);
      }
      // A customer who came for money and gets none is given a slip that says so, and so is whoever
      // is refused with words that the banking regulation demands.
      const isSlipOwed = intent.kind === 'cash-out' || isVerbatimMessageCode(next.code);
      if (isSlipOwed && NOT_PERFORMED_STATES.includes(next.state)) {
        paper.enqueue(intent.id, 'failed', intent.cashierId);
      }
      recordedInCommit(intent.id);
      return true;
    },
    afterCommit: (record, next) => {
      const { intent } = record;
      // The customer waits for this, and for nothing of the rest.
      emitChange(intent.id);
      quietly('wake printer', intent.id, () => paper.wake());
      if (isPaid(next) && intent.kind !== 'cancel') {
        // A biller that hands out cash is not therefore one that is paid here.
        if (intent.kind !== 'cash-out') {
          quietly('count biller use', intent.id, () => ports.catalog.noteUse(intent.billerId));
        }
        quietly('save customer account', intent.id, () => ports.customers?.recordPaid(intent));
        if (intent.billId !== null) void walkIn.deleteDueBills();
      }
      quietly('emit drawer change', intent.id, () => ports.cash.emitChange());
    },
  };
}

function isPaid(outcome: PaymentOutcome): boolean {
  return outcome.state === 'paid' || outcome.state === 'by-hand-paid';
}
