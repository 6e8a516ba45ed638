import type { Role } from '../../../shared/contract/index.ts';
import { type ColumnValues, type Database, defineInsert, readRow } from '../../ledger/index.ts';

/** Queries of cashiers. Times are ISO 8601 in UTC. */

export interface CashierRow {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly pinHash: string;
  /** Wrong PINs in a row. */
  readonly failures: number;
  readonly lockedUntil: string | null;
  readonly lockedOutAt: string | null;
  readonly disabledAt: string | null;
}

const SELECT_CASHIER = `SELECT id, name, role, pin_hash AS pinHash, failures, locked_until AS lockedUntil,
  locked_out_at AS lockedOutAt, disabled_at AS disabledAt FROM cashiers`;

/** All cashiers, the disabled ones last. */
export function listCashiers(database: Database): CashierRow[] {
  return database
    .prepare(`${SELECT_CASHIER} ORDER BY disabled_at IS NOT NULL, name, id`)
    .all() as unknown as CashierRow[];
}

export function listEnabledCashiers(database: Database): CashierRow[] {
  return database
    .prepare(`${SELECT_CASHIER} WHERE disabled_at IS NULL ORDER BY name, id`)
    .all() as unknown as CashierRow[];
}

export function readCashier(database: Database, id: string): CashierRow | null {
  const row = database.prepare(`${SELECT_CASHIER} WHERE id = ?`).get(id);
  return (row as unknown as CashierRow | undefined) ?? null;
}

export function findActiveCashier(database: Database, id: string): CashierRow | null {
  const row = readCashier(database, id);
  return row === null || row.disabledAt !== null ? null : row;
}

interface NewCashier {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly pinHash: string;
  readonly at: string;
  readonly createdBy: string | null;
}

const CASHIER_VALUES: ColumnValues<NewCashier> = {
  id: (cashier) => cashier.id,
  name: (cashier) => cashier.name,
  role: (cashier) => cashier.role,
  pin_hash: (cashier) => cashier.pinHash,
  created_at: (cashier) => cashier.at,
  created_by: (cashier) => cashier.createdBy,
};
const cashierInsert = defineInsert('cashiers', CASHIER_VALUES);
const cashierUpsert = defineInsert(
  'cashiers',
  CASHIER_VALUES,
  `ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role,
     pin_hash = excluded.pin_hash, failures = 0, locked_until = NULL, locked_out_at = NULL,
     disabled_at = NULL`,
);

/** Adds a cashier, or changes name, role and PIN of the one with this id and enables it again. */
export function upsertCashier(
  database: Database,
  cashier: Omit<NewCashier, 'at' | 'createdBy'>,
  at: string,
): void {
  cashierUpsert.run(database, { ...cashier, at, createdBy: null });
}

/** Adds a new cashier. Ids are never reused. */
export function insertCashier(
  database: Database,
  cashier: Omit<NewCashier, 'at'> & { readonly createdBy: string },
  at: string,
): void {
  cashierInsert.run(database, { ...cashier, at });
}

export function updateCashier(
  database: Database,
  id: string,
  change: { readonly name: string; readonly role: Role },
): void {
  database
    .prepare('UPDATE cashiers SET name = ?, role = ? WHERE id = ?')
    .run(change.name, change.role, id);
}

/** Sets a new PIN and clears the failures of the old one. */
export function updatePinHash(database: Database, id: string, pinHash: string): void {
  database.prepare('UPDATE cashiers SET pin_hash = ? WHERE id = ?').run(pinHash, id);
  updatePinFailures(database, id, { failures: 0, lockedUntil: null, lockedOutAt: null });
}

/** Cashiers are disabled, never deleted, because payments reference them. */
export function updateDisabledAt(database: Database, id: string, disabledAt: string | null): void {
  database.prepare('UPDATE cashiers SET disabled_at = ? WHERE id = ?').run(disabledAt, id);
}

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

export function updatePinFailures(
  database: Database,
  id: string,
  attempts: Pick<CashierRow, 'failures' | 'lockedUntil' | 'lockedOutAt'>,
): void {
  database
    .prepare('UPDATE cashiers SET failures = ?, locked_until = ?, locked_out_at = ? WHERE id = ?')
    .run(attempts.failures, attempts.lockedUntil, attempts.lockedOutAt, id);
}

/** Wrong recovery keys in a row, and the end of the wait before the next attempt. */
export interface RecoveryAttempts {
  readonly failures: number;
  readonly lockedUntil: string | null;
}

export function readRecoveryAttempts(database: Database): RecoveryAttempts {
  const row = database.prepare('SELECT failures, locked_until FROM recovery_attempts').get();
  if (row === undefined) return { failures: 0, lockedUntil: null };
  const read = readRow(row);
  return { failures: read.integer('failures'), lockedUntil: read.textOrNull('locked_until') };
}

export function writeRecoveryAttempts(database: Database, attempts: RecoveryAttempts): void {
  database
    .prepare(
      `INSERT INTO recovery_attempts (only, failures, locked_until) VALUES (1, ?, ?)
       ON CONFLICT (only) DO UPDATE SET failures = excluded.failures,
         locked_until = excluded.locked_until`,
    )
    .run(attempts.failures, attempts.lockedUntil);
}
