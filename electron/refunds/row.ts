import { assertNever, type RowSays } from '../../shared/contract/index.ts';
import { transactionStatus } from '../../shared/rules/index.ts';
import type { PaymentRecord } from '../ledger/index.ts';
import { disagreement } from '../payments/index.ts';
import type { Transaction } from '../service/index.ts';

/** What the service's rows say of a paid payment now. */
export interface RowFinding {
  readonly says: RowSays;
  /** The service's own word; null if it gave none. */
  readonly status: string | null;
}

const NOT_THERE: RowFinding = { says: 'not-there', status: null };
/** Of several rows the first that says so counts: money is given back only where none stands. */
const ORDER: readonly RowSays[] = ['stands', 'undecided', 'no-status', 'given-back', 'differs'];

/**
 * Pure. Ours is the row with our external_id, or one without any that has the transaction's id; the
 * transaction that the payment was paid by counts before any other.
 */
export function findingOfRows(
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
    const says = disagreement(intent, row) === null ? saysOf(row.status) : 'differs';
    return { says, status: row.status };
  });
  for (const says of ORDER) {
    const found = findings.find((one) => one.says === says);
    if (found !== undefined) return found;
  }
  return NOT_THERE;
}

/**
 * `crashed` after the service had said that it was paid: it was never performed, and so the money is
 * owed as after a refund. `timeout` is not its last word.
 */
export function saysOf(written: string | null): RowSays {
  const status = transactionStatus(written);
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
