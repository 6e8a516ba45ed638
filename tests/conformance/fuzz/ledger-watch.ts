/**
 * Looks into the ledger that the till has open. It is locked to every other connection, so a test
 * asks through the till's own: `vi.mock` puts `watchOpening` around the ledger's door.
 */

import type { Database } from '../../../electron/ledger/index.ts';
import type { CodeSealer } from '../../../electron/settings/keys/index.ts';

const open: Database[] = [];

export function watchOpening<
  Door extends { openDatabase(file: string, codes?: CodeSealer): Database },
>(door: Door): Door {
  return {
    ...door,
    openDatabase: (file: string, codes?: CodeSealer): Database => {
      const database = door.openDatabase(file, codes);
      const watched: Database = {
        ...database,
        close: () => {
          open.splice(open.indexOf(watched), 1);
          database.close();
        },
      };
      open.push(watched);
      return watched;
    },
  };
}

export function openLedger(environment = 'sandbox'): Database {
  const found = open.findLast(({ file }) => file.endsWith(`ledger-${environment}.sqlite`));
  if (!found) throw new Error('no ledger is open');
  return found;
}

/** What changes by itself, or by a wrong PIN, and is neither money nor paper. */
const BESIDE = new Set([
  'cashiers',
  'billers',
  'biller_lists',
  'departed_billers',
  'rates',
  'rates_state',
  'shop_account',
  // The resolver goes on asking for what is not known.
  'look_ups',
  // What was paid is read again, hours later, until the service cannot give it back any more.
  'refund_watches',
]);

/** Every row of every table that tells of money, paper and people's decisions. */
export function ledgerRows(): string {
  const database = openLedger();
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map((row) => String(row.name))
    .filter((name) => !BESIDE.has(name) && !name.startsWith('sqlite_'));
  const rows = tables.map((name) => [name, rowsOf(database, name)]);
  return JSON.stringify(rows, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
}

function rowsOf(database: Database, table: string): unknown[] {
  return database
    .prepare(`SELECT * FROM ${table}`)
    .all()
    .filter((row) => !isOfItself(row))
    .map(({ next_look_up_at: _when, ...row }) => row);
}

/** The till looks up, and makes its backup, some minutes after its start, without anybody. */
function isOfItself({ kind, cashier_id: person }: Readonly<Record<string, unknown>>): boolean {
  return String(kind).startsWith('look-up-') || (kind === 'backup-made' && person === null);
}
