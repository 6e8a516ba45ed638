import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineTable,
} from '../../ledger/index.ts';

/**
 * Version 3: walk-in bills, which a consult without a saved bill created at the service and the till
 * must delete there (3.3); and saved bills. No bill is both. Functions that write run inside the
 * caller's `commit`. Times are ISO 8601 in UTC.
 */

const WALK_IN_BILLS = defineTable('walk_in_bills', {
  billId: column.text('bill_id'),
  createdAt: column.text('created_at'),
  deleteAfter: column.textOrNull('delete_after'),
});
const walkInBillUpsert = defineInsert(WALK_IN_BILLS, {
  onConflictSql:
    'ON CONFLICT (bill_id) DO UPDATE SET delete_after = excluded.delete_after, deleted_at = NULL',
});

/** Records a walk-in bill; another consult postpones its deletion. */
export function upsertWalkInBill(
  database: Database,
  billId: string,
  createdAt: string,
  deleteAfter: string,
): void {
  walkInBillUpsert.run(database, { billId, createdAt, deleteAfter });
}

/** Whether a consult of this till created the bill, and it has not been deleted since. */
export function isWalkInBill(database: Database, billId: string): boolean {
  const row = database
    .prepare('SELECT 1 AS yes FROM walk_in_bills WHERE bill_id = ? AND deleted_at IS NULL')
    .get(billId);
  return row !== undefined;
}

/** Whether a bill that this till created is deleted or due for deletion. */
export function isWalkInBillDeletionDue(database: Database, billId: string, now: string): boolean {
  const row = database
    .prepare(
      `SELECT 1 AS yes FROM walk_in_bills
       WHERE bill_id = ? AND (deleted_at IS NOT NULL OR delete_after <= ?)`,
    )
    .get(billId, now);
  return row !== undefined;
}

/**
 * Records that this shop or another of the chain has saved the bill, so that no walk-in payment
 * deletes it. The table is named `kept_bills` because existing ledgers have that name.
 */
export function markBillSaved(database: Database, billId: string, at: string): void {
  database.prepare('DELETE FROM walk_in_bills WHERE bill_id = ?').run(billId);
  database
    .prepare('INSERT INTO kept_bills (bill_id, kept_at) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(billId, at);
}

export function deleteSavedBill(database: Database, billId: string): void {
  database.prepare('DELETE FROM kept_bills WHERE bill_id = ?').run(billId);
}

export function isSavedBill(database: Database, billId: string): boolean {
  return (
    database.prepare('SELECT 1 AS yes FROM kept_bills WHERE bill_id = ?').get(billId) !== undefined
  );
}

/** The id of the payment of this bill whose outcome is not certain yet; null if there is none. */
export function findOpenPaymentOfBill(database: Database, billId: string): string | null {
  const row = database
    .prepare(
      `SELECT i.id FROM outcomes o JOIN intents i ON i.id = o.intent_id
       WHERE o.state IN ('intent', 'sent', 'unknown', 'unclear') AND i.bill_id = ? LIMIT 1`,
    )
    .get(billId);
  return row === undefined ? null : createRowReader(row).text('id');
}

/** Links a walk-in bill to the payment that pays it. */
export function linkWalkInBillToPayment(
  database: Database,
  billId: string,
  intentId: string,
): void {
  database
    .prepare('UPDATE walk_in_bills SET intent_id = ? WHERE bill_id = ?')
    .run(intentId, billId);
}

export function scheduleWalkInBillDeletion(
  database: Database,
  billId: string,
  deleteAfter: string,
): void {
  database
    .prepare('UPDATE walk_in_bills SET delete_after = ? WHERE bill_id = ? AND deleted_at IS NULL')
    .run(deleteAfter, billId);
}

export function markWalkInBillDeleted(database: Database, billId: string, at: string): void {
  database.prepare('UPDATE walk_in_bills SET deleted_at = ? WHERE bill_id = ?').run(at, billId);
}

/** The ids of bills to delete now, without those of unresolved payments. */
export function listDueWalkInBills(database: Database, now: string, limit: number): string[] {
  const rows = database
    .prepare(
      `SELECT w.bill_id FROM walk_in_bills w
       WHERE w.deleted_at IS NULL AND w.delete_after <= ?
         AND NOT EXISTS (SELECT 1 FROM outcomes o JOIN intents i ON i.id = o.intent_id
           WHERE o.state IN ('intent', 'sent', 'unknown', 'unclear') AND i.bill_id = w.bill_id)
       ORDER BY w.delete_after LIMIT ?`,
    )
    .all(now, limit);
  return rows.map((row) => createRowReader(row).text('bill_id'));
}
