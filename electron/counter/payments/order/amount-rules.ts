import {
  assertNever,
  type Balance,
  type Biller,
  fail,
  type OfferedAmounts,
  type Order,
  ok,
  type PaymentKind,
  type Problem,
  type RateTable,
  type Result,
} from '../../../../shared/contract/index.ts';
import {
  add,
  compare,
  convertCurrency,
  createMoney,
  hasValidDecimalPlaces,
  isNegative,
  isSameCurrency,
  isZero,
  type Money,
  roundUpToPayableAmount,
  subtract,
} from '../../../../shared/money/index.ts';
import type { PaymentType } from '../../../../shared/rules/index.ts';

/** The till's rules for an amount. Pure: every input is a parameter. */

const MIN_AMOUNT = '0.10';
const WARNING_THRESHOLD_USD: Money = { amount: '1500.00', currency: 'USD' };
const MAX_AMOUNT_USD: Money = { amount: '2500.00', currency: 'USD' };
const MAX_AMOUNT_DIGITS = 12;

type AmountReason = Extract<Problem, { kind: 'amount' }>['reason'];

function rejectAmount(
  reason: AmountReason,
  limit: Money | null = null,
): {
  readonly ok: false;
  readonly problem: Problem;
} {
  return fail({ kind: 'amount', reason, limit });
}

/** Returns the amount in the form that is sent to the service, with the service's currency code. */
export function toCheckedAmount(requested: Money, currency: string): Result<Money> {
  if (!isSameCurrency(requested.currency, currency)) return rejectAmount('wrong-currency');
  const amount = createMoney(requested.amount, currency);
  if (isNegative(amount) || isZero(amount)) return rejectAmount('not-positive');
  if (!hasValidDecimalPlaces(amount)) return rejectAmount('too-many-decimals');
  const minimum = createMoney(MIN_AMOUNT, currency);
  if (compare(amount, minimum) < 0) return rejectAmount('below-minimum', minimum);
  if (amount.amount.length > MAX_AMOUNT_DIGITS) return rejectAmount('above-limit', MAX_AMOUNT_USD);
  return ok(amount);
}

/**
 * Checks the amount against the biller's payment type. `balance` is the consulted balance of this
 * account; null if there is none. A balance of 150.005 is paid with 150.01, which covers it.
 */
export function checkAmountAgainstBalance(
  type: PaymentType,
  amount: Money,
  balance: Balance | null,
): Result<null> {
  if (type !== 'full-balance') return ok(null);
  if (balance === null) return rejectAmount('balance-first');
  if (!balance.amount) return ok(null);
  const owed = roundUpToPayableAmount(createMoney(balance.amount.amount, amount.currency));
  return compare(amount, owed) === 0 ? ok(null) : rejectAmount('not-the-balance', owed);
}

/**
 * Returns the units of a currency per US dollar, by any of the currency's codes; null if the table
 * has no valid rate.
 */
export function getRatePerUsd(rates: RateTable, currency: string): string | null {
  const entry = Object.entries(rates.perUsd).find(([code]) => isSameCurrency(code, currency));
  const rate = entry?.[1] ?? (isSameCurrency(currency, 'USD') ? '1' : '');
  return /[1-9]/.test(rate) && !rate.startsWith('-') ? rate : null;
}

/**
 * Predicts R14 and R114. Returns the amount in US dollars if it needs a warning, null if it does
 * not or if no rate is known, and a problem if it is above the limit.
 */
export function checkPaymentLimit(amount: Money, rates: RateTable): Result<Money | null> {
  const rate = getRatePerUsd(rates, amount.currency);
  if (rate === null) return ok(null);
  const usd = convertCurrency(amount, { from: rate, to: '1' }, 'USD', 'up');
  if (compare(usd, MAX_AMOUNT_USD) > 0) return rejectAmount('above-limit', MAX_AMOUNT_USD);
  return ok(compare(usd, WARNING_THRESHOLD_USD) > 0 ? usd : null);
}

export interface ShopCurrencyAmount {
  readonly amount: Money;
  readonly rate: Order['rate'];
}

/**
 * Converts the amount to the shop's currency, rounded up to the hundredth. Uses the service's own
 * conversion of the balance, because the service charges the account by it; without one, uses the
 * rate table.
 */
export function convertToShopCurrency(
  amount: Money,
  shopCurrency: string,
  rates: RateTable,
  /** The balance from which the amount was chosen, and the present time (ISO 8601 in UTC). */
  consultedBalance: { readonly balance: Balance; readonly at: string } | null = null,
): Result<ShopCurrencyAmount> {
  if (isSameCurrency(amount.currency, shopCurrency)) {
    return ok({ amount: createMoney(amount.amount, shopCurrency), rate: null });
  }
  const owed = consultedBalance?.balance.amount ?? null;
  const converted = consultedBalance?.balance.amountInShopCurrency ?? null;
  if (consultedBalance && owed && converted && isPositive(owed) && isPositive(converted)) {
    const rate = { from: owed.amount, to: converted.amount };
    return ok({
      amount: convertCurrency(amount, rate, shopCurrency, 'up'),
      rate: { ...rate, fetchedAt: consultedBalance.at, by: 'service' },
    });
  }
  const from = getRatePerUsd(rates, amount.currency);
  const to = getRatePerUsd(rates, shopCurrency);
  if (from === null || to === null || rates.fetchedAt === null) return rejectAmount('no-rate');
  return ok({
    amount: convertCurrency(amount, { from, to }, shopCurrency, 'up'),
    rate: { from, to, fetchedAt: rates.fetchedAt, by: 'rates' },
  });
}

function isPositive(value: Money): boolean {
  return !isZero(value) && !isNegative(value);
}

/**
 * Returns the balance that remains after the payment, at least 0; null if the balance is unknown.
 */
export function computeRemainingBalance(amount: Money, balance: Balance | null): Money | null {
  if (!balance?.amount) return null;
  const rest = subtract(createMoney(balance.amount.amount, amount.currency), amount);
  return isNegative(rest) ? createMoney('0', amount.currency) : rest;
}

export interface CashTender {
  readonly cash: Money | null;
  readonly change: Money | null;
}

/** Checks the cash against the sum due, and computes the change. All are in the shop's currency. */
export function checkCashTender(cash: Money | null, due: Money): Result<CashTender> {
  if (cash === null) return rejectAmount('cash-too-little', due);
  if (!isSameCurrency(cash.currency, due.currency)) return rejectAmount('wrong-currency');
  const tendered = createMoney(cash.amount, due.currency);
  if (!hasValidDecimalPlaces(tendered)) return rejectAmount('too-many-decimals');
  if (compare(tendered, due) < 0) return rejectAmount('cash-too-little', due);
  return ok({ cash: tendered, change: subtract(tendered, due) });
}

/** Checks that a cash-out has no cash tender. */
export function checkCashOutTender(cash: Money | null): Result<CashTender> {
  if (cash === null) return ok({ cash: null, change: null });
  return fail({ kind: 'invalid-input', field: 'cash', reason: 'a cash-out takes no cash' });
}

/** Checks that the biller supports this kind of payment. */
export function checkPaymentKind(
  kind: Exclude<PaymentKind, 'cancel'>,
  biller: Pick<Biller, 'id' | 'kind'>,
  cashOutBillers: readonly number[],
): Result<null> {
  switch (kind) {
    case 'bill':
      return biller.kind === 'utility' || biller.kind === 'partner'
        ? ok(null)
        : rejectBillerKind(biller);
    case 'top-up':
    case 'gift-card':
      return biller.kind === kind ? ok(null) : rejectBillerKind(biller);
    case 'cash-out':
      return cashOutBillers.includes(biller.id)
        ? ok(null)
        : fail({ kind: 'not-offered', what: 'cash-out' });
    default:
      return assertNever(kind);
  }
}

function rejectBillerKind(biller: Pick<Biller, 'kind'>): Result<null> {
  return fail({ kind: 'biller-unusable', reason: 'wrong-kind', billerKind: biller.kind });
}

/** Checks the amount against the amounts that the biller offers for a top-up or a gift card. */
export function checkOfferedAmount(offer: OfferedAmounts, amount: Money): Result<null> {
  switch (offer.kind) {
    case 'any':
      return ok(null);
    case 'list':
      return offer.amounts.some(
        (offered) => compare(createMoney(offered, amount.currency), amount) === 0,
      )
        ? ok(null)
        : rejectAmount('not-offered');
    case 'range': {
      const minimum = createMoney(offer.least, amount.currency);
      const maximum = createMoney(offer.most, amount.currency);
      if (compare(amount, minimum) < 0) return rejectAmount('below-minimum', minimum);
      return compare(amount, maximum) > 0 ? rejectAmount('above-limit', maximum) : ok(null);
    }
    default:
      return assertNever(offer);
  }
}

export function computeAmountDue(amount: Money, fee: Money | null): Money {
  return fee === null ? amount : add(amount, fee);
}
