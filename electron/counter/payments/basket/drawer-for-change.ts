import type { PaymentState } from '../../../../shared/contract/index.ts';
import type { Database, PaymentOutcome } from '../../../ledger/index.ts';
import { readPayments } from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';
import { findBasketOfPayment, readBasket, readBasketPayments } from './basket-rows.ts';
import { type BasketItemFacts, computeBasketStatus, shouldOpenDrawer } from './basket-status.ts';

type Ports = Pick<PaymentPorts, 'database' | 'paper'>;

/** Call it inside the commit of an outcome, which may resolve the last open item of a basket. */
export function openDrawerForChangeOfPaymentsBasket(ports: Ports, paymentId: string): void {
  const basketId = findBasketOfPayment(ports.database, paymentId);
  if (basketId !== null) openDrawerForBasketChange(ports, basketId);
}

/**
 * Queues the drawer's pulse if the basket is settled and money goes back to the customer. Call it
 * inside a commit that may settle the basket: the drawer may have been shut since the cash was put
 * in.
 */
export function openDrawerForBasketChange({ database, paper }: Ports, basketId: string): void {
  const basket = readBasket(database, basketId);
  if (basket === null || basket.isEnded || basket.isRestored) return;
  const payments = readItemFacts(database, basketId);
  const items = basket.items.map(({ due }, index) => ({
    due,
    ...(payments.get(index + 1) ?? { state: null, isNotSent: false }),
  }));
  const { isStopped, isEnded, cash } = basket;
  const status = computeBasketStatus(
    { items, cash, isRunning: false, isStopped, isEnded },
    cash.currency,
  );
  if (!shouldOpenDrawer(status)) return;
  const [first] = readBasketPayments(database, basketId).values();
  if (first !== undefined) paper.openDrawerForChange(first, basket.cashierId);
}

/** Reads the facts of each item that has an intent, by item number. */
function readItemFacts(database: Database, basketId: string): Map<number, BasketItemFacts> {
  const ids = readBasketPayments(database, basketId);
  const outcomes = new Map(
    readPayments(database, [...ids.values()]).map(({ intent, outcome }) => [intent.id, outcome]),
  );
  return new Map(
    [...ids].flatMap(([number, id]) => {
      const outcome = outcomes.get(id);
      return outcome === undefined ? [] : [[number, toItemFacts(outcome)] as const];
    }),
  );
}

function toItemFacts({ state, resolvedBy }: PaymentOutcome): BasketItemFacts {
  const paymentState: PaymentState = state === 'intent' || state === 'sent' ? 'sending' : state;
  return { state: paymentState, isNotSent: state === 'rejected' && resolvedBy === 'never-sent' };
}
