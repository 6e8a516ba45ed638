import type { RefundCheckStatus } from '../../../shared/contract/index.ts';
import type { PaymentRecord, RefundWithSettlement } from '../../ledger/index.ts';
import { isBeingCancelled } from '../payments/index.ts';
import type { ServiceTransactionState } from './service-transaction-state.ts';

/** What a row means for the payment's refund, and when an owed refund may be settled. Pure. */

export type RowDecision =
  | { readonly kind: 'record-refund'; readonly status: string }
  /** Our own cancel gave the payment back, and so its money: nothing is left to watch. */
  | { readonly kind: 'cancelled' }
  /** A cancel is open, whose outcome decides what the row means. */
  | { readonly kind: 'wait-for-cancel' }
  | { readonly kind: 'watch' };

export function decideOnRow(
  { newestCancel }: Pick<PaymentRecord, 'newestCancel'>,
  { kind, status }: ServiceTransactionState,
): RowDecision {
  if (isBeingCancelled({ newestCancel })) {
    const isPerformed = newestCancel?.state === 'paid' || newestCancel?.state === 'by-hand-paid';
    return { kind: isPerformed ? 'cancelled' : 'wait-for-cancel' };
  }
  return kind === 'given-back' && status !== null
    ? { kind: 'record-refund', status }
    : { kind: 'watch' };
}

export type SettlementObstacle =
  | 'nothing-owed'
  | 'settled'
  | 'not-handed-over'
  | 'stands'
  | 'not-confirmed';

/** Why a supervisor cannot decide that no cash changes hands; null if nothing prevents it. */
export function findDecisionObstacle(
  refund: Pick<RefundWithSettlement, 'settled'> | null,
): Extract<SettlementObstacle, 'nothing-owed' | 'settled'> | null {
  if (refund === null) return 'nothing-owed';
  return refund.settled === null ? null : 'settled';
}

/** Why no cash can change hands for the refund, whatever its row says; null if nothing prevents it. */
export function findSettlementObstacle(
  refund: Pick<RefundWithSettlement, 'settled' | 'owedTo' | 'isHandedOver'> | null,
): Extract<SettlementObstacle, 'nothing-owed' | 'settled' | 'not-handed-over'> | null {
  // Cash that was not handed over cannot be taken in.
  const isNotHandedOver = refund?.owedTo === 'shop' && !refund.isHandedOver;
  return findDecisionObstacle(refund) ?? (isNotHandedOver ? 'not-handed-over' : null);
}

/** Why the row, as it was just read, prevents it. `rowKind` is null if it could not be read. */
export function findRowObstacle(
  rowKind: RefundCheckStatus | null,
  isApproved: boolean,
): Extract<SettlementObstacle, 'stands' | 'not-confirmed'> | null {
  if (rowKind === 'stands') return 'stands';
  return rowKind === 'given-back' || isApproved ? null : 'not-confirmed';
}
