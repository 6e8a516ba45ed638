import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  CallInput,
  Provisioning,
  Result,
  SettingsPatch,
  SettingsSaveResult,
} from '../../../../shared/contract/index.ts';
import { TEST_CERTIFICATE_FOLDER } from '../../../../tests/support/certificates.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../../counter/staff/index.ts';
import { StorageError } from '../../../ledger/index.ts';
import { getLedgerFile, silentLog, systemClock } from '../../../platform/index.ts';
import { createTrainingProvisioning, type Settings } from '../../../settings/index.ts';
import { createSettingsInMemory, type SettingsInMemory } from '../../../settings/testing/index.ts';
import { startTrainingServer, type TrainingServer } from '../../../training/index.ts';
import { type AuditedSettings, createTillHost, type Till, type TillHost } from '../index.ts';
import { createTestHostPorts } from '../testing/index.ts';
import { createAuditedSettings } from './audited-settings.ts';

let service: TrainingServer;
beforeAll(async () => {
  service = await startTrainingServer({
    clock: systemClock,
    certificateFolder: TEST_CERTIFICATE_FOLDER,
  });
});
afterAll(() => service.close());

const createSandboxProvisioning = (): Provisioning => ({
  ...createTrainingProvisioning('es-MX'),
  environment: 'sandbox',
  baseUrl: service.baseUrl,
  caFile: service.caFile,
  vendor: service.vendor,
  apiKey: service.apiKey,
  secretKey: service.secretKey,
});
const createServicePatch = (keys: { apiKey?: string; secretKey?: string }) => ({
  baseUrl: service.baseUrl,
  vendor: service.vendor,
  version: 'v3.mx' as const,
  deadlineSeconds: 30,
  ...keys,
});
const createPrinterPatch = (address: string): SettingsPatch => ({
  printer: { kind: 'network', address, model: 'epson', columns: 48 },
});
const SHOP_PATCH = { shop: { name: 'La Esquina', address: null, helpLine: null } } as const;
const CARMEN = { id: 'carmen', name: 'Carmen' };
const ACTOR = { by: CARMEN, approvedBy: null };

let folder: string;
let memory: SettingsInMemory;
let events: string[];
let settings: Settings;
let host: TillHost;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-settings-'));
  memory = createSettingsInMemory();
  events = [];
  start();
  expect(
    await host.provision(createSandboxProvisioning(), folder, PROVISIONED_BY_FIRST_SET_UP),
  ).toMatchObject({
    ok: true,
  });
});
afterEach(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

function start(): void {
  const openedSettings = memory.open();
  settings = openedSettings.value;
  host = createTillHost({
    ...createTestHostPorts(folder),
    settings: openedSettings,
    vault: memory.vault,
    clock: systemClock,
    emit: (name) => events.push(name),
  });
}

function getTill(): Till {
  const open = host.till();
  if (!open) throw new Error('no till');
  return open;
}

function getAuditedSettings(): AuditedSettings {
  if (!host.auditedSettings) throw new Error('no settings');
  return host.auditedSettings;
}

const change = (
  patch: SettingsPatch,
  options: Pick<CallInput<'settings.change'>, 'isUntried'> = {},
): Promise<Result<SettingsSaveResult>> =>
  getAuditedSettings().change({ revision: settings.getRevision(), patch, ...options }, ACTOR);

/** Reads the settings notes of the audit log on a separate connection, after closing the till. */
async function readSettingsNotes(): Promise<unknown[]> {
  await host.close();
  const database = new DatabaseSync(getLedgerFile(folder, 'sandbox'));
  const rows = database
    .prepare(
      "SELECT kind, detail FROM audit WHERE kind LIKE 'settings%' AND kind <> 'settings-kept' ORDER BY number",
    )
    .all();
  database.close();
  return rows.map((row) => ({ kind: row.kind, ...JSON.parse(String(row.detail)) }));
}

describe('a change of the settings', () => {
  it('applies a change immediately on the same till without ending the session', async () => {
    const before = getTill();
    expect(await before.staff.signIn('ana', '1111')).toMatchObject({ ok: true });
    events = [];
    expect(await change(SHOP_PATCH)).toMatchObject({ ok: true, value: { found: null } });
    expect(getTill()).toBe(before);
    expect(before.settings.shop.name).toBe('La Esquina');
    expect(before.staff.getCurrentCashier()?.id).toBe('ana');
    expect(events).toContain('till.changed');
    expect(await readSettingsNotes()).toMatchObject([
      {
        kind: 'settings-changed',
        section: 'shop',
        changed: [
          { field: 'shop.name', from: 'Abarrotes Lupita', to: 'La Esquina' },
          { field: 'shop.address' },
          { field: 'shop.helpLine', to: null },
        ],
        secrets: [],
      },
    ]);
  });

  it('applies the first of two concurrent changes and returns stale-settings for the second', async () => {
    const revision = settings.getRevision();
    const answers = await Promise.all(
      [3, 9].map((minutes) =>
        getAuditedSettings().change({ revision, patch: { lockAfterMinutes: minutes } }, ACTOR),
      ),
    );
    expect(answers).toMatchObject([{ ok: true }, { problem: { kind: 'stale-settings' } }]);
    expect(getTill().settings.lockAfterMinutes).toBe(3);
    expect(await readSettingsNotes()).toHaveLength(1);
  });

  it('keeps the old settings and writes no note if the settings file cannot be written', async () => {
    memory.setWriteError(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    const file = memory.getStored();
    expect(await change(SHOP_PATCH)).toEqual({
      ok: false,
      problem: { kind: 'storage', reason: 'full', file: 'settings.json' },
    });
    expect(getTill().settings.shop.name).toBe('Abarrotes Lupita');
    expect(memory.getStored()).toBe(file);
    expect(await readSettingsNotes()).toEqual([]);
  });

  it('reverts the settings file if the ledger commit fails', async () => {
    const file = memory.getStored();
    const failingTill: Till = {
      ...getTill(),
      settings: getTill().settings,
      commit: (work) =>
        getTill().commit(() => {
          work();
          throw new StorageError('full', 'ledger-sandbox.sqlite', null);
        }),
    };
    const auditedSettings = createAuditedSettings({
      profileFolder: folder,
      settings,
      till: () => failingTill,
      findLedgerConflict: () => null,
      clock: systemClock,
      log: silentLog,
    });
    const changeRequest = { revision: settings.getRevision(), patch: SHOP_PATCH };
    await expect(auditedSettings.change(changeRequest, ACTOR)).rejects.toThrow(StorageError);
    expect(memory.getStored()).toBe(file);
    expect(settings.getActiveTillSettings()?.shop.name).toBe('Abarrotes Lupita');
    expect(await readSettingsNotes()).toEqual([]);
  });
});

describe('the service', () => {
  it('checks new keys with the service before saving and uses them immediately', async () => {
    await getTill().staff.signIn('ana', '1111');
    getTill().start();
    const before = getTill();
    expect(await change(createServicePatch({ secretKey: 'wrong' }))).toEqual({
      ok: false,
      problem: { kind: 'keys-refused' },
    });
    expect((await settings.readSecrets('sandbox'))?.secretKey).toBe(service.secretKey);
    const saved = await change(createServicePatch({ secretKey: service.secretKey }));
    expect(saved).toMatchObject({ ok: true, value: { found: { kind: 'account' } } });
    expect(JSON.stringify(saved)).not.toContain(service.secretKey);
    expect(getTill()).toBe(before);
    expect(before.settings.deadlineSeconds).toBe(30);
    expect(before.staff.getCurrentCashier()?.id).toBe('ana');
    expect(await before.shopAccount.refreshAccount()).toMatchObject({ ok: true });
  });

  it('refuses another account while payments are unresolved', async () => {
    await host.close();
    insertUnresolvedPayment();
    start();
    host.open();
    const otherAddress = { ...createServicePatch({}), baseUrl: `${service.baseUrl}/` };
    expect(await change(otherAddress)).toMatchObject({
      ok: false,
      problem: { kind: 'payment-state', state: 'unknown' },
    });
    // The same account with another deadline.
    expect(await change(createServicePatch({ secretKey: service.secretKey }))).toMatchObject({
      ok: true,
    });
  });
});

describe('validation before saving', () => {
  it('tests a printer before saving, or saves it untested on request and notes that', async () => {
    expect(await change(createPrinterPatch('tcp://127.0.0.1:1'))).toMatchObject({
      problem: { kind: 'printer' },
    });
    expect(getTill().settings.printer.kind).toBe('screen');
    expect(
      await change(createPrinterPatch('tcp://127.0.0.1:1'), { isUntried: true }),
    ).toMatchObject({
      ok: true,
    });
    expect(getTill().printing.getState().kind).toBe('network');
    expect(await readSettingsNotes()).toMatchObject([{ section: 'printer', isUntried: true }]);
  });

  it('checks that the backup folder is writable before saving it', async () => {
    const toBackupPatch = (path: string): SettingsPatch => ({ backup: { folder: path, keep: 3 } });
    expect(await change(toBackupPatch(join(folder, 'gone')))).toEqual({
      ok: false,
      problem: { kind: 'setting', reason: 'backup-folder' },
    });
    expect(await change(toBackupPatch(folder))).toMatchObject({ ok: true });
    expect(readdirSync(folder).filter((name) => name.startsWith('.mostrador'))).toEqual([]);
  });

  it('tests the server of the daily file before saving it', async () => {
    const reconciliation = {
      timeZone: null,
      uploadTime: null,
      uploadZone: null,
      host: '127.0.0.1',
      port: 1,
      user: 'shop',
      password: 'SFTP-PASSWORD',
      folder: null,
      mode: null,
      uploads: true,
    };
    expect(await change({ reconciliation })).toMatchObject({
      problem: { kind: 'upload' },
    });
    expect(getTill().settings.reconciliation).toBeUndefined();
    const saved = await change({ reconciliation }, { isUntried: true });
    expect(saved).toMatchObject({
      ok: true,
      value: { settings: { held: expect.arrayContaining(['sftpPassword']) } },
    });
    expect(JSON.stringify([saved, await readSettingsNotes()])).not.toContain('SFTP-PASSWORD');
  });
});

it('notes the viewing of settings and a printer test with the approver', async () => {
  const actor = { by: { id: 'ana', name: 'Ana' }, approvedBy: CARMEN };
  expect(await getAuditedSettings().getView(actor)).toMatchObject({ ok: true });
  const printer = {
    kind: 'network',
    address: 'tcp://127.0.0.1:1',
    model: 'epson',
    columns: 48,
  } as const;
  expect(await getAuditedSettings().printTestPage(printer, actor)).toMatchObject({ ok: false });
  await host.close();
  const database = new DatabaseSync(getLedgerFile(folder, 'sandbox'));
  const rows = database
    .prepare("SELECT * FROM audit WHERE kind IN ('settings-seen', 'printer-tried') ORDER BY number")
    .all();
  database.close();
  const people = { cashier_name: 'Ana', approved_by: 'carmen', approver_name: 'Carmen' };
  expect(rows).toMatchObject([
    { kind: 'settings-seen', ...people, detail: '{}' },
    { kind: 'printer-tried', ...people, detail: JSON.stringify({ printer }) },
  ]);
});

it('exports complete files without a secret and notes the export', async () => {
  const answer = await getAuditedSettings().exportToFile(ACTOR);
  if (!answer.ok) throw new Error('not exported');
  const exported = join(folder, 'exports');
  expect(existsSync(answer.value.path)).toBe(true);
  const texts = readdirSync(exported).map((name) => readFileSync(join(exported, name), 'utf8'));
  expect(texts).toHaveLength(2);
  for (const secret of [service.apiKey, service.secretKey, '"pin"', '"1111"']) {
    expect(texts.join()).not.toContain(secret);
  }
  expect(answer.value.lacks).toEqual([
    'apiKey',
    'secretKey',
    'cashiers.ana.pin',
    'cashiers.carmen.pin',
    'cashiers.luis.pin',
  ]);
  expect(await readSettingsNotes()).toMatchObject([{ kind: 'settings-exported' }]);
});

/** Inserts an unresolved payment of an earlier run. */
function insertUnresolvedPayment(): void {
  const database = new DatabaseSync(getLedgerFile(folder, 'sandbox'));
  database.exec(`
    INSERT INTO shifts (id, opened_at, opened_by) VALUES ('s', '2026-11-21T00:00:00.000Z', 'ana');
    INSERT INTO intents (id, order_id, kind, created_at, version, external_id, idempotency_key,
      target, body, biller_id, biller_name, biller_kind, account_number, amount, currency, due,
      shop_currency, cashier_id, cashier_name, pos_number, shift_id)
    VALUES ('i', 'o', 'bill', '2026-11-21T00:00:00.000Z', 'v3.mx', 'e', 'k', '/single/pay', x'7b7d',
      40, 'CFE', 'utility', '1', '10.00', 'MXN', '10.00', 'MXN', 'ana', 'Ana', '07', 's');
    INSERT INTO outcomes (intent_id, state) VALUES ('i', 'unknown');
  `);
  database.close();
}
