import type { TimeCursor } from '../../platform/index.ts';
import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineTable,
  type RowOf,
} from '../index.ts';

/**
 * Queries of the audit log. It is ordered by time, then by number; the numbers show if a clock was
 * set back. Times are ISO 8601 in UTC.
 */

const AUDIT = defineTable('audit', {
  number: column.integer('number'),
  at: column.text('at'),
  kind: column.text('kind'),
  cashierId: column.textOrNull('cashier_id'),
  cashierName: column.textOrNull('cashier_name'),
  approvedBy: column.textOrNull('approved_by'),
  approverName: column.textOrNull('approver_name'),
  /** The JSON as it was written. */
  detail: column.text('detail'),
  digest: column.text('digest'),
});
export type AuditRow = RowOf<typeof AUDIT>;

/** Filters of a page; a null field does not filter. `since` is included, `until` is not. */
export interface AuditRowFilter {
  readonly since: string | null;
  readonly until: string | null;
  /** The person who did it, or whose PIN allowed it. */
  readonly personId: string | null;
  /** Any of these. */
  readonly kinds: readonly string[] | null;
}

export function readLastAuditRow(
  database: Pick<Database, 'prepare'>,
): Pick<AuditRow, 'number' | 'digest'> | null {
  const row = database
    .prepare('SELECT number, digest FROM audit ORDER BY number DESC LIMIT 1')
    .get();
  if (!row) return null;
  const read = createRowReader(row);
  return { number: read.integer('number'), digest: read.text('digest') };
}

const auditInsert = defineInsert(AUDIT);

export function insertAuditRow(database: Database, row: AuditRow): void {
  auditInsert.run(database, row);
}

/**
 * The newest first; every filter uses an index. Each combination of a kind with a person in one of the
 * two roles is a page of its own, because an index is ordered by time only within such a combination.
 */
export function readAuditPage(
  database: Database,
  filter: AuditRowFilter,
  after: TimeCursor | null,
  limit: number,
): AuditRow[] {
  const roles = filter.personId === null ? [null] : (['cashier_id', 'approved_by'] as const);
  const rows = new Map<number, AuditRow>();
  for (const kind of filter.kinds ?? [null]) {
    for (const role of roles) {
      for (const row of readPage(database, { ...filter, role, kind }, after, limit))
        rows.set(row.number, row);
    }
  }
  return [...rows.values()]
    .sort((first, second) => compareText(second.at, first.at) || second.number - first.number)
    .slice(0, limit);
}

function readPage(
  database: Database,
  {
    since,
    until,
    personId,
    role,
    kind,
  }: Omit<AuditRowFilter, 'kinds'> & {
    readonly role: 'cashier_id' | 'approved_by' | null;
    readonly kind: string | null;
  },
  after: TimeCursor | null,
  limit: number,
): AuditRow[] {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const addCondition = (condition: string, ...parameters: (string | number)[]): void => {
    conditions.push(condition);
    values.push(...parameters);
  };
  if (role !== null && personId !== null) addCondition(`${role} = ?`, personId);
  if (kind !== null) addCondition('kind = ?', kind);
  if (since !== null) addCondition('at >= ?', since);
  if (until !== null) addCondition('at < ?', until);
  if (after !== null) addCondition('(at, number) < (?, ?)', after.at, after.number);
  const whereClause = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return database
    .prepare(`SELECT * FROM audit ${whereClause} ORDER BY at DESC, number DESC LIMIT ?`)
    .all(...values, limit)
    .map(AUDIT.read);
}

/** In the order of writing, for the verification of the hash chain. */
export function listAuditRowsAfter(
  database: Pick<Database, 'prepare'>,
  rowNumber: number,
  limit: number,
): AuditRow[] {
  return database
    .prepare(`SELECT * FROM audit WHERE number > ? ORDER BY number LIMIT ?`)
    .all(rowNumber, limit)
    .map(AUDIT.read);
}

export function readAuditDigest(
  database: Pick<Database, 'prepare'>,
  rowNumber: number,
): string | null {
  const row = database.prepare('SELECT digest FROM audit WHERE number = ?').get(rowNumber);
  return row ? createRowReader(row).text('digest') : null;
}

/** The time of the first row after that number; null if there is none. */
export function readTimeOfNextAuditRow(
  database: Pick<Database, 'prepare'>,
  rowNumber: number,
): string | null {
  const row = database
    .prepare('SELECT at FROM audit WHERE number > ? ORDER BY number LIMIT 1')
    .get(rowNumber);
  return row ? createRowReader(row).text('at') : null;
}

/**
 * Number and digest of every row, in order. Reads all rows: do not use it on the till's connection.
 */
export function* readAllAuditDigests(
  database: Pick<Database, 'prepare'>,
): Generator<readonly [number: number, digest: string]> {
  for (const row of database
    .prepare('SELECT number, digest FROM audit ORDER BY number')
    .iterate()) {
    const read = createRowReader(row);
    yield [read.integer('number'), read.text('digest')];
  }
}

export function readNewestAuditRowOfKind(database: Database, kind: string): AuditRow | null {
  const row = database
    .prepare(`SELECT * FROM audit WHERE kind = ? ORDER BY at DESC, number DESC LIMIT 1`)
    .get(kind);
  return row ? AUDIT.read(row) : null;
}

export function listAuditRowsOfKind(database: Database, kind: string): AuditRow[] {
  return database
    .prepare(`SELECT * FROM audit WHERE kind = ? ORDER BY at, number`)
    .all(kind)
    .map(AUDIT.read);
}

/** Every kind that occurs, read by index jumps from one kind to the next. */
export function listAuditKinds(database: Database): string[] {
  return database
    .prepare(
      `WITH RECURSIVE found (kind) AS (
         SELECT min(kind) FROM audit
         UNION ALL
         SELECT (SELECT min(kind) FROM audit WHERE kind > found.kind)
           FROM found WHERE found.kind IS NOT NULL
       ) SELECT kind FROM found WHERE kind IS NOT NULL`,
    )
    .all()
    .map((row) => createRowReader(row).text('kind'));
}

/** All persons who did or approved something, with their latest names. */
export function listAuditPeople(
  database: Database,
): { readonly id: string; readonly name: string }[] {
  const names = new Map<string, string>();
  for (const [id, name] of [
    ['approved_by', 'approver_name'],
    ['cashier_id', 'cashier_name'],
  ]) {
    const rows = database
      .prepare(
        `WITH RECURSIVE found (id) AS (
           SELECT min(${id}) FROM audit WHERE ${id} IS NOT NULL
           UNION ALL
           SELECT (SELECT min(${id}) FROM audit WHERE ${id} IS NOT NULL AND ${id} > found.id)
             FROM found WHERE found.id IS NOT NULL
         )
         SELECT found.id AS id, (
           SELECT ${name} FROM audit WHERE ${id} = found.id ORDER BY at DESC LIMIT 1
         ) AS name
         FROM found WHERE found.id IS NOT NULL`,
      )
      .all();
    for (const row of rows) {
      const read = createRowReader(row);
      names.set(read.text('id'), read.textOrNull('name') ?? read.text('id'));
    }
  }
  return [...names].map(([id, name]) => ({ id, name }));
}

function compareText(first: string, second: string): number {
  return first < second ? -1 : first > second ? 1 : 0;
}
