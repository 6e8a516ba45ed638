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
} from '../../../shared/contract/index.ts';
import { maskAccount } from '../../../shared/i18n/index.ts';
import { add, compare, isSameCurrency, type Money, subtract } from '../../../shared/money/index.ts';
import {
  formatAccountNumber,
  getAccountKind,
  getMoneyShare,
  type MoneyShare,
} from '../../../shared/rules/index.ts';

/** What a customer is told of what is in hand. Pure: every fact is a parameter. */
export type SaleView = Pick<
  CustomerSale,
  'isCashOut' | 'items' | 'total' | 'received' | 'change' | 'phase' | 'certainAt'
>;

/** What is about to be paid; `cash` as the cashier has typed it. */
export function toOrderSale(order: Order, cash: Money | null): SaleView {
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

/** What is about to be paid beside what the customer's basket holds already. */
export function toOrderAndBasketSale(order: Order, basket: Basket): SaleView {
  const sale = toBasketSale(basket, null);
  return {
    ...sale,
    items: [...sale.items, toOrderItem(order, sale.items.length + 1)],
    total: add(sale.total, order.due),
  };
}

function toOrderItem(order: Order, number: number): CustomerItem {
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

export function toPaymentSale(payment: Payment): SaleView {
  const state = toItemState(payment.state);
  const isOut = payment.kind === 'cash-out';
  const { cash, due } = payment;
  return {
    isCashOut: isOut,
    items: [{ ...toCustomerItem(payment), number: 1, state }],
    total: due,
    received: isOut ? null : cash,
    change:
      isOut || cash === null
        ? null
        : computeChangeDue(state, { due, cash, change: payment.change }),
    phase: toPaymentPhase(state),
    certainAt: getCertainAt(payment),
  };
}

export function toBasketSale(basket: Basket, cash: Money | null): SaleView {
  const items = basket.items.map((item): CustomerItem => {
    const { payment, number } = item;
    const shown = { ...toCustomerItem(item), number };
    if (basket.state === 'collecting') return { ...shown, state: 'asked' };
    if (payment !== null) {
      return { ...shown, state: payment.isNotSent ? 'not-sent' : toItemState(payment.state) };
    }
    return { ...shown, state: basket.state === 'sending' ? 'waiting' : 'not-sent' };
  });
  const money =
    basket.state === 'collecting'
      ? toReceivedAndChange(basket.due, cash)
      : { received: basket.cash, change: basket.giveBack };
  const open = basket.items.flatMap(({ payment }) =>
    payment !== null && toItemState(payment.state) === 'unknown' ? [getCertainAt(payment)] : [],
  );
  return {
    isCashOut: false,
    items,
    total: basket.due,
    ...money,
    phase: toBasketPhase(basket, items),
    // As long as one of them may take longer, nobody can say when all are known.
    certainAt: open.includes(null) ? null : (open.sort().at(-1) ?? null),
  };
}

function toCustomerItem(
  one: Payment | Basket['items'][number],
): Omit<CustomerItem, 'number' | 'state'> {
  const { billerName, accountIs, amount, fee, due } = one;
  return { billerName, account: maskAccount(one), accountIs, amount, fee, due };
}

/** The cash that is typed is shown once it covers the total: before that it is half a number. */
function toReceivedAndChange(
  due: Money,
  cash: Money | null,
): { readonly received: Money | null; readonly change: Money | null } {
  const isFit = cash !== null && isSameCurrency(cash.currency, due.currency);
  if (!isFit || compare(cash, due) < 0) return { received: null, change: null };
  return { received: cash, change: subtract(cash, due) };
}

/** What goes back: nothing is said of it before it is certain how the payment ended. */
function computeChangeDue(
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

function toItemState(state: PaymentState): CustomerItemState {
  return state === 'sending' ? 'waiting' : ITEM_STATES[getMoneyShare({ state, isNotSent: false })];
}

function toPaymentPhase(state: CustomerItemState): CustomerPhase {
  return state === 'not-sent' ? 'stopped' : state;
}

function toBasketPhase({ state }: Basket, items: readonly CustomerItem[]): CustomerPhase {
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
function getCertainAt({ state, certainAt }: Payment): string | null {
  return state === 'unknown' ? certainAt : null;
}
