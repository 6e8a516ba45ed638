import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineRowReader,
  defineTable,
  INTENTS,
  OUTCOMES,
  pickFields,
  type RowOf,
} from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';

/**
 * The service's performed transactions of this till, as the daily file reports them: paid payments,
 * including those cancelled or refunded afterwards, and those that a supervisor closed as paid with
 * their authorization. A cancel is not a transaction. The service's own time decides a
 * transaction's day; without a readable one, the Date of the first request does.
 *
 * Times are seconds since the epoch; amounts are decimal text.
 */
const PERFORMED = defineRowReader({
  paymentId: INTENTS.fields.id,
  performedSecond: column.integer('second'),
  ...pickFields(INTENTS, [
    'billerId',
    'accountNumber',
    'accountShown',
    'posNumber',
    'externalId',
    'isDrp',
  ]),
  authorization: OUTCOMES.fields.authorization,
  amount: column.text('amount'),
  currency: column.text('currency'),
});
export type PerformedTransactionRow = RowOf<typeof PERFORMED>;

/** The end of a page of performed rows. */
export interface PerformedTransactionCursor {
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

/** Lists rows ordered by time; `after` is the end of the previous page. */
export function listPerformedTransactionRows(
  database: Database,
  range: { readonly since: number; readonly until: number },
  after: PerformedTransactionCursor | null,
  limit: number,
): PerformedTransactionRow[] {
  const cursor = after ?? { second: range.since, paymentId: '' };
  return database
    .prepare(SELECT_DATED)
    .all(cursor.second, cursor.paymentId, range.until, limit)
    .map(PERFORMED.read);
}

/** Lists the rows for which the service gave no time, ordered by id. */
export function listUndatedTransactionRows(
  database: Database,
  range: { readonly since: number; readonly until: number },
  afterId: string,
  limit: number,
): PerformedTransactionRow[] {
  return database
    .prepare(SELECT_UNDATED)
    .all(afterId, range.since, range.until, limit)
    .map(PERFORMED.read);
}

/**
 * Lists the payments of a day whose time at the service cannot be right, such as one in 1970: they
 * are in no file of their day.
 */
export function listMisdatedTransactionRows(
  database: Database,
  range: { readonly since: number; readonly until: number },
): PerformedTransactionRow[] {
  return database
    .prepare(SELECT_MISDATED)
    .all(toIsoTime(range.since * 1000), toIsoTime(range.until * 1000))
    .map(PERFORMED.read);
}

const EXTERNAL_ID = defineRowReader({ paymentId: INTENTS.fields.id, state: OUTCOMES.fields.state });
export type PaymentByExternalIdRow = RowOf<typeof EXTERNAL_ID>;

/**
 * Returns this till's payment with this external_id, whatever its outcome; null if there is none.
 */
export function findPaymentByExternalId(
  database: Database,
  externalId: string,
): PaymentByExternalIdRow | null {
  const row = database
    .prepare(
      `SELECT i.id, o.state FROM intents i JOIN outcomes o ON o.intent_id = i.id
       WHERE i.external_id = ? AND i.kind <> 'cancel'`,
    )
    .get(externalId);
  return row ? EXTERNAL_ID.read(row) : null;
}

/** Returns the time of this till's first payment, ISO 8601 in UTC; null if there is none. */
export function readFirstIntentAt(database: Database): string | null {
  const row = database.prepare('SELECT min(created_at) AS first FROM intents').get();
  return row ? createRowReader(row).textOrNull('first') : null;
}

/**
 * The state of the handover between this till's own files and the chain's; the values are business
 * days.
 */
const HANDOVERS = defineTable(
  'reconciliation_handover',
  {
    stoppedOn: column.textOrNull('stopped_on'),
    leftOn: column.textOrNull('left_on'),
    chainFrom: column.textOrNull('chain_from'),
  },
  { only: '1' },
);
const handoverInsert = defineInsert(HANDOVERS, { replacesExisting: true });
export type ChainHandover = RowOf<typeof HANDOVERS>;

export function readChainHandover(database: Pick<Database, 'prepare'>): ChainHandover {
  const row = database.prepare('SELECT * FROM reconciliation_handover').get();
  return row ? HANDOVERS.read(row) : { stoppedOn: null, leftOn: null, chainFrom: null };
}

export function writeChainHandover(database: Database, handover: ChainHandover): void {
  handoverInsert.run(database, handover);
}

export function readUploadingSinceDay(database: Database): string | null {
  const row = database.prepare('SELECT uploading_since FROM reconciliation_state').get();
  return row ? createRowReader(row).textOrNull('uploading_since') : null;
}

export function writeUploadingSinceDay(database: Database, day: string | null): void {
  database
    .prepare('INSERT OR REPLACE INTO reconciliation_state (only, uploading_since) VALUES (1, ?)')
    .run(day);
}
