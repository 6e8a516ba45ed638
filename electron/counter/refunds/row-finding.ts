import { assertNever, type PaymentRowStatus } from '../../../shared/contract/index.ts';
import { parseTransactionStatus } from '../../../shared/rules/index.ts';
import type { PaymentRecord } from '../../ledger/index.ts';
import type { Transaction } from '../../service/index.ts';
import { findDisagreement } from '../payments/index.ts';

/** What the service's rows say of a paid payment now. */
export interface RowFinding {
  readonly says: PaymentRowStatus;
  /** The service's own word; null if it gave none. */
  readonly status: string | null;
}

const ROW_NOT_FOUND: RowFinding = { says: 'not-there', status: null };
/** Of several rows the first that says so counts: money is given back only where none stands. */
const FINDING_PRIORITY: readonly PaymentRowStatus[] = [
  'stands',
  'undecided',
  'no-status',
  'given-back',
  'differs',
];

/**
 * Pure. Ours is the row with our external_id, or one without any that has the transaction's id; the
 * transaction that the payment was paid by counts before any other.
 */
export function toRowFinding(
  { intent, outcome }: Pick<PaymentRecord, 'intent' | 'outcome'>,
  rows: readonly Transaction[],
): RowFinding {
  const own = rows.filter(
    (row) =>
      row.externalId === intent.externalId ||
      (row.externalId === null && row.id === outcome.authorization),
  );
  const paidBy = own.filter((row) => row.id === outcome.authorization);
  const findings = (paidBy.length > 0 ? paidBy : own).map((row): RowFinding => {
    const says = findDisagreement(intent, row) === null ? classifyRowStatus(row.status) : 'differs';
    return { says, status: row.status };
  });
  for (const says of FINDING_PRIORITY) {
    const found = findings.find((one) => one.says === says);
    if (found !== undefined) return found;
  }
  return ROW_NOT_FOUND;
}

/**
 * `crashed` after the service had said that it was paid: it was never performed, and so the money is
 * owed as after a refund. `timeout` is not its last word.
 */
export function classifyRowStatus(written: string | null): PaymentRowStatus {
  const status = parseTransactionStatus(written);
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
