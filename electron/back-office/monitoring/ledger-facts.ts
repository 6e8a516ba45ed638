import { UNPRINTED_PAPER_SEARCH_LIMIT } from '../../../shared/rules/index.ts';
import { createRowReader, type Database } from '../../ledger/index.ts';
import { countUndeliveredDays } from '../reconciliation/days/index.ts';

/**
 * The facts about a till, open or closed, from its ledger: counts and times, without personal data.
 * Each query uses an index or reads a bounded number of rows.
 */
export interface LedgerStatusFacts {
  readonly unresolved: number;
  readonly openShifts: number;
  readonly owed: number;
  /** Print jobs that are waiting, printing, or need a person's decision. */
  readonly papersWaiting: number;
  /** Business days whose own daily file is neither uploaded nor handed in. */
  readonly missingDays: number;
  readonly lastUploadAt: string | null;
  readonly lastBackupAt: string | null;
  readonly ratesAt: string | null;
  /** The refresh time of the oldest biller list. */
  readonly catalogAt: string | null;
}

type ReadableDatabase = Pick<Database, 'prepare'>;

const MAX_RECENT_DAYS = 60;

export function readLedgerStatusFacts(database: ReadableDatabase): LedgerStatusFacts {
  return {
    unresolved: countRows(
      database,
      `SELECT (SELECT count(*) FROM outcomes
         WHERE state IN ('intent', 'sent', 'unknown', 'unclear'))
         + (SELECT count(*) FROM pending_hand_overs) AS n`,
    ),
    openShifts: countRows(database, 'SELECT count(*) AS n FROM shifts WHERE closed_at IS NULL'),
    owed: countRows(database, 'SELECT count(*) AS n FROM owed_refunds'),
    papersWaiting: countRows(
      database,
      `SELECT count(*) AS n FROM (SELECT state, kind FROM print_jobs ORDER BY number DESC
         LIMIT ${UNPRINTED_PAPER_SEARCH_LIMIT})
       WHERE state IN ('waiting', 'printing', 'unconfirmed', 'refused', 'failed')
         AND kind NOT IN ('test', 'drawer', 'change')`,
    ),
    missingDays: countUndeliveredDays(database),
    lastUploadAt: readTime(
      database,
      `SELECT max(uploaded_at) AS at FROM (SELECT uploaded_at FROM reconciliation_days
         ORDER BY day DESC LIMIT ${MAX_RECENT_DAYS})`,
    ),
    lastBackupAt: readTime(
      database,
      `SELECT at FROM audit WHERE kind = 'backup-made' ORDER BY at DESC LIMIT 1`,
    ),
    ratesAt: readTime(database, 'SELECT fetched_at AS at FROM rates_state'),
    catalogAt: readTime(database, 'SELECT min(refreshed_at) AS at FROM biller_lists'),
  };
}

function countRows(database: ReadableDatabase, sql: string): number {
  const row = database.prepare(sql).get();
  return row ? createRowReader(row).integer('n') : 0;
}

function readTime(database: ReadableDatabase, sql: string): string | null {
  const row = database.prepare(sql).get();
  return row ? createRowReader(row).textOrNull('at') : null;
}
