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
  type Database,
  LEDGER_VERSION,
  openDatabase,
  StorageError,
  toStorageProblem,
} from './index.ts';

let folder: string;
let file: string;
const opened: Database[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-ledger-'));
  file = join(folder, 'ledger.sqlite');
});
afterEach(() => {
  for (const database of opened.splice(0)) database.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(path = file): Database {
  const database = openDatabase(path);
  opened.push(database);
  return database;
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

const addRate = (database: Database, currency: string): void => {
  database.prepare('INSERT INTO rates (currency, per_usd) VALUES (?, ?)').run(currency, '1');
};
const rates = (database: Database): unknown[] =>
  database
    .prepare('SELECT currency FROM rates ORDER BY currency')
    .all()
    .map((row) => row.currency);

/** Runs a small program with the ledger open; it answers by lines. */
function child(program: string): {
  line: () => Promise<string>;
  kill: () => Promise<void>;
} {
  const code = `
    import { openDatabase } from ${JSON.stringify(new URL('./database.ts', import.meta.url).href)};
    const file = process.argv[1];
    const say = (text) => process.stdout.write(text + '\\n');
    ${program}`;
  const running = spawn(process.execPath, ['--input-type=module', '-e', code, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  let heard: (() => void) | null = null;
  running.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    heard?.();
  });
  const ended = new Promise<void>((resolve) => {
    running.on('exit', () => resolve());
  });
  return {
    line: async () => {
      while (!text.includes('\n')) {
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
      const end = text.indexOf('\n');
      const first = text.slice(0, end);
      text = text.slice(end + 1);
      return first;
    },
    kill: async () => {
      running.kill('SIGKILL');
      await ended;
    },
  };
}

describe('opening', () => {
  it('makes a ledger from nothing, at the newest version, and opens it again as it is', () => {
    const first = open();
    expect(first.prepare('PRAGMA user_version').get()).toEqual({
      user_version: LEDGER_VERSION,
    });
    first.commit(() => addRate(first, 'MXN'));
    opened.pop()?.close();
    expect(rates(open())).toEqual(['MXN']);
  });

  it('is WAL, synced in full, with foreign keys', () => {
    const database = open();
    const pragma = (name: string): unknown =>
      Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('locking_mode')).toBe('exclusive');
  });

  it.each([
    ['noise', Buffer.from('this is not a ledger, and never was one. '.repeat(500))],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, ...new Uint8Array(9000)])],
  ])('refuses a file that is %s and leaves it as it was', (_, content) => {
    writeFileSync(file, content);
    expect(reasonOf(() => open())).toBe('damaged');
    expect(readFileSync(file).equals(content)).toBe(true);
    expect(readdirSync(folder)).toEqual(['ledger.sqlite']);
  });

  it('refuses a ledger whose schema is overwritten, and leaves it as it was', () => {
    open();
    opened.pop()?.close();
    const broken = readFileSync(file);
    broken.fill(0xff, 100, 4096);
    writeFileSync(file, broken);
    expect(reasonOf(() => open())).toBe('damaged');
    expect(readFileSync(file).equals(broken)).toBe(true);
  });

  it('says damaged when a page that is read later is broken', () => {
    const database = open();
    database.commit(() => {
      for (let index = 0; index < 2000; index += 1) addRate(database, `C${index}`);
    });
    opened.pop()?.close();
    const broken = readFileSync(file);
    broken.fill(0xff, 3 * 4096);
    writeFileSync(file, broken);
    expect(
      reasonOf(() => {
        const again = open();
        again.commit(() => addRate(again, 'MXN'));
      }),
    ).toBe('damaged');
  });

  it('refuses a folder that is not there or is a file, and names only the file', () => {
    expect(reasonOf(() => open(join(folder, 'missing', 'ledger.sqlite')))).toBe('read-only');
    writeFileSync(join(folder, 'a-file'), '');
    expect(reasonOf(() => open(join(folder, 'a-file', 'ledger.sqlite')))).toBe('read-only');
    mkdirSync(file);
    expect(reasonOf(() => open())).toBe('read-only');
    expect(toStorageProblem(new StorageError('read-only', file, null))).toEqual({
      kind: 'storage',
      reason: 'read-only',
      file: 'ledger.sqlite',
    });
  });

  // A place that nobody may write to, not even root, whom the modes of a folder do not stop.
  it.skipIf(!existsSync('/proc/self'))('refuses a folder that cannot be written', () => {
    expect(reasonOf(() => open('/proc/self/ledger.sqlite'))).toBe('read-only');
  });
});

describe('a commit', () => {
  it('is all or nothing, and answers what the work answers', () => {
    const database = open();
    expect(database.commit(() => 7)).toBe(7);
    expect(() =>
      database.commit(() => {
        addRate(database, 'MXN');
        throw new Error('in the middle');
      }),
    ).toThrow('in the middle');
    expect(rates(database)).toEqual([]);
    database.commit(() => addRate(database, 'COP'));
    expect(rates(database)).toEqual(['COP']);
  });

  it('rejects a nested commit', () => {
    const database = open();
    expect(() => database.commit(() => database.commit(() => 1))).toThrow('inside a commit');
    expect(database.commit(() => 1)).toBe(1);
  });

  it('is refused where it would not be synced', () => {
    const database = open();
    database.prepare('PRAGMA synchronous = NORMAL').run();
    expect(() => database.commit(() => addRate(database, 'MXN'))).toThrow('not FULL');
    expect(rates(database)).toEqual([]);
  });

  it('on a full disk is a storage problem, loses nothing, and works again when there is room', () => {
    const database = open();
    database.commit(() => addRate(database, 'MXN'));
    const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
    database.prepare(`PRAGMA max_page_count = ${pages}`).get();
    const fill = (): void =>
      database.commit(() => {
        for (let index = 0; index < 5000; index += 1) addRate(database, `C${index}`);
      });
    expect(reasonOf(fill)).toBe('full');
    expect(rates(database)).toEqual(['MXN']);
    database.prepare('PRAGMA max_page_count = 1000000').get();
    fill();
    expect(rates(database)).toHaveLength(5001);
  });

  it.each(['', '-wal'])(
    'notices that somebody deleted or replaced its file%s, and goes on once it is back',
    (ending) => {
      const database = open();
      const row = (id: string): void => database.commit(() => addRate(database, id));
      row('BEFORE');
      const away = `${file}${ending}.away`;
      renameSync(`${file}${ending}`, away);
      expect(reasonOf(() => row('GONE'))).toBe('gone');
      copyFileSync(away, `${file}${ending}`);
      expect(reasonOf(() => row('OTHER'))).toBe('gone');
      renameSync(away, `${file}${ending}`);
      row('AGAIN');
      expect(rates(database)).toEqual(['AGAIN', 'BEFORE']);
    },
  );

  it('that breaks a rule of the schema is a storage problem, and undone', () => {
    const database = open();
    database.commit(() => addRate(database, 'MXN'));
    expect(reasonOf(() => database.commit(() => addRate(database, 'MXN')))).toBe('failed');
    expect(
      reasonOf(() =>
        database.commit(() =>
          database
            .prepare(`INSERT INTO shifts (id, opened_at, opened_by) VALUES ('s', 't', 'nobody')`)
            .run(),
        ),
      ),
    ).toBe('failed');
  });
});

describe('two processes', () => {
  it('on one ledger: the second cannot open it, and can when the first is gone', async () => {
    const other = child(`
      const database = openDatabase(file);
      say('open');
      // What nobody holds is collected, and closed with it.
      process.stdin.resume().once('end', () => database.close());
    `);
    expect(await other.line()).toBe('open');
    expect(reasonOf(() => open())).toBe('in-use');
    await other.kill();
    expect(rates(open())).toEqual([]);
  });

  it('one of which is killed: what it had acknowledged is there', async () => {
    const other = child(`
      const database = openDatabase(file);
      for (let index = 0; ; index += 1) {
        database.commit(() =>
          database.prepare('INSERT INTO rates (currency, per_usd) VALUES (?, 1)').run('C' + index));
        say(String(index));
        if (index % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 1));
      }
    `);
    let last = '';
    for (let count = 0; count < 50; count += 1) last = await other.line();
    await other.kill();
    expect(rates(open())).toContain(`C${last}`);
    expect(opened[0]?.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  });
});
