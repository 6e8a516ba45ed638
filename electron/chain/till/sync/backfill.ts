import { createRowReader, type Database } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';

/**
 * Inserts as changes the rows that were in the ledger before changes were noted, or all rows if the
 * numbering restarts: newest payments first, in batches, each batch only when the chain has the
 * previous one. So the table stays small, and today's payments are sent before last year's.
 */

/** The chain keeps payments for as long. */
const MAX_BACKFILL_DAYS = 400;
const DAY_MS = 86_400_000;
const BATCH_ROWS = 500;

interface BackfillPosition {
  readonly at: string;
  readonly id: string;
}

/** The last inserted payment: those before it are still to be inserted. Null if none are. */
function readBackfillPosition(database: Pick<Database, 'prepare'>): BackfillPosition | null {
  const row = database
    .prepare(
      'SELECT list_before_at, list_before_id FROM chain_state WHERE list_before_at IS NOT NULL',
    )
    .get();
  if (!row) return null;
  const reader = createRowReader(row);
  return { at: reader.text('list_before_at'), id: reader.text('list_before_id') };
}

function getBackfillStart(now: number): string {
  return toIsoTime(now - MAX_BACKFILL_DAYS * DAY_MS);
}

/** Inserts the next batch, if there is one. `now` is in milliseconds since the epoch. */
export function insertNextBackfillBatch(database: Database, now: number): void {
  const before = readBackfillPosition(database);
  if (before === null) return;
  const since = getBackfillStart(now);
  database.commit(() => {
    if (before.id === '') insertOtherChanges(database, since);
    insertPaymentChanges(database, before, since);
  });
}

const EARLIER_CONDITION = 'created_at >= ?1 AND created_at <= ?2 AND (created_at < ?2 OR id < ?3)';

/** Returns the number of payments that the backfill has not inserted yet. */
export function countPaymentsToBackfill(database: Pick<Database, 'prepare'>, now: number): number {
  const before = readBackfillPosition(database);
  if (before === null) return 0;
  const row = database
    .prepare(`SELECT count(*) AS n FROM intents WHERE ${EARLIER_CONDITION}`)
    .get(getBackfillStart(now), before.at, before.id);
  return row ? createRowReader(row).integer('n') : 0;
}

/** Inserts open payments of any age, and the shifts, Z reports and refunds. */
function insertOtherChanges(database: Database, since: string): void {
  const insertChanges = (sql: string, ...values: string[]): void => {
    database.prepare(`INSERT INTO chain_changes (kind, key) ${sql}`).run(...values);
  };
  insertChanges(
    `SELECT 'payment', intent_id FROM outcomes
     WHERE state IN ('intent', 'sent', 'unknown', 'unclear') ORDER BY intent_id`,
  );
  insertChanges(
    `SELECT 'shift', id FROM shifts WHERE opened_at >= ? OR closed_at IS NULL ORDER BY rowid`,
    since,
  );
  insertChanges(`SELECT 'z-report', number FROM z_reports WHERE at >= ? ORDER BY number`, since);
  insertChanges(
    `SELECT 'refund', intent_id FROM refunds WHERE found_at >= ? ORDER BY intent_id`,
    since,
  );
}

function insertPaymentChanges(database: Database, before: BackfillPosition, since: string): void {
  const payments = database
    .prepare(
      `SELECT id, created_at FROM intents WHERE ${EARLIER_CONDITION}
       ORDER BY created_at DESC, id DESC LIMIT ?4`,
    )
    .all(since, before.at, before.id, BATCH_ROWS)
    .map((row) => {
      const reader = createRowReader(row);
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
