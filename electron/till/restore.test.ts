import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRowsOfKind, createAudit } from '../audit/index.ts';
import { applyRestore, noteRestore, readStage, stageFile } from '../backup/index.ts';
import { type TestLedger, testLedger } from '../backup/testing/index.ts';
import { type Database, openDatabase } from '../ledger/index.ts';
import { makeEarlierLedger } from '../ledger/testing/index.ts';
import { isoTime, newUuid, silentLog } from '../platform/index.ts';
import { hashPin } from '../staff/index.ts';
import { lookInto, readInsistence, restoreAtStart } from './restore.ts';

const checkWorker = new URL('../backup/inspect-worker.ts', import.meta.url);
const LUIS = { cashierId: 'luis', pin: '8173950' };

let pinHash: string;
let ledger: TestLedger;
let backup: string;

beforeAll(async () => {
  pinHash = await hashPin(LUIS.pin);
});
beforeEach(async () => {
  ledger = testLedger();
  ledger.employ(pinHash);
  ledger.pay('one');
  const made = await ledger.backup.make(null);
  if (!made.ok) throw new Error('no backup');
  backup = join(ledger.folder, 'backups', made.value.file);
});
afterEach(() => ledger.close());

const atStart = (insists: typeof LUIS | null = null, file = backup) =>
  restoreAtStart(
    {
      profileFolder: ledger.folder,
      clock: ledger.clock,
      newId: newUuid,
      log: silentLog,
      checkWorker,
    },
    { file, environment: 'sandbox', insists },
  );

function apply(): ReturnType<typeof applyRestore> {
  return applyRestore({
    profileFolder: ledger.folder,
    environment: 'sandbox',
    ledger: ledger.file,
    look: (work) => lookInto(ledger.file, silentLog, work),
    log: silentLog,
  });
}

/** What the next start does; answers the payments that are then in the ledger. */
function open(): { readonly ids: unknown[]; readonly notes: unknown[] } {
  const applied = apply();
  if (!applied.ok) throw new Error('not applied');
  const database: Database = openDatabase(ledger.file);
  const audit = createAudit({ database, clock: ledger.clock });
  const where = { profileFolder: ledger.folder, ledger: ledger.file, database, audit };
  if (applied.value) noteRestore(where, applied.value);
  const ids = database.prepare('SELECT id FROM intents ORDER BY id').all();
  const notes = auditRowsOfKind(database, 'ledger-restored').map((row) => ({
    ...JSON.parse(row.detail),
    approver: row.approverName,
  }));
  database.close();
  return { ids: ids.map((row) => row.id), notes };
}

const closed = (work: () => void = () => {}): void => {
  ledger.shut();
  work();
};
const asides = (): string[] =>
  readdirSync(ledger.folder).filter((name) => /\.replaced-.*\.sqlite$/.test(name));

describe('--restore', () => {
  it('puts back a ledger that holds as much as the one in use', async () => {
    closed();
    expect(await atStart()).toEqual({ ok: true, value: null });
    const { ids, notes } = open();
    expect(ids).toEqual(['one']);
    expect(notes).toMatchObject([{ paymentsMissing: 0, insists: false, kept: asides()[0] }]);
    expect(readdirSync(ledger.folder).filter((name) => /restor/.test(name))).toEqual([]);
  });

  it('refuses one from before version 1 by its own reason, also where it was agreed to before', async () => {
    const waiting = `${ledger.file}.restoring`;
    closed();
    expect(await atStart()).toMatchObject({ ok: true });
    const earlier = join(ledger.folder, 'earlier.sqlite');
    makeEarlierLedger(earlier);
    const problem = { kind: 'restore', reason: 'earlier-format' };
    expect(await atStart(null, earlier)).toMatchObject({ problem });
    copyFileSync(earlier, waiting);
    expect(open()).toEqual({ ids: ['one'], notes: [] });
    expect(readFileSync(waiting).equals(readFileSync(earlier))).toBe(true);
    expect(asides()).toEqual([]);
  });

  it('begins no empty ledger where one from before version 1 was cut off in taking its place', async () => {
    closed();
    expect(await atStart()).toMatchObject({ ok: true });
    const waiting = `${ledger.file}.restoring`;
    rmSync(waiting);
    makeEarlierLedger(waiting);
    const aside = join(ledger.folder, 'aside.sqlite');
    renameSync(ledger.file, aside);
    const names = readdirSync(ledger.folder);
    expect(apply()).toMatchObject({ problem: { kind: 'storage', reason: 'earlier-format' } });
    expect(readdirSync(ledger.folder)).toEqual(names);
    renameSync(aside, ledger.file);
    expect(open()).toEqual({ ids: ['one'], notes: [] });
  });

  it('says of one that was damaged since that it is damaged, and keeps what it replaced', async () => {
    closed();
    expect(await atStart()).toMatchObject({ ok: true });
    writeFileSync(`${ledger.file}.restoring`, 'no ledger any more');
    expect(apply()).toMatchObject({ ok: true });
    expect(() => openDatabase(ledger.file)).toThrow(/damaged/);
    expect(asides()).toHaveLength(1);
  });

  it('refuses an older one, and changes nothing', async () => {
    ledger.pay('two');
    closed();
    expect(await atStart()).toMatchObject({ problem: { kind: 'restore', reason: 'older' } });
    expect(open()).toEqual({ ids: ['one', 'two'], notes: [] });
  });

  it('takes it where a supervisor insists, and keeps what it replaced', async () => {
    ledger.pay('two');
    closed();
    expect(await atStart(LUIS)).toMatchObject({ ok: true });
    const { ids, notes } = open();
    expect(ids).toEqual(['one']);
    expect(notes).toMatchObject([
      { paymentsMissing: 1, insists: true, approver: 'Luis', replaced: { payments: 2 } },
    ]);
    const kept = openDatabase(join(ledger.folder, asides()[0] ?? ''));
    expect(kept.prepare('SELECT count(*) AS n FROM intents').get()?.n).toBe(2);
    kept.close();
  });

  it.each([
    ['a wrong PIN', { cashierId: 'luis', pin: '0000' }, 'wrong-pin'],
    ['a cashier', { cashierId: 'eva', pin: LUIS.pin }, 'not-allowed'],
    ['nobody', { cashierId: 'nobody', pin: LUIS.pin }, 'not-found'],
  ])('does not take it from %s', async (_who, approval, kind) => {
    ledger.pay('two');
    closed();
    expect(await atStart(approval)).toMatchObject({ ok: false, problem: { kind } });
    expect(open().ids).toEqual(['one', 'two']);
  });

  it('puts one in the place of a damaged ledger, with a PIN of the backup', async () => {
    closed(() => writeFileSync(ledger.file, 'x'.repeat(100_000)));
    expect(await atStart()).toMatchObject({ problem: { reason: 'cannot-compare' } });
    expect(await atStart({ cashierId: 'luis', pin: '0000' })).toMatchObject({ ok: false });
    const before = readFileSync(backup);
    expect(await atStart(LUIS)).toMatchObject({ ok: true });
    expect(readFileSync(backup).equals(before)).toBe(true);
    const { ids, notes } = open();
    expect(ids).toEqual(['one']);
    expect(notes).toMatchObject([{ paymentsMissing: null, replaced: null }]);
    expect(readFileSync(join(ledger.folder, asides()[0] ?? ''), 'utf8')).toMatch(/^x+$/);
  });

  it('puts one into a profile that has none', async () => {
    closed(() => renameSync(ledger.file, `${ledger.file}.elsewhere`));
    expect(await atStart()).toMatchObject({ ok: true });
    expect(open().ids).toEqual(['one']);
    expect(asides()).toEqual([]);
  });

  it('refuses what is damaged, of another till, of another environment', async () => {
    closed();
    const whole = readFileSync(backup);
    const spoilt = join(ledger.folder, 'spoilt.sqlite');
    writeFileSync(spoilt, whole.subarray(0, whole.length - 8192));
    expect(await atStart(LUIS, spoilt)).toMatchObject({ problem: { reason: 'damaged' } });
    for (const [environment, reason] of [
      ['sandbox', 'other-till'],
      ['production', 'other-environment'],
    ] as const) {
      const other = testLedger(environment);
      const made = await other.backup.make(null);
      if (!made.ok) throw new Error('no backup');
      const theirs = join(other.folder, 'backups', made.value.file);
      expect(await atStart(LUIS, theirs)).toMatchObject({ problem: { kind: 'restore', reason } });
      other.close();
    }
    expect(open()).toEqual({ ids: ['one'], notes: [] });
  });
});

describe('a backup of another line', () => {
  /** The till is restored to what `backup` holds, and goes on from there. */
  const goOnFromBackup = async (): Promise<void> => {
    closed();
    expect(await atStart(LUIS)).toMatchObject({ ok: true });
    open();
    ledger.reopen();
  };
  const copyNow = async (): Promise<string> => {
    await ledger.clock.advance(1_000);
    const made = await ledger.backup.make(null);
    if (!made.ok) throw new Error('no backup');
    return join(ledger.folder, 'backups', made.value.file);
  };

  it('is refused though its numbers are ahead: what came after the restore is not in it', async () => {
    const at = () => isoTime(ledger.clock.now());
    for (const id of ['two', 'three', 'four']) ledger.pay(id);
    for (let act = 0; act < 9; act += 1) {
      ledger.audit.note({ kind: 'settings-changed', by: null, detail: { at: at() } });
    }
    const ahead = await copyNow();
    await goOnFromBackup();
    await ledger.clock.advance(1_000);
    ledger.pay('after the restore');
    closed();
    expect(await atStart(null, ahead)).toMatchObject({
      problem: { kind: 'restore', reason: 'diverged' },
    });
    expect(open().ids).toEqual(['after the restore', 'one']);
    expect(await atStart(LUIS, ahead)).toMatchObject({ ok: true });
    const { ids, notes } = open();
    expect(ids).toEqual(['four', 'one', 'three', 'two']);
    expect(notes).toMatchObject([{ paymentsMissing: 1, insists: true, approver: 'Luis' }]);
  });

  it('lacks as many payments as came since they parted, whatever the clock said', async () => {
    const old = ledger.file.replace('ledger-', 'old-');
    ledger.pay('two');
    closed(() => copyFileSync(ledger.file, old));
    ledger.reopen();
    // Two tills go on from the same file: the one in use, and one whose copy is put back here.
    for (const id of ['a', 'b', 'c']) ledger.pay(id);
    ledger.audit.note({ kind: 'signed-in', by: null, detail: {} });
    const inUse = ledger.file.replace('ledger-', 'in-use-');
    closed(() => {
      renameSync(ledger.file, inUse);
      renameSync(old, ledger.file);
    });
    ledger.reopen();
    await ledger.clock.advance(60_000);
    for (const id of ['d', 'e', 'f', 'g', 'h']) ledger.pay(id);
    for (let act = 0; act < 5; act += 1) {
      ledger.audit.note({ kind: 'signed-out', by: null, detail: {} });
    }
    const other = await copyNow();
    closed(() => renameSync(inUse, ledger.file));
    expect(await atStart(null, other)).toMatchObject({ problem: { reason: 'diverged' } });
    expect(await atStart(LUIS, other)).toMatchObject({ ok: true });
    expect(open().notes).toMatchObject([{ paymentsMissing: 3 }]);
  });

  it('is none where the ledger in use is merely behind: nothing would be lost', async () => {
    const before = ledger.file.replace('ledger-', 'before-');
    closed(() => copyFileSync(ledger.file, before));
    ledger.reopen();
    ledger.pay('two');
    ledger.audit.note({ kind: 'settings-changed', by: null, detail: {} });
    const ahead = await copyNow();
    closed(() => renameSync(before, ledger.file));
    expect(await atStart(null, ahead)).toMatchObject({ ok: true });
    expect(open()).toMatchObject({ ids: ['one', 'two'], notes: [{ paymentsMissing: 0 }] });
  });

  describe('from which rows were taken out by hand', () => {
    const takeOut = (file: string, id = 'two'): void => {
      const raw = new DatabaseSync(file, { enableForeignKeyConstraints: false });
      raw.exec(`DROP TRIGGER audit_is_not_deleted;
        DELETE FROM audit WHERE number = 3;
        DELETE FROM outcomes WHERE intent_id = '${id}';
        DELETE FROM intents WHERE id = '${id}'`);
      raw.close();
    };
    beforeEach(() => {
      for (const id of ['two', 'three', 'four']) ledger.pay(id);
      for (let act = 0; act < 4; act += 1) {
        ledger.audit.note({ kind: 'settings-changed', by: null, detail: { act } });
      }
    });

    it('counts what is lost also where the ledger in use alone lacks some', async () => {
      const copy = await copyNow();
      ledger.reopen(() => takeOut(ledger.file, 'one'));
      ledger.pay('five');
      closed();
      expect(await atStart(LUIS, copy)).toMatchObject({ ok: true });
      expect(open().notes.at(-1)).toMatchObject({ paymentsMissing: 1 });
    });

    it('is none where both lack the same ones', async () => {
      ledger.reopen(() => takeOut(ledger.file));
      const copy = await copyNow();
      closed();
      expect(await atStart(null, copy)).toMatchObject({ ok: true });
      expect(open().notes).toMatchObject([{ paymentsMissing: 0, insists: false }]);
      ledger.reopen();
      ledger.pay('five');
      closed();
      expect(await atStart(null, copy)).toMatchObject({ problem: { reason: 'older' } });
      expect(await atStart(LUIS, copy)).toMatchObject({ ok: true });
      expect(open().notes.at(-1)).toMatchObject({ paymentsMissing: 1 });
    });

    it('lacks the payments that the ledger in use still has', async () => {
      const copy = await copyNow();
      closed(() => takeOut(copy));
      rmSync(`${copy}.json`);
      expect(await atStart(null, copy)).toMatchObject({ problem: { reason: 'older' } });
      expect(await atStart(LUIS, copy)).toMatchObject({ ok: true });
      expect(open().notes).toMatchObject([{ paymentsMissing: 1 }]);
    });
  });
});

describe('the start after it', () => {
  it('gives either ledger whole, wherever the one before was cut off', async () => {
    ledger.pay('two');
    closed();
    await atStart(LUIS);
    const stage = readStage(stageFile(ledger.folder, 'sandbox'));
    if (!stage) throw new Error('no stage');
    const waiting = `${ledger.file}.restoring`;
    const before = join(ledger.folder, 'before');
    const files = [ledger.file, waiting, stageFile(ledger.folder, 'sandbox')];
    mkdirSync(before);
    for (const [at, file] of files.entries()) copyFileSync(file, join(before, String(at)));
    const aside = join(ledger.folder, stage.aside);
    const cuts: readonly (() => void)[] = [
      () => {},
      () => renameSync(ledger.file, aside),
      () => {
        renameSync(ledger.file, aside);
        renameSync(waiting, ledger.file);
      },
      () => void open(),
    ];
    for (const cut of cuts) {
      for (const [at, file] of files.entries()) copyFileSync(join(before, String(at)), file);
      cut();
      expect(open()).toMatchObject({ ids: ['one'], notes: [{ paymentsMissing: 1 }] });
      expect(open().notes).toHaveLength(1);
      expect(asides()).toEqual([stage.aside]);
      expect(existsSync(stageFile(ledger.folder, 'sandbox'))).toBe(false);
    }
  });

  it('drops one that nobody insisted on when the ledger has gone on since', async () => {
    closed();
    await atStart();
    ledger.reopen();
    ledger.pay('later');
    closed();
    expect(open()).toEqual({ ids: ['later', 'one'], notes: [] });
    expect(readdirSync(ledger.folder).filter((name) => /restor/.test(name))).toEqual([]);
  });

  it.each(['settings-seen', 'printer-tried', 'x-report', 'z-reports'] as const)(
    'goes on where the ledger has since only noted %s, by which nothing is newer',
    async (kind) => {
      closed();
      await atStart();
      ledger.reopen();
      ledger.audit.note({ kind, by: { id: 'luis', name: 'Luis' }, detail: {} });
      closed();
      expect(open()).toMatchObject({ ids: ['one'], notes: [{ paymentsMissing: 0 }] });
    },
  );

  it('drops one that a supervisor insisted on when more has come since: nobody agreed to that', async () => {
    ledger.pay('two');
    closed();
    expect(await atStart(LUIS)).toMatchObject({ ok: true });
    ledger.reopen();
    ledger.pay('later');
    closed();
    expect(open()).toEqual({ ids: ['later', 'one', 'two'], notes: [] });
    expect(asides()).toEqual([]);
  });

  it('opens nothing while it cannot read what was agreed to', () => {
    closed(() => writeFileSync(stageFile(ledger.folder, 'sandbox'), '{'));
    expect(apply()).toMatchObject({ ok: false, problem: { kind: 'storage' } });
  });
});

it('reads who insists from a file, and nothing else', () => {
  expect(readInsistence(JSON.stringify(LUIS))).toEqual(LUIS);
  for (const text of ['', '{', '{"pin":"1"}', '[]', JSON.stringify({ ...LUIS, more: 1 })]) {
    expect(readInsistence(text)).toBeNull();
  }
});
