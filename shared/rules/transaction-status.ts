const TRANSACTION_STATUSES = [
  'sent',
  'fulfilled',
  'timeout',
  'crashed',
  'refunded',
  'reversed',
] as const;

/** A transaction's status in the interface; `none` if the row has none. */
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number] | 'none' | 'unknown-word';

/** Parses a status from the service, in any letter case. */
export function parseTransactionStatus(text: string | null): TransactionStatus {
  const normalizedText = text?.trim().toLowerCase() ?? '';
  if (normalizedText === '') return 'none';
  return TRANSACTION_STATUSES.find((status) => status === normalizedText) ?? 'unknown-word';
}

/**
 * True if the status of an answer to a payment confirms that it was performed: sent, fulfilled, or no
 * status, which v1.6 does not send. Any other must be looked up.
 */
export function isPerformedStatus(text: string | null): boolean {
  const status = parseTransactionStatus(text);
  return status === 'none' || status === 'sent' || status === 'fulfilled';
}

/** True if the service has refunded or reversed the transaction. */
export function isRefundedOrReversedStatus(text: string | null): boolean {
  const status = parseTransactionStatus(text);
  return status === 'refunded' || status === 'reversed';
}

/** To whom the money of a refund is owed; `not-handed-over` if its cash never left the drawer. */
export type OwedRefundGroup = 'customer' | 'shop' | 'not-handed-over';

export function getOwedRefundGroup(refund: {
  readonly owedTo: 'customer' | 'shop';
  readonly isHandedOver: boolean;
}): OwedRefundGroup {
  return refund.owedTo === 'shop' && !refund.isHandedOver ? 'not-handed-over' : refund.owedTo;
}
