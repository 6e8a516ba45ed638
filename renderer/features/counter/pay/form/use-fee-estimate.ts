import { add, isSameCurrency, type Money } from '../../../../../shared/money/index.ts';
import { computeCustomerFee } from '../../../../../shared/rules/index.ts';
import { useTill } from '../../../../app/index.ts';
import type { Draft } from '../flow/index.ts';

/** What the customer pays beside an amount, before main has worked out the order. */
export interface FeeEstimate {
  /** Null if there is none, or if it is only known once the order is made. */
  readonly fee: Money | null;
  /** Amount and fee, where both are in the shop's currency. */
  readonly getTotal: (amount: Money) => Money | null;
}

/** By the rule that the owner set, as main will work it out. */
export function useFeeEstimate(draft: Draft | null): FeeEstimate {
  const till = useTill();
  const fee =
    draft === null || draft.kind === 'cash-out'
      ? null
      : computeCustomerFee(
          till.customerFee,
          draft.biller.kind,
          draft.balance?.serviceFee ?? null,
          till.currency,
        );
  return {
    fee,
    getTotal: (amount) =>
      fee !== null && isSameCurrency(fee.currency, amount.currency)
        ? add({ ...amount, currency: fee.currency }, fee)
        : null,
  };
}
