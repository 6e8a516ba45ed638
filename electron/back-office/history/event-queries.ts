import { type Database, defineInsert, readRow } from '../../ledger/index.ts';

/** As many as a person reads for one payment. */
export const MAX_NOTES = 50;

/** An event of a payment. `detail` is the JSON stored with it. */
export interface PaymentEventRow {
  readonly at: string;
  readonly kind: string;
  readonly cashierName: string | null;
  readonly approvedBy: string | null;
  readonly detail: string;
}

export function readPaymentEvents(database: Database, intentId: string): PaymentEventRow[] {
  return database
    .prepare(
      `SELECT e.at, e.kind, e.detail, c.name AS cashier_name, a.name AS approver_name
       FROM payment_events e LEFT JOIN cashiers c ON c.id = e.cashier_id
         LEFT JOIN cashiers a ON a.id = e.approved_by
       WHERE e.intent_id = ? ORDER BY e.id`,
    )
    .all(intentId)
    .map((row) => {
      const read = readRow(row);
      return {
        at: read.text('at'),
        kind: read.text('kind'),
        cashierName: read.textOrNull('cashier_name'),
        approvedBy: read.textOrNull('approver_name'),
        detail: read.text('detail'),
      };
    });
}

export interface NoteRow {
  readonly intentId: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly cashierId: string;
  readonly cashierName: string;
  readonly text: string;
}

const noteInsert = defineInsert<NoteRow>('payment_notes', {
  intent_id: (note) => note.intentId,
  at: (note) => note.at,
  cashier_id: (note) => note.cashierId,
  cashier_name: (note) => note.cashierName,
  text: (note) => note.text,
});

/** Call inside a commit. */
export function insertNote(database: Database, note: NoteRow): void {
  noteInsert.run(database, note);
}

/** Returns the notes of a payment in the order of writing. */
export function readNotes(
  database: Database,
  intentId: string,
): Pick<NoteRow, 'at' | 'cashierName' | 'text'>[] {
  return database
    .prepare(
      'SELECT at, cashier_name, text FROM payment_notes WHERE intent_id = ? ORDER BY id LIMIT ?',
    )
    .all(intentId, MAX_NOTES)
    .map((row) => {
      const read = readRow(row);
      return {
        at: read.text('at'),
        cashierName: read.text('cashier_name'),
        text: read.text('text'),
      };
    });
}
