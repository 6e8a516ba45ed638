import type { SQLOutputValue } from 'node:sqlite';
import { type Money, money } from '../../../shared/money/index.ts';
import {
  type Database,
  type PaymentRecord,
  RECORD_COLUMNS,
  RECORD_TABLES,
  readRow,
  SELECT_RECORD,
  toRecord,
} from '../../ledger/index.ts';

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

const OPEN = `('intent', 'sent', 'unknown', 'unclear')`;
const SENT_AT = '(SELECT max(s.started_at) FROM sends s WHERE s.intent_id = i.id)';
const EARLIER_COLUMNS = `i.id, i.created_at, i.account_number, i.amount, i.currency,
  ${SENT_AT} AS sent_at`;
const EARLIER_OPEN = `SELECT ${EARLIER_COLUMNS} FROM outcomes o CROSS JOIN intents i
  ON i.id = o.intent_id WHERE o.state IN ${OPEN} AND i.biller_id = ? AND i.kind <> 'cancel'`;
// The plus keeps it to the day's payments: a biller may have a million of them. For a day a payment
// may be sent again.
const EARLIER_ACCOUNTS = `SELECT i.rowid AS row, i.account_number FROM intents i
  WHERE i.created_at >= strftime('%Y-%m-%dT%H:%M:%fZ', ?, '-1 day') AND +i.biller_id = ?
    AND i.kind <> 'cancel'`;
const EARLIER_DONE = `SELECT ${EARLIER_COLUMNS} FROM json_each(?) asked
  CROSS JOIN intents i ON i.rowid = asked.value JOIN outcomes o ON o.intent_id = i.id
  WHERE ${SENT_AT} >= ? AND o.state IN ('paid', 'by-hand-paid')
    AND lower(trim(coalesce(o.service_status, ''))) NOT IN ('refunded', 'reversed')
    AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.intent_id = i.id)
    AND NOT EXISTS (SELECT 1 FROM intents c JOIN outcomes co ON co.intent_id = c.id
      WHERE c.cancels = i.id AND co.state IN ('paid', 'by-hand-paid'))
  ORDER BY i.created_at DESC`;

/** Makes the statements that are needed between F12 and the commit. */
export function warmPaymentReads(database: Database): void {
  for (const sql of [EARLIER_OPEN, EARLIER_ACCOUNTS, EARLIER_DONE]) database.prepare(sql);
}

export function readPaymentOfOrder(database: Database, orderId: string): PaymentRecord | null {
  const row = database.prepare(`${SELECT_RECORD} WHERE i.order_id = ?`).get(orderId);
  return row ? toRecord(row) : null;
}

/** Those that there are, in the order that was asked for. */
export function readPayments(database: Database, ids: readonly string[]): PaymentRecord[] {
  return database
    .prepare(
      `SELECT ${RECORD_COLUMNS} FROM json_each(?) asked CROSS JOIN intents i ON i.id = asked.value
       ${RECORD_TABLES} ORDER BY asked.key`,
    )
    .all(JSON.stringify(ids))
    .map(toRecord);
}

/** The newest first. */
export function recentPayments(database: Database, limit: number): PaymentRecord[] {
  return database
    .prepare(`${SELECT_RECORD} ORDER BY i.created_at DESC, i.rowid DESC LIMIT ?`)
    .all(limit)
    .map(toRecord);
}

/**
 * The newest payment of this cashier that nobody has acknowledged on the screen; one of a basket is
 * seen with its basket.
 */
export function newestUnseen(database: Database, cashierId: string): PaymentRecord | null {
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
  return row ? toRecord(row) : null;
}

/** Open payments to this biller, whatever their age. */
export function openToBiller(database: Database, billerId: number): EarlierPayment[] {
  return database.prepare(EARLIER_OPEN).all(billerId).map(earlier);
}

/**
 * Payments to these accounts of a biller that were sent since then, performed and not given back;
 * the newest first. A busy shop pays a biller a hundred times in a day: what became of each is only
 * looked up for these accounts.
 */
export function paidToBiller(
  database: Database,
  billerId: number,
  since: string,
  isAsked: (accountNumber: string) => boolean,
): EarlierPayment[] {
  const rows: number[] = [];
  for (const row of database.prepare(EARLIER_ACCOUNTS).all(since, billerId)) {
    const read = readRow(row);
    if (isAsked(read.text('account_number'))) rows.push(read.integer('row'));
  }
  if (rows.length === 0) return [];
  return database.prepare(EARLIER_DONE).all(JSON.stringify(rows), since).map(earlier);
}

function earlier(row: Readonly<Record<string, SQLOutputValue>>): EarlierPayment {
  const read = readRow(row);
  return {
    id: read.text('id'),
    createdAt: read.text('created_at'),
    sentAt: read.textOrNull('sent_at') ?? read.text('created_at'),
    accountNumber: read.text('account_number'),
    amount: money(read.text('amount'), read.text('currency')),
  };
}
