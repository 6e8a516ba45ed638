import type { SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { billerKind, paymentKind, serviceVersion } from '../../shared/contract/index.ts';
import { type Money, money } from '../../shared/money/index.ts';
import type { Database } from './database.ts';
import {
  type HandOverRow,
  type Intent,
  LOOK_UP_RESULTS,
  type LookUpResult,
  OUTCOME_STATES,
  type OutcomeState,
  type PaymentOutcome,
  RESOLVED_BY,
  SEND_RESULTS,
  type SendResult,
  UNKNOWN_BECAUSE,
} from './payment-types.ts';
import { oneOf, type RowReader, readRow } from './rows.ts';

/**
 * A payment with all that belongs to it, read as one row. Times are ISO 8601 in UTC, amounts
 * `Money`.
 */

export interface SendRow {
  readonly number: number;
  /** The Date that the request carried. */
  readonly requestDate: string;
  readonly result: SendResult | null;
  readonly code: string | null;
}

export interface LookUpRow {
  readonly at: string;
  readonly result: LookUpResult;
  /** The time that the service gave in it, or ours if it gave none. */
  readonly serviceTime: string | null;
}

/** One payment with all that is known of it. The first of `sends` is the first that went out. */
export interface PaymentRecord {
  readonly intent: Intent;
  readonly outcome: PaymentOutcome;
  readonly sends: readonly SendRow[];
  readonly lookUps: number;
  readonly lastLookUp: LookUpRow | null;
  /** State of the original's print job; null if there is none. */
  readonly paper: string | null;
  readonly handOver: HandOverRow | null;
  /** The newest cancel of this payment. */
  readonly cancelledBy: { readonly paymentId: string; readonly state: OutcomeState } | null;
  readonly cancels: number;
}

function intent(read: RowReader): Intent {
  const shopCurrency = read.text('shop_currency');
  const inShop = (column: string): Money | null => {
    const amount = read.textOrNull(column);
    return amount === null ? null : money(amount, shopCurrency);
  };
  return {
    id: read.text('id'),
    orderId: read.text('order_id'),
    kind: oneOf(read.text('kind'), paymentKind.options),
    createdAt: read.text('created_at'),
    version: oneOf(read.text('version'), serviceVersion.options),
    externalId: read.text('external_id'),
    idempotencyKey: read.text('idempotency_key'),
    target: read.text('target'),
    body: read.bytes('body'),
    billerId: read.integer('biller_id'),
    billerName: read.text('biller_name'),
    billerKind: oneOf(read.text('biller_kind'), billerKind.options),
    accountNumber: read.text('account_number'),
    nameOnAccount: read.textOrNull('name_on_account'),
    billId: read.textOrNull('bill_id'),
    amount: money(read.text('amount'), read.text('currency')),
    fee: inShop('fee'),
    due: money(read.text('due'), shopCurrency),
    cash: inShop('cash'),
    change: inShop('change'),
    rate: read.textOrNull('rate'),
    cashierId: read.text('cashier_id'),
    cashierName: read.text('cashier_name'),
    posNumber: read.text('pos_number'),
    shiftId: read.text('shift_id'),
    isDrp: read.integer('is_drp') === 1,
    cancels: read.textOrNull('cancels'),
    approvedBy: read.textOrNull('approved_by'),
    reason: read.textOrNull('reason'),
  };
}

function outcome(read: RowReader): PaymentOutcome {
  const resolvedBy = read.textOrNull('resolved_by');
  const because = read.textOrNull('unknown_because');
  return {
    state: oneOf(read.text('state'), OUTCOME_STATES),
    resolvedAt: read.textOrNull('resolved_at'),
    resolvedBy: resolvedBy === null ? null : oneOf(resolvedBy, RESOLVED_BY),
    authorization: read.textOrNull('authorization'),
    transactionCreatedAt: read.textOrNull('transaction_created_at'),
    serviceStatus: read.textOrNull('service_status'),
    ticketText: read.textOrNull('ticket_text'),
    code: read.textOrNull('code'),
    message: read.textOrNull('message'),
    httpStatus: read.integerOrNull('http_status'),
    unknownBecause: because === null ? null : oneOf(because, UNKNOWN_BECAUSE),
    evidence: read.textOrNull('evidence'),
    nextLookUpAt: read.textOrNull('next_look_up_at'),
    seenAt: read.textOrNull('seen_at'),
  };
}

/** The columns that `toRecord` reads, of intents `i` with the tables of `RECORD_TABLES`. */
export const RECORD_COLUMNS = `i.*, o.*, h.intent_id AS hand_over_of, h.released_at, h.handed_at,
  (SELECT json_group_array(json_array(s.number, s.request_date, s.result, s.code) ORDER BY s.number)
    FROM sends s WHERE s.intent_id = i.id) AS all_sends,
  (SELECT count(*) FROM look_ups l WHERE l.intent_id = i.id) AS look_up_count,
  (SELECT json_array(l.at, l.result, l.service_time) FROM look_ups l WHERE l.intent_id = i.id
    ORDER BY l.number DESC LIMIT 1) AS last_look_up,
  (SELECT p.state FROM print_jobs p WHERE p.intent_id = i.id AND p.kind = 'original') AS paper,
  (SELECT json_group_array(json_array(c.id, co.state) ORDER BY c.created_at DESC, c.rowid DESC)
    FROM intents c CROSS JOIN outcomes co ON co.intent_id = c.id WHERE c.cancels = i.id) AS cancels_of`;

/** Joined after intents: however those were found, their outcomes are not scanned. */
export const RECORD_TABLES = `CROSS JOIN outcomes o ON o.intent_id = i.id
  LEFT JOIN hand_overs h ON h.intent_id = i.id`;

/** Every payment; callers add the conditions. */
export const SELECT_RECORD = `SELECT ${RECORD_COLUMNS} FROM intents i ${RECORD_TABLES}`;

const EMPTY = '[]';
const sendRows = z.array(
  z.tuple([z.number(), z.string(), z.enum(SEND_RESULTS).nullable(), z.string().nullable()]),
);
const lookUpRow = z.tuple([z.string(), z.enum(LOOK_UP_RESULTS), z.string().nullable()]);
const cancelRows = z.array(z.tuple([z.string(), z.enum(OUTCOME_STATES)]));

export function toRecord(row: Readonly<Record<string, SQLOutputValue>>): PaymentRecord {
  const read = readRow(row);
  return {
    intent: intent(read),
    outcome: outcome(read),
    sends: sends(read.text('all_sends')),
    lookUps: read.integer('look_up_count'),
    lastLookUp: lastLookUp(read.textOrNull('last_look_up')),
    paper: read.textOrNull('paper'),
    handOver:
      read.textOrNull('hand_over_of') === null
        ? null
        : { releasedAt: read.textOrNull('released_at'), handedAt: read.textOrNull('handed_at') },
    ...cancels(read.text('cancels_of')),
  };
}

export function readPayment(database: Database, id: string): PaymentRecord | null {
  const row = database.prepare(`${SELECT_RECORD} WHERE i.id = ?`).get(id);
  return row ? toRecord(row) : null;
}

/** Every payment whose outcome is not known yet, the oldest first. */
export function openPayments(database: Database): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${RECORD_COLUMNS}
       FROM (SELECT intent_id FROM outcomes WHERE state IN ('intent', 'sent', 'unknown', 'unclear')) open
       CROSS JOIN intents i ON i.id = open.intent_id
       ${RECORD_TABLES} ORDER BY i.created_at, i.rowid`,
    )
    .all()
    .map(toRecord);
}

/** Confirmed, but the money for the customer is not handed over yet; the oldest first. */
export function pendingHandOvers(database: Database): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${RECORD_COLUMNS} FROM pending_hand_overs pending CROSS JOIN intents i ON i.id = pending.intent_id
       ${RECORD_TABLES}
       WHERE o.state IN ('paid', 'by-hand-paid') AND h.handed_at IS NULL
       ORDER BY i.created_at, i.rowid`,
    )
    .all()
    .map(toRecord);
}

function sends(json: string): SendRow[] {
  if (json === EMPTY) return [];
  return sendRows
    .parse(JSON.parse(json))
    .map(([number, requestDate, result, code]) => ({ number, requestDate, result, code }));
}

function lastLookUp(json: string | null): LookUpRow | null {
  if (json === null) return null;
  const [at, result, serviceTime] = lookUpRow.parse(JSON.parse(json));
  return { at, result, serviceTime };
}

function cancels(json: string): Pick<PaymentRecord, 'cancelledBy' | 'cancels'> {
  if (json === EMPTY) return { cancelledBy: null, cancels: 0 };
  const rows = cancelRows.parse(JSON.parse(json));
  const [newest] = rows;
  return {
    cancelledBy: newest === undefined ? null : { paymentId: newest[0], state: newest[1] },
    cancels: rows.length,
  };
}
