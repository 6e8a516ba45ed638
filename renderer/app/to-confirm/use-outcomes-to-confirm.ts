import type { Basket, Payment } from '../../../shared/contract/index.ts';
import { isOutcomeToConfirm } from '../../../shared/rules/index.ts';
import { useTillQuery } from '../till/index.ts';

/** Outcomes that arrived after their payment was left: of payments, and of whole baskets. */
export interface OutcomesToConfirm {
  /** Oldest first. */
  readonly payments: readonly Payment[];
  /** Settled baskets whose change no cashier has confirmed, oldest first. */
  readonly baskets: readonly Basket[];
}

/** They are queried only while the status counts any pending row. */
export function useOutcomesToConfirm(): OutcomesToConfirm {
  const status = useTillQuery('till.status', {}).value;
  const hasPayments = (status?.unresolved ?? 0) > 0;
  const hasBaskets = (status?.unfinishedBaskets.length ?? 0) > 0;
  const payments = useTillQuery('payments.unresolved', {}, { enabled: hasPayments }).value ?? [];
  const baskets = useTillQuery('basket.unfinished', {}, { enabled: hasBaskets }).value ?? [];
  return {
    payments: hasPayments ? payments.filter(isOutcomeToConfirm) : [],
    baskets: hasBaskets
      ? baskets.filter(({ state, isRestored }) => state === 'settled' && !isRestored)
      : [],
  };
}
