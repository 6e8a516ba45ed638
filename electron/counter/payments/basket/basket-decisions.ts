import {
  type Basket,
  type Cashier,
  fail,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { OutcomeRecorder } from '../outcome/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import { hasOutcomeArrivedUnattended, readPayments } from '../rows/index.ts';
import type { Baskets, PaymentPorts } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import {
  type BasketDecision,
  type BasketRow,
  getNextItemNumber,
  markBasketDismissed,
  markBasketEnded,
  markBasketStopped,
  readBasket,
  readBasketPayments,
} from './basket-rows.ts';
import type { BasketRunner } from './basket-runner.ts';
import type { BasketViews } from './basket-views.ts';
import { openDrawerForBasketChange } from './drawer-for-change.ts';

export const BASKET_NOT_FOUND_PROBLEM: Problem = { kind: 'not-found', what: 'basket' };
const BASKET_NOT_NOW: Problem = { kind: 'basket', reason: 'not-now' };

/** A cashier's decisions about a basket that was sent. Each decision is written only once. */
export function createBasketRestActions(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'audit' | 'paper'>,
  parts: {
    readonly runner: Pick<BasketRunner, 'start'>;
    readonly views: BasketViews;
    readonly reader: Pick<PaymentReader, 'catchStorageError'>;
    readonly outcomes: OutcomeRecorder;
    readonly tracker: Pick<PaymentTracker, 'markUnattended'>;
    readonly isEnding: () => boolean;
    readonly emitChange: (basketId: string) => void;
    readonly readRecordedView: (id: string, cashier: Cashier) => Result<Basket>;
  },
): Pick<Baskets, 'sendRest' | 'discardRest' | 'leave' | 'end'> {
  const { database, clock, audit } = ports;
  const { runner, views, emitChange, readRecordedView } = parts;
  const { catchStorageError } = parts.reader;

  /**
   * Writes the decision if the basket's state allows it. If it was already written, only returns
   * the basket.
   */
  const decide = (
    id: string,
    cashier: Cashier,
    decision: {
      readonly isDone: (basket: BasketRow) => boolean;
      readonly from: Basket['state'];
      readonly write: (decision: BasketDecision) => void;
      /** The kind of the audit entry; null if the decision is not audited. */
      readonly auditKind: 'basket-stopped' | 'basket-left' | null;
    },
  ): Result<Basket> =>
    catchStorageError(() => {
      const basket = readBasket(database, id);
      if (basket === null) return fail(BASKET_NOT_FOUND_PROBLEM);
      if (!decision.isDone(basket)) {
        if (views.toRecordedView(basket, cashier).state !== decision.from)
          return fail(BASKET_NOT_NOW);
        database.commit(() => {
          decision.write({ at: toIsoTime(clock.now()), by: cashier.id });
          if (decision.auditKind === null) return;
          const { number, items, cash } = basket;
          const sent = readBasketPayments(database, id).size;
          audit.recordInTransaction({
            kind: decision.auditKind,
            by: { id: cashier.id, name: cashier.name },
            detail: { basket: number, payments: items.length, sent, cash },
          });
        });
        ports.paper.wake();
        emitChange(id);
      }
      return readRecordedView(id, cashier);
    });

  /** Of outcomes that arrived while no cashier had the basket on the screen: papers and drawer. */
  const printOutcomesInCommit = (basketId: string): void => {
    const ids = [...readBasketPayments(database, basketId).values()];
    const payments = readPayments(database, ids).filter(({ intent }) =>
      hasOutcomeArrivedUnattended(database, intent.id),
    );
    for (const payment of payments) parts.outcomes.enqueueMissingPapersInCommit(payment);
    if (payments.length > 0) openDrawerForBasketChange(ports, basketId);
  };

  return {
    sendRest: ({ basketId, next }, cashier) =>
      catchStorageError(() => {
        const basket = readBasket(database, basketId);
        if (basket === null) return fail(BASKET_NOT_FOUND_PROBLEM);
        if (basket.cashierId !== cashier.id) return fail({ kind: 'basket', reason: 'not-yours' });
        if (basket.isRestored) return fail({ kind: 'basket', reason: 'restored' });
        if (parts.isEnding()) return fail({ kind: 'not-connected', reason: 'not-ready' });
        const { state } = views.toRecordedView(basket, cashier);
        if (state !== 'waiting' && state !== 'sending') return fail(BASKET_NOT_NOW);
        // Ignore a key that was pressed before the last item was sent: the screen has changed
        // since.
        const isSeen = getNextItemNumber(basket, readBasketPayments(database, basketId)) === next;
        if (state === 'waiting' && isSeen) runner.start(basket, cashier);
        return readRecordedView(basketId, cashier);
      }),
    discardRest: ({ basketId }, cashier) =>
      decide(basketId, cashier, {
        isDone: ({ isStopped }) => isStopped,
        from: 'waiting',
        write: (decision) => {
          markBasketStopped(database, basketId, decision);
          openDrawerForBasketChange(ports, basketId);
        },
        auditKind: 'basket-stopped',
      }),
    leave: ({ basketId }, cashier) => {
      const left = decide(basketId, cashier, {
        isDone: ({ isLeft }) => isLeft,
        from: 'open',
        write: (decision) => markBasketDismissed(database, basketId, decision),
        auditKind: 'basket-left',
      });
      // Also if it was left before, because an item may have been sent again since.
      if (left.ok) {
        for (const { payment } of left.value.items)
          if (payment !== null) parts.tracker.markUnattended(payment.id);
      }
      return left;
    },
    end: ({ basketId }, cashier) =>
      decide(basketId, cashier, {
        isDone: ({ isEnded }) => isEnded,
        from: 'settled',
        write: (decision) => {
          printOutcomesInCommit(basketId);
          markBasketEnded(database, basketId, decision);
          for (const id of readBasketPayments(database, basketId).values())
            parts.tracker.markUnattended(id);
        },
        auditKind: null,
      }),
  };
}
