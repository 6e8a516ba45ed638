import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, StorageError } from './index.ts';
import { MIGRATIONS } from './schema/index.ts';
import { makeEarlierLedger } from './testing/index.ts';

/** A later version, which only these tests know. */
const LATER = [...MIGRATIONS, `ALTER TABLE rates ADD COLUMN source TEXT NOT NULL DEFAULT 'before'`];

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-migrate-'));
  file = join(folder, 'ledger.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the ledger, writes a rate into it where one is given, and closes it; answers what it holds. */
function visit(migrations?: readonly string[], added?: string): unknown[] {
  const database = openDatabase(file, undefined, migrations);
  try {
    if (added !== undefined) {
      const add = database.prepare('INSERT INTO rates (currency, per_usd) VALUES (?, ?)');
      database.commit(() => add.run(added, '1'));
    }
    const rows = database.prepare('SELECT * FROM rates ORDER BY currency').all();
    return rows.map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof StorageError) return error.reason;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const versionOf = (path = file): unknown => {
  const raw = new DatabaseSync(path, { readOnly: true });
  try {
    return raw.prepare('PRAGMA user_version').get()?.user_version;
  } finally {
    raw.close();
  }
};

const digestOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

/** All files of the folder, byte for byte. */
const everything = (): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, digestOf(join(folder, name))]));

describe('a later version', () => {
  it('keeps what is there, and is refused by the program of before, which leaves it as it was', () => {
    visit(MIGRATIONS, 'MXN');
    expect(visit(LATER, 'COP')).toEqual([
      { currency: 'COP', per_usd: '1', source: 'before' },
      { currency: 'MXN', per_usd: '1', source: 'before' },
    ]);
    expect(versionOf()).toBe(MIGRATIONS.length + 1);
    const before = everything();
    expect(reasonOf(() => visit())).toBe('newer-version');
    expect(everything()).toEqual(before);
    expect(visit(LATER)).toHaveLength(2);
  });

  it('leaves the ledger as it was before beside it: the program of before opens that', () => {
    visit(MIGRATIONS, 'MXN');
    const before = digestOf(file);
    expect(visit(LATER)).toHaveLength(1);
    const copy = `${file}.before-version-${LATER.length}`;
    expect(digestOf(copy)).toBe(before);
    visit(LATER, 'COP');
    expect(digestOf(copy)).toBe(before);
    rmSync(file);
    renameSync(copy, file);
    expect(visit(MIGRATIONS)).toEqual([{ currency: 'MXN', per_usd: '1' }]);
  });

  it('is not begun where that copy cannot be made', () => {
    visit(MIGRATIONS, 'MXN');
    const before = everything();
    // Something else bears the copy's unfinished name, and cannot be removed as a file.
    mkdirSync(join(`${file}.before-version-${LATER.length}.part`, 'full'), { recursive: true });
    expect(reasonOf(() => visit(LATER))).toBe('failed');
    expect(digestOf(file)).toBe(before['ledger.sqlite']);
    expect(visit(MIGRATIONS)).toHaveLength(1);
  });

  it('rolls back a failed migration so that the previous version still opens the ledger', () => {
    visit(MIGRATIONS, 'MXN');
    const broken = [...MIGRATIONS, 'CREATE TABLE half (a TEXT); INSERT INTO rates VALUES (1)'];
    expect(reasonOf(() => visit(broken))).toBe('failed');
    expect(versionOf()).toBe(MIGRATIONS.length);
    expect(visit(MIGRATIONS, 'COP')).toHaveLength(2);
    const raw = new DatabaseSync(file);
    expect(raw.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'half'`).get()).toBeUndefined();
    raw.close();
  });

  it('that a power cut falls into leaves the version before, whole', async () => {
    visit(MIGRATIONS, 'MXN');
    const endless = `CREATE TABLE half (n INTEGER);
      INSERT INTO half WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many)
        SELECT n FROM many`;
    const program = `
      import { openDatabase } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
      import { MIGRATIONS } from ${JSON.stringify(new URL('./schema/index.ts', import.meta.url).href)};
      process.stdout.write('begin');
      openDatabase(process.argv[1], undefined, [...MIGRATIONS, ${JSON.stringify(endless)}]);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await new Promise((later) => setTimeout(later, 300));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(visit()).toEqual([{ currency: 'MXN', per_usd: '1' }]);
    expect(versionOf()).toBe(MIGRATIONS.length);
    expect(visit(LATER)).toHaveLength(1);
  });

  it('applies the migrations of a separate ledger in one transaction', () => {
    expect(reasonOf(() => visit([...MIGRATIONS, 'CREATE TABLE rates (twice TEXT)']))).toBe(
      'failed',
    );
    expect(versionOf()).toBe(MIGRATIONS.length);
    expect(visit()).toEqual([]);
  });
});

describe('a ledger from before version 1', () => {
  it('is recognised, whatever its version, and left byte for byte', () => {
    makeEarlierLedger(file);
    const raw = new DatabaseSync(file);
    for (const version of [1, 11, 12]) {
      raw.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`);
      const copy = join(folder, `of-${version}.sqlite`);
      raw.exec(`VACUUM INTO '${copy}'`);
      const before = digestOf(copy);
      expect(reasonOf(() => openDatabase(copy))).toBe('earlier-format');
      expect(digestOf(copy)).toBe(before);
    }
    raw.close();
    const before = everything();
    expect(reasonOf(() => visit())).toBe('earlier-format');
    expect(everything()).toEqual(before);
  });

  it('is left with what a power cut left in its journal', async () => {
    makeEarlierLedger(file);
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
    const before = digestOf(file);
    const journal = readFileSync(`${file}-wal`);
    expect(journal.length).toBeGreaterThan(0);
    expect(reasonOf(() => visit())).toBe('earlier-format');
    expect(digestOf(file)).toBe(before);
    expect(readFileSync(`${file}-wal`).equals(journal)).toBe(true);
  });

  it('rejects a ledger older than version 1 and a foreign database without changing either', () => {
    const raw = new DatabaseSync(file);
    raw.exec('CREATE TABLE rates (only TEXT); PRAGMA user_version = 3');
    raw.close();
    const before = everything();
    expect(reasonOf(() => visit())).toBe('failed');
    expect(everything()).toEqual(before);
  });
});
