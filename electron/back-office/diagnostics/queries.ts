import {
  column,
  createRowReader,
  type Database,
  defineRowReader,
  INTENTS,
  OUTCOMES,
  pickFields,
  type RowOf,
} from '../../ledger/index.ts';
import { maskLogLine } from './mask-text.ts';

/**
 * Queries of the ledger for the support bundle. Read-only; never returns a customer's account
 * number.
 */

type ReadableDatabase = Pick<Database, 'prepare'>;

/**
 * Returns the newest row number of each table with row ids, which needs no scan. Ledger rows are
 * not deleted, so it is approximately the row count.
 */
export function listNewestRowNumbers(
  database: ReadableDatabase,
): { readonly table: string; readonly newestRow: number }[] {
  const tables = database
    .prepare(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND wr = 0 AND name NOT LIKE 'sqlite_%'
       ORDER BY name`,
    )
    .all()
    .map((row) => createRowReader(row).text('name'));
  return tables.map((table) => {
    const name = `"${table.replaceAll('"', '""')}"`;
    const row = database.prepare(`SELECT coalesce(max(rowid), 0) AS n FROM ${name}`).get();
    return { table, newestRow: row ? createRowReader(row).integer('n') : 0 };
  });
}

const PRINT_JOB_COUNT = defineRowReader({
  state: column.text('state'),
  reason: column.textOrNull('reason'),
  jobs: column.integer('jobs'),
});
export type PrintJobCount = RowOf<typeof PRINT_JOB_COUNT>;

/** Counts the last `maxNewestJobs` print jobs by final state and reason. */
export function countPrintJobsByState(
  database: ReadableDatabase,
  maxNewestJobs: number,
): PrintJobCount[] {
  return database
    .prepare(
      `SELECT state, reason, count(*) AS jobs
       FROM (SELECT state, reason FROM print_jobs ORDER BY number DESC LIMIT ?)
       GROUP BY state, reason ORDER BY jobs DESC`,
    )
    .all(maxNewestJobs)
    .map(PRINT_JOB_COUNT.read);
}

const OPEN_PAYMENT_STATE = defineRowReader({
  ...pickFields(INTENTS, ['id', 'externalId', 'kind', 'billerId', 'createdAt']),
  ...pickFields(OUTCOMES, ['state', 'code', 'unknownBecause', 'evidence']),
  lookUps: column.integer('look_ups'),
  lastLookUp: column.textOrNull('last_look_up'),
});
export type UnresolvedPaymentState = RowOf<typeof OPEN_PAYMENT_STATE>;

/** Lists unresolved payments, oldest first, without the customer's account number. */
export function listUnresolvedPaymentStates(
  database: ReadableDatabase,
  limit: number,
): UnresolvedPaymentState[] {
  return database
    .prepare(
      `SELECT i.id, i.external_id, i.kind, i.biller_id, i.created_at, o.state, o.code,
         o.unknown_because, o.evidence,
         (SELECT count(*) FROM look_ups l WHERE l.intent_id = i.id) AS look_ups,
         (SELECT l.result FROM look_ups l WHERE l.intent_id = i.id ORDER BY l.number DESC LIMIT 1)
           AS last_look_up
       FROM outcomes o JOIN intents i ON i.id = o.intent_id
       WHERE o.state IN ('intent', 'sent', 'unknown', 'unclear')
       ORDER BY i.created_at LIMIT ?`,
    )
    .all(limit)
    .map(OPEN_PAYMENT_STATE.read);
}

const UPLOAD_ATTEMPT = defineRowReader({
  day: column.text('day'),
  number: column.integer('number'),
  startedAt: column.text('started_at'),
  endedAt: column.textOrNull('ended_at'),
  result: column.textOrNull('result'),
});
export type UploadAttemptState = RowOf<typeof UPLOAD_ATTEMPT>;

/** Lists the newest attempts to upload the daily file, without the person who requested them. */
export function listUploadAttempts(
  database: ReadableDatabase,
  limit: number,
): UploadAttemptState[] {
  return database
    .prepare(
      `SELECT day, number, started_at, ended_at, result FROM reconciliation_attempts
       ORDER BY day DESC, number DESC LIMIT ?`,
    )
    .all(limit)
    .map(UPLOAD_ATTEMPT.read);
}

/** Fields with names of people or text that people typed: support does not need them. */
const PERSONAL_FIELDS_PATTERN =
  /"(\w*[nN]ame\w*|reason|explanation|address|helpLine|note|shop\.\w+)":\s*"(?:[^"\\]|\\.)*"/g;

/** Returns the newest audit rows: people as ids, names hidden, numbers masked. */
export function readNewestAuditRows(database: ReadableDatabase, limit: number): unknown[] {
  return database
    .prepare(
      `SELECT number, at, kind, cashier_id, approved_by, detail FROM audit
       ORDER BY number DESC LIMIT ?`,
    )
    .all(limit)
    .map((row) => {
      const read = createRowReader(row);
      const detail = read.text('detail').replaceAll(PERSONAL_FIELDS_PATTERN, '"$1":"(hidden)"');
      return {
        number: read.integer('number'),
        at: read.text('at'),
        kind: read.text('kind'),
        by: read.textOrNull('cashier_id'),
        approvedBy: read.textOrNull('approved_by'),
        detail: maskLogLine(detail),
      };
    });
}
