import { isSameCurrency, type Money } from '../../../../shared/money/index.ts';
import type { TextFunction } from '../../../i18n/index.ts';

interface Sums {
  readonly amount: Money;
  readonly fee: Money | null;
  readonly due: Money;
}

/**
 * Returns the fee and the total, to follow an amount in a sentence; empty if the customer pays only
 * the amount.
 */
export function formatFeeAndTotal(
  text: TextFunction,
  formatMoney: (value: Money) => string,
  sums: Sums,
): string {
  const { amount, fee, due } = sums;
  if (fee !== null) return text('pay.suffix.fee', { fee: formatMoney(fee), due: formatMoney(due) });
  return isSameCurrency(amount.currency, due.currency)
    ? ''
    : text('pay.suffix.total', { due: formatMoney(due) });
}
