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

/** Few enough that a payment does not wait for them. */
const BATCH_ROWS = 500;

/**
 * Follows the hash chain from the first row to the newest, piece by piece. If a row's columns do
 * not give its digest, it was changed; if the numbers have a gap, the rows between were removed.
 * Rows cut off at the end leave no trace in the chain itself: the backups' seals show those.
 */
export async function verifyHashChain(
  database: Readable,
  pause: () => Promise<void>,
): Promise<HashChainCheck> {
  let before: Pick<AuditRow, 'number' | 'digest'> = { number: 0, digest: INITIAL_DIGEST };
  let rowCount = 0;
  let firstBreak: HashChainBreak | null = null;
  for (;;) {
    const piece = listAuditRowsAfter(database, before.number, BATCH_ROWS);
    for (const row of piece) {
      rowCount += 1;
      firstBreak ??= findBreakAt(row, before);
      before = { number: row.number, digest: row.digest };
    }
    if (piece.length < BATCH_ROWS) break;
    await pause();
  }
  return { rowCount, head: rowCount === 0 ? null : before, firstBreak };
}

function findBreakAt(
  row: AuditRow,
  before: Pick<AuditRow, 'number' | 'digest'>,
): HashChainBreak | null {
  if (row.number !== before.number + 1) {
    return { kind: 'missing', from: before.number + 1, to: row.number - 1 };
  }
  return row.digest === computeAuditDigest(row, before.digest)
    ? null
    : { kind: 'changed', number: row.number };
}
