import type { PaymentState } from '../../../../shared/contract/index.ts';
import type { Database, OutcomeState } from '../../../ledger/index.ts';
import { readPayments } from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';
import { findBasketOfPayment, readBasket, readBasketPayments } from './basket-rows.ts';
import { computeBasketStatus, shouldOpenDrawer } from './basket-status.ts';

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
  if (basket === null || basket.isRestored) return;
  const states = readPaymentStates(database, basketId);
  // Whether an item was refused or never left the till makes no difference to the change.
  const items = basket.items.map(({ due }, index) => ({
    due,
    state: states.get(index + 1) ?? null,
    isNotSent: false,
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

/** Reads the state of each payment of the basket, by item number. */
function readPaymentStates(database: Database, basketId: string): Map<number, PaymentState> {
  const ids = readBasketPayments(database, basketId);
  const states = new Map(
    readPayments(database, [...ids.values()]).map(({ intent, outcome }) => [
      intent.id,
      toPaymentState(outcome.state),
    ]),
  );
  return new Map(
    [...ids].flatMap(([number, id]) => {
      const state = states.get(id);
      return state === undefined ? [] : [[number, state] as const];
    }),
  );
}

function toPaymentState(state: OutcomeState): PaymentState {
  return state === 'intent' || state === 'sent' ? 'sending' : state;
}
