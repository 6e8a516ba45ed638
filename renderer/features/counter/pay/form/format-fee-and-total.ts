import { isSameCurrency, type Money } from '../../../../../shared/money/index.ts';
import type { TextFunction } from '../../../../i18n/index.ts';

interface Sums {
  readonly amount: Money;
  readonly fee: Money | null;
  readonly due: Money;
}

/** Behind an amount in a sentence: the fee and the total, where the customer pays more than it. */
export function formatFeeAndTotal(
  text: TextFunction,
  write: (value: Money) => string,
  sums: Sums,
): string {
  const { amount, fee, due } = sums;
  if (fee !== null) return text('pay.more.fee', { fee: write(fee), due: write(due) });
  return isSameCurrency(amount.currency, due.currency)
    ? ''
    : text('pay.more.total', { due: write(due) });
}
