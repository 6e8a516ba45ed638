import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok, type Provisioning, type Result } from '../../shared/contract/index.ts';
import { type Stage, stageFile } from '../backup/index.ts';
import { createHandlers } from '../ipc/handlers/index.ts';
import { makeEarlierLedger } from '../ledger/testing/index.ts';
import { isoTime, newUuid, silentLog, type Vault, virtualClock } from '../platform/index.ts';
import { createSettings, type Settings, trainingProvisioning } from '../settings/index.ts';
import { FIRST_SET_UP } from '../staff/index.ts';
import { createTillHost, type TillHost } from './index.ts';
import { ledgerFile } from './paths.ts';

// It asks for Electron's runtime when it is loaded; the settings of these tests stand in a variable.
vi.mock('electron-store', () => ({ default: class {} }));

const training = trainingProvisioning('es-MX');
const production = (apiKey: string): Provisioning => ({
  ...training,
  environment: 'production',
  baseUrl: 'https://127.0.0.1:9',
  vendor: 'vendor',
  apiKey,
  secretKey: `secret of ${apiKey}`,
});

let folder: string;
/** Of the newest start. */
let settings: Result<Settings>;
let written: unknown;
/** Held back, a sealing waits for it: as a key store does that asks the person for a password. */
let sealing: Promise<void>;
/** What the page was told, the oldest first. */
let said: { readonly name: string; readonly payload: unknown }[];
const clock = virtualClock();
const hosts: TillHost[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-host-'));
  written = undefined;
  said = [];
  sealing = Promise.resolve();
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  rmSync(folder, { recursive: true });
});

/** What a start of the program builds, on the same profile. */
function start(vault: Partial<Vault> = {}): TillHost {
  settings = createSettings({
    store: {
      name: 'settings.json',
      read: () => written,
      write: (value) => {
        written = structuredClone(value);
      },
    },
    vault: {
      isStrong: async () => true,
      seal: async (text) => {
        await sealing;
        return ok(text);
      },
      open: async (text) => ok({ text, sealAgain: false }),
      ...vault,
    },
    log: silentLog,
  });
  const host = createTillHost({
    profileFolder: folder,
    settings,
    clock,
    newId: newUuid,
    log: silentLog,
    emit: (name, payload) => said.push({ name, payload }),
    trainingWorker: new URL('file:///not-started.js'),
    checkWorker: new URL('../backup/inspect-worker.ts', import.meta.url),
    applicationVersion: '0.0.0',
  });
  hosts.push(host);
  return host;
}

async function withProductionKeys(apiKey: string): Promise<void> {
  const host = start();
  expect(await host.provision(production(apiKey), folder, FIRST_SET_UP)).toMatchObject({
    ok: true,
  });
  await host.close();
}

/** A payment of an earlier run that is not resolved. */
function leaveUnresolved(): void {
  const database = new DatabaseSync(ledgerFile(folder, 'production'));
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

const unknownPayment = { ok: false, problem: { kind: 'payment-state', state: 'unknown' } };

it('takes no other keys while a payment of the environment in use is not resolved', async () => {
  await withProductionKeys('A');
  leaveUnresolved();
  const host = start();
  host.open();
  expect(await host.provision(production('B'), folder, FIRST_SET_UP)).toMatchObject(unknownPayment);
  expect(await host.provision(production('A'), folder, FIRST_SET_UP)).toMatchObject({ ok: true });
});

it('takes no other keys by way of another environment either', async () => {
  await withProductionKeys('A');
  leaveUnresolved();
  const host = start();
  host.open();
  expect(await host.provision(training, folder, FIRST_SET_UP)).toMatchObject({ ok: true });
  expect(await host.provision(production('B'), folder, FIRST_SET_UP)).toMatchObject(unknownPayment);
  expect(host.till()?.settings.environment).toBe('training');
  expect(JSON.stringify(written)).not.toContain('secret of B');
});

it('takes no other keys while the ledger that they are for cannot be read', async () => {
  await withProductionKeys('A');
  const file = openSync(ledgerFile(folder, 'production'), 'r+');
  writeSync(file, Buffer.alloc(100, 'x'), 0, 100, 0);
  closeSync(file);
  const host = start();
  host.open();
  expect(await host.provision(production('B'), folder, FIRST_SET_UP)).toMatchObject({
    ok: false,
    problem: { kind: 'storage', reason: 'damaged' },
  });
  expect(JSON.stringify(written)).not.toContain('secret of B');
});

it('sees the payment that was sent while the key store kept it waiting', async () => {
  await withProductionKeys('A');
  const host = start();
  host.open();
  const { promise, resolve } = Promise.withResolvers<void>();
  sealing = promise;
  const provisioning = host.provision(production('B'), folder, FIRST_SET_UP);
  await new Promise((later) => setImmediate(later));
  const payments = host.till()?.payments;
  if (!payments) throw new Error('no till');
  vi.spyOn(payments, 'isSending').mockReturnValue(true);
  resolve();
  expect(await provisioning).toMatchObject({
    ok: false,
    problem: { kind: 'payment-state', state: 'sending' },
  });
  expect(host.till()?.payments).toBe(payments);
});

it('notes who set it up, or by which way it came where nobody was signed in', async () => {
  const host = start();
  const carmen = { id: 'carmen', name: 'Carmen' };
  const ways = [
    FIRST_SET_UP,
    { way: 'screen', person: carmen },
    { way: 'command-line', person: null },
  ] as const;
  for (const by of ways) expect((await host.provision(training, folder, by)).ok).toBe(true);
  await host.close();
  const database = new DatabaseSync(ledgerFile(folder, 'training'));
  const rows = database
    .prepare("SELECT * FROM audit WHERE kind = 'staff-provisioned' ORDER BY number")
    .all();
  database.close();
  expect(rows.map((row) => [row.cashier_name, JSON.parse(String(row.detail)).way])).toEqual([
    [null, 'first-set-up'],
    ['Carmen', 'screen'],
    [null, 'command-line'],
  ]);
});

it('is set up for the first time once, also where its ledger was taken away since', async () => {
  const file = ledgerFile(folder, 'training');
  const wayOfNewest = () => {
    const database = new DatabaseSync(file);
    const row = database.prepare('SELECT * FROM audit ORDER BY number DESC').get();
    database.close();
    return [row?.kind, row?.cashier_name, JSON.parse(String(row?.detail)).way];
  };
  const setUp = async (host: TillHost) => {
    const handlers = createHandlers({
      host,
      settings,
      clock,
      log: silentLog,
      applicationVersion: '0.0.0',
    });
    return await handlers['setup.startTraining']({ language: 'es-MX' }, { cashier: null });
  };
  const host = start();
  host.open();
  expect(host.isSetUp()).toBe(false);
  expect(await setUp(host)).toMatchObject({ ok: true });
  await host.close();
  expect(wayOfNewest()).toEqual(['staff-provisioned', null, 'first-set-up']);
  // While a damaged one is there, it counts as set up, and nobody is let in.
  writeFileSync(file, 'x'.repeat(100_000));
  const damaged = start();
  damaged.open();
  expect(damaged.isSetUp()).toBe(true);
  await damaged.close();
  rmSync(file);
  const again = start();
  again.open();
  expect(again.isSetUp()).toBe(false);
  expect(await setUp(again)).toMatchObject({ ok: true });
  await again.close();
  expect(wayOfNewest()).toEqual(['staff-provisioned', null, 'screen']);
});

it('does two provisionings of an open till one after the other', async () => {
  const host = start();
  await host.provision(training, folder, FIRST_SET_UP);
  const again = await Promise.all(
    [1, 2, 3].map(() => host.provision(training, folder, FIRST_SET_UP)),
  );
  expect(again).toEqual([ok(null), ok(null), ok(null)]);
  expect(host.isSetUp()).toBe(true);
});

it('waits for an answer that is on its way before it ends, and not for ever', async () => {
  const host = start();
  await host.provision(training, folder, FIRST_SET_UP);
  const payments = host.till()?.payments;
  if (!payments) throw new Error('no till');
  const stop = vi.spyOn(payments, 'stop');
  vi.spyOn(payments, 'finish').mockReturnValue(new Promise(() => {}));
  const closing = host.close();
  await clock.advance(3_000);
  expect(stop).not.toHaveBeenCalled();
  await clock.advance(2_000);
  await closing;
  expect(stop).toHaveBeenCalledOnce();
});

it('tells the page nothing of a till that is closing: another one may be open by then', async () => {
  const host = start();
  await host.provision(training, folder, FIRST_SET_UP);
  const till = host.till();
  if (!till) throw new Error('no till');
  await till.staff.signIn('ana', '1111');
  expect(said.at(-1)).toMatchObject({ name: 'till.changed' });
  vi.spyOn(till.payments, 'finish').mockReturnValue(new Promise(() => {}));
  const closing = host.close();
  await new Promise((later) => setImmediate(later));
  said = [];
  till.staff.lock('sleep');
  till.apply(till.settings, null);
  await clock.advance(5_000);
  await closing;
  expect(till.staff.current()).toBeNull();
  expect(said).toEqual([]);
});

it('says that a ledger is damaged further in, and lets go of the file', async () => {
  await withProductionKeys('A');
  const name = ledgerFile(folder, 'production');
  const reader = new DatabaseSync(name);
  const root = reader
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'shop_account'")
    .get()?.rootpage;
  const size = reader.prepare('PRAGMA page_size').get()?.page_size;
  reader.close();
  const file = openSync(name, 'r+');
  writeSync(
    file,
    Buffer.alloc(Number(size), 0xff),
    0,
    Number(size),
    (Number(root) - 1) * Number(size),
  );
  closeSync(file);
  const host = start();
  expect(() => host.open()).not.toThrow();
  expect(host.till()).toBeNull();
  expect(host.storageProblem()).toMatchObject({ reason: 'damaged' });
});

it('refuses a ledger from before version 1 by its own reason, and leaves it and its backups alone', async () => {
  await withProductionKeys('A');
  const ledger = ledgerFile(folder, 'production');
  rmSync(ledger);
  makeEarlierLedger(ledger);
  const before = readFileSync(ledger);
  const names = readdirSync(folder);
  const host = start();
  host.open();
  expect(host.till()).toBeNull();
  expect(host.storageProblem()).toEqual({
    kind: 'storage',
    reason: 'earlier-format',
    file: 'ledger-production.sqlite',
  });
  expect(await host.rescue()).toBeNull();
  expect(host.isSetUp()).toBe(true);
  await host.close();
  expect(readFileSync(ledger).equals(before)).toBe(true);
  expect(readdirSync(folder)).toEqual(names);
});

const AGREED_BEFORE: Stage = {
  format: 1,
  id: 'one',
  environment: 'training',
  file: 'mostrador-training-20260101T093000Z.sqlite',
  sha256: '',
  at: '2026-01-01T10:00:00.000Z',
  askedBy: null,
  approvedBy: null,
  insists: true,
  aside: 'ledger-training.replaced-20260101T100000Z.sqlite',
  auditNumber: 0,
  lastPaymentAt: null,
  replaced: null,
  paymentsMissing: null,
};

it('puts a training ledger from before version 1 aside, with its service, and begins anew', async () => {
  const first = start();
  await first.provision(training, folder, FIRST_SET_UP);
  await first.close();
  mkdirSync(join(folder, 'training-service'), { recursive: true });
  const ledger = ledgerFile(folder, 'training');
  rmSync(ledger);
  makeEarlierLedger(ledger);
  makeEarlierLedger(`${ledger}.restoring`);
  writeFileSync(stageFile(folder, 'training'), JSON.stringify(AGREED_BEFORE));
  const before = readFileSync(ledger);
  const host = start();
  host.open();
  expect(host.storageProblem()).toBeNull();
  expect(host.isSetUp()).toBe(false);
  expect((await host.till()?.backups.state())?.staged).toBeNull();
  await host.provision(training, folder, FIRST_SET_UP);
  expect(host.till()?.staff.names()).not.toHaveLength(0);
  const time = isoTime(clock.now()).slice(0, 19).replaceAll(/[-:]/g, '');
  const aside = join(folder, `ledger-training.before-${time}Z.sqlite`);
  expect(readFileSync(aside).equals(before)).toBe(true);
  expect(readFileSync(`${aside}.restoring`).equals(before)).toBe(true);
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining([
      `training-service.before-${time}Z`,
      `restore-training.json.before-${time}Z`,
    ]),
  );
});

it('names the backup that a damaged ledger can be restored from, and whose till it is', async () => {
  const host = start();
  await host.provision(training, folder, FIRST_SET_UP);
  expect(await host.rescue()).toBeNull();
  const made = await host.till()?.backups.make(null);
  if (!made?.ok) throw new Error('no backup');
  await host.close();
  const file = openSync(ledgerFile(folder, 'training'), 'r+');
  writeSync(file, Buffer.alloc(100, 'x'), 0, 100, 0);
  closeSync(file);
  const again = start();
  again.open();
  expect(again.storageProblem()).toMatchObject({ reason: 'damaged' });
  const backups = join(folder, 'backups');
  expect(await again.rescue()).toMatchObject({
    folder: backups,
    newest: { copy: made.value, file: join(backups, made.value.file) },
  });
});

it('tells the status line that a backup failed, also after a night in which it was off', async () => {
  const host = start();
  const gone = join(folder, 'gone');
  await host.provision({ ...training, backup: { folder: gone } }, folder, FIRST_SET_UP);
  const lines = () => said.filter(({ name }) => name === 'status.changed');
  const till = host.till();
  expect(till?.status.line().backup).toBeNull();
  await till?.backups.make(null);
  const trouble = { reason: 'no-folder', at: isoTime(clock.now()) };
  expect(lines().at(-1)).toMatchObject({ payload: { backup: trouble } });
  await host.close();
  const again = start();
  again.open();
  expect(again.till()?.status.line().backup).toEqual(trouble);
});

it('begins a moment after a page asks who signs in, and by itself where none does', async () => {
  await withProductionKeys('A');
  let asked = 0;
  const opened = (): TillHost => {
    const host = start({
      open: async () => {
        asked += 1;
        return { ok: false, problem: 'silent' };
      },
    });
    host.open();
    return host;
  };
  const alone = opened();
  await clock.advance(4_000);
  expect(asked).toBe(0);
  await clock.advance(2_000);
  expect(asked).toBe(1);
  await alone.close();
  const withPage = opened();
  withPage.till()?.signInAsked();
  await clock.advance(900);
  withPage.till()?.signInAsked();
  expect(asked).toBe(1);
  await clock.advance(200);
  expect(asked).toBe(2);
});

it('connects once the key store that was silent at the start opens', async () => {
  await withProductionKeys('A');
  let asked = 0;
  const host = start({
    open: async (text) => {
      asked += 1;
      return asked === 1 ? { ok: false, problem: 'silent' } : ok({ text, sealAgain: false });
    },
  });
  host.open();
  host.till()?.signInAsked();
  await clock.advance(2_000);
  expect(asked).toBe(1);
  expect((await host.till()?.status.ask())?.ok).toBe(false);
  await clock.advance(61_000);
  expect(asked).toBe(2);
  await clock.advance(600_000);
  expect(asked).toBe(2);
});
