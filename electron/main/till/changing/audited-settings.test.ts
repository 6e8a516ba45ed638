import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  Provisioning,
  Result,
  SavedSettings,
  SettingsChange,
} from '../../../../shared/contract/index.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../../counter/staff/index.ts';
import { StorageError } from '../../../ledger/index.ts';
import { silentLog, systemClock } from '../../../platform/index.ts';
import { createTrainingProvisioning, type Settings } from '../../../settings/index.ts';
import { type SettingsInMemory, settingsInMemory } from '../../../settings/testing/index.ts';
import { startTrainingServer, type TrainingServer } from '../../../training/index.ts';
import { type AuditedSettings, createTillHost, type OpenTill, type TillHost } from '../index.ts';
import { getLedgerFile } from '../profile-paths.ts';
import { testHostPorts } from '../testing/index.ts';
import { createAuditedSettings } from './audited-settings.ts';

let service: TrainingServer;
let certificates: string;
beforeAll(async () => {
  certificates = mkdtempSync(join(tmpdir(), 'mostrador-settings-ca-'));
  service = await startTrainingServer({ clock: systemClock, certificateFolder: certificates });
});
afterAll(async () => {
  await service.close();
  rmSync(certificates, { recursive: true });
});

const sandbox = (): Provisioning => ({
  ...createTrainingProvisioning('es-MX'),
  environment: 'sandbox',
  baseUrl: service.baseUrl,
  caFile: service.caFile,
  vendor: service.vendor,
  apiKey: service.apiKey,
  secretKey: service.secretKey,
});
const serviceAs = (keys: { apiKey?: string; secretKey?: string }) => ({
  section: 'service' as const,
  baseUrl: service.baseUrl,
  vendor: service.vendor,
  version: 'v3.mx' as const,
  deadlineSeconds: 30,
  ...keys,
});
const printerAt = (address: string, isUntried: boolean): SettingsChange => ({
  section: 'printer',
  printer: { kind: 'network', address, model: 'epson', columns: 48 },
  isUntried,
});
const NAMED = { section: 'shop', name: 'La Esquina', address: null, helpLine: null } as const;
const CARMEN = { id: 'carmen', name: 'Carmen' };
const ACT = { by: CARMEN, approvedBy: null };

let folder: string;
let memory: SettingsInMemory;
let events: string[];
let settings: Settings;
let host: TillHost;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-settings-'));
  memory = settingsInMemory();
  events = [];
  start();
  expect(await host.provision(sandbox(), folder, PROVISIONED_BY_FIRST_SET_UP)).toMatchObject({
    ok: true,
  });
});
afterEach(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

function start(): void {
  const opened = memory.open();
  settings = opened.value;
  host = createTillHost({
    ...testHostPorts(folder),
    settings: opened,
    vault: memory.vault,
    clock: systemClock,
    emit: (name) => events.push(name),
  });
}

function till(): OpenTill {
  const open = host.till();
  if (!open) throw new Error('no till');
  return open;
}

function audited(): AuditedSettings {
  if (!host.auditedSettings) throw new Error('no settings');
  return host.auditedSettings;
}

const change = (wanted: SettingsChange): Promise<Result<SavedSettings>> =>
  audited().change({ revision: settings.revision(), change: wanted }, ACT);

/** What the audit log holds of the settings, read by another eye once the till is closed. */
async function noted(): Promise<unknown[]> {
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
  it('holds at once, on the same till, and signs nobody out', async () => {
    const before = till();
    expect(await before.staff.signIn('ana', '1111')).toMatchObject({ ok: true });
    events = [];
    expect(await change(NAMED)).toMatchObject({ ok: true, value: { found: null } });
    expect(till()).toBe(before);
    expect(before.settings.shop.name).toBe('La Esquina');
    expect(before.staff.current()?.id).toBe('ana');
    expect(events).toContain('till.changed');
    expect(await noted()).toMatchObject([
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

  it('of two at once takes the first, and tells the second that it is stale', async () => {
    const revision = settings.revision();
    const answers = await Promise.all(
      [3, 9].map((minutes) =>
        audited().change({ revision, change: { section: 'lock', minutes } }, ACT),
      ),
    );
    expect(answers).toMatchObject([{ ok: true }, { problem: { kind: 'stale-settings' } }]);
    expect(till().settings.lockAfterMinutes).toBe(3);
    expect(await noted()).toHaveLength(1);
  });

  it('is not noted where the file cannot be written, and the old settings stay', async () => {
    memory.refuse(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    const file = memory.kept();
    expect(await change(NAMED)).toEqual({
      ok: false,
      problem: { kind: 'storage', reason: 'full', file: 'settings.json' },
    });
    expect(till().settings.shop.name).toBe('Abarrotes Lupita');
    expect(memory.kept()).toBe(file);
    expect(await noted()).toEqual([]);
  });

  it('is taken back where the ledger does not take its note', async () => {
    const file = memory.kept();
    const failing: OpenTill = {
      ...till(),
      settings: till().settings,
      commit: (work) =>
        till().commit(() => {
          work();
          throw new StorageError('full', 'ledger-sandbox.sqlite', null);
        }),
    };
    const alone = createAuditedSettings({
      profileFolder: folder,
      settings,
      till: () => failing,
      refusedByLedger: () => null,
      clock: systemClock,
      log: silentLog,
    });
    const wanted = { revision: settings.revision(), change: NAMED };
    await expect(alone.change(wanted, ACT)).rejects.toThrow(StorageError);
    expect(memory.kept()).toBe(file);
    expect(settings.active()?.shop.name).toBe('Abarrotes Lupita');
    expect(await noted()).toEqual([]);
  });
});

describe('the service', () => {
  it('checks new keys with the service before saving and uses them at once', async () => {
    await till().staff.signIn('ana', '1111');
    till().start();
    const before = till();
    expect(await change(serviceAs({ secretKey: 'wrong' }))).toEqual({
      ok: false,
      problem: { kind: 'keys-refused' },
    });
    expect((await settings.secrets('sandbox'))?.secretKey).toBe(service.secretKey);
    const kept = await change(serviceAs({ secretKey: service.secretKey }));
    expect(kept).toMatchObject({ ok: true, value: { found: { kind: 'account' } } });
    expect(JSON.stringify(kept)).not.toContain(service.secretKey);
    expect(till()).toBe(before);
    expect(before.settings.deadlineSeconds).toBe(30);
    expect(before.staff.current()?.id).toBe('ana');
    expect(await before.status.refreshAccount()).toMatchObject({ ok: true });
  });

  it('stays the one of payments that are not resolved', async () => {
    await host.close();
    leaveUnresolved();
    start();
    host.open();
    const other = { ...serviceAs({}), baseUrl: `${service.baseUrl}/` };
    expect(await change(other)).toMatchObject({
      ok: false,
      problem: { kind: 'payment-state', state: 'unknown' },
    });
    // The same account, otherwise spoken to.
    expect(await change(serviceAs({ secretKey: service.secretKey }))).toMatchObject({ ok: true });
  });
});

describe('what is tried before it is kept', () => {
  it('is a printer, unless a person insists, and that is noted', async () => {
    expect(await change(printerAt('tcp://127.0.0.1:1', false))).toMatchObject({
      problem: { kind: 'printer' },
    });
    expect(till().settings.printer.kind).toBe('screen');
    expect(await change(printerAt('tcp://127.0.0.1:1', true))).toMatchObject({ ok: true });
    expect(till().printing.getState().kind).toBe('network');
    expect(await noted()).toMatchObject([{ section: 'printer', isUntried: true }]);
  });

  it('is the folder of the backups', async () => {
    const into = (to: string): SettingsChange => ({
      section: 'backup',
      to: { folder: to, keep: 3 },
    });
    expect(await change(into(join(folder, 'gone')))).toEqual({
      ok: false,
      problem: { kind: 'setting', reason: 'backup-folder' },
    });
    expect(await change(into(folder))).toMatchObject({ ok: true });
    expect(readdirSync(folder).filter((name) => name.startsWith('.mostrador'))).toEqual([]);
  });

  it('is the server of the daily file', async () => {
    const to = {
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
    expect(await change({ section: 'reconciliation', to, isUntried: false })).toMatchObject({
      problem: { kind: 'upload' },
    });
    expect(till().settings.reconciliation).toBeUndefined();
    const kept = await change({ section: 'reconciliation', to, isUntried: true });
    expect(kept).toMatchObject({ ok: true, value: { settings: { held: expect.any(Array) } } });
    expect(JSON.stringify([kept, await noted()])).not.toContain('SFTP-PASSWORD');
  });
});

it('that they were seen, and a printer tried, is noted with whose PIN allowed it', async () => {
  const act = { by: { id: 'ana', name: 'Ana' }, approvedBy: CARMEN };
  expect(await audited().view(act)).toMatchObject({ ok: true });
  const printer = {
    kind: 'network',
    address: 'tcp://127.0.0.1:1',
    model: 'epson',
    columns: 48,
  } as const;
  expect(await audited().tryPrinter(printer, act)).toMatchObject({ ok: false });
  await host.close();
  const database = new DatabaseSync(getLedgerFile(folder, 'sandbox'));
  const rows = database
    .prepare("SELECT * FROM audit WHERE kind IN ('settings-seen', 'printer-tried') ORDER BY number")
    .all();
  database.close();
  const who = { cashier_name: 'Ana', approved_by: 'carmen', approver_name: 'Carmen' };
  expect(rows).toMatchObject([
    { kind: 'settings-seen', ...who, detail: '{}' },
    { kind: 'printer-tried', ...who, detail: JSON.stringify({ printer }) },
  ]);
});

it('the export is whole files without a secret, and is noted', async () => {
  const answer = await audited().export(ACT);
  if (!answer.ok) throw new Error('not exported');
  const exported = join(folder, 'exports');
  expect(existsSync(answer.value.path)).toBe(true);
  const texts = readdirSync(exported).map((name) => readFileSync(join(exported, name), 'utf8'));
  expect(texts).toHaveLength(2);
  for (const secret of [service.apiKey, service.secretKey, '"pin"', '1111']) {
    expect(texts.join()).not.toContain(secret);
  }
  expect(answer.value.lacks).toEqual([
    'apiKey',
    'secretKey',
    'cashiers.ana.pin',
    'cashiers.carmen.pin',
    'cashiers.luis.pin',
  ]);
  expect(await noted()).toMatchObject([{ kind: 'settings-exported' }]);
});

/** A payment of an earlier run that is not resolved. */
function leaveUnresolved(): void {
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
