import { createRowReader, type Database, parseOneOf } from '../../../ledger/index.ts';

/**
 * Queries of the changes noted for the chain (`electron/ledger/schema/chain-triggers.sql`). Times are ISO
 * 8601 in UTC. Writes must run inside a commit.
 */

export const LEDGER_CHANGE_KINDS = ['payment', 'shift', 'z-report', 'refund'] as const;
export type LedgerChangeKind = (typeof LEDGER_CHANGE_KINDS)[number];

/** A changed row, by its key. */
export interface LedgerChange {
  readonly number: number;
  readonly kind: LedgerChangeKind;
  readonly key: string;
  readonly token: string;
}

/** The numbering of the changes, and the last change that the chain has. */
export interface LocalSyncPosition {
  readonly epochKey: string;
  /** The last change that the chain has; 0 if none. */
  readonly acknowledgedChangeNumber: number;
  readonly acknowledgedAt: string | null;
  /** Earlier payments are not all noted as changes yet. */
  readonly isBackfilling: boolean;
}

type LedgerReader = Pick<Database, 'prepare'>;

/**
 * Acknowledged changes are kept in case the database is restored from a backup and needs them
 * again: about ten days of a busy till, at most a megabyte. If the database is restored further
 * back, everything is sent again.
 */
const MAX_KEPT_CHANGES = 10_000;

/** Null if no chain is set. */
export function readLocalSyncPosition(database: LedgerReader): LocalSyncPosition | null {
  const row = database
    .prepare('SELECT epoch_key, acked, acked_at, list_before_at FROM chain_state')
    .get();
  if (!row) return null;
  const reader = createRowReader(row);
  return {
    epochKey: reader.text('epoch_key'),
    acknowledgedChangeNumber: reader.integer('acked'),
    acknowledgedAt: reader.textOrNull('acked_at'),
    isBackfilling: reader.textOrNull('list_before_at') !== null,
  };
}

/**
 * Whether the chain has the whole ledger. A till that leaves its chain earlier never sends the
 * rest.
 */
export function isChainUpToDate(database: LedgerReader): boolean {
  const localPosition = readLocalSyncPosition(database);
  return (
    localPosition !== null &&
    !localPosition.isBackfilling &&
    readNewestChangeNumber(database) === localPosition.acknowledgedChangeNumber
  );
}

/** The number of the newest change; 0 if there is none. */
export function readNewestChangeNumber(database: LedgerReader): number {
  return readNumber(database, 'SELECT coalesce(max(number), 0) AS number FROM chain_changes');
}

/** The number of the oldest kept change; 0 if there is none. */
export function readOldestChangeNumber(database: LedgerReader): number {
  return readNumber(database, 'SELECT coalesce(min(number), 0) AS number FROM chain_changes');
}

function readNumber(database: LedgerReader, sql: string): number {
  const row = database.prepare(sql).get();
  return row ? createRowReader(row).integer('number') : 0;
}

/**
 * The random token (`mark`) of a change, by which a restored or copied ledger is recognized; null if
 * there is no such change.
 */
export function readChangeToken(database: LedgerReader, number: number): string | null {
  const row = database.prepare('SELECT mark FROM chain_changes WHERE number = ?').get(number);
  return row ? createRowReader(row).text('mark') : null;
}

export function listChangesAfter(
  database: LedgerReader,
  number: number,
  limit: number,
): LedgerChange[] {
  return database
    .prepare(
      `SELECT number, kind, key, mark FROM chain_changes WHERE number > ? ORDER BY number LIMIT ?`,
    )
    .all(number, limit)
    .map((row) => {
      const reader = createRowReader(row);
      return {
        number: reader.integer('number'),
        kind: parseOneOf(reader.text('kind'), LEDGER_CHANGE_KINDS),
        key: reader.text('key'),
        token: reader.text('mark'),
      };
    });
}

/**
 * Saves the last change that the chain has, and deletes changes that it has had for long, never the
 * newest one. Does nothing if the numbering was restarted meanwhile.
 */
export function saveAcknowledgedChange(
  database: LedgerReader,
  acknowledgement: {
    readonly epochKey: string;
    readonly changeNumber: number;
    readonly at: string;
  },
): void {
  const update = database
    .prepare('UPDATE chain_state SET acked = ?, acked_at = ? WHERE epoch_key = ?')
    .run(acknowledgement.changeNumber, acknowledgement.at, acknowledgement.epochKey);
  if (update.changes === 0) return;
  database
    .prepare('DELETE FROM chain_changes WHERE number < ?')
    .run(acknowledgement.changeNumber - MAX_KEPT_CHANGES);
}
