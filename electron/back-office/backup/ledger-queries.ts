import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineRowReader,
  defineTable,
  pickFields,
  type RowOf,
} from '../../ledger/index.ts';

/** Queries about a ledger as a whole, for comparing backups: its identity and its extent. */

type ReadableDatabase = Pick<Database, 'prepare'>;

const LEDGER_IDENTITY = defineTable(
  'ledger_identity',
  {
    id: column.text('id'),
    environment: column.text('environment'),
    madeAt: column.text('made_at'),
  },
  { only: '1' },
);
const identityReader = defineRowReader(pickFields(LEDGER_IDENTITY, ['id', 'environment']));
const identityInsert = defineInsert(LEDGER_IDENTITY);
export type LedgerIdentity = RowOf<typeof identityReader>;

/** Returns null for a ledger that no till has opened yet. */
export function readLedgerIdentity(database: ReadableDatabase): LedgerIdentity | null {
  const row = database.prepare('SELECT id, environment FROM ledger_identity').get();
  return row ? identityReader.read(row) : null;
}

export function insertLedgerIdentity(
  database: Database,
  identity: LedgerIdentity,
  madeAt: string,
): void {
  identityInsert.run(database, { ...identity, madeAt });
}

/**
 * Lists the active supervisors and owners. Also reads ledgers of an earlier version: a backup may
 * be one.
 */
export function listRestoreApprovers(
  database: ReadableDatabase,
): { readonly id: string; readonly name: string }[] {
  return database
    .prepare("SELECT * FROM cashiers WHERE role IN ('supervisor', 'owner') ORDER BY name, id")
    .all()
    .filter((row) => (row.disabled_at ?? null) === null)
    .map((row) => {
      const read = createRowReader(row);
      return { id: read.text('id'), name: read.text('name') };
    });
}

export interface LedgerExtent {
  readonly payments: number;
  readonly lastPaymentAt: string | null;
  /** The highest event id of all payments: independent of the clock. */
  readonly events: number;
  readonly unresolved: number;
  readonly auditNumber: number;
  readonly auditDigest: string | null;
}

/**
 * Counting is slow in a large ledger, so use it only for a copy, in a worker thread, or for a
 * ledger not in use.
 */
export function readLedgerExtent(database: ReadableDatabase): LedgerExtent {
  const row = database
    .prepare(
      `SELECT (SELECT count(*) FROM intents) AS payments,
         (SELECT max(created_at) FROM intents) AS last_payment_at,
         (SELECT coalesce(max(id), 0) FROM payment_events) AS events,
         (SELECT count(*) FROM outcomes WHERE state IN ('intent', 'sent', 'unknown', 'unclear'))
           AS unresolved,
         (SELECT coalesce(max(number), 0) FROM audit) AS audit_number,
         (SELECT digest FROM audit ORDER BY number DESC LIMIT 1) AS audit_digest`,
    )
    .get();
  if (!row) throw new TypeError('ledger extent query returned no row');
  const read = createRowReader(row);
  return {
    payments: read.integer('payments'),
    lastPaymentAt: read.textOrNull('last_payment_at'),
    events: read.integer('events'),
    unresolved: read.integer('unresolved'),
    auditNumber: read.integer('audit_number'),
    auditDigest: read.textOrNull('audit_digest'),
  };
}

/**
 * Yields the number and id of every payment in the order of writing. Do not use the counter's
 * connection for it.
 */
export function* readAllPaymentIds(
  database: ReadableDatabase,
): Generator<readonly [number: number, paymentId: string]> {
  for (const row of database
    .prepare('SELECT rowid AS number, id FROM intents ORDER BY rowid')
    .iterate()) {
    const read = createRowReader(row);
    yield [read.integer('number'), read.text('id')];
  }
}

/**
 * Returns the id of the payment with this number in the order of writing; null if there is none.
 */
export function readPaymentIdByNumber(database: ReadableDatabase, number: number): string | null {
  const row = database.prepare('SELECT id FROM intents WHERE rowid = ?').get(number);
  return row ? createRowReader(row).text('id') : null;
}

/** Counts the payments written after the one with this number. */
export function countPaymentsAfter(database: ReadableDatabase, paymentNumber: number): number {
  const row = database
    .prepare('SELECT count(*) AS n FROM intents WHERE rowid > ?')
    .get(paymentNumber);
  return row ? createRowReader(row).integer('n') : 0;
}

/** Counts the audit rows after `number`, except those of `excludedKinds`. Stops at `limit`. */
export function countAuditRowsAfter(
  database: ReadableDatabase,
  auditNumber: number,
  excludedKinds: readonly string[],
  limit: number,
): number {
  const row = database
    .prepare(
      `SELECT count(*) AS n FROM (
         SELECT 1 FROM audit WHERE number > ?
           AND kind NOT IN (SELECT value FROM json_each(?)) LIMIT ?)`,
    )
    .get(auditNumber, JSON.stringify(excludedKinds), limit);
  return row ? createRowReader(row).integer('n') : 0;
}

/** True if nothing was sold and no cash moved: replacing such a ledger loses nothing. */
export function isLedgerEmpty(database: ReadableDatabase): boolean {
  const row = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM intents) OR EXISTS (SELECT 1 FROM cash_movements)
         OR EXISTS (SELECT 1 FROM cash_counts) OR EXISTS (SELECT 1 FROM z_reports) AS n`,
    )
    .get();
  return row !== undefined && createRowReader(row).integer('n') === 0;
}
