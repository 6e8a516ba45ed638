import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect } from 'vitest';
import {
  type CustomerView,
  fail,
  ok,
  type Provisioning,
  type Result,
} from '../../../shared/contract/index.ts';
import { CHECK_WORKER } from '../../../tests/support/built.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { createVirtualClock, silentLog, type Vault } from '../../platform/index.ts';
import { createSettings, createTrainingProvisioning, type Settings } from '../../settings/index.ts';
import { createTillHost, type TillHost } from './index.ts';
import { getLedgerFile } from './profile-paths.ts';
import { testHostPorts } from './testing/index.ts';

export const training = createTrainingProvisioning('es-MX');
/** Training's own would be guessed at once. */
const PRODUCTION_PINS: Readonly<Record<string, string>> = { luis: '27183', carmen: '31416' };
export const production = (apiKey: string): Provisioning => ({
  ...training,
  environment: 'production',
  cashiers: training.cashiers.map((one) => ({ ...one, pin: PRODUCTION_PINS[one.id] ?? one.pin })),
  baseUrl: 'https://127.0.0.1:9',
  vendor: 'vendor',
  apiKey,
  secretKey: `secret of ${apiKey}`,
});

/** A profile on which the program is started, as often as the test wants. */
export interface TestProfile {
  folder: string;
  /** Of the newest start. */
  settings: Result<Settings>;
  /** What the settings' file holds. */
  written: unknown;
  /** Held back, a sealing waits for it: as a key store does that asks the person for a password. */
  sealing: Promise<void>;
  /** What was asked of the machine's sleep. */
  awake: boolean[];
  /** Whether the window was to cover the screen. */
  covered: boolean[];
  /** How often the drafts for mail programs were looked through. */
  draftsDropped: number;
  /** Which display the customer's window was to be on, and what it was shown. */
  customers: { wanted: (number | null | false)[]; shown: CustomerView[] };
  /** What the page was told, the oldest first. */
  said: { readonly name: string; readonly payload: unknown }[];
  readonly clock: ReturnType<typeof createVirtualClock>;
  /** What a start of the program builds, on the same profile. */
  start(over?: Partial<Vault>): TillHost;
  withProductionKeys(apiKey: string): Promise<void>;
}

/** A new profile for each test; what was started on it is closed. */
export function testProfile(): TestProfile {
  const hosts: TillHost[] = [];
  const clock = createVirtualClock();
  const profile: TestProfile = {
    folder: '',
    settings: { ok: false, problem: { kind: 'not-set-up' } },
    written: undefined,
    sealing: Promise.resolve(),
    awake: [],
    covered: [],
    draftsDropped: 0,
    customers: { wanted: [], shown: [] },
    said: [],
    clock,
    start: (over = {}) => {
      const vault: Vault = {
        isStrong: async () => true,
        seal: async (text) => {
          await profile.sealing;
          return ok(text);
        },
        open: async (text) => ok({ text, sealAgain: false }),
        ...over,
      };
      profile.settings = createSettings({
        store: {
          name: 'settings.json',
          read: () => profile.written,
          write: (value) => {
            profile.written = structuredClone(value);
          },
        },
        vault,
        log: silentLog,
      });
      const host = createTillHost({
        ...testHostPorts(profile.folder),
        settings: profile.settings,
        vault,
        clock,
        emit: (name, payload) => profile.said.push({ name, payload }),
        checkWorker: CHECK_WORKER,
        keepAwake: (isWanted) => profile.awake.push(isWanted),
        fullScreen: (isWanted) => profile.covered.push(isWanted),
        outlets: {
          saveFile: async () => fail({ kind: 'without-paper', reason: 'no-window' }),
          composeMail: async () => fail({ kind: 'without-paper', reason: 'no-window' }),
          deleteOldDrafts: async () => {
            profile.draftsDropped += 1;
          },
        },
        customerWindow: {
          want: (display) => void profile.customers.wanted.push(display),
          show: (view) => void profile.customers.shown.push(view),
          state: () => ({ window: 'open', displays: [] }),
          onChange: () => () => {},
        },
      });
      hosts.push(host);
      return host;
    },
    withProductionKeys: async (apiKey) => {
      const host = profile.start();
      const set = await host.provision(
        production(apiKey),
        profile.folder,
        PROVISIONED_BY_FIRST_SET_UP,
      );
      expect(set).toMatchObject({ ok: true });
      await host.close();
    },
  };
  beforeEach(() => {
    profile.folder = mkdtempSync(join(tmpdir(), 'mostrador-host-'));
    profile.written = undefined;
    profile.said = [];
    profile.awake = [];
    profile.covered = [];
    profile.draftsDropped = 0;
    profile.customers = { wanted: [], shown: [] };
    profile.sealing = Promise.resolve();
  });
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.close();
    rmSync(profile.folder, { recursive: true });
  });
  return profile;
}

/** A payment of an earlier run that is not resolved. */
export function leaveUnresolved(folder: string): void {
  const database = new DatabaseSync(getLedgerFile(folder, 'production'));
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
