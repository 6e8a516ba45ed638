const TRANSACTION_STATUSES = [
  'sent',
  'fulfilled',
  'timeout',
  'crashed',
  'refunded',
  'reversed',
] as const;

/** The interface's words for a transaction's status; `none` if the row has none. */
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number] | 'none' | 'unknown-word';

/** A status as the service wrote it, in whatever letters. */
export function parseTransactionStatus(written: string | null): TransactionStatus {
  const word = written?.trim().toLowerCase() ?? '';
  if (word === '') return 'none';
  return TRANSACTION_STATUSES.find((status) => status === word) ?? 'unknown-word';
}

/** True if the service says that it has taken a transaction back. */
export function isGivenBackStatus(written: string | null): boolean {
  const status = parseTransactionStatus(written);
  return status === 'refunded' || status === 'reversed';
}

/** Of what is owed because of a refund: whose it is, or that its cash never left the drawer. */
export type OwedRefundGroup = 'customer' | 'shop' | 'not-handed-over';

export function getOwedRefundGroup(refund: {
  readonly owedTo: 'customer' | 'shop';
  readonly isHandedOver: boolean;
}): OwedRefundGroup {
  return refund.owedTo === 'shop' && !refund.isHandedOver ? 'not-handed-over' : refund.owedTo;
}
