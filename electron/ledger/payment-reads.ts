import type { SQLOutputValue } from 'node:sqlite';
import { billerKind, paymentKind, serviceVersion } from '../../shared/contract/index.ts';
import { type Money, money } from '../../shared/money/index.ts';
import type { Database } from './database.ts';
import { type HandOverRow, readHandOver } from './hand-overs.ts';
import {
  type Intent,
  LOOK_UP_RESULTS,
  type LookUpResult,
  OUTCOME_STATES,
  type Outcome,
  type OutcomeState,
  RESOLVED_BY,
  SEND_RESULTS,
  type SendResult,
  UNKNOWN_BECAUSE,
} from './payments.ts';
import { oneOf, type RowReader, readRow } from './rows.ts';

/** What is read of payments. Times are ISO 8601 in UTC, amounts `Money`. */

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
  /** The service's time in it, or ours where it gave none. */
  readonly serviceTime: string | null;
}

/** One payment with all that is known of it. The first of `sends` is the first that went out. */
export interface PaymentRecord {
  readonly intent: Intent;
  readonly outcome: Outcome;
  readonly sends: readonly SendRow[];
  readonly lookUps: number;
  readonly lastLookUp: LookUpRow | null;
  /** State of the original's print job; null where there is none. */
  readonly paper: string | null;
  readonly handOver: HandOverRow | null;
  /** The newest cancel of this payment. */
  readonly cancelledBy: { readonly paymentId: string; readonly state: OutcomeState } | null;
  readonly cancels: number;
}

/** What the guard against paying twice compares. */
export interface EarlierPayment {
  readonly id: string;
  readonly createdAt: string;
  readonly accountNumber: string;
  readonly amount: Money;
}

const OPEN = `('intent', 'sent', 'unknown', 'unclear')`;
const PAYMENT = 'SELECT i.*, o.* FROM intents i JOIN outcomes o ON o.intent_id = i.id';
const EARLIER_COLUMNS = 'i.id, i.created_at, i.account_number, i.amount, i.currency';
const EARLIER_OPEN = `SELECT ${EARLIER_COLUMNS} FROM outcomes o CROSS JOIN intents i
  ON i.id = o.intent_id WHERE o.state IN ${OPEN} AND i.biller_id = ? AND i.kind <> 'cancel'`;
// The plus keeps it to the hour's payments: a biller may have a million of them.
const EARLIER_DONE = `SELECT ${EARLIER_COLUMNS} FROM intents i JOIN outcomes o ON o.intent_id = i.id
  WHERE i.created_at >= ? AND +i.biller_id = ? AND i.kind <> 'cancel'
    AND o.state IN ('paid', 'by-hand-paid')
    AND lower(trim(coalesce(o.service_status, ''))) NOT IN ('refunded', 'reversed')
    AND NOT EXISTS (SELECT 1 FROM intents c JOIN outcomes co ON co.intent_id = c.id
      WHERE c.cancels = i.id AND co.state IN ('paid', 'by-hand-paid'))
  ORDER BY i.created_at DESC`;

/** Makes the statements that are needed between F12 and the commit. */
export function warmPaymentReads(database: Database): void {
  database.prepare(EARLIER_OPEN);
  database.prepare(EARLIER_DONE);
}

export function readPayment(database: Database, id: string): PaymentRecord | null {
  const row = database.prepare(`${PAYMENT} WHERE i.id = ?`).get(id);
  return row ? record(database, row) : null;
}

export function readPaymentOfOrder(database: Database, orderId: string): PaymentRecord | null {
  const row = database.prepare(`${PAYMENT} WHERE i.order_id = ?`).get(orderId);
  return row ? record(database, row) : null;
}

/** The newest first. */
export function recentPayments(database: Database, limit: number): PaymentRecord[] {
  const rows = database
    .prepare(`${PAYMENT} ORDER BY i.created_at DESC, i.rowid DESC LIMIT ?`)
    .all(limit);
  return rows.map((row) => record(database, row));
}

/** Every payment whose outcome is not known yet, the oldest first. */
export function openPayments(database: Database): PaymentRecord[] {
  const rows = database
    .prepare(`${PAYMENT} WHERE o.state IN ${OPEN} ORDER BY i.created_at, i.rowid`)
    .all();
  return rows.map((row) => record(database, row));
}

/** Confirmed, and the money that goes to the customer is not handed over; the oldest first. */
export function pendingHandOvers(database: Database): PaymentRecord[] {
  const rows = database
    .prepare(
      `${PAYMENT} LEFT JOIN hand_overs h ON h.intent_id = i.id
       WHERE i.kind IN ('cash-out', 'cancel') AND o.state IN ('paid', 'by-hand-paid')
         AND h.handed_at IS NULL ORDER BY i.created_at, i.rowid`,
    )
    .all();
  return rows.map((row) => record(database, row));
}

/** The newest payment of this cashier that nobody has acknowledged on the screen. */
export function newestUnseen(database: Database, cashierId: string): PaymentRecord | null {
  const row = database
    .prepare(
      `SELECT i.*, o.* FROM outcomes o INDEXED BY outcomes_unseen
       CROSS JOIN intents i ON i.id = o.intent_id
       WHERE o.seen_at IS NULL AND i.cashier_id = ?
       ORDER BY i.created_at DESC, i.rowid DESC LIMIT 1`,
    )
    .get(cashierId);
  return row ? record(database, row) : null;
}

/** Open payments to this biller, whatever their age. */
export function openToBiller(database: Database, billerId: number): EarlierPayment[] {
  return database.prepare(EARLIER_OPEN).all(billerId).map(earlier);
}

/** Payments to this biller since then that were performed and not given back, the newest first. */
export function paidToBiller(
  database: Database,
  billerId: number,
  since: string,
): EarlierPayment[] {
  return database.prepare(EARLIER_DONE).all(since, billerId).map(earlier);
}

function earlier(row: Readonly<Record<string, SQLOutputValue>>): EarlierPayment {
  const read = readRow(row);
  return {
    id: read.text('id'),
    createdAt: read.text('created_at'),
    accountNumber: read.text('account_number'),
    amount: money(read.text('amount'), read.text('currency')),
  };
}

function record(database: Database, row: Readonly<Record<string, SQLOutputValue>>): PaymentRecord {
  const read = readRow(row);
  const id = read.text('id');
  const count = database
    .prepare('SELECT count(*) AS count FROM look_ups WHERE intent_id = ?')
    .get(id);
  const paper = database
    .prepare(`SELECT state FROM print_jobs WHERE intent_id = ? AND kind = 'original'`)
    .get(id);
  return {
    intent: intent(read),
    outcome: outcome(read),
    sends: sends(database, id),
    lookUps: count ? readRow(count).integer('count') : 0,
    lastLookUp: lastLookUp(database, id),
    paper: paper ? readRow(paper).text('state') : null,
    handOver: readHandOver(database, id),
    ...cancelsOf(database, id),
  };
}

function cancelsOf(database: Database, id: string): Pick<PaymentRecord, 'cancelledBy' | 'cancels'> {
  const rows = database
    .prepare(
      `SELECT i.id, o.state FROM intents i JOIN outcomes o ON o.intent_id = i.id
       WHERE i.cancels = ? ORDER BY i.created_at DESC, i.rowid DESC`,
    )
    .all(id);
  const [newest] = rows;
  if (!newest) return { cancelledBy: null, cancels: 0 };
  const read = readRow(newest);
  return {
    cancelledBy: { paymentId: read.text('id'), state: oneOf(read.text('state'), OUTCOME_STATES) },
    cancels: rows.length,
  };
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

function outcome(read: RowReader): Outcome {
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

function sends(database: Database, id: string): SendRow[] {
  const rows = database
    .prepare(
      'SELECT number, request_date, result, code FROM sends WHERE intent_id = ? ORDER BY number',
    )
    .all(id);
  return rows.map((row) => {
    const read = readRow(row);
    const result = read.textOrNull('result');
    return {
      number: read.integer('number'),
      requestDate: read.text('request_date'),
      result: result === null ? null : oneOf(result, SEND_RESULTS),
      code: read.textOrNull('code'),
    };
  });
}

function lastLookUp(database: Database, id: string): LookUpRow | null {
  const row = database
    .prepare(
      `SELECT at, result, service_time FROM look_ups WHERE intent_id = ?
       ORDER BY number DESC LIMIT 1`,
    )
    .get(id);
  if (!row) return null;
  const read = readRow(row);
  return {
    at: read.text('at'),
    result: oneOf(read.text('result'), LOOK_UP_RESULTS),
    serviceTime: read.textOrNull('service_time'),
  };
}
