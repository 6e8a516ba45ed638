import type { TillState } from '../../../../../shared/contract/index.ts';
import { add, isSameCurrency, type Money } from '../../../../../shared/money/index.ts';
import { computeCustomerFee } from '../../../../../shared/rules/index.ts';
import { useTill } from '../../../../app/index.ts';
import type { PaymentDraft } from '../flow/index.ts';

/** The fee that the customer pays in addition to an amount, before main has prepared the order. */
export interface FeeEstimate {
  /** Null if there is no fee, or if it is known only once the order is prepared. */
  readonly fee: Money | null;
  /** Returns amount plus fee, if both are in the same currency; otherwise null. */
  readonly getTotal: (amount: Money) => Money | null;
}

/** Applies the owner's fee rule, as main does. */
export function computeDraftFee(
  draft: PaymentDraft,
  till: Pick<TillState, 'customerFee' | 'currency'>,
): Money | null {
  if (draft.kind === 'cash-out') return null;
  const serviceFee = draft.balance?.serviceFee ?? null;
  return computeCustomerFee(till.customerFee, draft.biller.kind, serviceFee, till.currency);
}

export function useFeeEstimate(draft: PaymentDraft | null): FeeEstimate {
  const till = useTill();
  const fee = draft === null ? null : computeDraftFee(draft, till);
  return {
    fee,
    getTotal: (amount) =>
      fee !== null && isSameCurrency(fee.currency, amount.currency)
        ? add({ ...amount, currency: fee.currency }, fee)
        : null,
  };
}
