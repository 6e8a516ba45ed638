import { type Database, readRow } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';

/**
 * Lists as changes the rows that were in the ledger before changes were noted, or all rows if the
 * numbering restarts: newest payments first, in batches, each batch only when the chain has the
 * previous one. So the list stays small, and today's payments are sent before last year's.
 */

/** The chain keeps payments for as long. */
const MAX_LISTED_DAYS = 400;
const DAY_MS = 86_400_000;
const BATCH_ROWS = 500;

interface ListPosition {
  readonly at: string;
  readonly id: string;
}

/** The last listed payment: those before it are not listed yet. Null if all are. */
function readListPosition(database: Pick<Database, 'prepare'>): ListPosition | null {
  const row = database
    .prepare(
      'SELECT list_before_at, list_before_id FROM chain_state WHERE list_before_at IS NOT NULL',
    )
    .get();
  if (!row) return null;
  const reader = readRow(row);
  return { at: reader.text('list_before_at'), id: reader.text('list_before_id') };
}

function getListStart(now: number): string {
  return toIsoTime(now - MAX_LISTED_DAYS * DAY_MS);
}

/** Lists the next batch, if there is one. `now` is in milliseconds since the epoch. */
export function listNextBatch(database: Database, now: number): void {
  const before = readListPosition(database);
  if (before === null) return;
  const since = getListStart(now);
  database.commit(() => {
    if (before.id === '') listOtherRows(database, since);
    listPayments(database, before, since);
  });
}

const EARLIER_CONDITION = 'created_at >= ?1 AND created_at <= ?2 AND (created_at < ?2 OR id < ?3)';

/** Returns the number of payments that are not listed yet. */
export function countUnlisted(database: Pick<Database, 'prepare'>, now: number): number {
  const before = readListPosition(database);
  if (before === null) return 0;
  const row = database
    .prepare(`SELECT count(*) AS n FROM intents WHERE ${EARLIER_CONDITION}`)
    .get(getListStart(now), before.at, before.id);
  return row ? readRow(row).integer('n') : 0;
}

/** Lists open payments of any age, and the shifts, Z reports and refunds. */
function listOtherRows(database: Database, since: string): void {
  const listRows = (sql: string, ...values: string[]): void => {
    database.prepare(`INSERT INTO chain_changes (kind, key) ${sql}`).run(...values);
  };
  listRows(
    `SELECT 'payment', intent_id FROM outcomes
     WHERE state IN ('intent', 'sent', 'unknown', 'unclear') ORDER BY intent_id`,
  );
  listRows(
    `SELECT 'shift', id FROM shifts WHERE opened_at >= ? OR closed_at IS NULL ORDER BY rowid`,
    since,
  );
  listRows(`SELECT 'z-report', number FROM z_reports WHERE at >= ? ORDER BY number`, since);
  listRows(`SELECT 'refund', intent_id FROM refunds WHERE found_at >= ? ORDER BY intent_id`, since);
}

function listPayments(database: Database, before: ListPosition, since: string): void {
  const payments = database
    .prepare(
      `SELECT id, created_at FROM intents WHERE ${EARLIER_CONDITION}
       ORDER BY created_at DESC, id DESC LIMIT ?4`,
    )
    .all(since, before.at, before.id, BATCH_ROWS)
    .map((row) => {
      const reader = readRow(row);
      return { id: reader.text('id'), at: reader.text('created_at') };
    });
  const insertChange = database.prepare(
    `INSERT INTO chain_changes (kind, key) VALUES ('payment', ?)`,
  );
  for (const { id } of payments) insertChange.run(id);
  const last = payments.length < BATCH_ROWS ? undefined : payments.at(-1);
  database
    .prepare('UPDATE chain_state SET list_before_at = ?, list_before_id = ?')
    .run(last?.at ?? null, last?.id ?? null);
}
