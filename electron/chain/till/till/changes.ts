import { type Database, parseOneOf, readRow } from '../../../ledger/index.ts';

/**
 * Queries of what is noted for the chain (`electron/ledger/schema/chain.ts`). Times are ISO 8601 in UTC.
 * Writing runs inside a commit.
 */

export const CHANGE_KINDS = ['payment', 'shift', 'z-report', 'refund'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A row that was changed, by its name. */
export interface Change {
  readonly number: number;
  readonly kind: ChangeKind;
  readonly key: string;
  readonly mark: string;
}

/** The numbering of the changes, and how much of it the chain has. */
export interface Numbering {
  readonly epochKey: string;
  /** The last change that the chain has; 0: none. */
  readonly acked: number;
  readonly ackedAt: string | null;
  /** Earlier payments are still to be named. */
  readonly isListing: boolean;
}

type LedgerReader = Pick<Database, 'prepare'>;

/**
 * Acknowledged changes are kept for as long as a database that is set back may ask for them again:
 * some ten days of a busy till, a megabyte at most. If it is set back further, everything is named anew.
 */
const MAX_KEPT_CHANGES = 10_000;

/** Null where no chain is set. */
export function readNumbering(database: LedgerReader): Numbering | null {
  const row = database
    .prepare('SELECT epoch_key, acked, acked_at, list_before_at FROM chain_state')
    .get();
  if (!row) return null;
  const read = readRow(row);
  return {
    epochKey: read.text('epoch_key'),
    acked: read.integer('acked'),
    ackedAt: read.textOrNull('acked_at'),
    isListing: read.textOrNull('list_before_at') !== null,
  };
}

/** Whether the chain has all of the ledger. A till that leaves its chain before that never tells it. */
export function hasSyncedChain(database: LedgerReader): boolean {
  const numbering = readNumbering(database);
  return numbering !== null && !numbering.isListing && readHead(database) === numbering.acked;
}

/** The number of the newest change; 0: there is none. */
export function readHead(database: LedgerReader): number {
  return readNumber(database, 'SELECT coalesce(max(number), 0) AS number FROM chain_changes');
}

/** The oldest that is kept; 0: there is none. */
export function readOldestKept(database: LedgerReader): number {
  return readNumber(database, 'SELECT coalesce(min(number), 0) AS number FROM chain_changes');
}

function readNumber(database: LedgerReader, sql: string): number {
  const row = database.prepare(sql).get();
  return row ? readRow(row).integer('number') : 0;
}

export function readMark(database: LedgerReader, number: number): string | null {
  const row = database.prepare('SELECT mark FROM chain_changes WHERE number = ?').get(number);
  return row ? readRow(row).text('mark') : null;
}

export function listChangesAfter(database: LedgerReader, number: number, limit: number): Change[] {
  return database
    .prepare(
      `SELECT number, kind, key, mark FROM chain_changes WHERE number > ? ORDER BY number LIMIT ?`,
    )
    .all(number, limit)
    .map((row) => {
      const read = readRow(row);
      return {
        number: read.integer('number'),
        kind: parseOneOf(read.text('kind'), CHANGE_KINDS),
        key: read.text('key'),
        mark: read.text('mark'),
      };
    });
}

/**
 * Notes how much the chain has, and drops what it has long had; never the newest change. Nothing, where
 * another numbering has begun meanwhile.
 */
export function saveAcked(
  database: LedgerReader,
  said: { readonly epochKey: string; readonly acked: number; readonly at: string },
): void {
  const noted = database
    .prepare('UPDATE chain_state SET acked = ?, acked_at = ? WHERE epoch_key = ?')
    .run(said.acked, said.at, said.epochKey);
  if (noted.changes === 0) return;
  database.prepare('DELETE FROM chain_changes WHERE number < ?').run(said.acked - MAX_KEPT_CHANGES);
}
