import {
  assertNever,
  type Balance,
  type Biller,
  type CallReceived,
  type Order,
  type OrderWarning,
  ok,
  type Result,
} from '../../../../shared/contract/index.ts';
import { isSameCurrency, isZero, type Money } from '../../../../shared/money/index.ts';
import { computeCustomerFee, getPaymentType } from '../../../../shared/rules/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { PaymentPorts } from '../types.ts';
import {
  checkAgainstBalance,
  checkAmount,
  checkLimit,
  checkOfferedAmount,
  computeAmountDue,
  computeRemainingBalance,
  toShopCurrency,
} from './amount-rules.ts';

/** Everything about the amount: rules, limits, rate, fee, the sum due and the sum remaining. */
export function computeOrderPrice(
  { kind, amount: asked }: Pick<CallReceived<'payments.prepare'>, 'kind' | 'amount'>,
  currency: string,
  biller: Biller,
  balance: Balance | null,
  /** What the service named as its fee, in the look-up of the balance or of the fee alone. */
  named: Money | null,
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
  const checkFor = (of: typeof kind, value: Money): Result<null> => {
    switch (of) {
      case 'bill':
        return checkAgainstBalance(getPaymentType(biller, isDrp), value, balance);
      case 'top-up':
      case 'gift-card':
        return checkOfferedAmount(biller.amounts, value);
      case 'cash-out':
        return ok(null);
      default:
        return assertNever(of);
    }
  };
  const settings = ports.settings();
  const rates = ports.catalog.rates();
  const amount = checkAmount(asked, currency);
  if (!amount.ok) return amount;
  const fits = checkFor(kind, amount.value);
  if (!fits.ok) return fits;
  const large = checkLimit(amount.value, rates);
  if (!large.ok) return large;
  const inShop = toShopCurrency(
    amount.value,
    settings.shopCurrency,
    rates,
    balance && { balance, at: toIsoTime(ports.clock.now()) },
  );
  if (!inShop.ok) return inShop;

  const warnings: OrderWarning[] = [];
  if (large.value) warnings.push({ kind: 'large-amount', usd: large.value });
  const { rate } = inShop.value;
  if (rate?.by === 'rates' && ports.catalog.state().areRatesStale) {
    warnings.push({ kind: 'stale-rate', fetchedAt: rate.fetchedAt });
  }
  // The customer gets the sum asked for: the shop adds no fee to a cash-out.
  const fee =
    kind === 'cash-out'
      ? null
      : computeCustomerFee(settings.customerFee, biller.kind, named, settings.shopCurrency);
  const isServices = kind !== 'cash-out' && settings.customerFee.kind === 'service';
  const isShops =
    named !== null && (isZero(named) || isSameCurrency(named.currency, settings.shopCurrency));
  return ok({
    amount: amount.value,
    fee,
    amountInShopCurrency: inShop.value.amount,
    due: computeAmountDue(inShop.value.amount, fee),
    rate,
    isFeeUnnamed: isServices && !isShops,
    feeInOtherCurrency: isServices && !isShops ? named : null,
    remains: computeRemainingBalance(amount.value, balance),
    warnings,
  });
}
