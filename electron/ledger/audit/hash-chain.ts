import type { Database } from '../index.ts';
import { computeAuditDigest, INITIAL_DIGEST } from './audit-digest.ts';
import { type AuditRow, listAuditRowsAfter } from './queries.ts';

type Readable = Pick<Database, 'prepare'>;

/** The first break of the hash chain; rows after it prove nothing. */
export type HashChainBreak =
  | { readonly kind: 'changed'; readonly number: number }
  | { readonly kind: 'missing'; readonly from: number; readonly to: number };

export interface HashChainCheck {
  readonly rowCount: number;
  readonly head: Pick<AuditRow, 'number' | 'digest'> | null;
  readonly firstBreak: HashChainBreak | null;
}

/** Few enough that a payment hardly waits for them. */
const BATCH_ROWS = 500;

/**
 * Verifies the hash chain from the first row to the newest, in batches. A row whose columns do not
 * match its digest was changed; a gap in the numbers means removed rows. Rows removed at the end
 * leave no trace in the chain itself: the seals of backups show them.
 */
export async function verifyHashChain(
  database: Readable,
  pause: () => Promise<void>,
): Promise<HashChainCheck> {
  let previous: Pick<AuditRow, 'number' | 'digest'> = { number: 0, digest: INITIAL_DIGEST };
  let rowCount = 0;
  let firstBreak: HashChainBreak | null = null;
  for (;;) {
    const batch = listAuditRowsAfter(database, previous.number, BATCH_ROWS);
    for (const row of batch) {
      rowCount += 1;
      firstBreak ??= findBreakAt(row, previous);
      previous = { number: row.number, digest: row.digest };
    }
    if (batch.length < BATCH_ROWS) break;
    await pause();
  }
  return { rowCount, head: rowCount === 0 ? null : previous, firstBreak };
}

function findBreakAt(
  row: AuditRow,
  previous: Pick<AuditRow, 'number' | 'digest'>,
): HashChainBreak | null {
  if (row.number !== previous.number + 1) {
    return { kind: 'missing', from: previous.number + 1, to: row.number - 1 };
  }
  return row.digest === computeAuditDigest(row, previous.digest)
    ? null
    : { kind: 'changed', number: row.number };
}
