import { createHash } from 'node:crypto';
import type { Database } from '../../ledger/index.ts';

type ReadableDatabase = Pick<Database, 'prepare'>;

/**
 * A person, with a digest of the fields that decide what the person may do: role, PIN, and whether
 * active.
 */
interface PersonDigest {
  readonly id: string;
  readonly name: string;
  readonly digest: string;
}

/**
 * The state of staff and cash in a ledger, which neither payments nor audit rows fully determine.
 */
export interface StaffAndCashDigest {
  readonly people: readonly PersonDigest[];
  /**
   * A digest of shifts, counts, Z reports, and the movements of open shifts: a few rows per day,
   * independent of the number of payments.
   */
  readonly cashDigest: string;
}

const CASH_QUERIES = [
  'SELECT * FROM shifts ORDER BY id',
  'SELECT * FROM cash_counts ORDER BY id',
  'SELECT number, shift_id, at, report FROM z_reports ORDER BY number',
  `SELECT cash_movements.* FROM shifts JOIN cash_movements ON cash_movements.shift_id = shifts.id
     WHERE shifts.closed_at IS NULL ORDER BY cash_movements.number`,
  'SELECT * FROM cash_movements WHERE shift_id IS NULL ORDER BY number',
];

export function readStaffAndCashDigest(database: ReadableDatabase): StaffAndCashDigest {
  const people = database
    .prepare('SELECT * FROM cashiers ORDER BY id')
    .all()
    .map((row) => ({
      id: String(row.id),
      name: String(row.name),
      digest: computeDigest([row.role, row.pin_hash, (row.disabled_at ?? null) === null]),
    }));
  const hash = createHash('sha256');
  for (const sql of CASH_QUERIES) {
    for (const row of database.prepare(sql).iterate()) hash.update(`${JSON.stringify(row)}\n`);
  }
  return { people, cashDigest: hash.digest('base64url') };
}

function computeDigest(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}

/** Returns the names of the people whose PIN, role or existence differs between the two ledgers. */
export function findNamesOfDifferingPeople(
  current: StaffAndCashDigest,
  backup: StaffAndCashDigest,
): readonly string[] {
  const selectDiffering = (
    people: readonly PersonDigest[],
    otherPeople: readonly PersonDigest[],
  ): PersonDigest[] =>
    people.filter(
      ({ id, digest }) => otherPeople.find((person) => person.id === id)?.digest !== digest,
    );
  const differing = [
    ...selectDiffering(current.people, backup.people),
    ...selectDiffering(backup.people, current.people),
  ];
  return [...new Map(differing.map(({ id, name }) => [id, name])).values()];
}
