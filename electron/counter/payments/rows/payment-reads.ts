import type { SQLOutputValue } from 'node:sqlite';
import { createMoney, type Money } from '../../../../shared/money/index.ts';
import {
  type Database,
  type PaymentRecord,
  RECORD_COLUMNS,
  RECORD_TABLES,
  readRow,
  SELECT_RECORD,
  toPaymentRecord,
} from '../../../ledger/index.ts';

/** The queries that only payments need. Times are ISO 8601 in UTC, amounts `Money`. */

/** What the guard against paying twice compares. */
export interface EarlierPayment {
  readonly id: string;
  readonly createdAt: string;
  /** When its request went out last. */
  readonly sentAt: string;
  readonly accountNumber: string;
  readonly amount: Money;
}

const OPEN_STATES = `('intent', 'sent', 'unknown', 'unclear')`;
const SENT_AT = '(SELECT max(s.started_at) FROM sends s WHERE s.intent_id = i.id)';
const EARLIER_COLUMNS = `i.id, i.created_at, i.account_number, i.amount, i.currency,
  ${SENT_AT} AS sent_at`;
const SELECT_OPEN_TO_BILLER = `SELECT ${EARLIER_COLUMNS} FROM outcomes o CROSS JOIN intents i
  ON i.id = o.intent_id WHERE o.state IN ${OPEN_STATES} AND i.biller_id = ? AND i.kind <> 'cancel'`;
// The plus keeps it to the day's payments: a biller may have a million of them. For a day a payment
// may be sent again.
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

/** Makes the statements that are needed between F12 and the commit. */
export function preparePaymentReadStatements(database: Database): void {
  for (const sql of [SELECT_OPEN_TO_BILLER, SELECT_RECENT_ACCOUNTS, SELECT_PAID_TO_ACCOUNTS])
    database.prepare(sql);
}

export function readPaymentByOrder(database: Database, orderId: string): PaymentRecord | null {
  const row = database.prepare(`${SELECT_RECORD} WHERE i.order_id = ?`).get(orderId);
  return row ? toPaymentRecord(row) : null;
}

/** Those that there are, in the order that was asked for. */
export function readPayments(database: Database, ids: readonly string[]): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${RECORD_COLUMNS} FROM json_each(?) asked CROSS JOIN intents i ON i.id = asked.value
       ${RECORD_TABLES} ORDER BY asked.key`,
    )
    .all(JSON.stringify(ids))
    .map(toPaymentRecord);
}

/** The newest first. */
export function listRecentPayments(database: Database, limit: number): PaymentRecord[] {
  return database
    .prepare(`${SELECT_RECORD} ORDER BY i.created_at DESC, i.rowid DESC LIMIT ?`)
    .all(limit)
    .map(toPaymentRecord);
}

/**
 * The newest payment of this cashier that nobody has acknowledged on the screen; one of a basket is
 * seen with its basket.
 */
export function findNewestUnseenPayment(
  database: Database,
  cashierId: string,
): PaymentRecord | null {
  const row = database
    .prepare(
      `SELECT ${RECORD_COLUMNS}
       FROM (SELECT intent_id FROM outcomes INDEXED BY outcomes_unseen WHERE seen_at IS NULL) unseen
       CROSS JOIN intents i ON i.id = unseen.intent_id
       ${RECORD_TABLES} WHERE i.cashier_id = ?
         AND NOT EXISTS (SELECT 1 FROM basket_payments b WHERE b.intent_id = i.id)
       ORDER BY i.created_at DESC, i.rowid DESC LIMIT 1`,
    )
    .get(cashierId);
  return row ? toPaymentRecord(row) : null;
}

/** Open payments to this biller, whatever their age. */
export function listOpenPaymentsToBiller(database: Database, billerId: number): EarlierPayment[] {
  return database.prepare(SELECT_OPEN_TO_BILLER).all(billerId).map(toEarlierPayment);
}

/**
 * Payments to these accounts of a biller that were sent since then, performed and not given back;
 * the newest first. A busy shop pays a biller a hundred times in a day: what became of each is only
 * looked up for these accounts.
 */
export function listPaidPaymentsToBiller(
  database: Database,
  billerId: number,
  since: string,
  isAsked: (accountNumber: string) => boolean,
): EarlierPayment[] {
  const rows: number[] = [];
  for (const row of database.prepare(SELECT_RECENT_ACCOUNTS).all(since, billerId)) {
    const read = readRow(row);
    if (isAsked(read.text('account_number'))) rows.push(read.integer('row'));
  }
  if (rows.length === 0) return [];
  return database
    .prepare(SELECT_PAID_TO_ACCOUNTS)
    .all(JSON.stringify(rows), since)
    .map(toEarlierPayment);
}

function toEarlierPayment(row: Readonly<Record<string, SQLOutputValue>>): EarlierPayment {
  const read = readRow(row);
  return {
    id: read.text('id'),
    createdAt: read.text('created_at'),
    sentAt: read.textOrNull('sent_at') ?? read.text('created_at'),
    accountNumber: read.text('account_number'),
    amount: createMoney(read.text('amount'), read.text('currency')),
  };
}
