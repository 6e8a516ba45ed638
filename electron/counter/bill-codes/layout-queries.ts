import type { AccountPlace, KnownLengths } from '../../../shared/bill-codes/index.ts';
import { toAccountIndexKeys } from '../../../shared/rules/index.ts';
import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineTable,
  type RowOf,
} from '../../ledger/index.ts';

/** The rows of `bill_layouts` and `bill_code_lengths`. Writing functions run inside the caller's commit. */
const BILL_LAYOUTS = defineTable('bill_layouts', {
  gln: column.text('gln'),
  billerId: column.integer('biller_id'),
  accountReference: column.integer('account_reference'),
  accountFrom: column.integer('account_from'),
  accountTo: column.integerOrNull('account_to'),
  taughtBy: column.oneOf('taught_by', ['scan', 'bills']),
  taughtAt: column.text('taught_at'),
});
export type BillLayoutRow = RowOf<typeof BILL_LAYOUTS>;

const layoutInsert = defineInsert(BILL_LAYOUTS);

/** Replaces what was known of the collector. */
export function writeBillLayout(
  database: Database,
  row: BillLayoutRow,
  lengths: KnownLengths,
): void {
  deleteBillLayout(database, row.gln);
  layoutInsert.run(database, row);
  addKnownLengths(database, row.gln, lengths);
}

export function deleteBillLayout(database: Database, gln: string): void {
  database.prepare('DELETE FROM bill_layouts WHERE gln = ?').run(gln);
  database.prepare('DELETE FROM bill_code_lengths WHERE gln = ?').run(gln);
}

export function addKnownLengths(database: Database, gln: string, lengths: KnownLengths): void {
  const insert = database.prepare(
    'INSERT OR IGNORE INTO bill_code_lengths (gln, part, length) VALUES (?, ?, ?)',
  );
  for (const length of lengths.referenceLengths) insert.run(gln, 'reference', length);
  for (const length of lengths.amountLengths) insert.run(gln, 'amount', length);
}

export function readKnownLengths(database: Database, gln: string): KnownLengths {
  const select = database.prepare(
    'SELECT length FROM bill_code_lengths WHERE gln = ? AND part = ? ORDER BY length',
  );
  const list = (part: string): number[] =>
    select.all(gln, part).map((row) => createRowReader(row).integer('length'));
  return { referenceLengths: list('reference'), amountLengths: list('amount') };
}

export function readBillLayout(database: Database, gln: string): BillLayoutRow | null {
  const row = database.prepare('SELECT * FROM bill_layouts WHERE gln = ?').get(gln);
  return row === undefined ? null : BILL_LAYOUTS.read(row);
}

export function listBillLayouts(database: Database): BillLayoutRow[] {
  return database.prepare('SELECT * FROM bill_layouts ORDER BY gln').all().map(BILL_LAYOUTS.read);
}

export function toAccountPlace(row: BillLayoutRow): AccountPlace {
  return { reference: row.accountReference, from: row.accountFrom, to: row.accountTo };
}

/** The id of the latest payment to this account since then that was not refused; null without one. */
export function findPaymentSince(
  database: Database,
  account: { readonly billerId: number; readonly accountNumber: string },
  since: string,
): string | null {
  const row = database
    .prepare(
      `SELECT i.id FROM json_each(?) spelling
       CROSS JOIN intents i ON i.account_number = spelling.value
       CROSS JOIN outcomes o ON o.intent_id = i.id
       WHERE i.biller_id = ? AND i.kind = 'bill' AND i.created_at >= ?
         AND o.state NOT IN ('rejected', 'not-performed', 'by-hand-not-paid')
       ORDER BY i.created_at DESC LIMIT 1`,
    )
    .get(
      JSON.stringify([
        ...new Set([account.accountNumber, ...toAccountIndexKeys(account.accountNumber)]),
      ]),
      account.billerId,
      since,
    );
  return row === undefined ? null : createRowReader(row).text('id');
}
