import { type Role, roleSchema } from '../../../shared/contract/index.ts';
import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineTable,
  defineUpdate,
  type RowOf,
} from '../../ledger/index.ts';

/** Queries of cashiers. Times are ISO 8601 in UTC. */

const CASHIERS = defineTable('cashiers', {
  id: column.text('id'),
  name: column.text('name'),
  role: column.oneOf('role', roleSchema.options),
  pinHash: column.text('pin_hash'),
  createdAt: column.text('created_at'),
  createdBy: column.textOrNull('created_by'),
  /** Wrong PINs in a row. */
  failures: column.generated(column.integer('failures'), null),
  lockedUntil: column.generated(column.textOrNull('locked_until'), null),
  lockedOutAt: column.generated(column.textOrNull('locked_out_at'), null),
  disabledAt: column.generated(column.textOrNull('disabled_at'), null),
  seal: column.generated(column.textOrNull('seal'), null),
});
export type CashierRow = RowOf<typeof CASHIERS>;
export const readCashierRow = CASHIERS.read;
/** All cashiers, the disabled ones last. */
export function listCashiers(database: Database): CashierRow[] {
  return database
    .prepare('SELECT * FROM cashiers ORDER BY disabled_at IS NOT NULL, name, id')
    .all()
    .map(CASHIERS.read);
}

export function listEnabledCashiers(database: Database): CashierRow[] {
  return database
    .prepare('SELECT * FROM cashiers WHERE disabled_at IS NULL ORDER BY name, id')
    .all()
    .map(CASHIERS.read);
}

export function readCashier(database: Database, id: string): CashierRow | null {
  const row = database.prepare('SELECT * FROM cashiers WHERE id = ?').get(id);
  return row ? CASHIERS.read(row) : null;
}

export function findActiveCashier(database: Database, id: string): CashierRow | null {
  const row = readCashier(database, id);
  return row === null || row.disabledAt !== null ? null : row;
}

const cashierInsert = defineInsert(CASHIERS);
const cashierUpsert = defineInsert(CASHIERS, {
  onConflictSql: `ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role,
    pin_hash = excluded.pin_hash, failures = 0, locked_until = NULL, locked_out_at = NULL,
    disabled_at = NULL`,
});
const cashierUpdate = defineUpdate(CASHIERS, { set: ['name', 'role'], by: ['id'] });
const failuresUpdate = defineUpdate(CASHIERS, {
  set: ['failures', 'lockedUntil', 'lockedOutAt'],
  by: ['id'],
});

type NewCashier = Pick<CashierRow, 'id' | 'name' | 'role' | 'pinHash'>;

/** Adds a cashier, or changes name, role and PIN of the one with this id and enables it again. */
export function upsertCashier(database: Database, cashier: NewCashier, createdAt: string): void {
  cashierUpsert.run(database, { ...cashier, createdAt, createdBy: null });
}

/** Adds a new cashier. Ids are never reused. */
export function insertCashier(
  database: Database,
  cashier: NewCashier & { readonly createdBy: string },
  createdAt: string,
): void {
  cashierInsert.run(database, { ...cashier, createdAt });
}

export function updateCashier(
  database: Database,
  id: string,
  change: { readonly name: string; readonly role: Role },
): void {
  cashierUpdate.run(database, { id, ...change });
}

export function updateCashierPinHash(database: Database, id: string, pinHash: string): void {
  database.prepare('UPDATE cashiers SET pin_hash = ? WHERE id = ?').run(pinHash, id);
}

export function updateCashierSeal(database: Database, id: string, seal: string): void {
  database.prepare('UPDATE cashiers SET seal = ? WHERE id = ?').run(seal, id);
}

/** Cashiers are disabled, never deleted, because payments reference them. */
export function updateCashierDisabledAt(
  database: Database,
  id: string,
  disabledAt: string | null,
): void {
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

export function updateCashierPinFailures(
  database: Database,
  id: string,
  attempts: Pick<CashierRow, 'failures' | 'lockedUntil' | 'lockedOutAt'>,
): void {
  failuresUpdate.run(database, { id, ...attempts });
}

/** How many PINs a person has set or tried to set for others or themselves since that time. */
export function countPinsSetBy(database: Database, setterId: string, since: string): number {
  const row = database
    .prepare(
      `SELECT count(*) AS count FROM audit
       WHERE cashier_id = ? AND at > ? AND (kind IN ('new-pin-refused', 'cashier-added',
         'pin-set-by-recovery-key') OR (kind IN ('cashier-changed', 'cashier-enabled')
         AND json_extract(detail, '$.newPin')))`,
    )
    .get(setterId, since);
  return row === undefined ? 0 : createRowReader(row).integer('count');
}

/** Wrong recovery keys in a row, and the end of the wait before the next attempt. */
const RECOVERY_ATTEMPTS = defineTable(
  'recovery_attempts',
  {
    failures: column.integer('failures'),
    lockedUntil: column.textOrNull('locked_until'),
  },
  { only: '1' },
);
const recoveryAttemptsInsert = defineInsert(RECOVERY_ATTEMPTS, { replacesExisting: true });
export type RecoveryAttempts = RowOf<typeof RECOVERY_ATTEMPTS>;

export function readRecoveryAttempts(database: Database): RecoveryAttempts {
  const row = database.prepare('SELECT * FROM recovery_attempts').get();
  return row ? RECOVERY_ATTEMPTS.read(row) : { failures: 0, lockedUntil: null };
}

export function writeRecoveryAttempts(database: Database, attempts: RecoveryAttempts): void {
  recoveryAttemptsInsert.run(database, attempts);
}
