import type { Database } from './database.ts';
import {
  column,
  defineRowReader,
  pickFields,
  type RowOf,
  toJsonObjectSql,
} from './define-table.ts';
import {
  HAND_OVERS,
  INTENTS,
  type Intent,
  LOOK_UPS,
  OUTCOMES,
  type OutcomeState,
  PAYMENT_OUTCOME_READER,
  type PaymentOutcome,
  REFUND_SETTLEMENTS,
  REFUNDS,
  SENDS,
} from './payment-tables.ts';
import { createRowReader, type SqlRow } from './row-reader.ts';

/**
 * A payment with all its related rows, read as one row. Times are ISO 8601 in UTC, amounts `Money`.
 */

const SEND = defineRowReader(
  pickFields(SENDS, ['number', 'requestDate', 'result', 'code', 'retryAfterSeconds']),
);
const LOOK_UP = defineRowReader(pickFields(LOOK_UPS, ['at', 'result', 'serviceTime']));
const HAND_OVER = defineRowReader(pickFields(HAND_OVERS, ['releasedAt', 'handedAt']));
const REFUND = defineRowReader(
  pickFields(REFUNDS, ['foundAt', 'serviceStatus', 'owedTo', 'isHandedOver', 'amount']),
);
const SETTLEMENT = defineRowReader(
  pickFields(REFUND_SETTLEMENTS, ['how', 'at', 'by', 'approvedBy', 'reason']),
);
const CANCEL = defineRowReader({
  paymentId: column.text('id'),
  state: OUTCOMES.fields.state,
});
const POSITION_IN_BASKET = defineRowReader({
  id: column.text('id'),
  number: column.integer('number'),
  /** The number of items in the basket. */
  of: column.integer('of'),
});

export interface RefundWithSettlement extends RowOf<typeof REFUND> {
  /** `by` and `approvedBy` are the current names of the persons. */
  readonly settled: RowOf<typeof SETTLEMENT> | null;
}
/** The basket of a payment, and its position in it. */
export type PositionInBasket = RowOf<typeof POSITION_IN_BASKET>;

/** One payment with all its facts. The first of `sends` is the first request. */
export interface PaymentRecord {
  readonly intent: Intent;
  readonly outcome: PaymentOutcome;
  /** When the service performed it, in seconds since the epoch; null if it gave no readable time. */
  readonly performedAtEpochSecond: number | null;
  readonly sends: readonly RowOf<typeof SEND>[];
  readonly lookUpCount: number;
  readonly lastLookUp: RowOf<typeof LOOK_UP> | null;
  /** State of the original's print job; null if there is none. */
  readonly originalJobState: string | null;
  readonly handOver: RowOf<typeof HAND_OVER> | null;
  /** The newest cancel of this payment. */
  readonly newestCancel: { readonly paymentId: string; readonly state: OutcomeState } | null;
  readonly cancelCount: number;
  /** What the service later did with it; null while the payment is unchanged. */
  readonly refund: RefundWithSettlement | null;
  /** Until then its row at the service is read again; null once that has ended. */
  readonly refundWatchedUntil: string | null;
  readonly basket: PositionInBasket | null;
  /** A gift card whose code did not come, and that no person has closed. */
  readonly isCodeMissing: boolean;
}

/** The columns that `toPaymentRecord` reads, of intents `i` with the tables of `PAYMENT_RECORD_JOINS_SQL`. */
export const PAYMENT_RECORD_COLUMNS_SQL = `i.*, o.*, h.intent_id AS hand_over_of, h.released_at, h.handed_at, w.ends_at AS watched_until,
  EXISTS (SELECT 1 FROM missing_codes m WHERE m.intent_id = i.id) AS is_code_missing,
  CASE WHEN r.intent_id IS NOT NULL THEN ${toJsonObjectSql(REFUND, 'r')} END AS refund,
  CASE WHEN r.intent_id IS NOT NULL THEN (
    SELECT json_object('how', e.how, 'at', e.at, 'cashier_id', b.name, 'approved_by', a.name,
      'reason', e.reason)
    FROM refund_settlements e JOIN cashiers b ON b.id = e.cashier_id
      LEFT JOIN cashiers a ON a.id = e.approved_by WHERE e.intent_id = r.intent_id) END AS settlement,
  (SELECT json_group_array(${toJsonObjectSql(SEND, 's')} ORDER BY s.number)
    FROM sends s WHERE s.intent_id = i.id) AS all_sends,
  (SELECT count(*) FROM look_ups l WHERE l.intent_id = i.id) AS look_up_count,
  (SELECT ${toJsonObjectSql(LOOK_UP, 'l')} FROM look_ups l WHERE l.intent_id = i.id
    ORDER BY l.number DESC LIMIT 1) AS last_look_up,
  (SELECT p.state FROM print_jobs p WHERE p.intent_id = i.id AND p.kind = 'original') AS paper,
  (SELECT json_group_array(json_object('id', c.id, 'state', co.state) ORDER BY c.created_at DESC, c.rowid DESC)
    FROM intents c CROSS JOIN outcomes co ON co.intent_id = c.id WHERE c.cancels = i.id) AS cancels_of,
  (SELECT json_object('id', k.id, 'number', bp.number, 'of', json_array_length(k.items))
    FROM basket_payments bp JOIN baskets k ON k.id = bp.basket_id WHERE bp.intent_id = i.id) AS basket_of`;

/** Joined after intents, so that outcomes are never scanned, whatever query selects the intents. */
export const PAYMENT_RECORD_JOINS_SQL = `CROSS JOIN outcomes o ON o.intent_id = i.id
  LEFT JOIN hand_overs h ON h.intent_id = i.id LEFT JOIN refunds r ON r.intent_id = i.id
  LEFT JOIN refund_watches w ON w.intent_id = i.id`;

/** Selects every payment; callers add the conditions. */
export const SELECT_PAYMENT_RECORD_SQL = `SELECT ${PAYMENT_RECORD_COLUMNS_SQL} FROM intents i ${PAYMENT_RECORD_JOINS_SQL}`;

export function toPaymentRecord(row: SqlRow): PaymentRecord {
  const columns = createRowReader(row);
  const cancels = readJsonList(columns.text('cancels_of'), CANCEL);
  const refund = readJson(columns.textOrNull('refund'), REFUND);
  return {
    intent: INTENTS.read(row),
    outcome: PAYMENT_OUTCOME_READER.read(row),
    performedAtEpochSecond: columns.integerOrNull('performed_second'),
    sends: readJsonList(columns.text('all_sends'), SEND),
    lookUpCount: columns.integer('look_up_count'),
    lastLookUp: readJson(columns.textOrNull('last_look_up'), LOOK_UP),
    originalJobState: columns.textOrNull('paper'),
    handOver: columns.isNull('hand_over_of') ? null : HAND_OVER.read(row),
    newestCancel: cancels[0] ?? null,
    cancelCount: cancels.length,
    refund: refund && {
      ...refund,
      settled: readJson(columns.textOrNull('settlement'), SETTLEMENT),
    },
    refundWatchedUntil: columns.textOrNull('watched_until'),
    basket: readJson(columns.textOrNull('basket_of'), POSITION_IN_BASKET),
    isCodeMissing: columns.integer('is_code_missing') === 1,
  };
}

type JsonReader<Value> = { read(row: SqlRow): Value };

function readJson<Value>(json: string | null, reader: JsonReader<Value>): Value | null {
  return json === null ? null : reader.read(JSON.parse(json));
}

function readJsonList<Value>(json: string, reader: JsonReader<Value>): readonly Value[] {
  if (json === '[]') return [];
  const rows: readonly SqlRow[] = JSON.parse(json);
  return rows.map(reader.read);
}

export function readPayment(
  database: Pick<Database, 'prepare'>,
  paymentId: string,
): PaymentRecord | null {
  const row = database.prepare(`${SELECT_PAYMENT_RECORD_SQL} WHERE i.id = ?`).get(paymentId);
  return row ? toPaymentRecord(row) : null;
}

/** Every payment whose outcome is not known yet, the oldest first. */
export function listPaymentsWithoutOutcome(database: Database): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${PAYMENT_RECORD_COLUMNS_SQL}
       FROM (SELECT intent_id FROM outcomes WHERE state IN ('intent', 'sent', 'unknown', 'unclear')) open
       CROSS JOIN intents i ON i.id = open.intent_id
       ${PAYMENT_RECORD_JOINS_SQL} ORDER BY i.created_at, i.rowid`,
    )
    .all()
    .map(toPaymentRecord);
}

/** Confirmed payments whose money is not yet handed over to the customer; the oldest first. */
export function listPaymentsAwaitingCashHandOver(database: Database): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${PAYMENT_RECORD_COLUMNS_SQL} FROM pending_hand_overs pending CROSS JOIN intents i ON i.id = pending.intent_id
       ${PAYMENT_RECORD_JOINS_SQL}
       WHERE o.state IN ('paid', 'by-hand-paid') AND h.handed_at IS NULL
       ORDER BY i.created_at, i.rowid`,
    )
    .all()
    .map(toPaymentRecord);
}

/**
 * The payments of any cashier whose result is not marked as seen, oldest first. Payments of baskets
 * are excluded: they are marked as seen with their basket.
 */
export function listPaymentsWithUnseenOutcome(database: Database): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${PAYMENT_RECORD_COLUMNS_SQL}
       FROM (SELECT intent_id FROM outcomes INDEXED BY outcomes_unseen WHERE seen_at IS NULL) unseen
       CROSS JOIN intents i ON i.id = unseen.intent_id
       ${PAYMENT_RECORD_JOINS_SQL}
       WHERE NOT EXISTS (SELECT 1 FROM basket_payments b WHERE b.intent_id = i.id)
       ORDER BY i.created_at, i.rowid`,
    )
    .all()
    .map(toPaymentRecord);
}

/** Gift cards whose code did not come, and that no person has closed; the oldest first. */
export function listPaymentsMissingGiftCardCode(database: Database): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${PAYMENT_RECORD_COLUMNS_SQL} FROM missing_codes missing CROSS JOIN intents i ON i.id = missing.intent_id
       ${PAYMENT_RECORD_JOINS_SQL} ORDER BY i.created_at, i.rowid`,
    )
    .all()
    .map(toPaymentRecord);
}

/** Payments refunded by the service whose money is not yet settled; the oldest first. */
export function listPaymentsWithUnsettledRefund(database: Database): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${PAYMENT_RECORD_COLUMNS_SQL} FROM owed_refunds owed CROSS JOIN intents i ON i.id = owed.intent_id
       ${PAYMENT_RECORD_JOINS_SQL} ORDER BY r.found_at, i.rowid`,
    )
    .all()
    .map(toPaymentRecord);
}

export function countPaymentsWithUnsettledRefund(database: Database): number {
  const row = database.prepare('SELECT count(*) AS count FROM owed_refunds').get();
  return row ? createRowReader(row).integer('count') : 0;
}
