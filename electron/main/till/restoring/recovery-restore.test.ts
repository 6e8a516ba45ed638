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
import { CHECK_WORKER_URL } from '../../../../tests/support/built-paths.ts';
import {
  applyRestore,
  type OpenedBackup,
  withOpenBackup,
} from '../../../back-office/backup/index.ts';
import { createTestLedger, type TestLedger } from '../../../back-office/backup/testing/index.ts';
import { createPinHasher } from '../../../counter/staff/index.ts';
import { QUICK_PIN_COST } from '../../../counter/staff/testing/index.ts';
import { openLedgerDatabase } from '../../../ledger/index.ts';
import { createUuid, silentLog, type Vault } from '../../../platform/index.ts';
import {
  createDataKey,
  deriveKey,
  type LedgerKeys,
  parseRecoveryKey,
} from '../../../settings/keys/index.ts';
import { createLedgerKeys } from '../ledger-keys.ts';
import { validateAndStageRestore } from './restore.ts';

const LUIS = { cashierId: 'luis', pin: '8173950' };

/** A computer's key store: it does not open what another computer's sealed. */
const createVault = (computer: string): Vault => ({
  getStrength: async () => 'strong',
  seal: async (text) => ok(`${computer} ${text}`),
  open: async (text) =>
    text.startsWith(`${computer} `)
      ? ok({ text: text.slice(computer.length + 1), needsReseal: false })
      : fail('lost'),
});

let ledger: TestLedger;
let backup: string;
let recoveryKey: string;
let newFolder: string;
/** The settings that a new computer adopted. */
let adopted: string[];
let refused: Problem | null;

const createPorts = (profileFolder: string, computer: string) => ({
  profileFolder,
  vault: createVault(computer),
  clock: ledger.clock,
  createId: createUuid,
  log: silentLog,
  ledgerCheckWorkerUrl: CHECK_WORKER_URL,
  prepareSettingsFromBackup: (settings: string) => {
    if (refused !== null) return fail(refused);
    adopted.push(settings);
    return ok({ save: () => ok(null) });
  },
});

async function confirmRecoveryKey(keys: LedgerKeys): Promise<string> {
  const offer = await keys.offerRecoveryKey();
  if (!offer.ok) throw new Error('no offer');
  await keys.confirmRecoveryKey(offer.value.offer, offer.value.shown.replaceAll(' ', '').slice(-8));
  return offer.value.shown;
}

beforeEach(async () => {
  ledger = createTestLedger();
  adopted = [];
  refused = null;
  newFolder = join(ledger.folder, 'elsewhere');
  const pins = createPinHasher({
    pepper: async () => ok(deriveKey(ledger.dataKey, 'pin-pepper')),
    cost: QUICK_PIN_COST,
  });
  ledger.insertStaff(await pins.hash(LUIS.pin));
  ledger.insertPayment('one');
  const keys = createLedgerKeys(createPorts(ledger.folder, 'old'), 'sandbox', null);
  await keys.replaceDataKey(ledger.dataKey, null);
  recoveryKey = await confirmRecoveryKey(keys);
  ledger.recovery = await keys.readStoredRecoveryKey();
  const newBackup = await ledger.backup.makeBackup(null);
  if (!newBackup.ok) throw new Error('no backup');
  backup = join(ledger.folder, 'backups', newBackup.value.file);
});
afterEach(() => ledger.close());

/** `--restore` on a computer that never ran this till. */
const restoreOnNewComputer = (typedKey: string | null, file = backup) =>
  validateAndStageRestore(createPorts(newFolder, 'new'), {
    file,
    environment: null,
    approval: null,
    insists: false,
    recoveryKey: typedKey,
  });

const opening = (overrides: object = {}) => ({ ...ledger.openOptions, ...overrides });
const countPayments = (backupFile: OpenedBackup) => ok(backupFile.inspection.extent.payments);

describe('an encrypted backup', () => {
  it('contains no account number, name or code in plain text', () => {
    const file = readFileSync(backup);
    const seal = readFileSync(`${backup}.json`);
    for (const text of ['501000000001', 'SQLite', 'Luis', 'Abarrotes', 'cashiers', '"dataKey":{']) {
      expect(file.includes(text)).toBe(false);
      expect(seal.includes(text)).toBe(false);
    }
    expect(file.toString('latin1').match(/^-> X25519 /gm)).toHaveLength(2);
  });

  it('opens a backup only with the data key or the recovery key', async () => {
    expect(await withOpenBackup(backup, opening(), countPayments)).toEqual({ ok: true, value: 1 });
    const withRecoveryKey = { dataKey: null, recoveryKey: parseRecoveryKey(recoveryKey) };
    expect(await withOpenBackup(backup, opening(withRecoveryKey), countPayments)).toEqual({
      ok: true,
      value: 1,
    });
    const otherKeyProblem = { problem: { kind: 'restore', reason: 'other-key' } };
    expect(await withOpenBackup(backup, opening({ dataKey: null }), countPayments)).toMatchObject(
      otherKeyProblem,
    );
    expect(
      await withOpenBackup(backup, opening({ dataKey: createDataKey() }), countPayments),
    ).toMatchObject(otherKeyProblem);
  });
});

describe('a restore on another computer', () => {
  it('restores with only the recovery key, and PINs and codes work afterwards', async () => {
    expect(await restoreOnNewComputer(null)).toMatchObject({ problem: { reason: 'other-key' } });
    expect(await restoreOnNewComputer(recoveryKey.toLowerCase())).toEqual({
      ok: true,
      value: null,
    });
    expect(adopted).toHaveLength(1);
    const file = join(newFolder, 'ledger-sandbox.sqlite');
    const applied = applyRestore({
      profileFolder: newFolder,
      environment: 'sandbox',
      ledgerFile: file,
      withLedger: () => null,
      log: silentLog,
    });
    expect(applied).toMatchObject({ ok: true });
    const restored = new DatabaseSync(file, { readOnly: true });
    expect(restored.prepare('SELECT id FROM intents').all()).toEqual([{ id: 'one' }]);
    restored.close();
    const keys = createLedgerKeys(createPorts(newFolder, 'new'), 'sandbox', null);
    const key = await keys.open();
    expect(key.ok && key.value.bytes.equals(ledger.dataKey.bytes)).toBe(true);
    // The printed recovery key works on the new computer too.
    expect(await keys.enterRecoveryKey(recoveryKey)).toMatchObject({ ok: true });
    expect(readdirSync(join(newFolder, 'scratch'))).toEqual([]);
  });

  it('refuses a backup of a newer version with that reason and leaves no file of it', async () => {
    const newerVersion = { ok: false, problem: { kind: 'restore', reason: 'newer-version' } };
    refused = { kind: 'restore', reason: 'newer-version' };
    expect(await restoreOnNewComputer(recoveryKey)).toEqual(newerVersion);
    refused = null;
    const seal = readFileSync(`${backup}.json`, 'utf8');
    writeFileSync(`${backup}.json`, JSON.stringify({ ...JSON.parse(seal), format: 2 }));
    expect(await restoreOnNewComputer(recoveryKey)).toEqual(newerVersion);
    writeFileSync(`${backup}.json`, seal);
    const { pack } = ledger;
    ledger.pack = async (task) => {
      const bytes = readFileSync(task.ledgerFile);
      bytes.writeUInt32BE(9_999, 60);
      writeFileSync(task.ledgerFile, bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return await pack({ ...task, expected: { ...task.expected, sha256 } });
    };
    const newBackup = await ledger.backup.makeBackup(null);
    if (!newBackup.ok) throw new Error('no backup');
    const file = join(ledger.folder, 'backups', newBackup.value.file);
    expect(await restoreOnNewComputer(recoveryKey, file)).toEqual(newerVersion);
    expect(readdirSync(newFolder)).toEqual(['scratch']);
    expect(adopted).toEqual([]);
  });

  it('rejects a mistyped recovery key and another till’s recovery key', async () => {
    const foreignKeys = createLedgerKeys(
      createPorts(join(ledger.folder, 'strangers'), 'x'),
      'sandbox',
      null,
    );
    await foreignKeys.replaceDataKey(createDataKey(), null);
    const mistyped = `${recoveryKey.slice(0, -1)}${recoveryKey.endsWith('Q') ? 'P' : 'Q'}`;
    for (const wrongKey of [recoveryKey.slice(0, -1), mistyped, '']) {
      expect(await restoreOnNewComputer(wrongKey)).toMatchObject({
        problem: { kind: 'recovery-key', reason: 'not-a-key' },
      });
    }
    expect(await restoreOnNewComputer(await confirmRecoveryKey(foreignKeys))).toMatchObject({
      problem: { kind: 'restore', reason: 'other-key' },
    });
    expect(existsSync(join(newFolder, 'ledger-sandbox.sqlite.restoring'))).toBe(false);
  });

  it('rejects a foreign backup that was encrypted to the shop’s recovery key', async () => {
    const foreignLedger = createTestLedger('sandbox', createDataKey());
    const ownRecovery = ledger.recovery;
    if (ownRecovery === null) throw new Error('no recovery key');
    foreignLedger.recovery = ownRecovery;
    const newBackup = await foreignLedger.backup.makeBackup(null);
    if (!newBackup.ok) throw new Error('no backup');
    const file = join(foreignLedger.folder, 'backups', newBackup.value.file);
    expect(await restoreOnNewComputer(recoveryKey, file)).toMatchObject({
      problem: { kind: 'restore', reason: 'not-as-sealed' },
    });
    foreignLedger.close();
  });
});

describe('a backup seal', () => {
  const restoreHere = (insists: boolean) =>
    validateAndStageRestore(createPorts(ledger.folder, 'old'), {
      file: backup,
      environment: 'sandbox',
      approval: LUIS,
      insists,
      recoveryKey: null,
    });

  it('rejects a backup seal that was written without the key', async () => {
    ledger.closeDatabase();
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

  it('requires an insisting supervisor if the seal is missing', async () => {
    ledger.closeDatabase();
    rmSync(`${backup}.json`);
    expect(await restoreHere(false)).toMatchObject({ problem: { reason: 'unsealed' } });
    expect(await restoreHere(true)).toMatchObject({ ok: true });
  });

  it('ignores a forged seal when the seals are listed', async () => {
    const seal = JSON.parse(readFileSync(`${backup}.json`, 'utf8'));
    writeFileSync(`${backup}.json`, JSON.stringify({ ...seal, payments: 9 }));
    expect(await ledger.backup.readAuditSeals()).toEqual([]);
  });
});

describe('a backup folder that others can write to', () => {
  it('writes no backup through a symbolic link', async () => {
    const disk = join(ledger.folder, 'disk');
    const victim = join(ledger.folder, 'victim.txt');
    mkdirSync(disk);
    writeFileSync(victim, 'untouched');
    ledger.settings.folder = disk;
    await ledger.clock.advance(1_000);
    const plannedAt = ledger.clock.now();
    const stamp = new Date(plannedAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    const name = `mostrador-sandbox-${stamp}Z.tar.zst.age`;
    for (const linkName of [name, `${name}.json`, `${name}.part`, `${name}.json.part`]) {
      symlinkSync(victim, join(disk, linkName));
      symlinkSync(join(ledger.folder, 'nothing.txt'), join(disk, `${linkName}.x`));
    }
    const newBackup = await ledger.backup.makeBackup(null);
    expect(newBackup).toMatchObject({ ok: true });
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(existsSync(join(ledger.folder, 'nothing.txt'))).toBe(false);
    if (newBackup.ok)
      expect(await ledger.getRefusalReason(join(disk, newBackup.value.file))).toBeNull();
  });
});

it('keeps the key of a replaced ledger beside it if the backup has another key', async () => {
  const replacedFolder = join(ledger.folder, 'there');
  mkdirSync(replacedFolder);
  const replacedLedgerKeys = createLedgerKeys(createPorts(replacedFolder, 'new'), 'sandbox', null);
  await replacedLedgerKeys.replaceDataKey(createDataKey(), null);
  ledger.closeDatabase();
  cpSync(ledger.file, join(replacedFolder, 'ledger-sandbox.sqlite'));
  const restoreRequest = {
    file: backup,
    environment: 'sandbox' as const,
    approval: null,
    insists: false,
    recoveryKey,
  };
  renameSync(
    join(replacedFolder, 'ledger-sandbox.sqlite'),
    join(replacedFolder, 'put-away.sqlite'),
  );
  expect(
    await validateAndStageRestore(createPorts(replacedFolder, 'new'), restoreRequest),
  ).toMatchObject({
    ok: true,
  });
  const before = readFileSync(join(replacedFolder, 'key-sandbox.json'), 'utf8');
  applyRestore({
    profileFolder: replacedFolder,
    environment: 'sandbox',
    ledgerFile: join(replacedFolder, 'ledger-sandbox.sqlite'),
    withLedger: () => null,
    log: silentLog,
  });
  const keptKeys = readdirSync(replacedFolder).filter((file) => file.endsWith('.key.json'));
  expect(readFileSync(join(replacedFolder, keptKeys[0] ?? ''), 'utf8')).toBe(before);
  expect(
    await createLedgerKeys(createPorts(replacedFolder, 'new'), 'sandbox', null).open(),
  ).toMatchObject({
    value: { id: ledger.dataKey.id },
  });
});

describe('a restore on a new computer that is already set up', () => {
  const restoreOnSetUpComputer = () =>
    validateAndStageRestore(createPorts(newFolder, 'new'), {
      file: backup,
      environment: 'sandbox',
      approval: null,
      insists: false,
      recoveryKey,
    });

  it('accepts the backup of the lost computer while the new one has no payments', async () => {
    mkdirSync(newFolder, { recursive: true });
    const freshLedger = openLedgerDatabase(join(newFolder, 'ledger-sandbox.sqlite'));
    freshLedger.commit(() =>
      freshLedger
        .prepare('INSERT INTO ledger_identity (only, id, environment, made_at) VALUES (1, ?, ?, ?)')
        .run('another-till', 'sandbox', '2026-11-22T00:00:00.000Z'),
    );
    freshLedger.close();
    expect(await restoreOnSetUpComputer()).toEqual({ ok: true, value: null });
    expect(adopted).toEqual([]);
  });

  it('returns other-till with advice if the new computer has payments', async () => {
    mkdirSync(newFolder, { recursive: true });
    const otherTillLedger = createTestLedger();
    otherTillLedger.insertPayment('two');
    otherTillLedger.closeDatabase();
    cpSync(otherTillLedger.file, join(newFolder, 'ledger-sandbox.sqlite'));
    const refused = await restoreOnSetUpComputer();
    expect(refused).toMatchObject({ problem: { kind: 'restore', reason: 'other-till' } });
    if (!refused.ok) {
      expect(describeProblem(refused.problem, 'en').action).toMatch(/--profile.*Restore a backup/);
    }
    otherTillLedger.close();
  });
});
