import {
  assertNever,
  type Basket,
  type CustomerScreenItem,
  type CustomerScreenItemState,
  type CustomerScreenPhase,
  type CustomerScreenSale,
  type Order,
  type Payment,
  type PaymentState,
} from '../../../shared/contract/index.ts';
import { maskAccount } from '../../../shared/i18n/index.ts';
import { add, compare, isSameCurrency, type Money, subtract } from '../../../shared/money/index.ts';
import {
  formatAccountNumber,
  getAccountKind,
  getMoneyStatus,
  type MoneyStatus,
} from '../../../shared/rules/index.ts';

/** The view of the current sale for the customer. Pure: every fact is a parameter. */
export type SaleView = Pick<
  CustomerScreenSale,
  'isCashOut' | 'items' | 'total' | 'received' | 'change' | 'phase' | 'certainAt'
>;

/** An order that is not paid yet; `cash` is the amount that the cashier has typed. */
export function toSaleViewOfOrder(order: Order, cash: Money | null): SaleView {
  const isCashOut = order.kind === 'cash-out';
  return {
    isCashOut,
    items: [toOrderItem(order, 1)],
    total: order.due,
    ...(isCashOut ? { received: null, change: null } : toReceivedAndChange(order.due, cash)),
    phase: 'asked',
    certainAt: null,
  };
}

/** The items of the customer's basket, and an order that is about to be added. */
export function toSaleViewOfOrderAndBasket(order: Order, basket: Basket): SaleView {
  const sale = toSaleViewOfBasket(basket, null);
  return {
    ...sale,
    items: [...sale.items, toOrderItem(order, sale.items.length + 1)],
    total: add(sale.total, order.due),
  };
}

function toOrderItem(order: Order, number: number): CustomerScreenItem {
  const account = {
    ...order,
    accountShown: formatAccountNumber(order.biller, order.accountNumber),
  };
  return {
    number,
    billerName: order.biller.name,
    account: maskAccount(account),
    accountIs: getAccountKind(order.biller),
    amount: order.amount,
    fee: order.fee,
    due: order.due,
    state: 'asked',
  };
}

export function toSaleViewOfPayment(payment: Payment): SaleView {
  const state = toItemState(payment.state);
  const isCashOut = payment.kind === 'cash-out';
  const { cash, due } = payment;
  return {
    isCashOut,
    items: [{ ...toScreenItem(payment), number: 1, state }],
    total: due,
    received: isCashOut ? null : cash,
    change:
      isCashOut || cash === null
        ? null
        : computeChangeDue(state, { due, cash, change: payment.change }),
    phase: toPaymentPhase(state),
    certainAt: getCertainAt(payment),
  };
}

export function toSaleViewOfBasket(basket: Basket, cash: Money | null): SaleView {
  const items = basket.items.map((item): CustomerScreenItem => {
    const { payment, number } = item;
    const screenItem = { ...toScreenItem(item), number };
    if (basket.state === 'collecting') return { ...screenItem, state: 'asked' };
    if (payment !== null) {
      return {
        ...screenItem,
        state: payment.isNotSent ? 'not-sent' : toItemState(payment.state),
      };
    }
    return { ...screenItem, state: basket.state === 'sending' ? 'waiting' : 'not-sent' };
  });
  const money =
    basket.state === 'collecting'
      ? toReceivedAndChange(basket.due, cash)
      : { received: basket.cash, change: basket.giveBack };
  const unknownTimes = basket.items.flatMap(({ payment }) =>
    payment !== null && toItemState(payment.state) === 'unknown' ? [getCertainAt(payment)] : [],
  );
  return {
    isCashOut: false,
    items,
    total: basket.due,
    ...money,
    phase: toBasketPhase(basket, items),
    // If the time of one item is unknown, the time of the whole basket is unknown.
    certainAt: unknownTimes.includes(null) ? null : (unknownTimes.sort().at(-1) ?? null),
  };
}

function toScreenItem(
  item: Payment | Basket['items'][number],
): Omit<CustomerScreenItem, 'number' | 'state'> {
  const { billerName, accountIs, amount, fee, due } = item;
  return { billerName, account: maskAccount(item), accountIs, amount, fee, due };
}

/** The typed cash appears once it covers the total, because before that it may be incomplete. */
function toReceivedAndChange(
  due: Money,
  cash: Money | null,
): { readonly received: Money | null; readonly change: Money | null } {
  const isUsable = cash !== null && isSameCurrency(cash.currency, due.currency);
  if (!isUsable || compare(cash, due) < 0) return { received: null, change: null };
  return { received: cash, change: subtract(cash, due) };
}

/** The money that goes back to the customer; null until the outcome is certain. */
function computeChangeDue(
  state: CustomerScreenItemState,
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

const ITEM_STATES: Readonly<Record<MoneyStatus, CustomerScreenItemState>> = {
  paid: 'paid',
  refused: 'not-paid',
  unknown: 'unknown',
  notSent: 'not-sent',
};

function toItemState(state: PaymentState): CustomerScreenItemState {
  return state === 'sending' ? 'waiting' : ITEM_STATES[getMoneyStatus({ state, isNotSent: false })];
}

function toPaymentPhase(state: CustomerScreenItemState): CustomerScreenPhase {
  return state === 'not-sent' ? 'stopped' : state;
}

function toBasketPhase(
  { state }: Basket,
  items: readonly CustomerScreenItem[],
): CustomerScreenPhase {
  const haveAll = (expected: CustomerScreenItemState): boolean =>
    items.every((item) => item.state === expected);
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
      if (haveAll('paid')) return 'paid';
      return items.some((item) => item.state === 'paid') ? 'partly' : 'not-paid';
    default:
      return assertNever(state);
  }
}

/** As on the till's own screen: for an unclear payment the time of the decision is unknown. */
function getCertainAt({ state, certainAt }: Payment): string | null {
  return state === 'unknown' ? certainAt : null;
}
