import { assertNever, type RefundCheckStatus } from '../../../shared/contract/index.ts';
import { parseTransactionStatus } from '../../../shared/rules/index.ts';
import type { PaymentRecord } from '../../ledger/index.ts';
import type { ServiceTransaction } from '../../service/index.ts';
import { findDifferenceFromIntent } from '../payments/index.ts';

/** The present state of a paid payment by the service's rows. */
export interface ServiceTransactionState {
  readonly kind: RefundCheckStatus;
  /** The service's own status word; null if there is none. */
  readonly status: string | null;
}

const ROW_NOT_FOUND: ServiceTransactionState = { kind: 'not-there', status: null };
/** If the rows differ, the first status in this order wins: a refund counts only if no row stands. */
const STATE_PRIORITY: readonly RefundCheckStatus[] = [
  'stands',
  'undecided',
  'no-status',
  'given-back',
  'differs',
];

/**
 * Pure. A row belongs to the payment if it has our external_id, or has none and has the transaction's
 * id. If the transaction that paid the payment is among them, only that one counts.
 */
export function toServiceTransactionState(
  { intent, outcome }: Pick<PaymentRecord, 'intent' | 'outcome'>,
  rows: readonly ServiceTransaction[],
): ServiceTransactionState {
  const ownRows = rows.filter(
    (row) =>
      row.externalId === intent.externalId ||
      (row.externalId === null && row.id === outcome.authorization),
  );
  const paidByRows = ownRows.filter((row) => row.id === outcome.authorization);
  const states = (paidByRows.length > 0 ? paidByRows : ownRows).map(
    (row): ServiceTransactionState => {
      const kind =
        findDifferenceFromIntent(intent, row) === null
          ? classifyTransactionStatus(row.status)
          : 'differs';
      return { kind, status: row.status };
    },
  );
  for (const kind of STATE_PRIORITY) {
    const match = states.find((state) => state.kind === kind);
    if (match !== undefined) return match;
  }
  return ROW_NOT_FOUND;
}

/**
 * `crashed` after the service had reported the payment as paid means that it was never performed, so
 * the money is owed as after a refund. `timeout` is not a final status.
 */
export function classifyTransactionStatus(serviceStatus: string | null): RefundCheckStatus {
  const status = parseTransactionStatus(serviceStatus);
  switch (status) {
    case 'sent':
    case 'fulfilled':
      return 'stands';
    case 'refunded':
    case 'reversed':
    case 'crashed':
      return 'given-back';
    case 'timeout':
    case 'unknown-word':
      return 'undecided';
    case 'none':
      return 'no-status';
    default:
      return assertNever(status);
  }
}
