/**
 * Reads the ledger that the till has open. SQLite locks it against every other connection, so a
 * test reads through the till's own: `vi.mock` wraps the ledger module with `watchOpening`.
 */

import type { Database } from '../../../electron/ledger/index.ts';
import type { CodeSealer } from '../../../electron/settings/keys/index.ts';

const openDatabases: Database[] = [];

export function watchOpening<
  LedgerModule extends { openLedgerDatabase(file: string, codes?: CodeSealer): Database },
>(ledgerModule: LedgerModule): LedgerModule {
  return {
    ...ledgerModule,
    openLedgerDatabase: (file: string, codes?: CodeSealer): Database => {
      const database = ledgerModule.openLedgerDatabase(file, codes);
      const watched: Database = {
        ...database,
        close: () => {
          openDatabases.splice(openDatabases.indexOf(watched), 1);
          database.close();
        },
      };
      openDatabases.push(watched);
      return watched;
    },
  };
}

export function openLedger(environment = 'sandbox'): Database {
  const database = openDatabases.findLast(({ file }) =>
    file.endsWith(`ledger-${environment}.sqlite`),
  );
  if (!database) throw new Error('no ledger is open');
  return database;
}

/** Tables that change automatically or by a wrong PIN, and contain neither money nor paper. */
const IGNORED_TABLES = new Set([
  'cashiers',
  'billers',
  'biller_lists',
  'departed_billers',
  'rates',
  'rates_state',
  'shop_account',
  // The resolver continues to look up unresolved payments.
  'look_ups',
  // Paid payments are read again hours later, until the service can no longer refund them.
  'refund_watches',
]);

/** Returns every row of every table about money, paper and people's decisions, as JSON. */
export function readLedgerRows(): string {
  const database = openLedger();
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map((row) => String(row.name))
    .filter((name) => !IGNORED_TABLES.has(name) && !name.startsWith('sqlite_'));
  const rows = tables.map((name) => [name, readRows(database, name)]);
  return JSON.stringify(rows, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
}

function readRows(database: Database, table: string): unknown[] {
  return database
    .prepare(`SELECT * FROM ${table}`)
    .all()
    .filter((row) => !isIgnoredEntry(row))
    .map(({ next_look_up_at: _nextLookUpAt, ...row }) => row);
}

/**
 * Whether a row of the audit log says nothing of money, paper or decisions: look-ups, the backup some
 * minutes after start-up, and wrong PINs, whose count the ignored table of cashiers has too.
 */
function isIgnoredEntry({
  kind,
  cashier_id: cashierId,
}: Readonly<Record<string, unknown>>): boolean {
  return (
    String(kind).startsWith('look-up-') ||
    kind === 'wrong-pin' ||
    (kind === 'backup-made' && cashierId === null)
  );
}
