import { createHash } from 'node:crypto';
import type { Database } from '../../ledger/index.ts';

type Readable = Pick<Database, 'prepare'>;

/** A person, with a digest of all by which she may do something: role, PIN, being active. */
interface PersonDigest {
  readonly id: string;
  readonly name: string;
  readonly digest: string;
}

/** What neither the payments nor the audit log show by themselves, of one ledger. */
export interface StaffAndCashDigest {
  readonly people: readonly PersonDigest[];
  /**
   * Shifts, counts, Z reports, and the movements of shifts that are open: a few rows of each day,
   * whatever the number of payments.
   */
  readonly cash: string;
}

const CASH_QUERIES = [
  'SELECT * FROM shifts ORDER BY id',
  'SELECT * FROM cash_counts ORDER BY id',
  'SELECT number, shift_id, at, report FROM z_reports ORDER BY number',
  `SELECT cash_movements.* FROM shifts JOIN cash_movements ON cash_movements.shift_id = shifts.id
     WHERE shifts.closed_at IS NULL ORDER BY cash_movements.number`,
  'SELECT * FROM cash_movements WHERE shift_id IS NULL ORDER BY number',
];

export function readStaffAndCashDigest(database: Readable): StaffAndCashDigest {
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
  return { people, cash: hash.digest('base64url') };
}

function computeDigest(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}

/** The names of those who would have another PIN or role, would come, or would be gone. */
export function findDifferingPeople(
  now: StaffAndCashDigest,
  then: StaffAndCashDigest,
): readonly string[] {
  const apart = (one: readonly PersonDigest[], other: readonly PersonDigest[]): PersonDigest[] =>
    one.filter(({ id, digest }) => other.find((person) => person.id === id)?.digest !== digest);
  const found = [...apart(now.people, then.people), ...apart(then.people, now.people)];
  return [...new Map(found.map(({ id, name }) => [id, name])).values()];
}
