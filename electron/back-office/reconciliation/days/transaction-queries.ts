import type { SQLOutputValue } from 'node:sqlite';
import { OUTCOME_STATES } from '../../../../shared/rules/index.ts';
import { type Database, type OutcomeState, parseOneOf, readRow } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';

/**
 * The service's performed transactions of this till, as the daily file reports them: paid payments,
 * including those cancelled or refunded afterwards, and those that a supervisor closed as paid with
 * their authorization. A cancel is not a transaction. The service's own time decides a
 * transaction's day; without a readable one, the Date of the first request does.
 *
 * Times are seconds since the epoch; amounts are decimal text.
 */
export interface PerformedRow {
  readonly paymentId: string;
  readonly performedSecond: number;
  readonly billerId: number;
  readonly authorization: string | null;
  readonly accountNumber: string;
  readonly accountShown: string;
  readonly amount: string;
  readonly currency: string;
  readonly posNumber: string;
  readonly externalId: string;
  readonly isDrp: boolean;
}

/** The end of a page of performed rows. */
export interface PerformedCursor {
  readonly second: number;
  readonly paymentId: string;
}

const COLUMNS = `i.id, i.biller_id, o.authorization, i.account_number, i.account_shown, i.amount, i.currency,
  i.pos_number, i.external_id, i.is_drp`;

// A cancel reverses a transaction and is not one itself.
const SELECT_DATED = `SELECT o.performed_second AS second, ${COLUMNS}
  FROM outcomes o INDEXED BY outcomes_performed CROSS JOIN intents i ON i.id = o.intent_id
  WHERE o.state IN ('paid', 'by-hand-paid') AND i.kind <> 'cancel'
    AND (o.performed_second, o.intent_id) > (?, ?) AND o.performed_second < ?
  ORDER BY o.performed_second, o.intent_id LIMIT ?`;

/** If the service gave no time, the Date of the first request is used. */
const SELECT_UNDATED = `SELECT unixepoch(s.request_date) AS second, ${COLUMNS}
  FROM outcomes o INDEXED BY outcomes_performed_undated
  CROSS JOIN intents i ON i.id = o.intent_id
  CROSS JOIN sends s ON s.intent_id = o.intent_id AND s.number = 1
  WHERE o.state IN ('paid', 'by-hand-paid') AND o.performed_second IS NULL
    AND i.kind <> 'cancel' AND o.intent_id > ?
    AND unixepoch(s.request_date) >= ? AND unixepoch(s.request_date) < ?
  ORDER BY o.intent_id LIMIT ?`;

const MAX_TIME_DIFFERENCE_SECONDS = 24 * 60 * 60;

/** Performed more than a day before or after each of its requests, by the service's time. */
const SELECT_MISDATED = `SELECT o.performed_second AS second, ${COLUMNS}
  FROM intents i INDEXED BY intents_by_time CROSS JOIN outcomes o ON o.intent_id = i.id
  WHERE i.created_at >= ? AND i.created_at < ? AND i.kind <> 'cancel'
    AND o.state IN ('paid', 'by-hand-paid') AND o.performed_second IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM sends s WHERE s.intent_id = i.id
      AND min(abs(unixepoch(s.request_date) - o.performed_second),
        abs(unixepoch(s.started_at) - o.performed_second)) <= ${MAX_TIME_DIFFERENCE_SECONDS})
  ORDER BY i.created_at, i.id`;

type Row = Readonly<Record<string, SQLOutputValue>>;

/** Lists rows ordered by time; `after` is the end of the previous page. */
export function listPerformedRows(
  database: Database,
  range: { readonly since: number; readonly until: number },
  after: PerformedCursor | null,
  limit: number,
): PerformedRow[] {
  const cursor = after ?? { second: range.since, paymentId: '' };
  return database
    .prepare(SELECT_DATED)
    .all(cursor.second, cursor.paymentId, range.until, limit)
    .map(toPerformedRow);
}

/** Lists the rows for which the service gave no time, ordered by id. */
export function listUndatedPerformedRows(
  database: Database,
  range: { readonly since: number; readonly until: number },
  afterId: string,
  limit: number,
): PerformedRow[] {
  return database
    .prepare(SELECT_UNDATED)
    .all(afterId, range.since, range.until, limit)
    .map(toPerformedRow);
}

/**
 * Lists the payments of a day whose time at the service cannot be right, such as one in 1970: they
 * are in no file of their day.
 */
export function listMisdatedRows(
  database: Database,
  range: { readonly since: number; readonly until: number },
): PerformedRow[] {
  return database
    .prepare(SELECT_MISDATED)
    .all(toIsoTime(range.since * 1000), toIsoTime(range.until * 1000))
    .map(toPerformedRow);
}

function toPerformedRow(row: Row): PerformedRow {
  const read = readRow(row);
  return {
    paymentId: read.text('id'),
    performedSecond: read.integer('second'),
    billerId: read.integer('biller_id'),
    authorization: read.textOrNull('authorization'),
    accountNumber: read.text('account_number'),
    accountShown: read.textOrNull('account_shown') ?? read.text('account_number'),
    amount: read.text('amount'),
    currency: read.text('currency'),
    posNumber: read.text('pos_number'),
    externalId: read.text('external_id'),
    isDrp: read.integer('is_drp') === 1,
  };
}

export interface ExternalIdRow {
  readonly paymentId: string;
  readonly state: OutcomeState;
}

/**
 * Returns this till's payment with this external_id, whatever its outcome; null if there is none.
 */
export function findPaymentByExternalId(
  database: Database,
  externalId: string,
): ExternalIdRow | null {
  const row = database
    .prepare(
      `SELECT i.id, o.state FROM intents i JOIN outcomes o ON o.intent_id = i.id
       WHERE i.external_id = ? AND i.kind <> 'cancel'`,
    )
    .get(externalId);
  if (!row) return null;
  const read = readRow(row);
  return { paymentId: read.text('id'), state: parseOneOf(read.text('state'), OUTCOME_STATES) };
}

/** Returns the time of this till's first payment, ISO 8601 in UTC; null if there is none. */
export function readFirstIntentAt(database: Database): string | null {
  const row = database.prepare('SELECT min(created_at) AS first FROM intents').get();
  return row ? readRow(row).textOrNull('first') : null;
}

/**
 * The state of the handover between this till's own files and the chain's; the values are business
 * days.
 */
export interface Handover {
  readonly stoppedOn: string | null;
  readonly leftOn: string | null;
  readonly chainFrom: string | null;
}

export function readChainHandover(database: Pick<Database, 'prepare'>): Handover {
  const row = database
    .prepare('SELECT stopped_on, left_on, chain_from FROM reconciliation_handover')
    .get();
  if (!row) return { stoppedOn: null, leftOn: null, chainFrom: null };
  const read = readRow(row);
  return {
    stoppedOn: read.textOrNull('stopped_on'),
    leftOn: read.textOrNull('left_on'),
    chainFrom: read.textOrNull('chain_from'),
  };
}

export function writeHandover(database: Database, handover: Handover): void {
  const { stoppedOn, leftOn, chainFrom } = handover;
  database
    .prepare(
      `INSERT OR REPLACE INTO reconciliation_handover (only, stopped_on, left_on, chain_from)
       VALUES (1, ?, ?, ?)`,
    )
    .run(stoppedOn, leftOn, chainFrom);
}

export function readUploadingSince(database: Database): string | null {
  const row = database.prepare('SELECT uploading_since FROM reconciliation_state').get();
  return row ? readRow(row).textOrNull('uploading_since') : null;
}

export function writeUploadingSince(database: Database, day: string | null): void {
  database
    .prepare('INSERT OR REPLACE INTO reconciliation_state (only, uploading_since) VALUES (1, ?)')
    .run(day);
}
