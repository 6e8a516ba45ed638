import type { SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import {
  billerKindSchema,
  paymentKindSchema,
  serviceVersionSchema,
  unknownReasonSchema,
} from '../../shared/contract/index.ts';
import { createMoney, type Money } from '../../shared/money/index.ts';
import { OUTCOME_STATES } from '../../shared/rules/index.ts';
import type { Database } from './database.ts';
import {
  type BasketPlace,
  type HandOverRow,
  type Intent,
  LOOK_UP_RESULTS,
  type LookUpResult,
  type OutcomeState,
  type PaymentOutcome,
  RESOLVED_BY,
  type RefundRow,
  SEND_RESULTS,
  SETTLEMENT_KINDS,
  type SendResult,
} from './payment-types.ts';
import { parseOneOf, type RowReader, readRow } from './row-reader.ts';

/**
 * A payment with all its related rows, read as one row. Times are ISO 8601 in UTC, amounts `Money`.
 */

export interface SendRow {
  readonly number: number;
  /** The Date header of the request. */
  readonly requestDate: string;
  readonly result: SendResult | null;
  readonly code: string | null;
  /** The service's Retry-After in seconds; null if it sent none. */
  readonly retryAfterSeconds: number | null;
}

export interface LookUpRow {
  readonly at: string;
  readonly result: LookUpResult;
  /** The service's time of the look-up, or ours if it sent none; null if the time is disputed. */
  readonly serviceTime: string | null;
}

/** One payment with all its facts. The first of `sends` is the first request. */
export interface PaymentRecord {
  readonly intent: Intent;
  readonly outcome: PaymentOutcome;
  readonly sends: readonly SendRow[];
  readonly lookUpCount: number;
  readonly lastLookUp: LookUpRow | null;
  /** State of the original's print job; null if there is none. */
  readonly originalJobState: string | null;
  readonly handOver: HandOverRow | null;
  /** The newest cancel of this payment. */
  readonly cancelledBy: { readonly paymentId: string; readonly state: OutcomeState } | null;
  readonly cancels: number;
  /** What the service later did with it; null while the payment is unchanged. */
  readonly refund: RefundRow | null;
  /** Until then its row at the service is read again; null once that has ended. */
  readonly refundWatchedUntil: string | null;
  readonly basket: BasketPlace | null;
  /** A gift card whose code did not come, and that no person has closed. */
  readonly isCodeMissing: boolean;
}

function readIntent(read: RowReader): Intent {
  const shopCurrency = read.text('shop_currency');
  const readShopMoney = (column: string): Money | null => {
    const amount = read.textOrNull(column);
    return amount === null ? null : createMoney(amount, shopCurrency);
  };
  return {
    id: read.text('id'),
    orderId: read.text('order_id'),
    kind: parseOneOf(read.text('kind'), paymentKindSchema.options),
    createdAt: read.text('created_at'),
    version: parseOneOf(read.text('version'), serviceVersionSchema.options),
    externalId: read.text('external_id'),
    idempotencyKey: read.text('idempotency_key'),
    target: read.text('target'),
    body: read.bytes('body'),
    billerId: read.integer('biller_id'),
    billerName: read.text('biller_name'),
    billerKind: parseOneOf(read.text('biller_kind'), billerKindSchema.options),
    billType: read.textOrNull('bill_type'),
    accountNumber: read.text('account_number'),
    accountShown: read.textOrNull('account_shown') ?? read.text('account_number'),
    nameOnAccount: read.textOrNull('name_on_account'),
    billId: read.textOrNull('bill_id'),
    amount: createMoney(read.text('amount'), read.text('currency')),
    fee: readShopMoney('fee'),
    due: createMoney(read.text('due'), shopCurrency),
    cash: readShopMoney('cash'),
    change: readShopMoney('change'),
    rate: read.textOrNull('rate'),
    cashierId: read.text('cashier_id'),
    cashierName: read.text('cashier_name'),
    posNumber: read.text('pos_number'),
    shiftId: read.text('shift_id'),
    isDrp: read.integer('is_drp') === 1,
    cancelledPaymentId: read.textOrNull('cancels'),
    approvedBy: read.textOrNull('approved_by'),
    reason: read.textOrNull('reason'),
  };
}

function readOutcome(read: RowReader): PaymentOutcome {
  const resolvedBy = read.textOrNull('resolved_by');
  const unknownReason = read.textOrNull('unknown_because');
  return {
    state: parseOneOf(read.text('state'), OUTCOME_STATES),
    resolvedAt: read.textOrNull('resolved_at'),
    resolvedBy: resolvedBy === null ? null : parseOneOf(resolvedBy, RESOLVED_BY),
    authorization: read.textOrNull('authorization'),
    transactionCreatedAt: read.textOrNull('transaction_created_at'),
    serviceStatus: read.textOrNull('service_status'),
    hoursToFulfill: read.integerOrNull('hours_to_fulfill'),
    earned: read.textOrNull('earned'),
    ticketText: read.textOrNull('ticket_text'),
    code: read.textOrNull('code'),
    message: read.textOrNull('message'),
    httpStatus: read.integerOrNull('http_status'),
    unknownBecause:
      unknownReason === null ? null : parseOneOf(unknownReason, unknownReasonSchema.options),
    evidence: read.textOrNull('evidence'),
    nextLookUpAt: read.textOrNull('next_look_up_at'),
    seenAt: read.textOrNull('seen_at'),
  };
}

/** The columns that `toPaymentRecord` reads, of intents `i` with the tables of `RECORD_TABLES`. */
export const RECORD_COLUMNS = `i.*, o.*, h.intent_id AS hand_over_of, h.released_at, h.handed_at, w.ends_at AS watched_until,
  EXISTS (SELECT 1 FROM missing_codes m WHERE m.intent_id = i.id) AS is_code_missing,
  CASE WHEN r.intent_id IS NOT NULL THEN json_object('foundAt', r.found_at, 'status', r.service_status,
    'owedTo', r.owed_to, 'isHandedOver', r.is_handed_over, 'amount', r.amount, 'currency', r.currency,
    'settled', json((SELECT json_array(e.how, e.at, b.name, a.name, e.reason) FROM refund_settlements e
      JOIN cashiers b ON b.id = e.cashier_id LEFT JOIN cashiers a ON a.id = e.approved_by
      WHERE e.intent_id = r.intent_id))) END AS refund,
  (SELECT json_group_array(json_array(s.number, s.request_date, s.result, s.code,
    s.retry_after_seconds) ORDER BY s.number)
    FROM sends s WHERE s.intent_id = i.id) AS all_sends,
  (SELECT count(*) FROM look_ups l WHERE l.intent_id = i.id) AS look_up_count,
  (SELECT json_array(l.at, l.result, l.service_time) FROM look_ups l WHERE l.intent_id = i.id
    ORDER BY l.number DESC LIMIT 1) AS last_look_up,
  (SELECT p.state FROM print_jobs p WHERE p.intent_id = i.id AND p.kind = 'original') AS paper,
  (SELECT json_group_array(json_array(c.id, co.state) ORDER BY c.created_at DESC, c.rowid DESC)
    FROM intents c CROSS JOIN outcomes co ON co.intent_id = c.id WHERE c.cancels = i.id) AS cancels_of,
  (SELECT json_array(k.id, bp.number, json_array_length(k.items)) FROM basket_payments bp
    JOIN baskets k ON k.id = bp.basket_id WHERE bp.intent_id = i.id) AS basket_of`;

/** Joined after intents, so that outcomes are never scanned, whatever query selects the intents. */
export const RECORD_TABLES = `CROSS JOIN outcomes o ON o.intent_id = i.id
  LEFT JOIN hand_overs h ON h.intent_id = i.id LEFT JOIN refunds r ON r.intent_id = i.id
  LEFT JOIN refund_watches w ON w.intent_id = i.id`;

/** Selects every payment; callers add the conditions. */
export const SELECT_RECORD = `SELECT ${RECORD_COLUMNS} FROM intents i ${RECORD_TABLES}`;

const EMPTY_JSON_LIST = '[]';
const sendRowsSchema = z.array(
  z.tuple([
    z.number(),
    z.string(),
    z.enum(SEND_RESULTS).nullable(),
    z.string().nullable(),
    z.number().nullable(),
  ]),
);
const lookUpRowSchema = z.tuple([z.string(), z.enum(LOOK_UP_RESULTS), z.string().nullable()]);
const refundRowSchema = z.object({
  foundAt: z.string(),
  status: z.string(),
  owedTo: z.enum(['customer', 'shop']),
  isHandedOver: z.number(),
  amount: z.string(),
  currency: z.string(),
  settled: z
    .tuple([
      z.enum(SETTLEMENT_KINDS),
      z.string(),
      z.string(),
      z.string().nullable(),
      z.string().nullable(),
    ])
    .nullable(),
});
const basketRowSchema = z.tuple([z.string(), z.number(), z.number()]);
const cancelRowsSchema = z.array(z.tuple([z.string(), z.enum(OUTCOME_STATES)]));

export function toPaymentRecord(row: Readonly<Record<string, SQLOutputValue>>): PaymentRecord {
  const read = readRow(row);
  return {
    intent: readIntent(read),
    outcome: readOutcome(read),
    sends: parseSends(read.text('all_sends')),
    lookUpCount: read.integer('look_up_count'),
    lastLookUp: parseLastLookUp(read.textOrNull('last_look_up')),
    originalJobState: read.textOrNull('paper'),
    handOver:
      read.textOrNull('hand_over_of') === null
        ? null
        : { releasedAt: read.textOrNull('released_at'), handedAt: read.textOrNull('handed_at') },
    ...parseCancels(read.text('cancels_of')),
    refund: parseRefund(read.textOrNull('refund')),
    refundWatchedUntil: read.textOrNull('watched_until'),
    basket: parseBasket(read.textOrNull('basket_of')),
    isCodeMissing: read.integer('is_code_missing') === 1,
  };
}

export function readPayment(database: Database, id: string): PaymentRecord | null {
  const row = database.prepare(`${SELECT_RECORD} WHERE i.id = ?`).get(id);
  return row ? toPaymentRecord(row) : null;
}

/** Every payment whose outcome is not known yet, the oldest first. */
export function listOpenPayments(database: Database): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${RECORD_COLUMNS}
       FROM (SELECT intent_id FROM outcomes WHERE state IN ('intent', 'sent', 'unknown', 'unclear')) open
       CROSS JOIN intents i ON i.id = open.intent_id
       ${RECORD_TABLES} ORDER BY i.created_at, i.rowid`,
    )
    .all()
    .map(toPaymentRecord);
}

/** Confirmed payments whose money is not yet handed over to the customer; the oldest first. */
export function listPaymentsToHandOver(database: Database): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${RECORD_COLUMNS} FROM pending_hand_overs pending CROSS JOIN intents i ON i.id = pending.intent_id
       ${RECORD_TABLES}
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
export function listUnseenPayments(database: Database): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${RECORD_COLUMNS}
       FROM (SELECT intent_id FROM outcomes INDEXED BY outcomes_unseen WHERE seen_at IS NULL) unseen
       CROSS JOIN intents i ON i.id = unseen.intent_id
       ${RECORD_TABLES}
       WHERE NOT EXISTS (SELECT 1 FROM basket_payments b WHERE b.intent_id = i.id)
       ORDER BY i.created_at, i.rowid`,
    )
    .all()
    .map(toPaymentRecord);
}

/** Gift cards whose code did not come, and that no person has closed; the oldest first. */
export function listMissingCodes(database: Database): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${RECORD_COLUMNS} FROM missing_codes missing CROSS JOIN intents i ON i.id = missing.intent_id
       ${RECORD_TABLES} ORDER BY i.created_at, i.rowid`,
    )
    .all()
    .map(toPaymentRecord);
}

/** Payments refunded by the service whose money is not yet settled; the oldest first. */
export function listOwedPayments(database: Database): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${RECORD_COLUMNS} FROM owed_refunds owed CROSS JOIN intents i ON i.id = owed.intent_id
       ${RECORD_TABLES} ORDER BY r.found_at, i.rowid`,
    )
    .all()
    .map(toPaymentRecord);
}

export function countOwedPayments(database: Database): number {
  const row = database.prepare('SELECT count(*) AS count FROM owed_refunds').get();
  return row ? readRow(row).integer('count') : 0;
}

function parseSends(json: string): SendRow[] {
  if (json === EMPTY_JSON_LIST) return [];
  return sendRowsSchema
    .parse(JSON.parse(json))
    .map(([number, requestDate, result, code, retryAfterSeconds]) => ({
      number,
      requestDate,
      result,
      code,
      retryAfterSeconds,
    }));
}

function parseLastLookUp(json: string | null): LookUpRow | null {
  if (json === null) return null;
  const [at, result, serviceTime] = lookUpRowSchema.parse(JSON.parse(json));
  return { at, result, serviceTime };
}

function parseBasket(json: string | null): BasketPlace | null {
  if (json === null) return null;
  const [id, number, of] = basketRowSchema.parse(JSON.parse(json));
  return { id, number, of };
}

function parseRefund(json: string | null): RefundRow | null {
  if (json === null) return null;
  const row = refundRowSchema.parse(JSON.parse(json));
  return {
    foundAt: row.foundAt,
    serviceStatus: row.status,
    owedTo: row.owedTo,
    isHandedOver: row.isHandedOver === 1,
    amount: createMoney(row.amount, row.currency),
    settled:
      row.settled === null
        ? null
        : {
            how: row.settled[0],
            at: row.settled[1],
            by: row.settled[2],
            approvedBy: row.settled[3],
            reason: row.settled[4],
          },
  };
}

function parseCancels(json: string): Pick<PaymentRecord, 'cancelledBy' | 'cancels'> {
  if (json === EMPTY_JSON_LIST) return { cancelledBy: null, cancels: 0 };
  const rows = cancelRowsSchema.parse(JSON.parse(json));
  const [newest] = rows;
  return {
    cancelledBy: newest === undefined ? null : { paymentId: newest[0], state: newest[1] },
    cancels: rows.length,
  };
}
