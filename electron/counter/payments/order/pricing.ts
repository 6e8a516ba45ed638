import {
  assertNever,
  type Balance,
  type Biller,
  type Order,
  type OrderWarning,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../../shared/contract/index.ts';
import { isSameCurrency, isZero, type Money } from '../../../../shared/money/index.ts';
import { computeCustomerFee, getPaymentType } from '../../../../shared/rules/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { PaymentPorts } from '../types.ts';
import {
  checkAmountAgainstBalance,
  checkOfferedAmount,
  checkPaymentLimit,
  computeAmountDue,
  computeRemainingBalance,
  convertToShopCurrency,
  toCheckedAmount,
} from './amount-rules.ts';

/**
 * Checks the amount against rules and limits, and computes the rate, the fee, the sum due and the
 * remaining balance. `amount` and `remains` are in `currency`, the biller's; the fee and the sum
 * due are in the shop's currency.
 */
export function computeOrderPrice(
  { kind, amount: requested }: Pick<ValidatedCallInput<'payments.prepare'>, 'kind' | 'amount'>,
  currency: string,
  biller: Biller,
  balance: Balance | null,
  /** The service's own fee, from the consultation of the balance or of the fee alone. */
  serviceFee: Money | null,
  isDrp: boolean,
  ports: Pick<PaymentPorts, 'catalog' | 'settings' | 'clock'>,
): Result<
  Pick<
    Order,
    | 'amount'
    | 'fee'
    | 'amountInShopCurrency'
    | 'due'
    | 'rate'
    | 'isFeeUnnamed'
    | 'feeInOtherCurrency'
    | 'remains'
    | 'warnings'
  >
> {
  const checkByKind = (paymentKind: typeof kind, value: Money): Result<null> => {
    switch (paymentKind) {
      case 'bill':
        return checkAmountAgainstBalance(getPaymentType(biller, isDrp), value, balance);
      case 'top-up':
      case 'gift-card':
        return checkOfferedAmount(biller.amounts, value);
      case 'cash-out':
        return ok(null);
      default:
        return assertNever(paymentKind);
    }
  };
  const settings = ports.settings();
  const rates = ports.catalog.rates();
  const amount = toCheckedAmount(requested, currency);
  if (!amount.ok) return amount;
  const accepted = checkByKind(kind, amount.value);
  if (!accepted.ok) return accepted;
  const largeAmountUsd = checkPaymentLimit(amount.value, rates);
  if (!largeAmountUsd.ok) return largeAmountUsd;
  const inShopCurrency = convertToShopCurrency(
    amount.value,
    settings.shopCurrency,
    rates,
    balance && { balance, at: toIsoTime(ports.clock.now()) },
  );
  if (!inShopCurrency.ok) return inShopCurrency;

  const warnings: OrderWarning[] = [];
  if (largeAmountUsd.value) warnings.push({ kind: 'large-amount', usd: largeAmountUsd.value });
  const { rate } = inShopCurrency.value;
  if (rate?.by === 'rates' && ports.catalog.state().areRatesStale) {
    warnings.push({ kind: 'stale-rate', fetchedAt: rate.fetchedAt });
  }
  // The customer gets the full sum: the shop adds no fee to a cash-out.
  const fee =
    kind === 'cash-out'
      ? null
      : computeCustomerFee(settings.customerFee, biller.kind, serviceFee, settings.shopCurrency);
  const isServiceFeeCharged = kind !== 'cash-out' && settings.customerFee.kind === 'service';
  const isInShopCurrency =
    serviceFee !== null &&
    (isZero(serviceFee) || isSameCurrency(serviceFee.currency, settings.shopCurrency));
  return ok({
    amount: amount.value,
    fee,
    amountInShopCurrency: inShopCurrency.value.amount,
    due: computeAmountDue(inShopCurrency.value.amount, fee),
    rate,
    isFeeUnnamed: isServiceFeeCharged && !isInShopCurrency,
    feeInOtherCurrency: isServiceFeeCharged && !isInShopCurrency ? serviceFee : null,
    remains: computeRemainingBalance(amount.value, balance),
    warnings,
  });
}
