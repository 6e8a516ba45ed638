import type { DatabaseSync } from 'node:sqlite';

/**
 * Inserts one row of `intents` that a ledger of any version with shifts accepts, and no other row.
 */
export function insertIntentRow(
  database: Pick<DatabaseSync, 'prepare'>,
  row: {
    readonly id: string;
    readonly at: string;
    readonly kind?: string;
    readonly billerId?: number;
    readonly billerName?: string;
    readonly account?: string;
  },
): void {
  const { id, at, kind = 'bill', billerId = 40, billerName = 'CFE', account = '1' } = row;
  database
    .prepare(
      `INSERT INTO intents (id, order_id, kind, created_at, version, external_id, idempotency_key,
         target, body, biller_id, biller_name, biller_kind, account_number, amount, currency, due,
         shop_currency, cashier_id, cashier_name, pos_number, shift_id)
       VALUES (?1, ?1, ?2, ?3, 'v3.mx', ?1, ?1, '/', x'00', ?4, ?5, 'utility', ?6, '1.00',
         'MXN', '1.00', 'MXN', 'ana', 'Ana', '07', 'shift')`,
    )
    .run(id, kind, at, billerId, billerName, account);
}
