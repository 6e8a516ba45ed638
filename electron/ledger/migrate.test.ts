import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLedgerDatabase, StorageError } from './index.ts';
import { MIGRATIONS } from './schema/index.ts';
import { createEarlierLedger } from './testing/index.ts';

/** A later version, which exists only in these tests. */
const LATER = [...MIGRATIONS, `ALTER TABLE rates ADD COLUMN source TEXT NOT NULL DEFAULT 'before'`];

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-migrate-'));
  file = join(folder, 'ledger.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the ledger, inserts a rate if one is passed, and closes it; returns the rates. */
function openAndReadRates(migrations?: readonly string[], newCurrency?: string): unknown[] {
  const database = openLedgerDatabase(file, undefined, migrations);
  try {
    if (newCurrency !== undefined) {
      const add = database.prepare('INSERT INTO rates (currency, per_usd) VALUES (?, ?)');
      database.commit(() => add.run(newCurrency, '1'));
    }
    const rows = database.prepare('SELECT * FROM rates ORDER BY currency').all();
    return rows.map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

function getReason(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof StorageError) return error.reason;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const readVersion = (path = file): unknown => {
  const raw = new DatabaseSync(path, { readOnly: true });
  try {
    return raw.prepare('PRAGMA user_version').get()?.user_version;
  } finally {
    raw.close();
  }
};

const computeDigest = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

/** The digests of all files of the folder. */
const computeDigests = (): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, computeDigest(join(folder, name))]));

describe('a migration to a later version', () => {
  it('keeps the rows, and the earlier program refuses the ledger and does not change it', () => {
    openAndReadRates(MIGRATIONS, 'MXN');
    expect(openAndReadRates(LATER, 'COP')).toEqual([
      { currency: 'COP', per_usd: '1', source: 'before' },
      { currency: 'MXN', per_usd: '1', source: 'before' },
    ]);
    expect(readVersion()).toBe(MIGRATIONS.length + 1);
    const digestBefore = computeDigests();
    expect(getReason(() => openAndReadRates())).toBe('newer-version');
    expect(computeDigests()).toEqual(digestBefore);
    expect(openAndReadRates(LATER)).toHaveLength(2);
  });

  it('leaves a copy of the former ledger, which the earlier program opens', () => {
    openAndReadRates(MIGRATIONS, 'MXN');
    const digestBefore = computeDigest(file);
    expect(openAndReadRates(LATER)).toHaveLength(1);
    const copy = `${file}.before-version-${LATER.length}`;
    expect(computeDigest(copy)).toBe(digestBefore);
    openAndReadRates(LATER, 'COP');
    expect(computeDigest(copy)).toBe(digestBefore);
    rmSync(file);
    renameSync(copy, file);
    expect(openAndReadRates(MIGRATIONS)).toEqual([{ currency: 'MXN', per_usd: '1' }]);
  });

  it('does not start a migration if the copy of the ledger fails', () => {
    openAndReadRates(MIGRATIONS, 'MXN');
    const digestBefore = computeDigests();
    // A folder has the temporary name of the copy, and cannot be removed like a file.
    mkdirSync(join(`${file}.before-version-${LATER.length}.part`, 'full'), { recursive: true });
    expect(getReason(() => openAndReadRates(LATER))).toBe('failed');
    expect(computeDigest(file)).toBe(digestBefore['ledger.sqlite']);
    expect(openAndReadRates(MIGRATIONS)).toHaveLength(1);
  });

  it('rolls back a failed migration so that the previous version still opens the ledger', () => {
    openAndReadRates(MIGRATIONS, 'MXN');
    const broken = [...MIGRATIONS, 'CREATE TABLE half (a TEXT); INSERT INTO rates VALUES (1)'];
    expect(getReason(() => openAndReadRates(broken))).toBe('failed');
    expect(readVersion()).toBe(MIGRATIONS.length);
    expect(openAndReadRates(MIGRATIONS, 'COP')).toHaveLength(2);
    const raw = new DatabaseSync(file);
    expect(raw.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'half'`).get()).toBeUndefined();
    raw.close();
  });

  it('leaves the complete former version after a power cut', async () => {
    openAndReadRates(MIGRATIONS, 'MXN');
    const endless = `CREATE TABLE half (n INTEGER);
      INSERT INTO half WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many)
        SELECT n FROM many`;
    const program = `
      import { openLedgerDatabase } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
      import { MIGRATIONS } from ${JSON.stringify(new URL('./schema/index.ts', import.meta.url).href)};
      process.stdout.write('begin');
      openLedgerDatabase(process.argv[1], undefined, [...MIGRATIONS, ${JSON.stringify(endless)}]);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(openAndReadRates()).toEqual([{ currency: 'MXN', per_usd: '1' }]);
    expect(readVersion()).toBe(MIGRATIONS.length);
    expect(openAndReadRates(LATER)).toHaveLength(1);
  });

  it('rolls back a failed migration of a new ledger', () => {
    expect(
      getReason(() => openAndReadRates([...MIGRATIONS, 'CREATE TABLE rates (twice TEXT)'])),
    ).toBe('failed');
    expect(readVersion()).toBe(MIGRATIONS.length);
    expect(openAndReadRates()).toEqual([]);
  });
});

describe('a ledger of the previous version', () => {
  it('counts certain outcomes that nobody marked as seen as seen, except those of a basket', () => {
    openLedgerDatabase(file, undefined, MIGRATIONS.slice(0, 5)).close();
    const raw = new DatabaseSync(file);
    raw.exec(`
      PRAGMA foreign_keys = OFF;
      INSERT INTO intents (id, order_id, kind, created_at, version, external_id, idempotency_key,
          target, body, biller_id, biller_name, biller_kind, account_number, amount, currency, due,
          shop_currency, cashier_id, cashier_name, pos_number, shift_id)
        SELECT value, value, 'bill', '2026-01-15T16:00:00Z', 'v3.mx', value, value, '/', x'00', 40,
          'CFE', 'utility', '1', '1', 'MXN', '1', 'MXN', 'ana', 'Ana', '07', 's'
        FROM json_each('["paid", "dateless", "seen", "unknown", "item"]');
      INSERT INTO outcomes (intent_id, state, resolved_at, seen_at) VALUES
        ('paid', 'paid', '2026-01-15T16:00:09Z', NULL), ('dateless', 'rejected', NULL, NULL),
        ('seen', 'paid', '2026-01-15T16:00:09Z', '2026-01-15T16:00:20Z'),
        ('unknown', 'unknown', NULL, NULL), ('item', 'paid', '2026-01-15T16:00:09Z', NULL);
      INSERT INTO basket_payments (intent_id, basket_id, number) VALUES ('item', 'b', 1)`);
    raw.close();
    const database = openLedgerDatabase(file, undefined, MIGRATIONS.slice(0, 6));
    const rows = database.prepare('SELECT intent_id, seen_at FROM outcomes').all();
    database.close();
    const seenAt = Object.fromEntries(rows.map((row) => [row.intent_id, row.seen_at]));
    expect(seenAt).toEqual({
      paid: '2026-01-15T16:00:09Z',
      dateless: expect.stringMatching(/^20\d\d-/),
      seen: '2026-01-15T16:00:20Z',
      unknown: null,
      item: null,
    });
  });
});

describe('a ledger from before the list of missing codes', () => {
  it('lists only gift cards that are sold without a code from then on', () => {
    openLedgerDatabase(file, undefined, MIGRATIONS.slice(0, 6)).close();
    const insert = (id: string, kind: string, state: string, text: string | null): void => {
      const raw = new DatabaseSync(file);
      raw.exec('PRAGMA foreign_keys = OFF');
      raw
        .prepare(
          `INSERT INTO intents (id, order_id, kind, created_at, version, external_id,
             idempotency_key, target, body, biller_id, biller_name, biller_kind, account_number,
             amount, currency, due, shop_currency, cashier_id, cashier_name, pos_number, shift_id)
           SELECT ?1, ?1, ?2, '2026-01-15T16:00:00Z', 'v3.mx', ?1, ?1, '/', x'00', 40, 'Amazon',
             'gift-card', '1', '1', 'MXN', '1', 'MXN', 'ana', 'Ana', '07', 's'`,
        )
        .run(id, kind);
      raw
        .prepare('INSERT INTO outcomes (intent_id, state, ticket_text) VALUES (?, ?, ?)')
        .run(id, state, text);
      raw.close();
    };
    insert('old', 'gift-card', 'paid', null);
    openLedgerDatabase(file).close();
    insert('made', 'gift-card', 'paid', null);
    insert('with-code', 'gift-card', 'paid', 'sealed');
    insert('bill', 'bill', 'paid', null);
    insert('later', 'gift-card', 'unknown', null);
    insert('not-paid', 'gift-card', 'unknown', null);
    const raw = new DatabaseSync(file);
    raw.exec(`UPDATE outcomes SET state = 'by-hand-paid' WHERE intent_id = 'later';
      UPDATE outcomes SET state = 'rejected' WHERE intent_id = 'not-paid'`);
    const rows = raw.prepare('SELECT intent_id FROM missing_codes ORDER BY intent_id').all();
    raw.close();
    expect(rows.map((row) => row.intent_id)).toEqual(['later', 'made']);
  });
});

describe('a ledger from before version 1', () => {
  it('recognises a ledger from before version 1 for any version number, and does not change it', () => {
    createEarlierLedger(file);
    const raw = new DatabaseSync(file);
    for (const version of [1, 11, 12]) {
      raw.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`);
      const copy = join(folder, `of-${version}.sqlite`);
      raw.exec(`VACUUM INTO '${copy}'`);
      const digestBefore = computeDigest(copy);
      expect(getReason(() => openLedgerDatabase(copy))).toBe('earlier-format');
      expect(computeDigest(copy)).toBe(digestBefore);
    }
    raw.close();
    const digestBefore = computeDigests();
    expect(getReason(() => openAndReadRates())).toBe('earlier-format');
    expect(computeDigests()).toEqual(digestBefore);
  });

  it('keeps its journal of a killed program unchanged', async () => {
    createEarlierLedger(file);
    const program = `
      import { DatabaseSync } from 'node:sqlite';
      const database = new DatabaseSync(process.argv[1]);
      database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA wal_autocheckpoint = 0;" +
        "INSERT INTO intents (id, external_id) VALUES ('three', '0192')");
      process.stdout.write('written');
      setInterval(() => database, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const digestBefore = computeDigest(file);
    const journal = readFileSync(`${file}-wal`);
    expect(journal.length).toBeGreaterThan(0);
    expect(getReason(() => openAndReadRates())).toBe('earlier-format');
    expect(computeDigest(file)).toBe(digestBefore);
    expect(readFileSync(`${file}-wal`).equals(journal)).toBe(true);
  });

  it('rejects a ledger older than version 1 and a foreign database without changing either', () => {
    const raw = new DatabaseSync(file);
    raw.exec('CREATE TABLE rates (only TEXT); PRAGMA user_version = 3');
    raw.close();
    const digestBefore = computeDigests();
    expect(getReason(() => openAndReadRates())).toBe('failed');
    expect(computeDigests()).toEqual(digestBefore);
  });
});
