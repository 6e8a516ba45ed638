import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../ledger/index.ts';
import {
  type CashierRow,
  listCashiers,
  readCashier,
  readCashierRow,
  updateCashierSeal,
} from './cashier-queries.ts';

/**
 * Seals each person's row under a key that no copy of the ledger contains, so that nobody becomes
 * owner by writing into the closed ledger.
 */
export interface PersonSealer {
  /** The key of the seals, derived from the open data key; null if it is not open. */
  readonly getSealKey: () => Uint8Array | null;
  /** Whether a row without a seal counts: in a ledger of an earlier version, until it is sealed. */
  readonly areUnsealedRowsAccepted: () => boolean;
}

type SealedFields = Pick<CashierRow, 'id' | 'name' | 'role' | 'pinHash' | 'disabledAt'>;

/** HMAC-SHA-256 in hex, over everything that decides what the person may do. */
export function computePersonSeal(key: Uint8Array, person: SealedFields): string {
  const { id, name, role, pinHash, disabledAt } = person;
  const text = JSON.stringify([id, name, role, pinHash, disabledAt === null]);
  return createHmac('sha256', key).update(text).digest('hex');
}

export function hasValidPersonSeal(
  { getSealKey: getKey, areUnsealedRowsAccepted: acceptsUnsealed }: PersonSealer,
  row: CashierRow,
): boolean {
  if (row.seal === null) return acceptsUnsealed();
  const key = getKey();
  if (key === null) return false;
  const [expected, actual] = [Buffer.from(computePersonSeal(key, row)), Buffer.from(row.seal)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Inside a commit: seals the row of a person as it is now. */
export function sealPersonInCommit(sealer: PersonSealer, database: Database, id: string): void {
  const key = sealer.getSealKey();
  const row = readCashier(database, id);
  if (key === null || row === null) throw new Error('a person was changed without the data key');
  updateCashierSeal(database, id, computePersonSeal(key, row));
}

/** Seals the rows that have no seal, once for each ledger of an earlier version. */
export function sealUnsealedPeople(database: Database, key: Uint8Array): void {
  const unsealed = listCashiers(database).filter(({ seal }) => seal === null);
  if (unsealed.length === 0) return;
  database.commit(() => {
    for (const row of unsealed) updateCashierSeal(database, row.id, computePersonSeal(key, row));
  });
}

/** The first version of the ledger whose people have seals. */
export const FIRST_LEDGER_VERSION_WITH_SEALS = 9;

/** The seals of the people of a ledger of an earlier version, by id. */
export function computeSealsOfAllCashiers(
  ledger: Pick<Database, 'prepare'>,
  key: Uint8Array,
): Record<string, string> {
  const rows = ledger.prepare('SELECT *, NULL AS seal FROM cashiers').all();
  return Object.fromEntries(
    rows.map(readCashierRow).map((row) => [row.id, computePersonSeal(key, row)]),
  );
}

/** Writes these seals where a person has none. */
export function addMissingPersonSeals(
  database: Database,
  seals: Readonly<Record<string, string>>,
): void {
  const missing = listCashiers(database).filter(({ id, seal }) => seal === null && id in seals);
  if (missing.length === 0) return;
  database.commit(() => {
    for (const { id } of missing) updateCashierSeal(database, id, seals[id] ?? '');
  });
}
