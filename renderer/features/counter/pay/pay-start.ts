import type {
  Balance,
  Basket,
  BasketItem,
  Biller,
  CallOutput,
  Language,
  Payment,
} from '../../../../shared/contract/index.ts';
import { getValueOrThrow, ProblemError, type Route, type TillClient } from '../../../app/index.ts';
import {
  createPaymentDraft,
  type PayFlow,
  resumePayFlow,
  type SaleKind,
  startPayFlow,
  startRetryFlow,
  startSavedBillFlow,
} from './flow/index.ts';

export type PayRoute = Extract<Route, { readonly name: 'pay' }>;

/** What the route opens. */
export type PayStart =
  /** A payment that is being sent, or whose result was not seen: shown before any new one. */
  | { readonly kind: 'in-hand'; readonly payment: Payment }
  /** The route shows the payment in hand, and it was confirmed meanwhile. */
  | { readonly kind: 'none-in-hand' }
  /** The basket's customer may have left. */
  | { readonly kind: 'ask-customer'; readonly basket: Basket }
  | NewPayment;

export interface NewPayment {
  readonly kind: 'new';
  readonly biller: Biller;
  readonly isListed: boolean;
  /** The id of the customer's started basket; null without one. */
  readonly basketId: string | null;
  readonly account:
    | { readonly from: 'cashier' }
    | { readonly from: 'saved-bill'; readonly balance: Balance }
    | { readonly from: 'failed-item'; readonly item: BasketItem }
    | { readonly from: 'known-customer'; readonly customer: CallOutput<'customers.open'> };
}

/** Reads from main what the route opens. Throws the problem that prevents it. */
export async function readPayStart(
  call: TillClient['call'],
  route: PayRoute,
  isBasketContinued: boolean,
): Promise<PayStart> {
  const payment = getValueOrThrow(await call('payments.current', {}));
  if (payment !== null) return { kind: 'in-hand', payment };
  if (route.isPaymentInHand) return { kind: 'none-in-hand' };
  const current = getValueOrThrow(await call('basket.current', {}));
  const basket = current?.state === 'collecting' && route.isCashOut !== true ? current : null;
  if (basket !== null && !isBasketContinued) return { kind: 'ask-customer', basket };
  // Checked before anything is typed, so that opening the shift loses no data.
  const cash = await call('cash.state', {});
  if (cash.ok && cash.value.shifts === 'required' && cash.value.shift === null) {
    throw new ProblemError({ kind: 'shift', reason: 'needed' });
  }
  const { biller, isListed } = getValueOrThrow(
    await call('catalog.biller', { id: route.billerId }),
  );
  const account = await readAccount(call, route);
  return { kind: 'new', biller, isListed, basketId: basket?.id ?? null, account };
}

async function readAccount(
  call: TillClient['call'],
  { billId, customerId, correctedItem }: PayRoute,
): Promise<NewPayment['account']> {
  if (billId !== undefined) {
    return {
      from: 'saved-bill',
      balance: getValueOrThrow(await call('bills.balance', { billId })),
    };
  }
  if (correctedItem !== undefined) {
    const { basketId, number } = correctedItem;
    const { items } = getValueOrThrow(await call('basket.get', { basketId }));
    const item = items.find((candidate) => candidate.number === number);
    if (item === undefined) throw new ProblemError({ kind: 'not-found', what: 'basket' });
    return { from: 'failed-item', item };
  }
  if (customerId === undefined) return { from: 'cashier' };
  const customer = getValueOrThrow(await call('customers.open', { customerId }));
  return { from: 'known-customer', customer };
}

/** Creates the flow of an payStart. `now` is in milliseconds of `performance.now()`. */
export function createPayFlow(
  payStart: Extract<PayStart, { readonly kind: 'in-hand' | 'new' }>,
  { isCashOut, accountNumber, scannedBill }: PayRoute,
  till: {
    readonly locale: Language;
    readonly drpBillers: readonly number[];
    readonly now: number;
  },
): PayFlow {
  if (payStart.kind === 'in-hand') return resumePayFlow(payStart.payment, till.now);
  const { biller, isListed, account } = payStart;
  const { locale } = till;
  const isDrp = till.drpBillers.includes(biller.id);
  switch (account.from) {
    case 'saved-bill':
      return startSavedBillFlow(createPaymentDraft(biller), account.balance, locale);
    case 'failed-item':
      return startRetryFlow(biller, account.item, { isListed, isDrp, locale });
    case 'known-customer':
    case 'cashier':
      return startPayFlow(biller, {
        isListed,
        kind: isCashOut === true ? 'cash-out' : getSaleKind(biller),
        isDrp,
        accountNumber,
        scannedBill,
        ...(account.from === 'cashier' ? {} : { knownAccount: account.customer }),
      });
  }
}

function getSaleKind({ kind }: Biller): SaleKind {
  return kind === 'top-up' || kind === 'gift-card' ? kind : 'bill';
}
