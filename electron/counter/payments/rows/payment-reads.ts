import {
  column,
  createRowReader,
  type Database,
  defineRowReader,
  INTENTS,
  type Intent,
  PAYMENT_RECORD_COLUMNS_SQL,
  PAYMENT_RECORD_JOINS_SQL,
  type PaymentRecord,
  pickFields,
  type RowOf,
  type RowReader,
  readPayment,
  SELECT_PAYMENT_RECORD_SQL,
  toPaymentRecord,
} from '../../../ledger/index.ts';

/** The queries that only payments use. Times are ISO 8601 in UTC, amounts are `Money`. */

/** What the guard against paying twice compares of a payment. */
const EARLIER = defineRowReader({
  ...pickFields(INTENTS, ['id', 'createdAt', 'accountNumber', 'amount']),
  /** The time of its last send. */
  sentAt: {
    ...column.text('sent_at'),
    read: (row: RowReader) => row.textOrNull('sent_at') ?? row.text('created_at'),
  },
});
export type EarlierPaymentToBiller = RowOf<typeof EARLIER>;

const OPEN_STATES = `('intent', 'sent', 'unknown', 'unclear')`;
const SENT_AT = '(SELECT max(s.started_at) FROM sends s WHERE s.intent_id = i.id)';
const EARLIER_COLUMNS = `i.id, i.created_at, i.account_number, i.amount, i.currency,
  ${SENT_AT} AS sent_at`;
const SELECT_OPEN_TO_BILLER = `SELECT ${EARLIER_COLUMNS} FROM outcomes o CROSS JOIN intents i
  ON i.id = o.intent_id WHERE o.state IN ${OPEN_STATES} AND i.biller_id = ? AND i.kind <> 'cancel'`;
// The unary plus stops SQLite from using the index on `biller_id`, so that it scans only the day's
// payments: a biller may have a million. The extra day covers payments that were sent again, which
// is allowed for a day.
const SELECT_RECENT_ACCOUNTS = `SELECT i.rowid AS row, i.account_number FROM intents i
  WHERE i.created_at >= strftime('%Y-%m-%dT%H:%M:%fZ', ?, '-1 day') AND +i.biller_id = ?
    AND i.kind <> 'cancel'`;
const SELECT_PAID_TO_ACCOUNTS = `SELECT ${EARLIER_COLUMNS} FROM json_each(?) asked
  CROSS JOIN intents i ON i.rowid = asked.value JOIN outcomes o ON o.intent_id = i.id
  WHERE ${SENT_AT} >= ? AND o.state IN ('paid', 'by-hand-paid')
    AND lower(trim(coalesce(o.service_status, ''))) NOT IN ('refunded', 'reversed')
    AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.intent_id = i.id)
    AND NOT EXISTS (SELECT 1 FROM intents c JOIN outcomes co ON co.intent_id = c.id
      WHERE c.cancels = i.id AND co.state IN ('paid', 'by-hand-paid'))
  ORDER BY i.created_at DESC`;
const SELECT_PAYMENT_OF_TIME = `SELECT 1 FROM intents i
  WHERE i.created_at = ? AND +i.biller_id = ? AND i.kind <> 'cancel'`;

/** Prepares the statements that are needed between F12 and the commit. */
export function preparePaymentReadStatements(database: Database): void {
  for (const sql of [
    SELECT_OPEN_TO_BILLER,
    SELECT_RECENT_ACCOUNTS,
    SELECT_PAID_TO_ACCOUNTS,
    SELECT_PAYMENT_OF_TIME,
  ])
    database.prepare(sql);
}

export function readPaymentByOrder(database: Database, orderId: string): PaymentRecord | null {
  const row = database.prepare(`${SELECT_PAYMENT_RECORD_SQL} WHERE i.order_id = ?`).get(orderId);
  return row ? toPaymentRecord(row) : null;
}

/**
 * Returns the payments with these ids, in the order of `ids`; leaves out those that do not exist.
 */
export function readPayments(database: Database, ids: readonly string[]): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${PAYMENT_RECORD_COLUMNS_SQL} FROM json_each(?) asked CROSS JOIN intents i ON i.id = asked.value
       ${PAYMENT_RECORD_JOINS_SQL} ORDER BY asked.key`,
    )
    .all(JSON.stringify(ids))
    .map(toPaymentRecord);
}

/** Returns at most `limit` payments, newest first. */
export function listRecentPayments(database: Database, limit: number): PaymentRecord[] {
  return database
    .prepare(`${SELECT_PAYMENT_RECORD_SQL} ORDER BY i.created_at DESC, i.rowid DESC LIMIT ?`)
    .all(limit)
    .map(toPaymentRecord);
}

/** Whether the payment has this paper, of which there is at most one. */
export function hasPrintJobOfPayment(
  database: Database,
  intentId: string,
  kind: 'original' | 'failed',
): boolean {
  const row = database
    .prepare('SELECT 1 FROM print_jobs WHERE intent_id = ? AND kind = ?')
    .get(intentId, kind);
  return row !== undefined;
}

/** The authorization of the payment that a cancel cancels; null for every other intent. */
export function readCancelledAuthorization(
  database: Database,
  { cancelledPaymentId }: Pick<Intent, 'cancelledPaymentId'>,
): string | null {
  if (cancelledPaymentId === null) return null;
  return readPayment(database, cancelledPaymentId)?.outcome.authorization ?? null;
}

/** Whether the ledger has this authorization for another payment than this one. */
export function isAuthorizationOfOtherPayment(
  database: Database,
  authorization: string,
  exceptPaymentId: string,
): boolean {
  return (
    database
      .prepare('SELECT 1 FROM outcomes WHERE authorization = ? AND intent_id <> ?')
      .get(authorization, exceptPaymentId) !== undefined
  );
}

/** Open payments to this biller, of any age. */
export function listOpenPaymentsToBiller(
  database: Database,
  billerId: number,
): EarlierPaymentToBiller[] {
  return database.prepare(SELECT_OPEN_TO_BILLER).all(billerId).map(EARLIER.read);
}

/**
 * Payments to the biller whose account matches `isMatch`, that were last sent at or after `since`,
 * are paid and are not given back; newest first. The outcome is read only for matching accounts,
 * because a busy shop pays a biller a hundred times a day.
 */
export function listPaidPaymentsToBiller(
  database: Database,
  billerId: number,
  since: string,
  isMatch: (accountNumber: string) => boolean,
): EarlierPaymentToBiller[] {
  const rowIds: number[] = [];
  for (const row of database.prepare(SELECT_RECENT_ACCOUNTS).all(since, billerId)) {
    const read = createRowReader(row);
    if (isMatch(read.text('account_number'))) rowIds.push(read.integer('row'));
  }
  if (rowIds.length === 0) return [];
  return database
    .prepare(SELECT_PAID_TO_ACCOUNTS)
    .all(JSON.stringify(rowIds), since)
    .map(EARLIER.read);
}

/** Whether the ledger has a payment to the biller of exactly this time, whatever became of it. */
export function hasPaymentToBiller(
  database: Database,
  billerId: number,
  createdAt: string,
): boolean {
  return database.prepare(SELECT_PAYMENT_OF_TIME).get(createdAt, billerId) !== undefined;
}
