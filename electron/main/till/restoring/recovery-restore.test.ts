import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Problem } from '../../../../shared/contract/index.ts';
import { describeProblem } from '../../../../shared/i18n/index.ts';
import { CHECK_WORKER } from '../../../../tests/support/built.ts';
import {
  applyRestore,
  type OpenedBackup,
  withOpenBackup,
} from '../../../back-office/backup/index.ts';
import { type TestLedger, testLedger } from '../../../back-office/backup/testing/index.ts';
import { createPinHasher } from '../../../counter/staff/index.ts';
import { QUICK_PIN_COST } from '../../../counter/staff/testing/index.ts';
import { openDatabase } from '../../../ledger/index.ts';
import { newUuid, silentLog, type Vault } from '../../../platform/index.ts';
import {
  createDataKey,
  deriveKey,
  type Keys,
  parseRecoveryKey,
} from '../../../settings/keys/index.ts';
import { openKeys } from '../open-keys.ts';
import { restoreAtStart } from './restore.ts';

const LUIS = { cashierId: 'luis', pin: '8173950' };

/** A computer's key store: another computer's opens nothing of it. */
const vaultOf = (computer: string): Vault => ({
  isStrong: async () => true,
  seal: async (text) => ok(`${computer} ${text}`),
  open: async (text) =>
    text.startsWith(`${computer} `)
      ? ok({ text: text.slice(computer.length + 1), sealAgain: false })
      : fail('lost'),
});

let ledger: TestLedger;
let backup: string;
let recoveryKey: string;
let elsewhere: string;
/** The settings that a new computer took over. */
let adopted: string[];
let refused: Problem | null;

const portsOf = (profileFolder: string, computer: string) => ({
  profileFolder,
  vault: vaultOf(computer),
  clock: ledger.clock,
  newId: newUuid,
  log: silentLog,
  checkWorker: CHECK_WORKER,
  adopt: (settings: string) => {
    if (refused !== null) return fail(refused);
    adopted.push(settings);
    return ok({ keep: () => ok(null) });
  },
});

async function confirmedKey(keys: Keys): Promise<string> {
  const offer = await keys.offerRecoveryKey();
  if (!offer.ok) throw new Error('no offer');
  await keys.confirmRecoveryKey(offer.value.offer, offer.value.shown.replaceAll(' ', '').slice(-8));
  return offer.value.shown;
}

beforeEach(async () => {
  ledger = testLedger();
  adopted = [];
  refused = null;
  elsewhere = join(ledger.folder, 'elsewhere');
  const pins = createPinHasher({
    pepper: async () => ok(deriveKey(ledger.dataKey, 'pin-pepper')),
    cost: QUICK_PIN_COST,
  });
  ledger.employ(await pins.hash(LUIS.pin));
  ledger.pay('one');
  const keys = openKeys(portsOf(ledger.folder, 'old'), 'sandbox', null);
  await keys.replaceDataKey(ledger.dataKey, null);
  recoveryKey = await confirmedKey(keys);
  ledger.recovery = await keys.recovery();
  const made = await ledger.backup.make(null);
  if (!made.ok) throw new Error('no backup');
  backup = join(ledger.folder, 'backups', made.value.file);
});
afterEach(() => ledger.close());

/** `--restore` on a computer that has never seen this till. */
const restoreElsewhere = (typed: string | null, file = backup) =>
  restoreAtStart(portsOf(elsewhere, 'new'), {
    file,
    environment: null,
    approval: null,
    insists: false,
    recoveryKey: typed,
  });

const opening = (over: object = {}) => ({ ...ledger.opening, ...over });
const look = (backupFile: OpenedBackup) => ok(backupFile.inspection.extent.payments);

describe('a lost disk', () => {
  it('tells nobody an account number, a name or a code', () => {
    const file = readFileSync(backup);
    const seal = readFileSync(`${backup}.json`);
    for (const text of ['501000000001', 'SQLite', 'Luis', 'Abarrotes', 'cashiers', '"dataKey":{']) {
      expect(file.includes(text)).toBe(false);
      expect(seal.includes(text)).toBe(false);
    }
    expect(file.toString('latin1').match(/^-> X25519 /gm)).toHaveLength(2);
  });

  it('is opened by the till, and by the recovery key, and by nothing else', async () => {
    expect(await withOpenBackup(backup, opening(), look)).toEqual({ ok: true, value: 1 });
    const byPaper = { dataKey: null, recoveryKey: parseRecoveryKey(recoveryKey) };
    expect(await withOpenBackup(backup, opening(byPaper), look)).toEqual({ ok: true, value: 1 });
    const other = { problem: { kind: 'restore', reason: 'other-key' } };
    expect(await withOpenBackup(backup, opening({ dataKey: null }), look)).toMatchObject(other);
    expect(await withOpenBackup(backup, opening({ dataKey: createDataKey() }), look)).toMatchObject(
      other,
    );
  });
});

describe('a restore on another computer', () => {
  it('takes the recovery key alone, and PINs and codes hold there', async () => {
    expect(await restoreElsewhere(null)).toMatchObject({ problem: { reason: 'other-key' } });
    expect(await restoreElsewhere(recoveryKey.toLowerCase())).toEqual({ ok: true, value: null });
    expect(adopted).toHaveLength(1);
    const file = join(elsewhere, 'ledger-sandbox.sqlite');
    const applied = applyRestore({
      profileFolder: elsewhere,
      environment: 'sandbox',
      ledger: file,
      look: () => null,
      log: silentLog,
    });
    expect(applied).toMatchObject({ ok: true });
    const restored = new DatabaseSync(file, { readOnly: true });
    expect(restored.prepare('SELECT id FROM intents').all()).toEqual([{ id: 'one' }]);
    restored.close();
    const keys = openKeys(portsOf(elsewhere, 'new'), 'sandbox', null);
    const key = await keys.open();
    expect(key.ok && key.value.bytes.equals(ledger.dataKey.bytes)).toBe(true);
    // The paper stays good for the new computer too.
    expect(await keys.enterRecoveryKey(recoveryKey)).toMatchObject({ ok: true });
    expect(readdirSync(join(elsewhere, 'scratch'))).toEqual([]);
  });

  it('refuses a backup of a newer version as such, and leaves nothing of it there', async () => {
    const newer = { ok: false, problem: { kind: 'restore', reason: 'newer-version' } };
    refused = { kind: 'restore', reason: 'newer-version' };
    expect(await restoreElsewhere(recoveryKey)).toEqual(newer);
    refused = null;
    const seal = readFileSync(`${backup}.json`, 'utf8');
    writeFileSync(`${backup}.json`, JSON.stringify({ ...JSON.parse(seal), format: 2 }));
    expect(await restoreElsewhere(recoveryKey)).toEqual(newer);
    writeFileSync(`${backup}.json`, seal);
    const { pack } = ledger;
    ledger.pack = async (task) => {
      const bytes = readFileSync(task.ledger);
      bytes.writeUInt32BE(9_999, 60);
      writeFileSync(task.ledger, bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return await pack({ ...task, inspected: { ...task.inspected, sha256 } });
    };
    const made = await ledger.backup.make(null);
    if (!made.ok) throw new Error('no backup');
    const file = join(ledger.folder, 'backups', made.value.file);
    expect(await restoreElsewhere(recoveryKey, file)).toEqual(newer);
    expect(readdirSync(elsewhere)).toEqual(['scratch']);
    expect(adopted).toEqual([]);
  });

  it('says of a mistyped or another key that it does not open it', async () => {
    const strangers = openKeys(portsOf(join(ledger.folder, 'strangers'), 'x'), 'sandbox', null);
    await strangers.replaceDataKey(createDataKey(), null);
    const mistyped = `${recoveryKey.slice(0, -1)}${recoveryKey.endsWith('Q') ? 'P' : 'Q'}`;
    for (const wrong of [recoveryKey.slice(0, -1), mistyped, '']) {
      expect(await restoreElsewhere(wrong)).toMatchObject({
        problem: { kind: 'recovery-key', reason: 'not-a-key' },
      });
    }
    expect(await restoreElsewhere(await confirmedKey(strangers))).toMatchObject({
      problem: { kind: 'restore', reason: 'other-key' },
    });
    expect(existsSync(join(elsewhere, 'ledger-sandbox.sqlite.restoring'))).toBe(false);
  });

  it('takes no stranger’s backup that was encrypted to the shop: nobody vouched for its key', async () => {
    const theirs = testLedger('sandbox', createDataKey());
    const ours = ledger.recovery;
    if (ours === null) throw new Error('no recovery key');
    theirs.recovery = ours;
    const made = await theirs.backup.make(null);
    if (!made.ok) throw new Error('no backup');
    const file = join(theirs.folder, 'backups', made.value.file);
    expect(await restoreElsewhere(recoveryKey, file)).toMatchObject({
      problem: { kind: 'restore', reason: 'not-as-sealed' },
    });
    theirs.close();
  });
});

describe('a seal', () => {
  const restoreHere = (insists: boolean) =>
    restoreAtStart(portsOf(ledger.folder, 'old'), {
      file: backup,
      environment: 'sandbox',
      approval: LUIS,
      insists,
      recoveryKey: null,
    });

  it('rejects a backup seal that was written without the key', async () => {
    ledger.shut();
    const seal = JSON.parse(readFileSync(`${backup}.json`, 'utf8'));
    for (const forged of [
      { ...seal, payments: 9 },
      { ...seal, hmac: '0'.repeat(64) },
      { ...seal, audit: { number: 7, digest: null } },
    ]) {
      writeFileSync(`${backup}.json`, JSON.stringify(forged));
      expect(await restoreHere(true)).toMatchObject({ problem: { reason: 'not-as-sealed' } });
    }
  });

  it('that is missing takes a supervisor who insists', async () => {
    ledger.shut();
    rmSync(`${backup}.json`);
    expect(await restoreHere(false)).toMatchObject({ problem: { reason: 'unsealed' } });
    expect(await restoreHere(true)).toMatchObject({ ok: true });
  });

  it('of another till under the same name of a ledger proves nothing to the audit log', async () => {
    const seal = JSON.parse(readFileSync(`${backup}.json`, 'utf8'));
    writeFileSync(`${backup}.json`, JSON.stringify({ ...seal, payments: 9 }));
    expect(await ledger.backup.seals()).toEqual([]);
  });
});

describe('a folder of backups that others can write to', () => {
  it('leads no backup through a link, wherever one was laid', async () => {
    const disk = join(ledger.folder, 'disk');
    const victim = join(ledger.folder, 'victim.txt');
    mkdirSync(disk);
    writeFileSync(victim, 'untouched');
    ledger.set.folder = disk;
    await ledger.clock.advance(1_000);
    const planned = ledger.clock.now();
    const stamp = new Date(planned).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    const name = `mostrador-sandbox-${stamp}Z.tar.zst.age`;
    for (const one of [name, `${name}.json`, `${name}.part`, `${name}.json.part`]) {
      symlinkSync(victim, join(disk, one));
      symlinkSync(join(ledger.folder, 'nothing.txt'), join(disk, `${one}.x`));
    }
    const made = await ledger.backup.make(null);
    expect(made).toMatchObject({ ok: true });
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(existsSync(join(ledger.folder, 'nothing.txt'))).toBe(false);
    if (made.ok) expect(await ledger.refusal(join(disk, made.value.file))).toBeNull();
  });
});

it('keeps a replaced ledger’s own key beside it, where the backup brought another', async () => {
  const renamed = join(ledger.folder, 'there');
  mkdirSync(renamed);
  const other = openKeys(portsOf(renamed, 'new'), 'sandbox', null);
  await other.replaceDataKey(createDataKey(), null);
  ledger.shut();
  cpSync(ledger.file, join(renamed, 'ledger-sandbox.sqlite'));
  const asked = {
    file: backup,
    environment: 'sandbox' as const,
    approval: null,
    insists: false,
    recoveryKey,
  };
  renameSync(join(renamed, 'ledger-sandbox.sqlite'), join(renamed, 'put-away.sqlite'));
  expect(await restoreAtStart(portsOf(renamed, 'new'), asked)).toMatchObject({ ok: true });
  const before = readFileSync(join(renamed, 'key-sandbox.json'), 'utf8');
  applyRestore({
    profileFolder: renamed,
    environment: 'sandbox',
    ledger: join(renamed, 'ledger-sandbox.sqlite'),
    look: () => null,
    log: silentLog,
  });
  const kept = readdirSync(renamed).filter((file) => file.endsWith('.key.json'));
  expect(readFileSync(join(renamed, kept[0] ?? ''), 'utf8')).toBe(before);
  expect(await openKeys(portsOf(renamed, 'new'), 'sandbox', null).open()).toMatchObject({
    value: { id: ledger.dataKey.id },
  });
});

describe('a new computer that was set up before anybody thought of the backup', () => {
  const restoreThere = () =>
    restoreAtStart(portsOf(elsewhere, 'new'), {
      file: backup,
      environment: 'sandbox',
      approval: null,
      insists: false,
      recoveryKey,
    });

  it('takes the lost one’s backup as long as it has sold nothing', async () => {
    mkdirSync(elsewhere, { recursive: true });
    const fresh = openDatabase(join(elsewhere, 'ledger-sandbox.sqlite'));
    fresh.commit(() =>
      fresh
        .prepare('INSERT INTO ledger_identity (only, id, environment, made_at) VALUES (1, ?, ?, ?)')
        .run('another-till', 'sandbox', '2026-11-22T00:00:00.000Z'),
    );
    fresh.close();
    expect(await restoreThere()).toEqual({ ok: true, value: null });
    expect(adopted).toEqual([]);
  });

  it('is named the way out once it has', async () => {
    mkdirSync(elsewhere, { recursive: true });
    const other = testLedger();
    other.pay('two');
    other.shut();
    cpSync(other.file, join(elsewhere, 'ledger-sandbox.sqlite'));
    const refused = await restoreThere();
    expect(refused).toMatchObject({ problem: { kind: 'restore', reason: 'other-till' } });
    if (!refused.ok) {
      expect(describeProblem(refused.problem, 'en').next).toMatch(/--profile.*Restore a backup/);
    }
    other.close();
  });
});
