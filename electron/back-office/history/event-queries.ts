import {
  column,
  type Database,
  defineInsert,
  defineRowReader,
  defineTable,
  type RowOf,
} from '../../ledger/index.ts';

/** As many as a person reads for one payment. */
export const MAX_NOTES_PER_PAYMENT = 50;

/** An event of a payment. */
const PAYMENT_EVENT = defineRowReader({
  at: column.text('at'),
  kind: column.text('kind'),
  cashierName: column.textOrNull('cashier_name'),
  approvedBy: column.textOrNull('approver_name'),
  /** JSON. */
  detail: column.text('detail'),
});
export type PaymentEventRow = RowOf<typeof PAYMENT_EVENT>;

export function readPaymentEvents(database: Database, intentId: string): PaymentEventRow[] {
  return database
    .prepare(
      `SELECT e.at, e.kind, e.detail, c.name AS cashier_name, a.name AS approver_name
       FROM payment_events e LEFT JOIN cashiers c ON c.id = e.cashier_id
         LEFT JOIN cashiers a ON a.id = e.approved_by
       WHERE e.intent_id = ? ORDER BY e.id`,
    )
    .all(intentId)
    .map(PAYMENT_EVENT.read);
}

/** The columns that the page may see. */
const NOTE_COLUMNS = {
  /** ISO 8601 in UTC. */
  at: column.text('at'),
  cashierName: column.text('cashier_name'),
  text: column.text('text'),
};
const NOTE = defineRowReader(NOTE_COLUMNS);

const PAYMENT_NOTES = defineTable('payment_notes', {
  intentId: column.text('intent_id'),
  cashierId: column.text('cashier_id'),
  ...NOTE_COLUMNS,
});

const noteInsert = defineInsert(PAYMENT_NOTES);

/** Call inside a commit. */
export function insertPaymentNote(database: Database, note: RowOf<typeof PAYMENT_NOTES>): void {
  noteInsert.run(database, note);
}

/** Returns the notes of a payment in the order of writing. */
export function readPaymentNotes(database: Database, intentId: string): RowOf<typeof NOTE>[] {
  return database
    .prepare('SELECT * FROM payment_notes WHERE intent_id = ? ORDER BY id LIMIT ?')
    .all(intentId, MAX_NOTES_PER_PAYMENT)
    .map(NOTE.read);
}
