import type { Role } from '../../shared/contract/index.ts';
import type { Database } from './database.ts';

/** Queries of cashiers and shifts. Times are ISO 8601 in UTC. */

export interface CashierRow {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly pinHash: string;
  readonly failures: number;
  readonly lockedUntil: string | null;
}

const CASHIER = `SELECT id, name, role, pin_hash AS pinHash, failures, locked_until AS lockedUntil
  FROM cashiers WHERE disabled_at IS NULL`;

export function activeCashiers(database: Database): CashierRow[] {
  return database.prepare(`${CASHIER} ORDER BY name`).all() as unknown as CashierRow[];
}

export function activeCashier(database: Database, id: string): CashierRow | null {
  const row = database.prepare(`${CASHIER} AND id = ?`).get(id);
  return (row as unknown as CashierRow | undefined) ?? null;
}

/** Adds a cashier, or changes name, role and PIN of the one with this id and enables it again. */
export function putCashier(
  database: Database,
  cashier: { id: string; name: string; role: Role; pinHash: string },
  at: string,
): void {
  database
    .prepare(
      `INSERT INTO cashiers (id, name, role, pin_hash, created_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role,
         pin_hash = excluded.pin_hash, failures = 0, locked_until = NULL, disabled_at = NULL`,
    )
    .run(cashier.id, cashier.name, cashier.role, cashier.pinHash, at);
}

/** Cashiers are disabled, never deleted: their payments name them for ever. */
export function disableCashiersExcept(
  database: Database,
  ids: readonly string[],
  at: string,
): void {
  database
    .prepare(
      `UPDATE cashiers SET disabled_at = ?
       WHERE disabled_at IS NULL AND id NOT IN (SELECT value FROM json_each(?))`,
    )
    .run(at, JSON.stringify(ids));
}

export function setFailures(
  database: Database,
  id: string,
  failures: number,
  lockedUntil: string | null,
): void {
  database
    .prepare('UPDATE cashiers SET failures = ?, locked_until = ? WHERE id = ?')
    .run(failures, lockedUntil, id);
}

/** The open shift of the drawer, or null. */
export function openShift(database: Database): string | null {
  const row = database
    .prepare('SELECT id FROM shifts WHERE closed_at IS NULL ORDER BY opened_at DESC LIMIT 1')
    .get();
  return row ? String(row.id) : null;
}

export function insertShift(database: Database, id: string, cashierId: string, at: string): void {
  database
    .prepare('INSERT INTO shifts (id, opened_at, opened_by) VALUES (?, ?, ?)')
    .run(id, at, cashierId);
}
