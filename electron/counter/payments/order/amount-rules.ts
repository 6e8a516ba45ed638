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
  convert,
  createMoney,
  hasValidDecimalPlaces,
  isNegative,
  isSameCurrency,
  isZero,
  type Money,
  subtract,
} from '../../../../shared/money/index.ts';
import type { PaymentType } from '../../../../shared/rules/index.ts';

/** The rules of the counter about an amount. Pure: every input is a parameter. */

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

/** The amount as it goes to the service, with the currency code as the service wrote it. */
export function checkAmount(asked: Money, currency: string): Result<Money> {
  if (!isSameCurrency(asked.currency, currency)) return rejectAmount('wrong-currency');
  const amount = createMoney(asked.amount, currency);
  if (isNegative(amount) || isZero(amount)) return rejectAmount('not-positive');
  if (!hasValidDecimalPlaces(amount)) return rejectAmount('too-many-decimals');
  const least = createMoney(MIN_AMOUNT, currency);
  if (compare(amount, least) < 0) return rejectAmount('below-minimum', least);
  if (amount.amount.length > MAX_AMOUNT_DIGITS) return rejectAmount('above-limit', MAX_AMOUNT_USD);
  return ok(amount);
}

/**
 * Checks the amount against the biller's rules. `balance` is this account's accepted consultation,
 * if any.
 */
export function checkAgainstBalance(
  type: PaymentType,
  amount: Money,
  balance: Balance | null,
): Result<null> {
  if (type !== 'full-balance') return ok(null);
  if (balance === null) return rejectAmount('balance-first');
  if (!balance.amount) return ok(null);
  const owed = createMoney(balance.amount.amount, amount.currency);
  return compare(amount, owed) === 0 ? ok(null) : rejectAmount('not-the-balance', owed);
}

/** Units per USD of a currency, whichever of its codes the table has; null if it has none. */
export function getRatePerUsd(rates: RateTable, currency: string): string | null {
  const found = Object.entries(rates.perUsd).find(([code]) => isSameCurrency(code, currency));
  const rate = found?.[1] ?? (isSameCurrency(currency, 'USD') ? '1' : null);
  return rate !== null && /[1-9]/.test(rate) && !rate.startsWith('-') ? rate : null;
}

/**
 * Foresees R14 and R114: returns the amount in USD if it deserves a warning, or null if it does not
 * or if no rate is known.
 */
export function checkLimit(amount: Money, rates: RateTable): Result<Money | null> {
  const rate = getRatePerUsd(rates, amount.currency);
  if (rate === null) return ok(null);
  const usd = convert(amount, { from: rate, to: '1' }, 'USD', 'up');
  if (compare(usd, MAX_AMOUNT_USD) > 0) return rejectAmount('above-limit', MAX_AMOUNT_USD);
  return ok(compare(usd, WARNING_THRESHOLD_USD) > 0 ? usd : null);
}

export interface ShopCurrencyAmount {
  readonly amount: Money;
  readonly rate: Order['rate'];
}

/**
 * The sum that the customer covers, in the shop's currency; rounded up to its hundredth. By the
 * service's own conversion of the balance, which is what it takes from the account; where it gave
 * none, by the rates.
 */
export function toShopCurrency(
  amount: Money,
  shopCurrency: string,
  rates: RateTable,
  /** The look-up that the amount was chosen by, and the moment now. */
  asked: { readonly balance: Balance; readonly at: string } | null = null,
): Result<ShopCurrencyAmount> {
  if (isSameCurrency(amount.currency, shopCurrency)) {
    return ok({ amount: createMoney(amount.amount, shopCurrency), rate: null });
  }
  const owed = asked?.balance.amount ?? null;
  const converted = asked?.balance.amountInShopCurrency ?? null;
  if (asked && owed && converted && isPositive(owed) && isPositive(converted)) {
    const rate = { from: owed.amount, to: converted.amount };
    return ok({
      amount: convert(amount, rate, shopCurrency, 'up'),
      rate: { ...rate, fetchedAt: asked.at, by: 'service' },
    });
  }
  const from = getRatePerUsd(rates, amount.currency);
  const to = getRatePerUsd(rates, shopCurrency);
  if (from === null || to === null || rates.fetchedAt === null) return rejectAmount('no-rate');
  return ok({
    amount: convert(amount, { from, to }, shopCurrency, 'up'),
    rate: { from, to, fetchedAt: rates.fetchedAt, by: 'rates' },
  });
}

function isPositive(value: Money): boolean {
  return !isZero(value) && !isNegative(value);
}

/** The sum that the customer still owes the biller; null if the balance is not known. */
export function computeRemainingBalance(amount: Money, balance: Balance | null): Money | null {
  if (!balance?.amount) return null;
  const rest = subtract(createMoney(balance.amount.amount, amount.currency), amount);
  return isNegative(rest) ? createMoney('0', amount.currency) : rest;
}

export interface CashTender {
  readonly cash: Money | null;
  readonly change: Money | null;
}

/** Checks the cash handed over against the sum due, and works out the change. */
export function checkCashTender(cash: Money | null, due: Money): Result<CashTender> {
  if (cash === null) return rejectAmount('cash-too-little', due);
  if (!isSameCurrency(cash.currency, due.currency)) return rejectAmount('wrong-currency');
  const handed = createMoney(cash.amount, due.currency);
  if (!hasValidDecimalPlaces(handed)) return rejectAmount('too-many-decimals');
  if (compare(handed, due) < 0) return rejectAmount('cash-too-little', due);
  return ok({ cash: handed, change: subtract(handed, due) });
}

/** A cash-out takes none. */
export function checkNoCashTender(cash: Money | null): Result<CashTender> {
  if (cash === null) return ok({ cash: null, change: null });
  return fail({ kind: 'invalid-input', field: 'cash', reason: 'a cash-out takes no cash' });
}

/** Whether this flow is the biller's. */
export function checkKind(
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

/** Checks the amount against those that a top-up or a gift card is sold for. */
export function checkOfferedAmount(offer: OfferedAmounts, amount: Money): Result<null> {
  switch (offer.kind) {
    case 'any':
      return ok(null);
    case 'list':
      return offer.amounts.some((one) => compare(createMoney(one, amount.currency), amount) === 0)
        ? ok(null)
        : rejectAmount('not-offered');
    case 'range': {
      const least = createMoney(offer.least, amount.currency);
      const most = createMoney(offer.most, amount.currency);
      if (compare(amount, least) < 0) return rejectAmount('below-minimum', least);
      return compare(amount, most) > 0 ? rejectAmount('above-limit', most) : ok(null);
    }
    default:
      return assertNever(offer);
  }
}

export function computeAmountDue(amount: Money, fee: Money | null): Money {
  return fee === null ? amount : add(amount, fee);
}
