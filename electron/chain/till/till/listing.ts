import { type Database, readRow } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';

/**
 * Names what was in the ledger before its changes were noted, or all of it where the numbering begins
 * anew: the newest payments first, piece by piece, each piece only when the chain has the one before.
 * So the log stays small, and today's payments arrive before last year's.
 */

/** As long as the chain keeps its payments. */
const MAX_LISTED_DAYS = 400;
const DAY_MS = 86_400_000;
const BATCH_ROWS = 500;

interface ListPosition {
  readonly at: string;
  readonly id: string;
}

/** The payment before which those are that are not named yet; null: all are. */
function readListPosition(database: Pick<Database, 'prepare'>): ListPosition | null {
  const row = database
    .prepare(
      'SELECT list_before_at, list_before_id FROM chain_state WHERE list_before_at IS NOT NULL',
    )
    .get();
  if (!row) return null;
  const read = readRow(row);
  return { at: read.text('list_before_at'), id: read.text('list_before_id') };
}

function toListStart(now: number): string {
  return toIsoTime(now - MAX_LISTED_DAYS * DAY_MS);
}

/** Names the next piece, if there is one. `now` is in milliseconds since the epoch. */
export function listNextBatch(database: Database, now: number): void {
  const before = readListPosition(database);
  if (before === null) return;
  const since = toListStart(now);
  database.commit(() => {
    if (before.id === '') listOtherRows(database, since);
    listPayments(database, before, since);
  });
}

const EARLIER_CONDITION = 'created_at >= ?1 AND created_at <= ?2 AND (created_at < ?2 OR id < ?3)';

/** How many payments are still to be named. */
export function countUnlisted(database: Pick<Database, 'prepare'>, now: number): number {
  const before = readListPosition(database);
  if (before === null) return 0;
  const row = database
    .prepare(`SELECT count(*) AS n FROM intents WHERE ${EARLIER_CONDITION}`)
    .get(toListStart(now), before.at, before.id);
  return row ? readRow(row).integer('n') : 0;
}

/** The few that are not found by the time of their payment. */
function listOtherRows(database: Database, since: string): void {
  const name = (sql: string, ...values: string[]): void => {
    database.prepare(`INSERT INTO chain_changes (kind, key) ${sql}`).run(...values);
  };
  name(
    `SELECT 'payment', intent_id FROM outcomes
     WHERE state IN ('intent', 'sent', 'unknown', 'unclear') ORDER BY intent_id`,
  );
  name(
    `SELECT 'shift', id FROM shifts WHERE opened_at >= ? OR closed_at IS NULL ORDER BY rowid`,
    since,
  );
  name(`SELECT 'z-report', number FROM z_reports WHERE at >= ? ORDER BY number`, since);
  name(`SELECT 'refund', intent_id FROM refunds WHERE found_at >= ? ORDER BY intent_id`, since);
}

function listPayments(database: Database, before: ListPosition, since: string): void {
  const found = database
    .prepare(
      `SELECT id, created_at FROM intents WHERE ${EARLIER_CONDITION}
       ORDER BY created_at DESC, id DESC LIMIT ?4`,
    )
    .all(since, before.at, before.id, BATCH_ROWS)
    .map((row) => {
      const read = readRow(row);
      return { id: read.text('id'), at: read.text('created_at') };
    });
  const add = database.prepare(`INSERT INTO chain_changes (kind, key) VALUES ('payment', ?)`);
  for (const { id } of found) add.run(id);
  const last = found.length < BATCH_ROWS ? undefined : found.at(-1);
  database
    .prepare('UPDATE chain_state SET list_before_at = ?, list_before_id = ?')
    .run(last?.at ?? null, last?.id ?? null);
}
