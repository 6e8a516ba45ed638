import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CURRENT_LEDGER_VERSION,
  type Database,
  openLedgerDatabase,
  StorageError,
  toStorageProblem,
} from './index.ts';

let folder: string;
let file: string;
const openDatabases: Database[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-ledger-'));
  file = join(folder, 'ledger.sqlite');
});
afterEach(() => {
  for (const database of openDatabases.splice(0)) database.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(path = file): Database {
  const database = openLedgerDatabase(path);
  openDatabases.push(database);
  return database;
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

const addRate = (database: Database, currency: string): void => {
  database.prepare('INSERT INTO rates (currency, per_usd) VALUES (?, ?)').run(currency, '1');
};
const listRates = (database: Database): unknown[] =>
  database
    .prepare('SELECT currency FROM rates ORDER BY currency')
    .all()
    .map((commitRate) => commitRate.currency);

/** Runs a small program that gets the ledger's path and writes lines. */
function startProgram(program: string): {
  readLine: () => Promise<string>;
  kill: () => Promise<void>;
} {
  const code = `
    import { openLedgerDatabase } from ${JSON.stringify(new URL('./database.ts', import.meta.url).href)};
    const file = process.argv[1];
    const say = (text) => process.stdout.write(text + '\\n');
    ${program}`;
  const childProcess = spawn(process.execPath, ['--input-type=module', '-e', code, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  let onOutput: (() => void) | null = null;
  childProcess.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    onOutput?.();
  });
  const ended = new Promise<void>((resolve) => {
    childProcess.on('exit', () => resolve());
  });
  return {
    readLine: async () => {
      while (!text.includes('\n')) {
        await new Promise<void>((resolve) => {
          onOutput = resolve;
        });
      }
      const end = text.indexOf('\n');
      const first = text.slice(0, end);
      text = text.slice(end + 1);
      return first;
    },
    kill: async () => {
      childProcess.kill('SIGKILL');
      await ended;
    },
  };
}

describe('opening a ledger', () => {
  it('creates a ledger of the newest version, and opens it again unchanged', () => {
    const first = open();
    expect(first.prepare('PRAGMA user_version').get()).toEqual({
      user_version: CURRENT_LEDGER_VERSION,
    });
    first.commit(() => addRate(first, 'MXN'));
    openDatabases.pop()?.close();
    expect(listRates(open())).toEqual(['MXN']);
  });

  it('uses WAL, full sync, foreign keys and an exclusive lock', () => {
    const database = open();
    const readPragma = (name: string): unknown =>
      Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect(readPragma('journal_mode')).toBe('wal');
    expect(readPragma('synchronous')).toBe(2);
    expect(readPragma('foreign_keys')).toBe(1);
    expect(readPragma('locking_mode')).toBe('exclusive');
  });

  it.each([
    ['noise', Buffer.from('this is not a ledger, and never was one. '.repeat(500))],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, ...new Uint8Array(9000)])],
  ])('refuses a file that is %s and does not change it', (_, content) => {
    writeFileSync(file, content);
    expect(getReason(() => open())).toBe('damaged');
    expect(readFileSync(file).equals(content)).toBe(true);
    expect(readdirSync(folder)).toEqual(['ledger.sqlite']);
  });

  it('refuses a ledger whose schema is overwritten, and does not change it', () => {
    open();
    openDatabases.pop()?.close();
    const broken = readFileSync(file);
    broken.fill(0xff, 100, 4096);
    writeFileSync(file, broken);
    expect(getReason(() => open())).toBe('damaged');
    expect(readFileSync(file).equals(broken)).toBe(true);
  });

  it('reports damage in a page that is read later', () => {
    const database = open();
    database.commit(() => {
      for (let index = 0; index < 2000; index += 1) addRate(database, `C${index}`);
    });
    openDatabases.pop()?.close();
    const broken = readFileSync(file);
    broken.fill(0xff, 3 * 4096);
    writeFileSync(file, broken);
    expect(
      getReason(() => {
        const reopened = open();
        reopened.commit(() => addRate(reopened, 'MXN'));
      }),
    ).toBe('damaged');
  });

  it('refuses a path whose folder is missing or is a file, and names only the file in the problem', () => {
    expect(getReason(() => open(join(folder, 'missing', 'ledger.sqlite')))).toBe('read-only');
    writeFileSync(join(folder, 'a-file'), '');
    expect(getReason(() => open(join(folder, 'a-file', 'ledger.sqlite')))).toBe('read-only');
    mkdirSync(file);
    expect(getReason(() => open())).toBe('read-only');
    expect(toStorageProblem(new StorageError('read-only', file, null))).toEqual({
      kind: 'storage',
      reason: 'read-only',
      file: 'ledger.sqlite',
    });
  });

  // A folder that even root cannot write to: the modes of a folder do not stop root.
  it.skipIf(!existsSync('/proc/self'))('refuses a folder that cannot be written', () => {
    expect(getReason(() => open('/proc/self/ledger.sqlite'))).toBe('read-only');
  });
});

describe('a commit to the ledger', () => {
  it('commits all changes or none, and returns the result of the work', () => {
    const database = open();
    expect(database.commit(() => 7)).toBe(7);
    expect(() =>
      database.commit(() => {
        addRate(database, 'MXN');
        throw new Error('in the middle');
      }),
    ).toThrow('in the middle');
    expect(listRates(database)).toEqual([]);
    database.commit(() => addRate(database, 'COP'));
    expect(listRates(database)).toEqual(['COP']);
  });

  it('rejects a nested commit', () => {
    const database = open();
    expect(() => database.commit(() => database.commit(() => 1))).toThrow('inside a commit');
    expect(database.commit(() => 1)).toBe(1);
  });

  it('rejects a commit that would not be synced to disk', () => {
    const database = open();
    database.prepare('PRAGMA synchronous = NORMAL').run();
    expect(() => database.commit(() => addRate(database, 'MXN'))).toThrow('not FULL');
    expect(listRates(database)).toEqual([]);
  });

  it('throws a storage error on a full disk, loses nothing, and succeeds once there is space', () => {
    const database = open();
    database.commit(() => addRate(database, 'MXN'));
    const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
    database.prepare(`PRAGMA max_page_count = ${pages}`).get();
    const fill = (): void =>
      database.commit(() => {
        for (let index = 0; index < 5000; index += 1) addRate(database, `C${index}`);
      });
    expect(getReason(fill)).toBe('full');
    expect(listRates(database)).toEqual(['MXN']);
    database.prepare('PRAGMA max_page_count = 1000000').get();
    fill();
    expect(listRates(database)).toHaveLength(5001);
  });

  it.each(['', '-wal'])(
    'rejects a commit while the ledger file%s is deleted or replaced, and commits once it is back',
    (ending) => {
      const database = open();
      const commitRate = (id: string): void => database.commit(() => addRate(database, id));
      commitRate('BEFORE');
      const movedFile = `${file}${ending}.away`;
      renameSync(`${file}${ending}`, movedFile);
      expect(getReason(() => commitRate('GONE'))).toBe('gone');
      copyFileSync(movedFile, `${file}${ending}`);
      expect(getReason(() => commitRate('OTHER'))).toBe('gone');
      renameSync(movedFile, `${file}${ending}`);
      commitRate('AGAIN');
      expect(listRates(database)).toEqual(['AGAIN', 'BEFORE']);
    },
  );

  it('throws a storage error and rolls back if a row violates the schema', () => {
    const database = open();
    database.commit(() => addRate(database, 'MXN'));
    expect(getReason(() => database.commit(() => addRate(database, 'MXN')))).toBe('failed');
    expect(
      getReason(() =>
        database.commit(() =>
          database
            .prepare(`INSERT INTO shifts (id, opened_at, opened_by) VALUES ('s', 't', 'nobody')`)
            .run(),
        ),
      ),
    ).toBe('failed');
  });
});

describe('a ledger of two processes', () => {
  it('reports the ledger as in use to a second process until the first ends', async () => {
    const program = startProgram(`
      const database = openLedgerDatabase(file);
      say('open');
      // The listener keeps a reference: an unreferenced database is collected and closed.
      process.stdin.resume().once('end', () => database.close());
    `);
    expect(await program.readLine()).toBe('open');
    expect(getReason(() => open())).toBe('in-use');
    await program.kill();
    expect(listRates(open())).toEqual([]);
  });

  it('has every acknowledged commit of a process that was killed', async () => {
    const program = startProgram(`
      const database = openLedgerDatabase(file);
      for (let index = 0; ; index += 1) {
        database.commit(() =>
          database.prepare('INSERT INTO rates (currency, per_usd) VALUES (?, 1)').run('C' + index));
        say(String(index));
        if (index % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 1));
      }
    `);
    let last = '';
    for (let count = 0; count < 50; count += 1) last = await program.readLine();
    await program.kill();
    expect(listRates(open())).toContain(`C${last}`);
    expect(openDatabases[0]?.prepare('PRAGMA integrity_check').all()).toEqual([
      { integrity_check: 'ok' },
    ]);
  });
});
