import {
  assertNever,
  type Basket,
  type CustomerItem,
  type CustomerItemState,
  type CustomerPhase,
  type CustomerSale,
  type Order,
  type Payment,
  type PaymentState,
} from '../../shared/contract/index.ts';
import { maskAccount } from '../../shared/i18n/index.ts';
import { add, compare, isSameCurrency, type Money, subtract } from '../../shared/money/index.ts';
import { accountIs, accountShown, type MoneyShare, shareOf } from '../../shared/rules/index.ts';

/** What a customer is told of what is in hand. Pure: every fact is a parameter. */
export type ShownSale = Pick<
  CustomerSale,
  'isCashOut' | 'items' | 'total' | 'received' | 'change' | 'phase' | 'certainAt'
>;

/** What is about to be paid; `cash` as the cashier has typed it. */
export function saleOfOrder(order: Order, cash: Money | null): ShownSale {
  const isCashOut = order.kind === 'cash-out';
  return {
    isCashOut,
    items: [itemOfOrder(order, 1)],
    total: order.due,
    ...(isCashOut ? { received: null, change: null } : moneyOf(order.due, cash)),
    phase: 'asked',
    certainAt: null,
  };
}

/** What is about to be paid beside what the customer's basket holds already. */
export function saleBesideBasket(order: Order, basket: Basket): ShownSale {
  const sale = saleOfBasket(basket, null);
  return {
    ...sale,
    items: [...sale.items, itemOfOrder(order, sale.items.length + 1)],
    total: add(sale.total, order.due),
  };
}

function itemOfOrder(order: Order, number: number): CustomerItem {
  const account = { ...order, accountShown: accountShown(order.biller, order.accountNumber) };
  return {
    number,
    billerName: order.biller.name,
    account: maskAccount(account),
    accountIs: accountIs(order.biller),
    amount: order.amount,
    fee: order.fee,
    due: order.due,
    state: 'asked',
  };
}

export function saleOfPayment(payment: Payment): ShownSale {
  const state = stateOf(payment.state);
  const isOut = payment.kind === 'cash-out';
  const { cash, due } = payment;
  return {
    isCashOut: isOut,
    items: [{ ...itemOf(payment), number: 1, state }],
    total: due,
    received: isOut ? null : cash,
    change: isOut || cash === null ? null : changeOf(state, { due, cash, change: payment.change }),
    phase: phaseOfOne(state),
    certainAt: certainMoment(payment),
  };
}

export function saleOfBasket(basket: Basket, cash: Money | null): ShownSale {
  const items = basket.items.map((item): CustomerItem => {
    const { payment, number } = item;
    const shown = { ...itemOf(item), number };
    if (basket.state === 'collecting') return { ...shown, state: 'asked' };
    if (payment !== null) {
      return { ...shown, state: payment.isNotSent ? 'not-sent' : stateOf(payment.state) };
    }
    return { ...shown, state: basket.state === 'sending' ? 'waiting' : 'not-sent' };
  });
  const money =
    basket.state === 'collecting'
      ? moneyOf(basket.due, cash)
      : { received: basket.cash, change: basket.giveBack };
  const open = basket.items.flatMap(({ payment }) =>
    payment !== null && stateOf(payment.state) === 'unknown' ? [certainMoment(payment)] : [],
  );
  return {
    isCashOut: false,
    items,
    total: basket.due,
    ...money,
    phase: phaseOfBasket(basket, items),
    // As long as one of them may take longer, nobody can say when all are known.
    certainAt: open.includes(null) ? null : (open.sort().at(-1) ?? null),
  };
}

function itemOf(one: Payment | Basket['items'][number]): Omit<CustomerItem, 'number' | 'state'> {
  const { billerName, accountIs, amount, fee, due } = one;
  return { billerName, account: maskAccount(one), accountIs, amount, fee, due };
}

/** The cash that is typed is shown once it covers the total: before that it is half a number. */
function moneyOf(
  due: Money,
  cash: Money | null,
): { readonly received: Money | null; readonly change: Money | null } {
  const isFit = cash !== null && isSameCurrency(cash.currency, due.currency);
  if (!isFit || compare(cash, due) < 0) return { received: null, change: null };
  return { received: cash, change: subtract(cash, due) };
}

/** What goes back: nothing is said of it before it is certain how the payment ended. */
function changeOf(
  state: CustomerItemState,
  {
    cash,
    due,
    change,
  }: { readonly cash: Money; readonly due: Money; readonly change: Money | null },
): Money | null {
  switch (state) {
    case 'paid':
      return change ?? subtract(cash, due);
    case 'not-paid':
      return cash;
    case 'asked':
    case 'waiting':
    case 'unknown':
    case 'not-sent':
      return null;
    default:
      return assertNever(state);
  }
}

const ITEM_STATES: Readonly<Record<MoneyShare, CustomerItemState>> = {
  paid: 'paid',
  refused: 'not-paid',
  unknown: 'unknown',
  notSent: 'not-sent',
};

function stateOf(state: PaymentState): CustomerItemState {
  return state === 'sending' ? 'waiting' : ITEM_STATES[shareOf({ state, isNotSent: false })];
}

function phaseOfOne(state: CustomerItemState): CustomerPhase {
  return state === 'not-sent' ? 'stopped' : state;
}

function phaseOfBasket({ state }: Basket, items: readonly CustomerItem[]): CustomerPhase {
  const are = (one: CustomerItemState): boolean => items.every((item) => item.state === one);
  switch (state) {
    case 'collecting':
      return 'asked';
    case 'sending':
      return 'waiting';
    case 'waiting':
      return items.some((item) => item.state === 'unknown') ? 'unknown' : 'stopped';
    case 'open':
      return 'unknown';
    case 'settled':
    case 'ended':
      if (are('paid')) return 'paid';
      return items.some((item) => item.state === 'paid') ? 'partly' : 'not-paid';
    default:
      return assertNever(state);
  }
}

/** As the till's own screen says it: nobody knows when one that is unclear will be decided. */
function certainMoment({ state, certainAt }: Payment): string | null {
  return state === 'unknown' ? certainAt : null;
}
